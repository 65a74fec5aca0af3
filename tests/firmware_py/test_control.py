"""The control socket of a real companion process: its own commands beside it, and clients that mean no good."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from evening import Bench
from live import PATIENCE_S, ROOT, LiveBench, environment
from reading import seen

from drivers.bench.tags import Ntag213, ndef_text
from firmware_py.__main__ import main
from firmware_py.commands import asking
from firmware_py.commands.asking import running
from firmware_py.control import MOST_CLIENTS
from firmware_py.control_lines import (
    Doctor,
    Greeting,
    Line,
    ListTags,
    ReadTag,
    Refused,
    Result,
    Told,
    encoded,
    program_version,
    told,
)
from firmware_py.data_folder import DataFolder, control_socket, named_socket, reachable
from firmware_py.errors import NoAnswer

LOOKED = 8  # commands after which the reader has surely been asked for tags
TAG = Ntag213(bytes.fromhex("04a1b2c3d4e5f6"), ndef_text("trajan/forum.bread"))


@contextlib.contextmanager
def short_bench() -> Iterator[LiveBench]:
    with tempfile.TemporaryDirectory(prefix="tab-") as name:  # short enough for the bench's own sockets
        bench = LiveBench(Path(name))
        try:
            yield bench
        finally:
            bench.close()


def started(bench: LiveBench) -> LiveBench:
    bench.start()
    bench.ready()
    assert bench.wait_until(partial(shows, bench, "Hansa Teutonica"))
    # A tag that the reader's first look finds has rested there since before the start, and is told nobody.
    assert bench.wait_until(lambda: bench.world.reader is not None and bench.world.reader.commands > LOOKED)
    return bench


@pytest.fixture(scope="module")
def live() -> Iterator[LiveBench]:
    """One companion for all who leave it as it was."""
    with short_bench() as bench:
        yield started(bench)


@pytest.fixture(scope="module")
def worn() -> Iterator[LiveBench]:
    """One for all who do not care how it was left."""
    with short_bench() as bench:
        yield started(bench)


@pytest.fixture
def own() -> Iterator[LiveBench]:
    """The bench of a test's own, whose companion does not run yet."""
    with short_bench() as bench:
        yield bench


