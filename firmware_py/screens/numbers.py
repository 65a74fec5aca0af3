"""What is answered by a number or by one of a few cells: the dial, the grid of points, the framed cells."""

from __future__ import annotations

from firmware_py.screens import fonts, icons, parts
from firmware_py.screens.canvas import MARK_COLUMNS, Canvas
from firmware_py.screens.fonts import MEDIUM, MEDIUM_TWICE, SMALL, SMALL_TWICE
from firmware_py.screens.parts import BODY, LOW_BODY
from firmware_py.view import Cell, Cells, Dial, Grid, GridRow, Header

# The pointed rows of the arrows beside a number.
_ARROW = (1, 2, 3, 4, 5, 4, 3, 2, 1)
_ARROW_SPACE = 12


def dial(canvas: Canvas, screen: Dial) -> None:
    """A number between arrows, a label at its left, under it in words what a click will do."""
    if not canvas.tall:
        _low_dial(canvas, screen)
        return
    parts.header(canvas, screen.header)
    if screen.track:
        _value(canvas, screen, 104, 11)
        left = _value_left(canvas, screen, 104)
        label_lines(canvas, screen.label, 12, left - 4, most=1, small=1)
        if screen.lines:
            _line_beside_arrow(canvas, screen, left)
        parts.track(canvas, screen.track, 41, 49, ahead=True)
        parts.standings_row(canvas, 53, screen.footer)
        return
    footer = screen.footer if len(screen.lines) < 2 else ()
    low = 2 if footer else min(2, len(screen.lines))
    centre = 94 if screen.label else 63
    if not _fits_large(screen.label, _value_left(canvas, screen, centre) - 5, 2):
        centre = canvas.right
    room = _value_left(canvas, screen, centre) - 5
    if len(screen.lines) < 2 and _value_face(screen) is MEDIUM and fonts.width(SMALL, screen.label) > room:
        # A long word among the values: the label above, the word on a row of its own.
        canvas.text(2, 12, canvas.shortened(SMALL, screen.label, canvas.right - 2))
        _value(canvas, screen, 63, 17)
        _lines_below(canvas, screen, 52 if footer else 62, 1)
        parts.standings_row(canvas, 53, footer)
        return
    top = (18 if low < 2 else 14) if not screen.label else 11
    _value(canvas, screen, centre, top)
    label_lines(canvas, screen.label, 14, _value_left(canvas, screen, centre) - 4, most=2, small=2)
    if footer:
        _lines_below(canvas, screen, 52, 1)
        parts.standings_row(canvas, 53, footer)
    else:
        _lines_below(canvas, screen, 62, 2)


def _lines_below(canvas: Canvas, screen: Dial, bottom: int, most: int) -> None:
    parts.centred_lines(canvas, bottom, screen.lines, most)
    if screen.strong and screen.lines:
        half = min(fonts.width(SMALL, screen.lines[0]), canvas.right - 8) // 2 + 4
        y = bottom - SMALL.height * min(most, len(screen.lines))
        canvas.invert(63 - half, y - 1, 63 + half, y + 9)


def _value_face(screen: Dial) -> fonts.Face:
    return MEDIUM_TWICE if fonts.width(MEDIUM_TWICE, screen.value) <= 56 else MEDIUM


def _value_left(canvas: Canvas, screen: Dial, centre: int) -> int:
    """Column of the left arrow's point; the number moves from its centre where it would reach the right edge."""
    half = (fonts.width(_value_face(screen), screen.value) + 1) // 2 + _ARROW_SPACE
    return min(centre - half, canvas.right + 1 - 2 * half)


def _value(canvas: Canvas, screen: Dial, centre: int, top: int) -> None:
    face = _value_face(screen)
    left = _value_left(canvas, screen, centre)
    text = left + _ARROW_SPACE
    width = fonts.width(face, screen.value)
    y = top if face is MEDIUM_TWICE else top + 7
    # A tail in the header of low glass may reach into the number's first row.
    canvas.text(text, y if canvas.free(text, y, fonts.line(face, screen.value)) else y + 1, screen.value, face)
    for row, length in enumerate(_ARROW, top + 9):
        if screen.lower:
            canvas.fill(left + 5 - length, row, left + 4, row)
        if screen.upper:
            canvas.fill(text + width + 7, row, text + width + 6 + length, row)


def _fits_large(label: str, room: int, most: int) -> bool:
    large = fonts.wrapped(MEDIUM, label, room, most + 1)
    # A word that had to be broken shows in the lines put together again.
    return len(large) <= most and " ".join(large) == label


