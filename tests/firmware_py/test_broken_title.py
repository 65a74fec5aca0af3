"""A title that cannot be loaded is left out and said to be, and everything else goes on: the catalogue, the box on its
own process, the list of titles on the glass, the engine over a pipe."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import pytest
from live import LiveBench
from reading import seen
from story import Story
from third_title import broken_in_the_box, path_with_pebbles, pebbles_in_the_box, write_title

from engine import catalogue
from engine.errors import BrokenTitle, UnknownTitle
from firmware_py.commands.pipe import reply
from firmware_py.commands.session import Session

BROKEN = {
    "syntax": ("def title(:\n", "pebbles cannot be loaded: SyntaxError: invalid syntax (__init__.py, line 1)"),
    "part": ("import no_such_part\n", "ModuleNotFoundError: No module named 'no_such_part' (__init__.py, line 1)"),
    "value": ("SIDES = 2\nEACH = 1 // (SIDES - 2)\n", "ZeroDivisionError: integer division or modulo by zero"),
    "lines": ('raise ValueError("one\\ntwo")\n', "pebbles cannot be loaded: ValueError: one two (__init__.py, line 1)"),
}
TITLES = ["hansa", "trajan"]


@pytest.mark.parametrize("cause", BROKEN)
def test_a_title_that_cannot_be_loaded_is_left_out_and_named_in_one_line(tmp_path: Path, cause: str) -> None:
    source, said = BROKEN[cause]
    with broken_in_the_box(tmp_path, source):
        assert [title.name for title in catalogue.titles()] == TITLES
        assert list(catalogue.broken()) == ["pebbles"]
        line = catalogue.broken()["pebbles"]
        assert said in line and "\n" not in line
        with pytest.raises(BrokenTitle, match="pebbles cannot be loaded"):
            catalogue.title("pebbles")
        with pytest.raises(UnknownTitle, match="there is hansa, trajan; pebbles cannot be loaded"):
            catalogue.title("chess")
    assert catalogue.broken() == {}


def test_a_title_that_was_put_right_is_there(tmp_path: Path) -> None:
    with broken_in_the_box(tmp_path, "nonsense"):
        assert "NameError" in catalogue.broken()["pebbles"]
    with pebbles_in_the_box():
        assert catalogue.title("pebbles").name == "pebbles"


def test_the_list_of_titles_shows_it_below_the_others_and_says_why(tmp_path: Path) -> None:
    with broken_in_the_box(tmp_path / "titles", BROKEN["part"][0]):
        story = Story(tmp_path / "box")
        story.picks("pebbles")
        story.sees("Not possible", "Pebbles cannot be loaded:", "ModuleNotFoundError:")
        story.back()
        story.picks("Trajan")
        story.sees("How much shall I do?")


def test_a_game_of_a_title_that_cannot_be_loaded_any_more_leaves_the_others_to_be_played(tmp_path: Path) -> None:
    with pebbles_in_the_box():
        story = Story(tmp_path / "box", "3 grey", title="pebbles", names=("Ana", "Bo"), way="beachcomber")
        story.kill()
    with broken_in_the_box(tmp_path / "titles", "nonsense"):
        story.start()
        story.sees("No Pebbles here", "Ana 3 Bo 0")
        story.picks("Leave it")
        story.picks("New game")
        story.picks("Trajan")
        story.sees("How much shall I do?")


def test_the_engine_over_a_pipe_says_it_and_goes_on(tmp_path: Path) -> None:
    with broken_in_the_box(tmp_path, "nonsense"):
        session = Session()
        refused = reply(session, b'{"new": {"title": "pebbles", "players": 2}}')["error"]
        assert refused["code"] == "unknown-title"
        assert refused["message"].startswith("pebbles cannot be loaded: NameError")
        assert reply(session, b'{"new": {"title": "trajan", "players": 2}}')["decision"]


def test_the_companion_starts_with_one_line_in_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        folder = Path(name)
        write_title(folder / "titles", "nonsense")
        monkeypatch.setenv("PYTHONPATH", path_with_pebbles(folder / "path", folder / "titles"))
        live = LiveBench(folder)
        try:
            live.start()
            live.ready()
            assert live.wait_until(partial(_shows, live, "Hansa")), "\n".join(live.art())
            status, said = live.stop()
        finally:
            live.close()
        assert status == 0
        assert [line for line in said.splitlines() if "pebbles" in line] == [
            "pebbles cannot be loaded: NameError: name 'nonsense' is not defined (__init__.py, line 1)"
        ]
        assert "Traceback" not in said


def _shows(live: LiveBench, text: str) -> bool:
    return seen(live.art(), text)