def begin(live: LiveBench, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "firmware_py", *words, "--data", str(live.data)]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment(live.folder), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def end(command: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = command.communicate(timeout=PATIENCE_S)
    return command.returncode, out, err


def connected(live: LiveBench) -> socket.socket:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(PATIENCE_S)
    line.connect(str(live.data / "control"))
    return line


def lines(line: socket.socket) -> list[Told]:
    """All that the companion says until it hangs up."""
    with line.makefile("rb") as file:
        return [told(each) for each in file]


def is_well(live: LiveBench) -> bool:
    """Whether the companion still answers, and the knob still moves the glass."""
    with connected(live) as line:
        line.sendall(encoded(Doctor()))
        answered = isinstance(lines(line)[-1], Result)
    for notches, row in ((1, "Trajan"), (-1, "Hansa Teutonica")):
        live.turn(notches)
        answered &= live.wait_until(partial(shows, live, row))
    return answered


def shows(live: LiveBench, row: str) -> bool:
    return seen(live.art(), row, inverted=True)


# ---- its own commands beside it


def test_the_doctor_asks_the_companion_and_the_game_stays_on_the_glass(live: LiveBench) -> None:
    status, out, err = end(begin(live, "doctor", "--json"))
    found = {each["part"]: each for each in json.loads(out)}
    assert (status, err) == (0, "")
    assert live.child is not None
    assert found["companion"]["found"].startswith(f"process {live.child.pid} runs")
    assert {"display prompt", "display status", "reader", "contact back", "journal", "data folder", "clock",
            "setting [knob] a"} <= found.keys()  # fmt: skip
    assert all(each.keys() == {"part", "ok", "found", "remedy"} for each in found.values())
    assert shows(live, "Hansa Teutonica")


def test_a_fault_is_status_1_and_its_remedy_is_printed(worn: LiveBench) -> None:
    worn.on_loop(lambda: worn.world.unplug("status"))
    status, out, _ = end(begin(worn, "doctor"))
    assert status == 1
    assert "FAULT display status: display at 0x3D on i2c-1 does not answer\n        → check SDA/SCL" in out
    assert out.rstrip().endswith("1 fault, each with its remedy above")


def test_a_first_run_beside_a_companion_is_refused_in_one_line(
    live: LiveBench, capsys: pytest.CaptureFixture[str]
) -> None:
    status, err = main(["doctor", "--first-run", "--data", str(live.data)]), capsys.readouterr().err
    assert (status, len(err.splitlines())) == (1, 1)
    assert "stop it first" in err


def test_a_tag_is_read_by_the_companions_reader(live: LiveBench) -> None:
    command = begin(live, "tags", "read", "--json")
    assert live.wait_until(lambda: seen(live.art(), "Lay a tag"))
    live.on_loop(lambda: live.world.lay(TAG))
    try:
        status, out, err = end(command)
    finally:
        live.on_loop(lambda: live.world.lift(TAG))
    assert (status, err) == (0, "Read a tag: lay it on the reader within 60 s\n")
    assert json.loads(out) == {"uid": TAG.uid.hex(), "text": "trajan/forum.bread", "learned": None, "label": "bread"}


def test_tags_are_learned_by_the_companions_reader(worn: LiveBench) -> None:
    command = begin(worn, "tags", "learn", "trajan", "demand", "--seconds", "1")
    assert worn.wait_until(lambda: seen(worn.art(), "Lay its tag down."))
    worn.on_loop(lambda: worn.world.lay(TAG))
    status, out, err = end(command)
    assert (status, out) == (0, "1 of 3 have a tag\n")
    said = err.splitlines()
    assert said[0] == "One whose tag does not come within 1 s is passed over."
    assert said[1].startswith("1 of 3: ") and said[1].endswith(" – lay its tag on the reader")
    assert said[2] == f"  {TAG.uid.hex(' ')}: learned"


def test_learned_tags_are_listed_and_forgotten_and_games_told(
    live: LiveBench, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--data", str(live.data)]
    assert main(["tags", "list", "--json", *place]) == 0
    assert json.loads(capsys.readouterr().out) == {}
    assert main(["games", *place]) == 0
    assert capsys.readouterr().out == f"no games in {live.data}\n"
    for words, said in (
        (["tags", "forget", "1234"], "no tag 1234 has been learned here"),
        (["tags", "learn", "chess"], "there is no title 'chess'"),
        (["games", "show", "3"], "there is no game 3"),
    ):
        assert main([*words, *place]) == 1
        out, err = capsys.readouterr()
        assert (out, len(err.splitlines())) == ("", 1)
        assert said in err


def test_a_command_that_is_interrupted_gives_the_reader_back(live: LiveBench) -> None:
    command = begin(live, "tags", "read")
    assert live.wait_until(lambda: seen(live.art(), "Lay a tag"))
    command.kill()
    end(command)
    assert live.wait_until(lambda: not seen(live.art(), "Lay a tag"))
    again = begin(live, "tags", "read", "--seconds", "1")
    assert "no tag came within 1 s" in end(again)[2]


def test_games_are_told_alike_beside_a_companion_and_without(
    own: LiveBench, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Bench(own.data)
    assert before.box is not None and before.box.table is not None
    for title, players in (("hansa", 4), ("trajan", 3)):
        before.box.table.new(title, "scorekeeper", players, {})
        before.wait(1.0)
    before.stop()

    def told() -> list[str]:
        words = ["list", "--json"], ["show", "1", "--json"], ["show", "2"], ["export", "2"]
        assert [main(["games", *each, "--data", str(own.data)]) for each in words] == [0] * 4
        return capsys.readouterr().out.splitlines()

    without = told()
    assert '"title": "hansa"' in without[0]
    own.start()
    own.ready()
    own.data.joinpath("journal.sqlite").rename(own.data / "elsewhere")  # it is not the file that is read
    assert told() == without


# ---- where it is


def test_the_socket_goes_with_a_clean_stop_and_one_of_a_killed_companion_is_replaced(own: LiveBench) -> None:
    started(own)
    place = own.data / "control"
    assert named_socket(own.data) == place
    assert stat.S_IMODE(place.stat().st_mode) == 0o660
    own.kill()
    assert place.exists()
    assert running(own.data, {}) is None
    assert is_well(started(own))
    with connected(own) as silent, connected(own) as waiting:  # of those who are still there nothing is logged
        waiting.sendall(encoded(ReadTag(60.0)))
        assert own.wait_until(lambda: seen(own.art(), "Lay a tag"))
        status, said = own.stop()
        assert [type(each) for line in (silent, waiting) for each in lines(line)] == [Greeting, Greeting, Line]
    assert (status, said.splitlines()[1:]) == (0, ["stopped: everything is saved"])
    assert not place.exists()
    assert running(own.data, {}) is None


def test_the_services_runtime_folder_is_where_it_listens_and_the_lock_tells_the_command(own: LiveBench) -> None:
    runtime = own.folder / "run"
    runtime.mkdir()
    own.start(
        program=f"""
import os, sys
os.environ["RUNTIME_DIRECTORY"] = {str(runtime)!r}
from firmware_py.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
    )
    own.ready()
    assert named_socket(own.data) == runtime / "control"
    with running(own.data, {}) or pytest.fail("nobody answers") as companion:
        assert own.child is not None and companion.process == own.child.pid


def test_where_it_cannot_listen_it_plays_all_the_same_and_says_so(
    own: LiveBench, capsys: pytest.CaptureFixture[str]
) -> None:
    (own.data / "control").mkdir(parents=True)
    started(own)
    status, err = main(["doctor", "--data", str(own.data)]), capsys.readouterr().err
    assert (status, len(err.splitlines())) == (1, 1)
    assert "which holds the parts too: stop it first" in err
    assert f"no command can ask this companion: {own.data / 'control'}" in own.stop()[1]


@contextlib.contextmanager
def acting_for(user: int, group: int) -> Iterator[None]:
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(group)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for others")
def test_a_member_of_the_group_may_ask(worn: LiveBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "program_version", program_version().__str__)
    worn.folder.chmod(0o755)
    worn.data.chmod(0o750)
    for each in (worn.data, worn.data / "control"):  # as where the unit's group makes them
        os.chown(each, -1, 65532)
    with acting_for(65533, 65532):
        companion = running(worn.data, {})
        assert companion is not None
        with companion:
            assert isinstance(companion.ask(ListTags(), PATIENCE_S), dict)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for others")
def test_a_stranger_is_told_in_one_line_which_group_may_ask(worn: LiveBench, monkeypatch: pytest.MonkeyPatch) -> None:
    worn.folder.chmod(0o755)
    worn.data.chmod(0o750)
    monkeypatch.setattr(asking, "SERVICE_FOLDER", worn.data)
    monkeypatch.setattr(asking, "SERVICE_SOCKET", worn.data / "control")
    with acting_for(65533, 65533), pytest.raises(NoAnswer) as refused:
        running(worn.data, {})
    said = str(refused.value)
    assert "answers the group tabularius alone" in said and "sudo usermod -aG tabularius" in said and "\n" not in said


# ---- clients that mean no good


def test_no_thread_and_no_file_is_kept_for_commands_that_have_gone(live: LiveBench) -> None:
    assert live.child is not None
    status = Path(f"/proc/{live.child.pid}/status")
    files = Path(f"/proc/{live.child.pid}/fd")

    def held() -> tuple[int, int]:
        threads = next(line for line in status.read_text().splitlines() if line.startswith("Threads:"))
        return int(threads.split()[1]), len(list(files.iterdir()))

    threads_before, files_before = held()

    def settled() -> bool:
        threads, files = held()
        return threads <= threads_before and files <= files_before + 1  # SQLite keeps one of a reader's for the next

    for _ in range(6):
        with connected(live) as line:
            line.sendall(encoded(Doctor()))
            assert isinstance(lines(line)[-1], Result)
        with connected(live) as line:
            line.sendall(encoded(ReadTag(60.0)))
            assert isinstance(told(line.makefile("rb").readline()), Greeting)
    for notches, row in ((1, "Trajan"), (-1, "Hansa Teutonica")) * 10:
        if settled():
            break
        live.turn(notches)
        assert live.wait_until(partial(shows, live, row))
    assert settled()


@pytest.mark.parametrize(
    "harm",
    [b"", b'{"ask": "doc', b"\n", b"\xff\xfe\x00" * 100 + b"\n", b'{"ask": "doctor"}\n{"ask": "doctor"}\n',
     b'{"ask": "doctor"}\ngarbage\n', b'{"ask": "skip"}\n', b"[" * 8000 + b"\n"],
    ids=["nothing", "half a line", "an empty line", "no text", "two at once", "garbage behind", "out of turn", "deep"],
)  # fmt: skip
def test_whoever_says_that_and_goes_is_no_trouble(live: LiveBench, harm: bytes) -> None:
    for _ in range(3):
        with connected(live) as line:
            line.sendall(harm)
    assert is_well(live)


@pytest.mark.parametrize("harm", [b"x" * 10_000_000, b"\n" * 10_000_000], ids=["one line", "empty lines"])
def test_ten_megabytes_of_garbage_are_not_listened_to(live: LiveBench, harm: bytes) -> None:
    with connected(live) as line, contextlib.suppress(BrokenPipeError, ConnectionResetError):
        line.sendall(harm)
    assert is_well(live)


def test_a_line_that_is_no_question_is_answered_with_what_is_expected(live: LiveBench) -> None:
    with connected(live) as line:
        line.sendall(b'{"ask": "shell"}\n')
        greeting, refused = lines(line)
    assert isinstance(greeting, Greeting) and isinstance(refused, Refused)
    assert "no message of this program" in refused.message


def test_whoever_reads_nothing_or_goes_in_the_middle_of_the_answer_holds_nobody_up(live: LiveBench) -> None:
    with contextlib.ExitStack() as deaf:
        for _ in range(10):
            line = deaf.enter_context(connected(live))
            line.sendall(encoded(Doctor()))
        assert is_well(live)
    for _ in range(10):
        with connected(live) as line:
            line.sendall(encoded(Doctor()))
            line.recv(1)
    assert is_well(live)


def test_twenty_at_once_are_all_answered(live: LiveBench) -> None:
    ends: list[Told] = []

    def ask() -> None:
        with connected(live) as line:
            line.sendall(encoded(Doctor()))
            ends.append(lines(line)[-1])

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert ends == [Result(None)] * 20


def test_one_too_many_is_told_to_come_again(live: LiveBench) -> None:
    with contextlib.ExitStack() as silent:
        first: list[Told] = []
        while not first or (isinstance(first[-1], Greeting) and len(first) <= MOST_CLIENTS):
            line = silent.enter_context(connected(live))
            first.append(told(line.makefile("rb").readline()))
    assert isinstance(first[-1], Refused) and "try again later" in first[-1].message
    assert len(first) > MOST_CLIENTS // 2  # one that has just gone may still be counted
    for _ in range(1000):  # until it has seen that they have gone
        with contextlib.suppress(NoAnswer), running(live.data, {}) or contextlib.nullcontext() as companion:
            assert companion is not None
            break
    assert is_well(live)


# ---- the command's end


class Fake:
    """Somebody who listens in a companion's place and says what he likes to the first who comes."""

    def __init__(self, data: Path, say: bytes) -> None:
        self.path = control_socket(data, {})
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with reachable(self.path) as name:
            self._line.bind(name)
        self._line.listen()
        self._thread = threading.Thread(target=self._serve, args=(say,), daemon=True)
        self._thread.start()

    def _serve(self, say: bytes) -> None:
        line, _ = self._line.accept()
        with line, contextlib.suppress(OSError):
            line.sendall(say)
            line.recv(1 << 16)

    def __enter__(self) -> Fake:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(PATIENCE_S)
        self._line.close()


def greeting(data: Path, version: str) -> bytes:
    return encoded(Greeting(version, str(data), 7))


def test_a_companion_of_another_version_is_named_with_what_to_do(tmp_path: Path) -> None:
    with Fake(tmp_path, greeting(tmp_path, "9.9")), pytest.raises(NoAnswer) as refused:
        running(tmp_path, {})
    assert "process 7) is of version 9.9" in str(refused.value)
    assert "sudo systemctl restart tabularius" in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("say", [b"", b"login: ", b"\xff\n", encoded(Result(None))[:-3]])
def test_one_that_does_not_greet_is_said_to_hang(tmp_path: Path, say: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "GREETING_S", 0.2)
    with Fake(tmp_path, say), DataFolder.claim(tmp_path, datetime(2026, 11, 29, 19, 30, tzinfo=UTC)):
        with pytest.raises(NoAnswer) as refused:
            running(tmp_path, {})
        assert f"process {os.getpid()}, since 2026-11-29 19:30 UTC) does not answer" in str(refused.value)


def test_one_that_keeps_another_folder_is_not_ours(tmp_path: Path) -> None:
    with Fake(tmp_path, greeting(tmp_path / "other", program_version())):
        assert running(tmp_path, {}) is None


def test_one_that_ends_in_the_middle_is_said(tmp_path: Path) -> None:
    with Fake(tmp_path, greeting(tmp_path, program_version()) + b'{"say": "li'):
        companion = running(tmp_path, {})
        assert companion is not None
        with companion, pytest.raises(NoAnswer, match="has ended in the middle of its answer"):
            companion.ask(Doctor(), PATIENCE_S)


@pytest.mark.parametrize("name", [f"{'d' * 120}/{'e' * 120}", "games\udcff", "a b\nc"])
def test_a_folder_with_a_name_of_any_kind_has_a_socket_all_the_same(tmp_path: Path, name: str) -> None:
    data = tmp_path / name
    data.mkdir(parents=True)
    with Fake(data, greeting(data, program_version()) + encoded(Result({"x": 1}))):
        companion = running(data, {})
        assert companion is not None
        with companion:
            assert companion.ask(Doctor(), PATIENCE_S) == {"x": 1}