def label_lines(canvas: Canvas, label: str, y: int, last: int, *, most: int, small: int) -> None:
    """A label at the left: in large letters on up to ``most`` lines, else on up to ``small`` lines of small ones."""
    room = last - 1
    if _fits_large(label, room, most):
        for row, text in enumerate(fonts.wrapped(MEDIUM, label, room, most)):
            canvas.text(2, y + 13 * row, text, MEDIUM)
    else:
        for row, text in enumerate(fonts.wrapped(SMALL, label, room, small)):
            canvas.text(2, y + 2 + 10 * row, text)


def _line(canvas: Canvas, x: int, y: int, text: str, last: int, *, strong: bool) -> None:
    if not strong:
        canvas.text(x, y, canvas.shortened(SMALL, text, last + 1 - x))
        return
    end = canvas.text(x + 3, y, canvas.shortened(SMALL, text, last - 4 - x))
    canvas.invert(x, y - 1, end + 1, y + 9)


def _line_beside_arrow(canvas: Canvas, screen: Dial, left: int) -> None:
    """The first line under the label of the turn prompt; a long one a little lower, to reach under the left arrow."""
    line = screen.lines[0]
    if fonts.width(SMALL, line) + 5 * screen.strong <= left - 5:
        _line(canvas, 2, 27, line, left - 4, strong=screen.strong)
    else:
        _line(canvas, 2, 30, line, left + _ARROW_SPACE - 4, strong=screen.strong)


def _low_dial(canvas: Canvas, screen: Dial) -> None:
    """32 rows: the first line stands at the right of the header, under the label, beside the number or, last of all,
    in the subject's place; where there is no label, the subject is the question and stays.
    """
    head = screen.header
    line = screen.lines[0] if screen.lines else ""
    if fonts.width(SMALL, screen.label) > _value_left(canvas, screen, canvas.right) - 5:
        # A long question needs both rows.
        line = ""
    wide = fonts.width(SMALL, line)
    subject = parts.chip_width(head.chip) + fonts.width(SMALL, head.subject) + (11 if head.icon else 0)
    last = _value_left(canvas, screen, 104) - 4
    strong = ""
    icon = head.icon if subject + wide + 10 <= canvas.edge else ""
    if line and not head.right and subject + wide + 10 - 11 * (icon != head.icon) <= canvas.edge:
        head, line = Header(head.chip, icon, head.subject, line, head.marks), ""
        strong = "right"
    elif line and (screen.track or (screen.label and 2 + wide + 6 * screen.strong > last)):
        count = fonts.width(SMALL, head.right) if parts.chip_width(head.chip) + wide + 30 <= canvas.edge else 0
        head, line = Header(head.chip, "", line, head.right if count else ""), ""
        strong = "subject"
    parts.header(canvas, head, strong=strong if screen.strong else "")
    centre = 104 if screen.label or line else 63
    if fonts.width(SMALL, screen.label) > last - 1:
        centre = canvas.right
        last = _value_left(canvas, screen, centre) - 4
    # Below something inverted the number keeps a row's distance, which the loop gives up.
    lower = bool(strong and screen.strong)
    _value(canvas, screen, centre, 5 + lower if screen.track else 7)
    if screen.track:
        parts.track(canvas, screen.track, 28 + lower, 30, ahead=True)
    if not line:
        two = fonts.width(SMALL, screen.label) > last - 1 and not screen.track
        label_lines(canvas, screen.label, 8 if two else 11 if screen.track else 13, last, most=1, small=1 + two)
    elif screen.label:
        parts.low_text(canvas, 2, LOW_BODY - 1, screen.label, last - 1)
        _line(canvas, 2, 21, line, last, strong=screen.strong)
    else:
        parts.lines(canvas, 2, LOW_BODY + 1, [line], 2, last=last)


_GRID_CELL = 16
_GRID_GAP = 8


def grid(canvas: Canvas, screen: Grid) -> None:
    """Source and amount in one: the focused cell in words above, rows of cells that slide under the cursor below."""
    if not canvas.tall:
        _low_grid(canvas, screen)
        return
    last = canvas.edge
    if screen.marks:
        last = parts.icon_row(canvas, canvas.right - MARK_COLUMNS - 5, 2, screen.marks) - 4
    name = parts.short_chip(canvas, screen.chip, fonts.width(MEDIUM, screen.title), last)
    x = parts.chip(canvas, 2, name) if name else 2
    face, title = canvas.fitting(screen.title, last + 1 - x, MEDIUM, SMALL)
    canvas.text(x, 0 if face is MEDIUM else 3, title, face)
    canvas.fill(0, 13, canvas.right, 13)
    shown = 5
    first = max(0, min(screen.row - shown + 1, len(screen.rows) - shown)) if screen.row >= shown else 0
    for index in range(first, min(first + shown, len(screen.rows))):
        focus = screen.column if index == screen.row else -1
        _grid_row(canvas, screen.rows[index], 14 + 10 * (index - first), focus)


