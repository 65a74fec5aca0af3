"""What the commonest changes of a screen put on the bus: a mark, a digit of the clock, a cursor that moves by a row.

The pictures are drawn as on the box, at each pixel shift; the bytes are those of the display driver's own windows.
"""

from __future__ import annotations

import itertools

import msgspec
import pytest

from drivers import pages
from firmware_py.box import SHIFTS
from firmware_py.screens import draw, parts
from firmware_py.view import Choice, Header, Line, View
from tests.firmware_py.screens.examples import HEIGHTS, examples

EXAMPLES = examples()
SLOT = 119  # the first column of the mark
ROWS = 4  # of a list without a last line
CHIPS = pages.SSD1306, pages.SH1106


def held(view: View, height: int) -> list[bytes]:
    """What the display holds, at each pixel shift."""
    canvas = draw(view, 128, height)
    return [pages.pack(canvas.image(shift), 128, height) for shift in SHIFTS]


def most_bytes(before: View, after: View, chip: pages.Addressing, height: int) -> int:
    """The bytes on the bus, at the pixel shift at which they are most."""
    pairs = zip(held(before, height), held(after, height), strict=True)
    return max(sum(map(chip.cost_bytes, pages.changes(one, other, 128, chip))) for one, other in pairs)


@pytest.mark.parametrize(("name", "height"), [(name, height) for name in EXAMPLES for height in HEIGHTS])
def test_a_mark_comes_and_goes_for_25_bytes_and_nothing_else_moves(name: str, height: int) -> None:
    marks = [held(msgspec.structs.replace(EXAMPLES[name], mark=mark), height) for mark in ("", "unsaved", "notsaved")]
    for before, after in itertools.combinations(marks, 2):
        for (shift, _), one, other in zip(SHIFTS, before, after, strict=True):
            for chip in CHIPS:
                windows = pages.changes(one, other, 128, chip)
                assert 0 < sum(map(chip.cost_bytes, windows)) <= 25
                assert all(window.page == 0 and window.column >= SLOT + shift for window in windows)


@pytest.mark.parametrize("chip", CHIPS, ids=["ssd1306", "sh1106"])
@pytest.mark.parametrize("height", HEIGHTS)
def test_a_digit_of_the_clock_costs_25_bytes(height: int, chip: pages.Addressing) -> None:
    menu = EXAMPLES["menu"].screen
    assert isinstance(menu, Choice)
    for minute in range(50, 59):
        before, after = (
            View(msgspec.structs.replace(menu, header=Header(subject="Table", right=f"20:{number}")))
            for number in (minute, minute + 1)
        )
        assert 0 < most_bytes(before, after, chip, height) <= 25


@pytest.mark.parametrize("total", [2, ROWS, ROWS + 1, 12, 27])
def test_a_cursor_that_moves_by_a_row_without_scrolling_costs_525_bytes(total: int) -> None:
    lines = tuple(Line("WWWWWWWW", "8888", "trader") for _ in range(total))
    moved = 0
    for cursor in range(total - 1):
        if parts.window(cursor, ROWS, total) != parts.window(cursor + 1, ROWS, total):
            continue
        before, after = (View(Choice(Header("Bo", "", "Place?"), lines, place)) for place in (cursor, cursor + 1))
        assert 0 < most_bytes(before, after, pages.SSD1306, 64) <= 525
        moved += 1
    assert moved
