"""The data folder: where everything is kept that is to survive, and the lock by which one process owns it.

The lock is the system's, on the lock file and on the folder itself, so that it goes with the process however that ends;
the file's text only says who has it. Where nothing can be written (card full or read-only) the folder can be owned all
the same, since the game goes on in memory. This module must not know what is in the files.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from firmware_py.errors import FolderTrouble, InUse

JOURNAL_FILE = "journal.sqlite"
RECORDS = "records"
LOCK_FILE = "lock"
SOCKET_FILE = "control"
LONGEST_LOCK = 8192  # bytes: a line, and the longest path there can be
SHORT_NAME = 100  # bytes of a socket's name; the system takes 107
_CARD = {errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO}


class DataFolder:
    """A data folder that this process owns, until ``release``."""

    def __init__(self, path: Path, handles: list[int]) -> None:
        self.path = path
        self._handles = handles

    @property
    def journal(self) -> Path:
        return self.path / JOURNAL_FILE

    @classmethod
    def claim(cls, path: Path, since: datetime, command: str = "") -> DataFolder:
        """Make the folder if it is not there, and own it; ``since`` is the time now, for the lock file, and ``command``
        what owns it ("tags learn") if it is no companion.

        Raises FolderTrouble if it cannot be made or used, InUse if another process owns it.
        """
        try:
            path = path.expanduser().absolute()
        except RuntimeError as problem:
            raise FolderTrouble(
                f"the data folder {path} is in the home of a user that there is not: name another with --data DIR"
            ) from problem
        _make(path)
        handles = _open_locks(path)
        try:
            _lock(path, handles)
        except BaseException:
            _close(handles)
            raise
        with contextlib.suppress(OSError):  # the text is for people; the lock does not need it
            os.ftruncate(handles[0], 0)
            said = f"{os.getpid()} {since.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ} {command}".rstrip()
            os.pwrite(handles[0], f"{said}\n".encode(), 0)
        return cls(path, handles)

    def tell_socket(self, socket: Path) -> None:
        """Write into the lock file where this process listens to its own commands."""
        with contextlib.suppress(OSError, IndexError):
            first = os.pread(self._handles[0], 100, 0).partition(b"\n")[0]
            os.pwrite(self._handles[0], first + b"\n" + os.fsencode(socket) + b"\n", 0)

    def release(self) -> None:
        """Let another process have the folder."""
        if self._handles:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handles[0], 0)
            _close(self._handles)

    def __enter__(self) -> DataFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def holder(path: Path) -> str:
    """Who owns the folder, in words, as far as the lock file says."""
    said = _holder(path)
    if said is None:
        return "another process"
    process, since, command = said
    return f"process {process}{f' (tabularius {command})' if command else ''}, since {since:%Y-%m-%d %H:%M} UTC"


def way_out(path: Path, companion: str) -> str:
    """What to do about whoever owns the folder; ``companion``: what to do about a companion."""
    said = _holder(path)
    return companion if said is None or not said[2] else "wait until that command has ended, or end it"


def _holder(path: Path) -> tuple[int, datetime, str] | None:
    """Process number, since when, and which command it is, "" for a companion; None if the lock file does not say."""
    try:
        number, since, *words = _lock_text(path).partition("\n")[0].split()
        # whatever anybody wrote there, a terminal gets plain words
        command = " ".join(word for word in words[:2] if word.isascii() and word.isalpha())
        return int(number), datetime.fromisoformat(since).astimezone(UTC), command
    except (OSError, ValueError, OverflowError):
        return None


def control_socket(data: Path, environ: Mapping[str, str]) -> Path:
    """Where a companion that owns ``data`` listens to its own commands.

    In the service's runtime folder, else in the user's, under a name of this data folder's own, else beside the data:
    in none of them can a stranger be first. Not in the folder for temporary files, where one could.
    """
    if service := environ.get("RUNTIME_DIRECTORY", "").split(":")[0]:
        return Path(service) / SOCKET_FILE
    users = Path(environ.get("XDG_RUNTIME_DIR", ""))
    if users.is_absolute() and os.access(users, os.W_OK | os.X_OK, effective_ids=True):
        from hashlib import sha256  # noqa: PLC0415  (not on the way to the first picture)

        return users / f"tabularius-{sha256(os.fsencode(data.absolute())).hexdigest()[:16]}"
    return data / SOCKET_FILE


def named_socket(data: Path) -> Path | None:
    """The control socket that the lock file names; None if it names none or cannot be read."""
    with contextlib.suppress(OSError):
        name = _lock_text(data).partition("\n")[2].strip("\n")
        return Path(name) if name.startswith("/") and "\0" not in name else None
    return None


def _lock_text(data: Path) -> str:
    """What the lock file says. Whatever lies there instead, a pipe or a file without end, is read no further."""
    handle = os.open(data / LOCK_FILE, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return os.read(handle, LONGEST_LOCK).decode("utf-8", "surrogateescape")
    finally:
        os.close(handle)


@contextlib.contextmanager
def reachable(path: Path) -> Iterator[str]:
    """The name of a socket as the system takes it: one that is too long goes by the folder it is in."""
    if len(os.fsencode(path)) <= SHORT_NAME:
        yield str(path)
        return
    handle = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{handle}/{path.name}"
    finally:
        os.close(handle)


def _make(path: Path) -> None:
    try:
        missing = [each for each in (path, *path.parents) if not each.exists()]
        path.mkdir(mode=0o750, parents=True, exist_ok=True)
        for each in missing:  # or a pulled plug takes the name of the folder, and with it all that was saved in it
            _sync_name(each)
    except OSError as problem:
        if problem.errno in (errno.EEXIST, errno.ENOTDIR):
            raise FolderTrouble(
                f"the data folder {path} cannot be made, since a file has that name: expected a folder; name another "
                "with --data DIR"
            ) from problem
        raise _unusable(path, "made", problem) from problem


def _sync_name(path: Path) -> None:
    """Have the name of a new folder on the card, as far as the file system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _open_locks(path: Path) -> list[int]:
    """The lock file, and the folder itself: whoever takes a lock file for a leftover and deletes it gets no folder."""
    lock, handles = path / LOCK_FILE, list[int]()
    try:
        # no link is followed: what root finds in the folder of a user, it gives to that user
        handles.append(os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644))
        if os.geteuid() == 0:  # the service, which is not root, is to use it too
            owner = path.stat()
            os.fchown(handles[0], owner.st_uid, owner.st_gid)
    except OSError as problem:
        ours = os.access(path, os.W_OK | os.X_OK, effective_ids=True)  # though the lock file may be somebody else's
        if problem.errno not in _CARD and not ours:
            raise _unusable(path, "written", problem) from problem
        with contextlib.suppress(OSError):  # a lock needs no writing: an old lock file will do
            handles.append(os.open(lock, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    try:
        handles.append(os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
    except OSError as problem:
        if not handles:
            raise _unusable(path, "opened", problem) from problem
    return handles


def _lock(path: Path, handles: list[int]) -> None:
    locked = 0
    for handle in handles:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            locked += 1
        except OSError as problem:
            if problem.errno in (errno.EAGAIN, errno.EACCES):
                first = way_out(path, "stop that companion first")
                raise InUse(
                    f"the data folder {path} is in use by {holder(path)}: {first}, or name another folder with "
                    "--data DIR"
                ) from problem
            if handle == handles[-1] and not locked:  # there are file systems that lock files, but no folders
                raise FolderTrouble(f"the data folder {path} cannot be locked: {problem.strerror}") from problem


def _close(handles: list[int]) -> None:
    for handle in handles:
        os.close(handle)
    handles.clear()


def _unusable(path: Path, what: str, problem: OSError) -> FolderTrouble:
    return FolderTrouble(
        f"the data folder {path} cannot be {what} ({problem.strerror}): expected a folder that this user may write; "
        "change its owner, or name another with --data DIR"
    )
