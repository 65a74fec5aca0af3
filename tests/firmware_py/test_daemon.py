"""The companion as a process of its own, in real time: how it starts, ends, dies and comes back."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from live import PATIENCE_S, ROOT, LiveBench, environment
from page_line import run_once
from reading import seen

from firmware_py.daemon import GO_ON
from firmware_py.journal import Journal
from firmware_py.journal_rows import VERSION

PROMPT = "14 left then"  # red is to say how many markers
OUR_OWN = {"engine", "drivers", "config", "firmware_py"}
PARTS = {"gpiozero", "colorzero", "luma", "PIL", "serial", "msgspec", "smbus2", "ndef", "lgpio"}
"""The parts of the daemon and what they need themselves."""
BROUGHT_ALONG = {"typing_extensions", "cbor2", "pkg_resources", "sitecustomize"}
"""What those import if it happens to be there, and what Debian's Python does at every start."""
TELLS_ITS_MODULES = """
import sys
from firmware_py.__main__ import main
status = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(status)
"""
ON_A_CARD_THAT_TAKES_NOTHING = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from firmware_py.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
WEB = {"starlette", "uvicorn", "anyio", "h11", "click", "http", "webbrowser"}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a path short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        yield Path(name)


@pytest.fixture
def live(folder: Path) -> Iterator[LiveBench]:
    bench = LiveBench(folder)
    yield bench
    bench.close()


FIRST_EVENING = (
    ("turn", "Trajan"), ("click", "How much"), ("click", "players"), ("turn", "3"), ("click", "time loop"),
    ("click", "Who starts?"), ("turn", "red"), ("click", PROMPT),
)  # fmt: skip


def begin(live: LiveBench) -> None:
    """The first evening up to the first turn, and until that is saved."""
    for act, then in FIRST_EVENING:
        live.click() if act == "click" else live.turn(1)
        assert live.wait_until(partial(shows, live, then)), "\n".join(live.art())
    assert live.wait_until(lambda: not live.marked())


def shows(live: LiveBench, text: str) -> bool:
    return seen(live.art(), text)


def test_sigterm_saves_says_so_on_the_glass_and_ends_with_status_0(live: LiveBench) -> None:
    live.start()
    live.ready()
    begin(live)
    status, said = live.stop()
    assert status == 0, said
    for name in live.world.displays:
        assert seen(live.art(name), "Saved")
        assert seen(live.art(name), "safe to unplug")
    assert said.splitlines()[-1] == "stopped: everything is saved"


def test_killed_and_started_again_it_is_at_the_prompt_where_it_was(live: LiveBench) -> None:
    live.start()
    live.ready()
    begin(live)
    live.kill()
    assert not any("#" in row for row in live.art())
    live.start()
    live.ready()
    assert live.wait_until(partial(shows, live, PROMPT)), "\n".join(live.art())


