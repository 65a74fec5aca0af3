"""Golden screens: every screen of the design, on both heights, compared with its text art in ``tests/screens``.

After a wanted change ``python tests/firmware_py/screens/regenerate.py`` writes the text art anew; the diff shows it.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from firmware_py.screens import draw, icons, render, text_art
from firmware_py.view import View
from tests.firmware_py.screens.examples import HEIGHTS, examples

FOLDER = Path(__file__).parents[2] / "screens"
EXAMPLES = examples()
EACH = [(name, height) for name in EXAMPLES for height in HEIGHTS]


@pytest.mark.parametrize(("name", "height"), EACH)
def test_a_screen_looks_as_its_golden_picture(name: str, height: int) -> None:
    path = FOLDER / f"{name}-{height}.txt"
    assert path.exists(), f"{path.name} is missing: run python tests/firmware_py/screens/regenerate.py"
    golden = path.read_text(encoding="utf-8")
    drawn = text_art(render(EXAMPLES[name], 128, height))
    changes = difflib.unified_diff(golden.splitlines(), drawn.splitlines(), "golden", "drawn", lineterm="", n=1)
    assert drawn == golden, "\n" + "\n".join(changes)


def test_there_is_no_golden_picture_without_a_screen() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {f"{name}-{height}" for name, height in EACH}


@pytest.mark.parametrize(("name", "height"), EACH)
def test_nothing_of_a_golden_screen_is_cut(name: str, height: int) -> None:
    canvas = draw(EXAMPLES[name], 128, height)
    assert (canvas.cut, canvas.struck) == ([], [])


@pytest.mark.parametrize("mark", ["unsaved", "notsaved"])
@pytest.mark.parametrize(("name", "height"), EACH)
def test_the_mark_stands_in_its_slot_on_every_screen(name: str, height: int, mark: str) -> None:
    canvas = draw(View(EXAMPLES[name].screen, mark), 128, height)
    art = icons.small(mark)
    assert art is not None
    assert [row >> 1 & 0xFF for row in canvas.rows[:8]] == list(art.rows)
    assert (canvas.cut, canvas.struck) == ([], [])


def test_the_same_view_always_gives_the_same_picture() -> None:
    for name, height in EACH:
        assert text_art(render(EXAMPLES[name], 128, height)) == text_art(render(EXAMPLES[name], 128, height))
