"""Drawings of places that lie side by side on the table: the ring of six plates, and marks to choose from.

Only frames and the focus tell what can be taken; nothing here knows a title.
"""

from __future__ import annotations

from firmware_py.screens import fonts, icons, parts
from firmware_py.screens.canvas import Canvas
from firmware_py.screens.fonts import MEDIUM, SMALL
from firmware_py.view import Mark, Marks, Plates

ACROSS = 3
_WIDE = 2  # up to so many marks have icon, letter and note side by side


def plates(canvas: Canvas, screen: Plates) -> None:
    """Six places, three in a row: icon and sign at the left, the number at the right."""
    parts.header(canvas, screen.header, strong="right" if screen.strong else "")
    top, height, pitch = (13, 22, 24) if canvas.tall else (10, 10, 11)
    for index, plate in enumerate(screen.plates):
        x0, y0 = 2 + 42 * (index % ACROSS), top + pitch * (index // ACROSS)
        x1, y1 = x0 + 39, y0 + height - 1
        if canvas.tall:
            canvas.icon(x0 + 4, y0 + 4, icons.small(plate.icon), plate.icon)
            canvas.text(x0 + 4, y0 + 12, canvas.shortened(SMALL, plate.label, 30))
            canvas.text_right(x1 - 3, y0, plate.number, MEDIUM)
            room = x1 - x0 - 10 - fonts.width(SMALL, plate.label)
            canvas.text_right(x1 - 3, y0 + 12, canvas.shortened(SMALL, plate.note, room))
        else:
            canvas.icon(x0 + 2, y0 + 1, icons.small(plate.icon), plate.icon)
            canvas.text_right(x1 - 3, y0, plate.number)
        if index == screen.cursor:
            canvas.focus(x0, y0, x1, y1)
        elif plate.legal and canvas.tall:
            canvas.frame(x0, y0, x1, y1)
        elif plate.legal:
            canvas.dots(x0 + 12, x1 - 3 - fonts.width(SMALL, plate.number) - 3, y0 + 5, 4)


def marks(canvas: Canvas, screen: Marks) -> None:
    """Marks side by side, the focused one filled; below, what comes of it."""
    parts.header(canvas, screen.header)
    pitch = (canvas.right - 1) // max(2, len(screen.marks))
    top, bottom = (13, 38) if canvas.tall else (9, 20)
    for index, mark in enumerate(screen.marks):
        x0 = 2 + pitch * index
        x1 = x0 + pitch - 3
        if not canvas.tall:
            _low_mark(canvas, mark, x0, x1)
        elif len(screen.marks) <= _WIDE:
            canvas.icon(x0 + 3, top + 5, icons.large(mark.icon), mark.icon)
            canvas.text(x0 + 22, top + 1, mark.letter, MEDIUM)
            canvas.text(x0 + 22, top + 14, canvas.shortened(SMALL, mark.note, x1 - x0 - 24))
        else:
            canvas.icon(x0 + (x1 - x0 - 15) // 2, top, icons.large(mark.icon), mark.icon)
            words = f"{mark.letter} {mark.note.split(' ')[0]}" if x1 - x0 > 20 else mark.letter
            canvas.text_centred(x0, x1, top + 16, words)
        if index == screen.cursor:
            canvas.focus(x0, top, x1, bottom)
    _lines(canvas, screen)


def _low_mark(canvas: Canvas, mark: Mark, x0: int, x1: int) -> None:
    """32 rows: the hatched disc, its letter, and the count where there is room."""
    roomy = x1 - x0 >= 30
    canvas.icon(x0 + 2, 11, icons.small(mark.icon), mark.icon)
    end = canvas.text(x0 + 12, 9 if roomy else 11, mark.letter, MEDIUM if roomy else SMALL)
    count = mark.note.split(" ")[0]
    if roomy and end + 3 + fonts.width(SMALL, count) <= x1 - 1:
        canvas.text(end + 3, 11, count)


def _lines(canvas: Canvas, screen: Marks) -> None:
    if not canvas.tall:
        if screen.lines:
            canvas.text(2, 21, canvas.shortened(SMALL, screen.lines[0], canvas.right - 2))
        return
    for place, line in enumerate(screen.lines[:2]):
        canvas.text(2, 42 + 10 * place, canvas.shortened(SMALL, line, canvas.right - 2))
