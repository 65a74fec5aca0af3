"""The data folder: made when it is not there, owned by one process, and every refusal is one line with a remedy."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_py import data_folder
from firmware_py.commands.asking import running
from firmware_py.data_folder import DataFolder, control_socket, holder, named_socket
from firmware_py.errors import FolderTrouble, InUse

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
ROOT = Path(__file__).parents[2]


def test_the_folder_is_made_and_the_lock_names_who_has_it(tmp_path: Path) -> None:
    with DataFolder.claim(tmp_path / "state" / "tabularius", NOW) as folder:
        assert folder.journal == tmp_path / "state" / "tabularius" / "journal.sqlite"
        assert holder(folder.path) == f"process {os.getpid()}, since 2026-11-29 19:30 UTC"


def test_a_second_companion_is_refused_in_one_line_that_names_the_first(tmp_path: Path) -> None:
    with DataFolder.claim(tmp_path, NOW):
        with pytest.raises(InUse) as refused:
            DataFolder.claim(tmp_path, NOW)
        line = str(refused.value)
        assert f"process {os.getpid()}, since 2026-11-29 19:30 UTC" in line
        assert str(tmp_path) in line and "--data" in line and "\n" not in line
    DataFolder.claim(tmp_path, NOW).release()


def test_a_command_that_owns_the_folder_is_called_what_it_is(tmp_path: Path) -> None:
    with DataFolder.claim(tmp_path, NOW, "tags learn"), pytest.raises(InUse) as refused:
        DataFolder.claim(tmp_path, NOW)
    assert (
        f"is in use by process {os.getpid()} (tabularius tags learn), since 2026-11-29 19:30 UTC: wait until that "
        "command has ended, or end it, or name" in str(refused.value)
    )


def test_the_lock_goes_with_its_process_however_that_ends(tmp_path: Path) -> None:
    code = (
        "import os, sys; from datetime import datetime, UTC; from pathlib import Path\n"
        "from firmware_py.data_folder import DataFolder\n"
        "folder = DataFolder.claim(Path(sys.argv[1]), datetime.now(UTC)); print('owned', flush=True)\n"
        "os.read(0, 1)"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None and child.stdin is not None
    assert child.stdout.readline() == b"owned\n"
    with pytest.raises(InUse, match=f"process {child.pid}"):
        DataFolder.claim(tmp_path, NOW)
    child.kill()
    child.wait()
    child.stdout.close()
    child.stdin.close()
    DataFolder.claim(tmp_path, NOW).release()


def test_a_lock_file_left_by_a_pulled_plug_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(b"\xff\xfe\0garbage")
    with DataFolder.claim(tmp_path, NOW):
        assert f"process {os.getpid()}" in holder(tmp_path)


def test_a_lock_without_a_name_is_held_by_another_process(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(InUse, match="in use by another process"):
            DataFolder.claim(tmp_path, NOW)


def test_whoever_deletes_the_lock_file_of_a_living_companion_does_not_get_its_folder(tmp_path: Path) -> None:
    with DataFolder.claim(tmp_path, NOW):
        (tmp_path / "lock").unlink()
        with pytest.raises(InUse, match="in use by another process"):
            DataFolder.claim(tmp_path, NOW)
    DataFolder.claim(tmp_path, NOW).release()


def test_a_file_system_that_locks_no_folders_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = fcntl.flock

    def files_only(handle: int, how: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        really(handle, how)

    monkeypatch.setattr(fcntl, "flock", files_only)
    with DataFolder.claim(tmp_path, NOW), pytest.raises(InUse, match=f"process {os.getpid()}"):
        DataFolder.claim(tmp_path, NOW)


def test_a_file_in_the_folders_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    for path in (tmp_path / "data", tmp_path / "data" / "deeper"):
        with pytest.raises(FolderTrouble) as refused:
            DataFolder.claim(path, NOW)
        line = str(refused.value)
        assert str(path) in line and "expected a folder" in line and "--data DIR" in line and "\n" not in line


@pytest.mark.parametrize(("call", "what"), [("mkdir", "made"), ("open", "written")])
def test_a_folder_that_may_not_be_written_is_refused_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, what: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path if call == "mkdir" else data_folder.os, call, refuse)
    monkeypatch.setattr(data_folder.os, "access", lambda *_, **__: False)
    with pytest.raises(FolderTrouble) as refused:
        DataFolder.claim(tmp_path / "data", NOW)
    assert f"cannot be {what} (Permission denied)" in str(refused.value)
    assert "--data DIR" in str(refused.value)


def test_a_lock_file_of_another_user_in_ones_own_folder_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lock").write_text("")
    really = os.open

    def refuse(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return really(path, flags, mode)

    monkeypatch.setattr(data_folder.os, "open", refuse)
    with DataFolder.claim(tmp_path, NOW), pytest.raises(InUse):
        DataFolder.claim(tmp_path, NOW)


def test_the_name_of_a_new_folder_is_on_the_card_before_anything_is_kept_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    really = os.fsync

    def noting(handle: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{handle}").readlink()))
        really(handle)

    monkeypatch.setattr(data_folder.os, "fsync", noting)
    DataFolder.claim(tmp_path / "state" / "tabularius", NOW).release()
    assert synced == [str(tmp_path / "state"), str(tmp_path)]
    synced.clear()
    DataFolder.claim(tmp_path / "state" / "tabularius", NOW).release()
    assert synced == []


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("lock_there", [True, False])
def test_on_a_card_that_cannot_be_written_the_folder_is_still_owned_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, lock_there: bool
) -> None:
    if lock_there:
        (tmp_path / "lock").write_text("")
    really = os.open

    def refuse(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR:
            raise OSError(number, os.strerror(number))
        return really(path, flags, mode)

    monkeypatch.setattr(data_folder.os, "open", refuse)
    with DataFolder.claim(tmp_path, NOW), pytest.raises(InUse):
        DataFolder.claim(tmp_path, NOW)


def test_a_folder_in_the_home_of_nobody_is_one_line() -> None:
    with pytest.raises(FolderTrouble, match="~nobody-here/games is in the home of a user that there is not"):
        DataFolder.claim(Path("~nobody-here/games"), NOW)


def test_the_control_socket_is_in_the_services_runtime_folder_or_the_users_or_beside_the_data(tmp_path: Path) -> None:
    service = {"RUNTIME_DIRECTORY": "/run/tabularius:/run/more", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert control_socket(tmp_path, service) == Path("/run/tabularius/control")
    mine, other = (control_socket(tmp_path / name, {"XDG_RUNTIME_DIR": str(tmp_path)}) for name in ("one", "two"))
    assert mine.parent == other.parent == tmp_path
    assert mine != other and mine == control_socket(tmp_path / "one", {"XDG_RUNTIME_DIR": str(tmp_path)})
    for nowhere in ({}, {"XDG_RUNTIME_DIR": "run"}, {"XDG_RUNTIME_DIR": str(tmp_path / "none")}):
        assert control_socket(tmp_path, nowhere) == tmp_path / "control"


def test_the_lock_file_names_the_control_socket_and_still_who_has_it(tmp_path: Path) -> None:
    place = tmp_path / "a folder\udcff" / "control"
    with DataFolder.claim(tmp_path, NOW) as folder:
        assert named_socket(tmp_path) is None
        folder.tell_socket(place)
        assert named_socket(tmp_path) == place
        assert holder(tmp_path) == f"process {os.getpid()}, since 2026-11-29 19:30 UTC"
    assert named_socket(tmp_path) is None
    assert named_socket(tmp_path / "none") is None


def test_a_lock_file_that_cannot_be_written_names_no_socket_and_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with DataFolder.claim(tmp_path, NOW) as folder:
        folder.tell_socket(tmp_path / "control")
        assert named_socket(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        bytes(100),
        b"x\n/" + b"a\0b" * 60,
        b"x\n/a" + b"b" * 50_000,
        b"5 0001-01-01T00:00:00+14:00\n",
        b"5 tags learn\n",
        b"\xff" * 9000,
    ],
)
def test_whatever_a_lock_file_says_names_nobody_and_stops_nobody(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "lock").write_bytes(text)
    assert running(tmp_path, {}) is None
    assert holder(tmp_path) == "another process"
    DataFolder.claim(tmp_path, NOW).release()


def test_of_a_command_in_a_lock_file_only_plain_words_are_told(tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(b"5 2026-11-29T19:30:00Z tags \x1b[2J;rm more and more\n")
    assert holder(tmp_path) == "process 5 (tabularius tags), since 2026-11-29 19:30 UTC"


@pytest.mark.parametrize("what", ["pipe", "link to a pipe", "link to nothing", "link to itself", "folder"])
def test_whatever_lies_in_the_lock_files_place_holds_nobody_up(tmp_path: Path, what: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    lock, pipe = data / "lock", tmp_path / "pipe"
    os.mkfifo(pipe)
    if what == "pipe":
        pipe.rename(lock)
    elif what == "folder":
        lock.mkdir()
    else:
        lock.symlink_to({"link to a pipe": pipe, "link to nothing": tmp_path / "none", "link to itself": lock}[what])
    with DataFolder.claim(data, NOW) as folder, pytest.raises(InUse, match="in use by another process"):
        folder.tell_socket(tmp_path / "control")
        assert running(data, {}) is None
        DataFolder.claim(data, NOW)
