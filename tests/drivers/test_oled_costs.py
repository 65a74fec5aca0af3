"""What the commonest changes of a screen cost on the bus, with digits as large as the real ones."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PIL import Image, ImageDraw

from drivers.bench.chips import CHIPS
from drivers.bench.i2c import I2cBus, SmbusFacade
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.oled import Display, DisplayBus

BOTH = pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])

DIGITS = [
    ".####. ..##.. .####. .####. ...##. ###### ..###. ###### .####. .####.",
    "##..## .###.. ##..## ##..## ..###. ##.... .##... ....## ##..## ##..##",
    "##..## ####.. ....## ....## ..###. ##.... ##.... ....## ##..## ##..##",
    "##..## ..##.. ....## ....## .####. #####. ##.... ...##. ##..## ##..##",
    "##..## ..##.. ...##. ..###. ##.##. ....## #####. ...##. .####. .#####",
    "##..## ..##.. ..##.. ....## ###### ....## ##..## ..##.. ##..## ....##",
    "##..## ..##.. .##... ....## ...##. ....## ##..## ..##.. ##..## ....##",
    "##..## ..##.. ##.... ##..## ...##. ##..## ##..## ..##.. ##..## ...##.",
    ".####. ###### ###### .####. ...##. .####. .####. ..##.. .####. .###..",
]
"""The medium digits, 6×9: the list's size; doubled, 12×18, they are the dial's and the score's."""


class Look(NamedTuple):
    """A screen with a header, a big number, and a list whose focused row is inverted."""

    clock: str = "9:41"
    mark: bool = False
    big: str = ""
    rows: tuple[str, ...] = ()
    focus: int = -1


def digits(image: Image.Image, x: int, y: int, text: str, size: int = 1) -> None:
    for place, letter in enumerate(text):
        if letter.isdigit():
            first = int(letter) * 7
            for row, line in enumerate(DIGITS):
                for column, dot in enumerate(line[first : first + 6]):
                    if dot == "#":
                        left, top = x + (place * 7 + column) * size, y + row * size
                        image.paste(1, (left, top, left + size, top + size))


def drawn(look: Look, y: int) -> Image.Image:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.line((0, 10, 126, 10), fill=1)
    digits(image, 84, 0, look.clock)
    if look.mark:
        draw.polygon([(119, 3), (126, 3), (122, 7)], fill=1)
    digits(image, 20, y, look.big, 2)
    for row, text in enumerate(look.rows):
        digits(image, 100, 13 + row * 13, text)
        draw.text((4, 11 + row * 13), "Ana", fill=1)
    if look.focus >= 0:
        top = 11 + look.focus * 13
        part = image.crop((1, top, 126, top + 13))
        image.paste(part.point(lambda value: 255 - value), (1, top))
    return image


def cost(chip: str, before: Look, after: Look, y: int = 20) -> int:
    clock, wire, module = SimulatedClock(), I2cBus(), CHIPS[chip]()
    wire.attach(0x3C, module)
    bus = DisplayBus(1, lambda: SmbusFacade(wire.transfer), clock, SteppedWorker(clock))
    display = Display("display", bus, lambda event: None, chip=chip)
    display.show(drawn(before, y))
    clock.settle()
    start = wire.bytes
    display.show(drawn(after, y))
    clock.settle()
    assert module.lit() == drawn(after, y).tobytes()
    return wire.bytes - start


ANYWHERE = range(16, 24)
"""A row of each remainder by eight: where a digit lies across the pages must not matter."""


@BOTH
def test_one_big_digit_costs_at_most_130_bytes_wherever_it_stands(chip: str) -> None:
    for y in ANYWHERE:
        for old, new in ("78", "80", "14", "90"):
            assert 0 < cost(chip, Look(big=old), Look(big=new), y) <= 130


@BOTH
def test_each_further_big_digit_costs_at_most_140_more(chip: str) -> None:
    for y in ANYWHERE:
        assert cost(chip, Look(big="19"), Look(big="20"), y) <= 130 + 140
        assert cost(chip, Look(big="199"), Look(big="200"), y) <= 130 + 2 * 140


@BOTH
def test_a_digit_in_a_list_costs_at_most_60_bytes_focused_or_not(chip: str) -> None:
    rows = ("63", "58", "72", "40")
    for row in range(4):
        changed = (*rows[:row], "95", *rows[row + 1 :])
        one_digit = (*rows[:row], rows[row][0] + "9", *rows[row + 1 :])
        for focus in (-1, row):
            assert cost(chip, Look(rows=rows, focus=focus), Look(rows=one_digit, focus=focus)) <= 60
            assert cost(chip, Look(rows=rows, focus=focus), Look(rows=changed, focus=focus)) <= 120


@BOTH
def test_a_mark_or_a_digit_of_the_clock_costs_at_most_25_bytes(chip: str) -> None:
    assert cost(chip, Look(mark=False), Look(mark=True)) <= 25
    assert cost(chip, Look(mark=True), Look(mark=False)) <= 25
    for before, after in (("9:41", "9:42"), ("9:49", "9:59")):
        assert cost(chip, Look(clock=before), Look(clock=after)) <= 25


def test_moving_the_cursor_costs_at_most_525_bytes_on_an_ssd1306() -> None:
    rows = ("63", "58", "72", "40")
    for focus in range(3):
        assert cost("ssd1306", Look(rows=rows, focus=focus), Look(rows=rows, focus=focus + 1)) <= 525


@BOTH
def test_nothing_costs_nothing_and_everything_no_more_than_the_whole(chip: str) -> None:
    whole = {"ssd1306": 1034, "sh1106": 1080}[chip]
    full = Look(clock="88:88", big="88888", rows=("12", "34", "56", "78"))
    assert cost(chip, full, full) == 0
    assert 300 < cost(chip, Look(clock=""), full._replace(focus=2)) <= whole
