"""Pictures for looking at the parts of a box: the test card of a display and the trace of a contact that bounced.

They are drawn on the whole glass, not on the design area: the last row and column of a display are to be seen too.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from drivers import pages
from drivers.traces import Move
from firmware_py.screens import fonts, parts
from firmware_py.screens.canvas import Canvas
from firmware_py.screens.fonts import MEDIUM, SMALL
from firmware_py.view import Header

SHORTEST_MS, LONGEST_MS = 5.0, 40.0
"""The time that a trace shows at least and at most, after the first edge."""
BEFORE = 8
"""Columns before the first edge."""


def card(width: int, height: int, title: str, lines: Sequence[str], *, block: bool = True) -> Image.Image:
    """The test card (``drivers.pages.card``) with the display's name and what to look for on it."""
    canvas = Canvas(width, height)
    left, room = 22, width - 26
    face, text = fonts.fitting(title, room, *((MEDIUM, SMALL) if canvas.tall else (SMALL,)))
    canvas.text(left, 2, text, face)
    y = 15 if canvas.tall else 10
    for line in lines:
        if y + 10 <= height - 2:
            canvas.text(left, y, fonts.shortened(SMALL, line, room))
            y += 10
    picture = pages.card(width, height, block=block)
    written = canvas.image()
    picture.paste(0, (left - 1, 2, left + 1 + _widest(title, lines, room), min(y, height - 2)))
    picture.paste(1, (0, 0), written)
    return picture


def _widest(title: str, lines: Sequence[str], room: int) -> int:
    return min(room, max(fonts.width(MEDIUM, title), *(fonts.width(SMALL, line) for line in lines)))


def trace(width: int, height: int, name: str, moves: Sequence[Move]) -> Image.Image:
    """How a contact went down and came up: open is high, closed low, the bounce in milliseconds at the right.

    The first move and, on 64 rows, the second one, on the same scale of time.
    """
    canvas = Canvas(width, height)
    shown = moves[: 2 if canvas.tall else 1]
    span_ms = min(LONGEST_MS, max(SHORTEST_MS, *(move.bounce_ms * 1.2 for move in shown))) if shown else SHORTEST_MS
    parts.header(canvas, Header("", "", name, f"{span_ms:.0f} ms"))
    y = 14 if canvas.tall else 12
    for move in shown:
        _wave(canvas, move, y, span_ms)
        y += 25
    return canvas.image()


def _wave(canvas: Canvas, move: Move, y: int, span_ms: float) -> None:
    told = f"{'down' if move.down else 'up'} {move.bounce_ms:.1f} ms"
    last = canvas.right - fonts.width(SMALL, told) - 3
    canvas.text_right(canvas.right, y + 4, told)
    start_s = move.edges[0][0]
    low, high = y + 16, y
    level, x = low if not move.edges[0][1] else high, 0
    edges = [*move.edges, (start_s + span_ms / 1000, move.down)]
    for at_s, closed in edges:
        column = min(last, BEFORE + round((at_s - start_s) * 1000 / span_ms * (last - BEFORE)))
        canvas.fill(x, level, column, level)
        x, level, before = column, low if closed else high, level
        if level != before:
            canvas.fill(x, high, x, low)
    canvas.fill(x, level, last, level)
