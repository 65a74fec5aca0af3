"""Packing into pages, and what has to be sent of a change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from drivers import pages
from drivers.errors import DriverError
from drivers.pages import SH1106, SSD1306, Addressing, Window

BOTH = pytest.mark.parametrize("addressing", [SSD1306, SH1106], ids=["ssd1306", "sh1106"])

boxes = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64), st.booleans())
pictures = st.lists(boxes, max_size=6)


def drawn(rectangles: list[tuple[int, int, int, int, bool]], height: int = 64) -> Image.Image:
    image = Image.new("1", (128, height))
    draw = ImageDraw.Draw(image)
    for x, y, width, tall, lit in rectangles:
        draw.rectangle((x, y, x + width - 1, y + tall - 1), fill=lit)
    return image


def cost(plan: list[Window], addressing: Addressing) -> int:
    """Bytes on the wire, counted from what is sent: address and control byte, then commands or data."""
    return sum(2 + len(addressing.commands(window)) + 2 + len(pages.cut(bytes(1024), window, 128)) for window in plan)


def test_a_byte_of_a_page_is_a_column_with_its_top_row_in_the_lowest_bit() -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((5, 8), 1)
    image.putpixel((5, 15), 1)
    image.putpixel((127, 63), 1)
    packed = pages.pack(image, 128, 64)
    assert {place: byte for place, byte in enumerate(packed) if byte} == {128 + 5: 0x81, 7 * 128 + 127: 0x80}


def test_upside_down_the_first_pixel_is_the_last() -> None:
    image = Image.new("1", (128, 32))
    image.putpixel((3, 0), 1)
    turned = pages.unpack(pages.pack(image, 128, 32, upside_down=True), 128, 32)
    assert turned.getbbox() == (124, 31, 125, 32)


@given(pictures, st.sampled_from([32, 64]))
def test_unpacking_gives_the_picture_back(rectangles: list[tuple[int, int, int, int, bool]], height: int) -> None:
    image = drawn(rectangles, height)
    assert pages.unpack(pages.pack(image, 128, height), 128, height).tobytes() == image.tobytes()


@pytest.mark.parametrize("image", [Image.new("L", (128, 64)), Image.new("1", (128, 32)), Image.new("1", (64, 128))])
def test_a_picture_that_does_not_fit_is_refused(image: Image.Image) -> None:
    with pytest.raises(DriverError, match="128×64: it takes that size in mode '1'"):
        pages.pack(image, 128, 64)


@BOTH
def test_nothing_changed_is_no_window(addressing: Addressing) -> None:
    picture = pages.pack(drawn([(3, 3, 90, 40, True)]), 128, 64)
    assert pages.changes(picture, picture, 128, addressing) == []


def test_the_bytes_that_open_a_window() -> None:
    assert SSD1306.commands(Window(2, 3, 17, 12)) == (0x21, 17, 28, 0x22, 2, 4)
    assert SH1106.commands(Window(2, 1, 17, 12)) == (0xB2, 0x03, 0x11)


def test_a_full_frame_costs_what_the_library_sends() -> None:
    assert cost(pages.whole(128, 64, SSD1306), SSD1306) == 1034
    assert cost(pages.whole(128, 64, SH1106), SH1106) == 1080


@BOTH
@given(before=pictures, after=pictures)
def test_the_windows_turn_one_picture_into_the_other_and_never_cost_more_than_a_full_frame(
    addressing: Addressing, before: list[tuple[int, int, int, int, bool]], after: list[tuple[int, int, int, int, bool]]
) -> None:
    old, new = (pages.pack(drawn(rectangles), 128, 64) for rectangles in (before, after))
    plan = pages.changes(old, new, 128, addressing)
    memory = bytearray(old)
    for window in plan:
        sent = iter(pages.cut(new, window, 128))
        for page in range(window.page, window.page + window.rows):
            for column in range(window.column, window.column + window.columns):
                memory[page * 128 + column] = next(sent)
    assert memory == new
    assert cost(plan, addressing) <= cost(pages.whole(128, 64, addressing), addressing)
    assert addressing.boxes or all(window.rows == 1 for window in plan)


@given(before=pictures, after=pictures)
def test_no_plan_costs_more_than_the_box_around_the_change_or_the_bare_runs(
    before: list[tuple[int, int, int, int, bool]], after: list[tuple[int, int, int, int, bool]]
) -> None:
    old, new = (pages.pack(drawn(rectangles), 128, 64) for rectangles in (before, after))
    changed = [(place // 128, place % 128) for place in range(1024) if old[place] != new[place]]
    if not changed:
        return
    rows = [page for page, _ in changed]
    columns = [column for _, column in changed]
    box = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) + 10
    starts = [(page, column) for page, column in changed if (page, column - 1) not in set(changed)]
    bare = len(changed) + 10 * len(starts)
    assert cost(pages.changes(old, new, 128, SSD1306), SSD1306) <= min(box, bare)


def test_runs_close_together_are_one_and_runs_far_apart_are_two() -> None:
    blank = bytes(1024)
    for gap, windows in ((6, 1), (30, 2)):
        new = bytearray(blank)
        new[300] = new[300 + gap + 1] = 0xFF
        assert len(pages.changes(blank, bytes(new), 128, SH1106)) == windows


def test_two_things_in_opposite_corners_are_two_boxes() -> None:
    plan = pages.changes(
        bytes(1024), pages.pack(drawn([(2, 0, 9, 22, True), (110, 42, 9, 22, True)]), 128, 64), 128, SSD1306
    )
    assert plan == [Window(0, 3, 2, 9), Window(5, 3, 110, 9)]