def _cell_width(row: GridRow, index: int, face: fonts.Face) -> int:
    icon = 12 if index < len(row.icons) and row.icons[index] else 0
    return fonts.width(face, row.cells[index]) + icon


def _first_cell(widths: list[int], focus: int, room: int, gap: int) -> int:
    """The first cell to show so that the focused one is shown in full: as far left as possible."""
    for first in range(focus + 1):
        if sum(widths[first : focus + 1]) + gap * (focus - first) <= room:
            return first
    return max(focus, 0)


def _grid_row(canvas: Canvas, row: GridRow, y: int, focus: int) -> None:
    canvas.icon(2, y + 1, icons.small(row.icon), row.icon)
    left = _GRID_CELL if row.icon else 4
    if any(fonts.line(SMALL, text).rows[-1] for text in row.cells):
        y = min(y, canvas.bottom + 1 - SMALL.height)
    _cells_in_row(canvas, row, left, y, focus, SMALL)


def _cells_in_row(canvas: Canvas, row: GridRow, left: int, y: int, focus: int, face: fonts.Face) -> None:
    """Cells from column ``left`` on, arrows where more lie beyond, the focused one inverted."""
    last = canvas.right - 8
    widths = [_cell_width(row, index, face) for index in range(len(row.cells))]
    gap = _GRID_GAP
    if not row.icon and not row.label and len(widths) > 1:
        # A row of words is spread over the width.
        gap = max(gap, min(20, (last + 1 - left - sum(widths)) // (len(widths) - 1)))
    first = _first_cell(widths, focus, last + 1 - left, gap)
    arrow_y = y if face is SMALL else y + 3
    if first:
        left = max(left, 7)
        first = _first_cell(widths, focus, last + 1 - left, gap)
        canvas.text(left - 5, arrow_y, "◀")
    x = left
    for index in range(first, len(widths)):
        if x + widths[index] - 1 > last:
            if index == first:
                text = canvas.shortened(face, row.cells[index], last + 1 - x)
                end = canvas.text(x, y, text, face)
                if index == focus:
                    canvas.focus(x - 3, y, end + 1, y + 8)
            if index < len(widths) - 1 or index > first:
                canvas.text(canvas.right - 5, arrow_y, "▶")
            return
        text_x = x
        if index < len(row.icons) and row.icons[index]:
            canvas.icon(x, y + (1 if face is SMALL else 3), icons.small(row.icons[index]), row.icons[index])
            text_x += 12
        canvas.text(text_x, y, row.cells[index], face)
        if index == focus:
            top, bottom = (y, y + 8) if face is SMALL else (y + 1, y + 12)
            canvas.focus(x - 3, top, x + widths[index] + 1 + (face is MEDIUM), bottom)
        x += widths[index] + gap


def _low_grid(canvas: Canvas, screen: Grid) -> None:
    """32 rows: the focused row large with its name, the next one small."""
    count = f"{screen.row + 1}/{len(screen.rows)}"
    parts.header(canvas, Header(screen.chip, subject=screen.title, right=count, marks=screen.marks), crowded=True)
    row = screen.rows[screen.row]
    x = 4
    if row.icon:
        canvas.icon(x, LOW_BODY + 2, icons.small(row.icon), row.icon)
        x = 16 if row.label else 18
    face = MEDIUM
    widths = [_cell_width(row, index, MEDIUM) for index in range(len(row.cells))]
    if row.label:
        room = max(40, canvas.right - x - sum(widths) - _GRID_GAP * len(widths))
        face_of_label, label = canvas.fitting(row.label, room, MEDIUM, SMALL)
        x = canvas.text(x, LOW_BODY - 1 if face_of_label is MEDIUM else LOW_BODY + 2, label, face_of_label) + 11
    elif sum(widths) + _GRID_GAP * len(widths) > canvas.right - x:
        face = SMALL
    _cells_in_row(canvas, row, x, LOW_BODY - 1 if face is MEDIUM else LOW_BODY + 1, screen.column, face)
    if screen.row + 1 < len(screen.rows):
        following = screen.rows[screen.row + 1]
        canvas.icon(4, 22, icons.small(following.icon), following.icon)
        left = 16 if following.icon else 4
        canvas.text(left, 21, canvas.shortened(SMALL, " ".join(following.cells), canvas.right + 1 - left))


def cells(canvas: Canvas, screen: Cells) -> None:
    """Framed cells side by side under a question; the focused one filled."""
    if not canvas.tall:
        _low_cells(canvas, screen)
        return
    parts.header(canvas, screen.header)
    last = canvas.right
    if screen.marks:
        last = parts.icon_row(canvas, canvas.right - 2, 14, screen.marks, pitch=11) - 5
    big = any(cell.big for cell in screen.cells)
    face, question = canvas.fitting(screen.question, last - 1, *((MEDIUM, SMALL) if big else (SMALL,)))
    canvas.text(2, BODY if face is MEDIUM else BODY + 1, question, face)
    top = 26 if big else 23
    pitch = (canvas.right + 2) // len(screen.cells)
    for index, cell in enumerate(screen.cells):
        x0, x1 = 1 + pitch * index, pitch * (index + 1) - 2
        _cell(canvas, cell, x0, x1, top)
        if index == screen.cursor:
            canvas.focus(x0 + 1, top + 1, x1 - 1, 60)
        else:
            canvas.frame(x0, top, x1, 61)


def _cell(canvas: Canvas, cell: Cell, x0: int, x1: int, top: int) -> None:
    room = x1 - x0 - 3
    label_y = 49
    face, label = canvas.fitting(cell.label, room, SMALL)
    if cell.big:
        big_face, big = canvas.fitting(cell.big, room, SMALL_TWICE, MEDIUM, SMALL)
        y = {SMALL_TWICE: 27, MEDIUM: 31, SMALL: 33}[big_face]
        canvas.text_centred(x0, x1, y if label else y + 8, big, big_face)
        face, label = canvas.fitting(cell.label, room, MEDIUM, SMALL)
        label_y = 48 if face is MEDIUM else 49
    elif cell.icon:
        canvas.icon(x0 + (x1 - x0 - 15) // 2, top + 4 if label else top + 11, icons.large(cell.icon), cell.icon)
    else:
        face, label = canvas.fitting(cell.label, room, MEDIUM, SMALL)
        label_y = 38
    canvas.text_centred(x0, x1, label_y, label, face)


def _low_cells(canvas: Canvas, screen: Cells) -> None:
    """32 rows: the question in the header, under it each cell as icon or big word and label in one line."""
    head = screen.header
    question = screen.question or head.subject
    parts.header(canvas, Header(head.chip, "", question, head.right, screen.marks[:3] if not head.right else ()))
    left = [10 if cell.icon and not cell.big else 0 for cell in screen.cells]
    words = [cell.big or cell.label for cell in screen.cells]
    notes = [cell.label if cell.big else "" for cell in screen.cells]
    least = 5
    count = len(words)
    room = canvas.right - 3 - least * (count - 1)
    for face in (MEDIUM, SMALL):
        widths = [
            beside + fonts.width(face, word) + (fonts.width(SMALL, note) + 3 if note else 0)
            for beside, word, note in zip(left, words, notes, strict=True)
        ]
        if sum(widths) <= room:
            break
    else:
        words = [
            canvas.shortened(SMALL, word, room // count - beside) for word, beside in zip(words, left, strict=True)
        ]
        words = [word.strip(fonts.ELLIPSIS) and word for word in words]  # beside an icon nothing says as much
        widths = [beside + fonts.width(SMALL, word) for beside, word in zip(left, words, strict=True)]
        notes = [""] * count
    spare = (canvas.right - 3 - sum(widths)) // count
    x = 2 + spare // 2 if spare > least else 2
    gap = spare if spare > least else (canvas.right - 3 - sum(widths)) // max(1, count - 1)
    for index, cell in enumerate(screen.cells):
        if left[index]:
            canvas.icon(x, 16, icons.small(cell.icon), cell.icon)
        end = canvas.text(x + left[index], 13 if face is MEDIUM else 15, words[index], face)
        if notes[index]:
            canvas.text(end + 3, 16 if face is MEDIUM else 15, notes[index])
        if index == screen.cursor:
            canvas.focus(x - 2, 13, x + widths[index] + 1, 26)
        x += widths[index] + gap
