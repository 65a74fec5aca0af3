"""The picture that notices what does not fit."""

from __future__ import annotations

from firmware_py.screens import text_art
from firmware_py.screens.canvas import Canvas
from firmware_py.screens.fonts import MEDIUM, Bitmap

DOT = Bitmap(1, (1,))


def test_text_that_leaves_the_design_area_is_reported_and_stays_off_the_last_column() -> None:
    canvas = Canvas(128, 64)
    canvas.text(120, 0, "Ana", MEDIUM)
    assert canvas.cut == ["Ana"]
    assert [row for row in canvas.rows if row & 1] == []


def test_a_pixel_left_of_above_or_below_the_glass_is_reported() -> None:
    for x, y in ((-1, 0), (0, -1), (0, 63), (127, 0)):
        canvas = Canvas(128, 64)
        canvas.put(x, y, DOT, "dot")
        assert canvas.cut == ["dot"], (x, y)
        assert not any(canvas.rows)


def test_a_text_beside_another_without_a_gap_is_reported() -> None:
    canvas = Canvas(128, 64)
    canvas.put(10, 10, DOT, "first")
    canvas.put(11, 10, DOT, "second")
    canvas.put(13, 10, DOT, "third")
    assert canvas.struck == ["second"]


def test_free_says_beforehand_what_would_be_reported() -> None:
    canvas = Canvas(128, 64)
    canvas.put(10, 10, DOT)
    assert [canvas.free(x, 10, DOT) for x in (8, 9, 10, 11, 12)] == [True, False, False, False, True]
    assert not canvas.free(127, 10, DOT)


def test_focus_inverts_with_rounded_corners_and_counts() -> None:
    canvas = Canvas(8, 5)
    canvas.focus(1, 1, 5, 3)
    assert canvas.focused == 1
    assert text_art(canvas.image()) == "........\n..###...\n.#####..\n..###...\n........\n"


def test_a_frame_has_rounded_corners() -> None:
    canvas = Canvas(8, 5)
    canvas.frame(0, 0, 5, 3)
    assert text_art(canvas.image()) == ".####...\n#....#..\n#....#..\n.####...\n........\n"


def test_a_shift_moves_every_pixel_by_one() -> None:
    canvas = Canvas(8, 3)
    canvas.fill(5, 1, 6, 1)
    assert text_art(canvas.image((1, 1))) == "........\n........\n......##\n"
    assert text_art(canvas.image((1, 0))) == "........\n......##\n........\n"


def test_text_in_the_first_rows_ends_left_of_the_place_of_the_mark() -> None:
    assert Canvas(128, 64).edge == 119 - 3