def test_stopped_only_to_be_started_again_it_is_at_the_prompt_where_it_was(
    live: LiveBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    live.start()
    live.ready()
    begin(live)
    before = live.art()
    live.stop()
    monkeypatch.setenv(GO_ON, "1")
    live.start()
    live.ready()
    assert live.wait_until(lambda: live.art() == before), "\n".join(live.art())
    live.stop()
    monkeypatch.delenv(GO_ON)
    live.start()
    live.ready()
    assert live.wait_until(partial(shows, live, "Last game")), "\n".join(live.art())
    live.stop()
    monkeypatch.setenv(GO_ON, "1")
    live.start()
    live.ready()
    assert live.wait_until(partial(shows, live, "Last game")), "no game was being played at the last stop"


def test_saved_games_of_a_later_version_are_said_on_the_glass_and_stay_as_they_are(live: LiveBench) -> None:
    live.data.mkdir(parents=True)
    journal = live.data / "journal.sqlite"
    later = Journal(journal, version=VERSION + 1, migrations={VERSION: lambda db: None})
    later.open()
    later.close()
    before = journal.read_bytes()
    live.start()
    for text in ("Cannot start", "Update Tabularius", "The saved games are newer.", "Or use another data folder."):
        assert live.wait_until(partial(shows, live, text)), "\n".join(live.art())
    live.click()
    status, said = live.stop()
    assert status == 1
    assert "was written by a later version of the program" in said
    assert "Traceback" not in said
    assert journal.read_bytes() == before


def test_a_card_that_cannot_be_written_is_said_on_the_terminal_too(live: LiveBench) -> None:
    live.data.mkdir(parents=True)
    live.start(program=ON_A_CARD_THAT_TAKES_NOTHING)
    live.ready()
    assert live.wait_until(partial(shows, live, "Play on")), "\n".join(live.art())
    for text in ("Not saved", "What is played from now on is", "only in memory."):
        assert shows(live, text)
    _, said = live.stop()
    assert "what is played is only in memory" in said


@pytest.mark.parametrize("shell", ["<&- >&- 2>&-", "</dev/null >/dev/full 2>/dev/full"])
def test_it_runs_with_its_standard_files_closed_or_full(live: LiveBench, shell: str) -> None:
    live.start(shell=shell)
    live.ready()
    begin(live)
    assert live.stop()[0] == 0
    assert (live.data / "journal.sqlite").read_bytes()[:15] == b"SQLite format 3"


def test_it_runs_on_when_nobody_reads_its_messages_any_more(live: LiveBench) -> None:
    child = live.start()
    assert child.stderr is not None
    child.stderr.close()
    live.ready()
    begin(live)
    child.terminate()
    assert child.wait(PATIENCE_S) == 0


def test_without_its_bench_it_ends_by_itself_with_one_line_and_nothing_is_lost(live: LiveBench, folder: Path) -> None:
    live.start()
    live.ready()
    begin(live)
    live.hang_up()
    status, said = live.ended()
    assert status == 1
    last = said.splitlines()[-1]
    assert last.startswith("tabularius: the bench at ")
    assert last.endswith("start it again with tabularius --bench")
    assert "Traceback" not in said
    assert live.hear("STATUS=the bench at ")
    other = folder / "again"
    other.mkdir()
    again = LiveBench(other)
    try:
        again.start("--data", str(live.data))
        again.ready()
        assert again.wait_until(partial(shows, again, "Go on"))
        again.click()
        assert again.wait_until(partial(shows, again, PROMPT))
    finally:
        again.close()


def test_the_service_manager_is_told_what_is_missing_until_it_is_back(live: LiveBench) -> None:
    live.start()
    live.ready()
    lost = next(name for name in live.world.displays if name != live.glass)
    live.on_loop(lambda: live.world.unplug(lost))
    assert re.fullmatch(r"STATUS=running: .*; display .* does not answer", live.hear("STATUS="))
    live.on_loop(lambda: live.world.plug(lost))
    assert "does not answer" not in live.hear("STATUS=running: ")


def test_a_second_companion_ends_with_one_line_that_names_the_first_and_leaves_its_wires_alone(live: LiveBench) -> None:
    first = live.start()
    live.ready()
    status, said = run_once([*live.arguments, "--wires", str(live.folder / "wires")], live.folder)
    assert (status, len(said.splitlines())) == (1, 1)
    assert f"in use by process {first.pid}, since " in said
    live.click()
    assert live.wait_until(partial(shows, live, "How much"))


def test_at_ready_only_the_named_parts_have_been_imported_and_nothing_of_the_web(live: LiveBench) -> None:
    live.start(program=TELLS_ITS_MODULES)
    live.ready()
    status, said = live.stop()
    assert status == 0, said
    imported = set(said.splitlines()[-1].split())
    tops = {name.partition(".")[0] for name in imported}
    assert {"firmware_py", "gpiozero", "luma", "msgspec", "serial"} <= tops
    assert not tops & WEB
    assert not any(name.startswith(("firmware_py.web", "firmware_py.commands")) for name in imported)
    bench = {name for name in imported if name.startswith("drivers.bench.")}
    assert bench <= {f"drivers.bench.{name}" for name in ("client", "factory", "i2c", "messages")}
    third = {top for top in tops - OUR_OWN - sys.stdlib_module_names if not top.startswith("_")}
    assert third <= PARTS | BROUGHT_ALONG


def test_the_first_picture_needs_no_event_loop_no_table_and_no_inputs(live: LiveBench) -> None:
    program = """
import sys
from pathlib import Path
from config.loader import load
from drivers.bench.client import WireClient
from firmware_py.daemon import Daemon
folder, profile = Path(sys.argv[1]), "bench"
Daemon(load(profile, None, folder / "data", environ={}), WireClient(folder / "wires")).show(Path(sys.argv[1]), "")
late = {"asyncio", "sqlite3", "gpiozero", "serial", "firmware_py.table", "firmware_py.flow.flow",
        "engine.trajan", "firmware_py.web", "firmware_py.control", "drivers.reader", "drivers.controls"}
print(*sorted(late & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(live.folder)],
        cwd=ROOT, env=environment(live.folder), capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
    assert seen(live.art(), "looking for parts…")


# ---- wrong beginnings: status 1 and one line


def test_wires_that_lead_nowhere_are_one_line(folder: Path) -> None:
    status, said = run_once(
        ["--profile", "bench", "--data", str(folder / "data"), "--wires", str(folder / "none")], folder
    )
    assert (status, len(said.splitlines())) == (1, 1)
    assert f"no bench answers at {folder / 'none'}" in said
    assert "tabularius --bench" in said


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("[knob]\na = 99\n", ("line 2", "[knob] a", "99", "27")),
        ("[knob\n", ("not TOML", "line 1")),
        ("[knbo]\na = 9\n", ("line 1", "knbo", "no such table")),
    ],
)
def test_a_bad_settings_file_is_one_line_with_its_place(folder: Path, settings: str, expected: tuple[str, ...]) -> None:
    file = folder / "tabularius.toml"
    file.write_text(settings)
    status, said = run_once(["--bench", "--no-browser", "--config", str(file), "--data", str(folder / "data")], folder)
    assert (status, len(said.splitlines())) == (1, 1), said
    for part in (str(file), *expected):
        assert part in said


def test_an_unknown_profile_is_one_line_that_names_the_known_ones(folder: Path) -> None:
    status, said = run_once(
        ["--bench", "--no-browser", "--profile", "three-knobs", "--data", str(folder / "data")], folder
    )
    assert (status, len(said.splitlines())) == (1, 1), said
    assert "three-knobs" in said
    assert "one-oled-knob" in said


def test_a_missing_settings_file_is_one_line(folder: Path) -> None:
    status, said = run_once(["--bench", "--no-browser", "--config", str(folder / "none.toml")], folder)
    assert (status, len(said.splitlines())) == (1, 1), said
    assert f"{folder / 'none.toml'}: cannot be read" in said
