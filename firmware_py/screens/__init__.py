"""What the displays show: pure functions from a ``View`` to a one-bit picture.

``render`` draws any view on glass of any of the two heights; nothing here knows a device, a clock or a title.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from PIL import Image

from firmware_py import view as views
from firmware_py.screens import fonts, icons, lists, numbers, parts, places, standing, telling
from firmware_py.screens.canvas import Canvas
from firmware_py.view import View

__all__ = ["draw", "letters", "names", "render", "text_art"]

# A drawing takes its own kind of screen; the table's types cannot say so.
_DRAWINGS: Mapping[type, Callable[[Canvas, Any], None]] = {
    views.Splash: telling.splash,
    views.Choice: lists.choice,
    views.Dial: numbers.dial,
    views.Cells: numbers.cells,
    views.Plates: places.plates,
    views.Marks: places.marks,
    views.Grid: numbers.grid,
    views.Question: telling.question,
    views.Toast: telling.toast,
    views.Status: standing.status,
    views.SeatPage: standing.seat_page,
    views.Idle: standing.idle,
    views.Notice: telling.notice,
    views.Entries: lists.entries,
    views.Result: standing.result,
    views.Sheet: standing.sheet,
    views.Winner: standing.winner,
    views.Panel: lists.panel,
    views.Code: telling.code,
    views.Laying: telling.laying,
    views.Letters: telling.letters,
    views.Big: telling.big,
    views.Dark: telling.dark,
}


def draw(view: View, width: int = 128, height: int = 64) -> Canvas:
    """The view drawn on a canvas that tells what did not fit."""
    canvas = Canvas(width, height, names=view.names)
    _DRAWINGS[type(view.screen)](canvas, view.screen)
    parts.mark(canvas, view.mark)
    return canvas


def render(view: View, width: int, height: int, shift: tuple[int, int] = (0, 0)) -> Image.Image:
    """The view as a picture of mode "1", ``width`` × ``height`` pixels (128×64 or 128×32).

    ``shift`` moves it right and down by 0 or 1 pixel, against burn-in; nothing is cut off by that.
    """
    return draw(view, width, height).image(shift)


def text_art(image: Image.Image) -> str:
    """The picture as rows of ``#`` (lit) and ``.`` (dark)."""
    width, height = image.size
    pixels = image.convert("L").tobytes()
    rows = (pixels[start : start + width] for start in range(0, width * height, width))
    return "".join("".join("#" if pixel else "." for pixel in row) + "\n" for row in rows)


@cache
def letters() -> frozenset[str]:
    """The letters that both fonts can show: what a name may be written with."""
    codes = [*range(0x21, 0x7F), *range(0xA1, 0x180), *range(0x218, 0x21C)]
    return frozenset(
        letter for letter in map(chr, codes) if fonts.knows(fonts.SMALL, letter) and fonts.knows(fonts.MEDIUM, letter)
    )


def names() -> frozenset[str]:
    """The names of all icons that can be drawn."""
    return icons.names()
