"""Where the game stands: the status at a glance, a seat's page, the resting picture and the results."""

from __future__ import annotations

import unicodedata

from firmware_py.screens import fonts, icons, parts
from firmware_py.screens.canvas import Canvas
from firmware_py.screens.fonts import MEDIUM, MEDIUM_TWICE, SMALL, SMALL_TWICE
from firmware_py.screens.parts import LOW_BODY
from firmware_py.view import Header, Idle, Result, SeatPage, Sheet, Standing, Status, Winner

# Status rows on tall glass: the number ends here, the icon begins here, the second number ends here.
_NUMBER = 84
_ICON = 97
_ASIDE = 123
_BOX, _BOX_PITCH = 6, 8
_OWED = "warning"


def status(canvas: Canvas, screen: Status) -> None:
    """The game at a glance: the loop as the header's rule, a row a seat, the one to move inverted."""
    _status_line(canvas, screen)
    if not canvas.tall:
        _low_status(canvas, screen)
        return
    seats = len(screen.rows)
    if screen.track:
        parts.track(canvas, screen.track, 9, 10 if seats >= 4 else 12, ahead=False)
    else:
        canvas.fill(0, parts.RULE, canvas.right, parts.RULE)
    if seats <= 2:
        _two_rows(canvas, screen)
    elif seats <= 4:
        pitch, top = (16, 15) if seats == 3 else (13, 11)
        number = _NUMBER - _BOX_PITCH if any(row.boxes for row in screen.rows) else _NUMBER
        for index, row in enumerate(screen.rows):
            y = top + pitch * index
            _wide_row(canvas, row, y, number)
            if index == screen.focus:
                canvas.focus(0, y - (pitch - 13) // 2, canvas.right, y + 12 + (pitch - 13) // 2)
    else:
        _narrow_rows(canvas, screen)


def _status_line(canvas: Canvas, screen: Status) -> None:
    """The first line: what is owed, else the facts, else where the game stands."""
    x, facts = 1, () if screen.note else screen.facts
    if facts:
        beside = "" if canvas.tall else screen.left_of
        wide = sum(fonts.width(SMALL, text) for _, text in facts) + fonts.width(SMALL, beside)
        # Closer together where what is left of the turn would have no room beside them.
        near = bool(beside) and wide + (10 + 5) * len(facts) > canvas.edge
        for icon, text in facts:
            room = canvas.edge - x - 10
            if x > 1 and fonts.width(SMALL, text) > room:
                break
            canvas.icon(x, 0, icons.small(icon), icon)
            x = canvas.text(x + 10 - near, 0, canvas.shortened(SMALL, text, room)) + 5 - 2 * near
        if beside and fonts.width(SMALL, beside) <= canvas.edge + 1 - x:
            canvas.text_right(canvas.edge, 0, beside)
        return
    end, text = canvas.edge, screen.note
    if screen.note:
        canvas.icon(x, 0, icons.small(_OWED), _OWED)
        x += 11
    else:
        if screen.marks:
            end = parts.icon_row(canvas, canvas.right - 13, 0, screen.marks) - 4
        text = f"{screen.status}  {screen.left}" if screen.left else screen.status
    text = canvas.shortened(SMALL, text, end + 1 - x)
    # On low glass the first row of names begins where the tail of a letter would end.
    raised = not canvas.tall and fonts.line(SMALL, text).rows[-1]
    if raised and fonts.line(SMALL, text).rows[0]:
        text = plain_letters(text)
    canvas.text(x, -1 if raised else 0, text)


def plain_letters(text: str) -> str:
    """A text without the marks over its letters, where there is no room for them."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def _boxes(canvas: Canvas, last: int, y: int, boxes: tuple[int, int], first: int = 0) -> int:
    """So many of that many as boxes that end in column ``last``; returns their first column, or ``last`` + 1 and draws
    nothing if they would begin left of ``first``."""
    have, of = boxes
    x = last + 1 - of * _BOX_PITCH + _BOX_PITCH - _BOX
    if x < first or of <= 0:
        return last + 1
    start = x
    for place in range(of):
        right, bottom = x + _BOX - 1, y + _BOX
        canvas.fill(x, y, right, y)
        canvas.fill(x, bottom, right, bottom)
        canvas.fill(x, y, x, bottom)
        canvas.fill(right, y, right, bottom)
        if place < have:
            canvas.fill(x, y, right, bottom)
        x += _BOX_PITCH
    return start


def _name(canvas: Canvas, x: int, y: int, name: str, room: int) -> None:
    """A seat's name in large letters, else in small ones on the same base line, else cut."""
    face, text = canvas.fitting(name, room, MEDIUM, SMALL)
    canvas.text(x, y if face is MEDIUM else y + MEDIUM.baseline - SMALL.baseline, text, face)


def _wide_row(canvas: Canvas, row: Standing, y: int, last: int) -> None:
    last = last if row.icon or row.aside else _ASIDE
    start = canvas.text_right(last, y, row.number, MEDIUM)
    _name(canvas, 4, y, row.name, start - 8)
    if row.boxes and _boxes(canvas, _ASIDE, y + 3, row.boxes, last + 4) <= _ASIDE:
        return
    canvas.icon(_ICON, y + 3, icons.small(row.icon), row.icon)
    _aside(canvas, row.aside, y)


def _aside(canvas: Canvas, text: str, y: int) -> None:
    face, shown = canvas.fitting(text, _ASIDE - _ICON - 10, MEDIUM, SMALL)
    canvas.text_right(_ASIDE, y if face is MEDIUM else y + 3, shown, face)


def _two_rows(canvas: Canvas, screen: Status) -> None:
    for index, row in enumerate(screen.rows):
        y = 14 + 24 * index
        aside = bool(row.icon or row.aside)
        last = 91 if aside else _ASIDE
        start = canvas.text_right(last, y - 1, row.number, MEDIUM_TWICE)
        _name(canvas, 4, y + 5, row.name, start - 8)
        if not row.boxes or _boxes(canvas, _ASIDE, y + 8, row.boxes, last + 4) > _ASIDE:
            canvas.icon(_ICON, y + 8, icons.small(row.icon), row.icon)
            _aside(canvas, row.aside, y + 5)
        if index == screen.focus:
            canvas.focus(0, y, canvas.right, y + 23)


def _narrow_rows(canvas: Canvas, screen: Status) -> None:
    """Five seats and more: two columns of names and points."""
    half = (len(screen.rows) + 1) // 2
    pitch = (canvas.bottom - 12) // half
    for index, row in enumerate(screen.rows):
        x, y = 64 * (index // half), 14 + pitch * (index % half)
        start = canvas.text_right(x + 59, y, row.number, MEDIUM)
        _name(canvas, x + 3, y, row.name, start - 6 - x)
        if index == screen.focus:
            canvas.focus(x, y - 1, x + 62, y + 12)
    if len(screen.rows) % 2 and screen.left_of:
        # The last cell is free: it says what the focused row has no room for.
        y = 14 + pitch * (half - 1)
        boxes = next((row.boxes for index, row in enumerate(screen.rows) if index == screen.focus), None)
        text = canvas.shortened(SMALL, screen.left_of, 60)
        end = canvas.text(67, y + 2, text)
        if boxes:
            _boxes(canvas, _ASIDE, y + 3, boxes, end + 3)


def _low_status(canvas: Canvas, screen: Status) -> None:
    """32 rows: names and points in two rows of cells; two seats have a row each."""
    seats = len(screen.rows)
    across = 1 if seats <= 2 else 2 if seats <= 4 else 3
    pitch = (canvas.right + 3) // across
    width = pitch - 1 if across > 1 else canvas.right + 1
    widest = max([fonts.width(MEDIUM, row.number) for row in screen.rows], default=0)
    end = _NUMBER if across == 1 and any(row.icon or row.aside for row in screen.rows) else width - 4
    room = end - max(widest, fonts.width(MEDIUM, "00")) - 9
    names = parts.short_names([row.name for row in screen.rows], [""] * seats, room, MEDIUM)
    for index, row in enumerate(screen.rows):
        x, y = pitch * (index % across), 7 + 11 * (index // across)
        last = x + width - (4 if across < 3 else 3)
        if across == 1:
            _aside(canvas, row.aside, y)
            canvas.icon(_ICON, y + 2, icons.small(row.icon), row.icon)
            last = _NUMBER if row.icon or row.aside else last
        start = canvas.text_right(last, y, row.number, MEDIUM)
        parts.low_text(canvas, x + 3, y, names[index], start - 6 - x)
        if index == screen.focus:
            canvas.focus(x, y + 1, min(x + width - 1, canvas.right), y + 12)


def seat_page(canvas: Canvas, screen: SeatPage) -> None:
    """One seat's page: its score large, place and facts at the right, below lines.

    "Your turn" stands below where nothing else does, else it fills the top row, so that no line is hidden by it.
    """
    if not canvas.tall:
        _low_seat_page(canvas, screen)
        return
    above = bool(screen.turn and screen.lines)
    rows = len(screen.facts) + bool(screen.marks)
    right, faces = (screen.turn, (SMALL,)) if above else (screen.place, (MEDIUM, SMALL))
    least = fonts.width(SMALL, screen.name[: parts.LEAST_LETTERS] + fonts.ELLIPSIS) + 14
    right = canvas.shortened(SMALL, right, max(80, canvas.edge - least) if above else 80)
    room = canvas.text_right(canvas.edge - 3 * above, 1, right) - 6 - 2 * above
    face, name = canvas.fitting(screen.name, min(room, 60) if rows > 2 else room, *faces)
    canvas.text(2 + 2 * above, 1 if above else 0 if face is MEDIUM else 2, name, face)
    if above:
        canvas.focus(0, 0, canvas.edge, 10)
    face = MEDIUM_TWICE if fonts.width(MEDIUM_TWICE, screen.number) <= 56 else MEDIUM
    end = canvas.text(2, 14 if face is MEDIUM_TWICE else 20, screen.number, face)
    ys = {1: (15,), 2: (15, 28)}.get(rows, (12, 22, 32) if above else (11, 21, 31))
    left = canvas.right
    if screen.boxes and screen.facts:
        _, text = screen.facts[0]
        face, text = canvas.fitting(text, 60, MEDIUM, SMALL)
        left = canvas.text_right(canvas.right - 4, 13, text, face)
        left = min(left, _boxes(canvas, canvas.right - 4, 29, screen.boxes, end + 8))
        ys = ()
    for y, (icon, text) in zip(ys, screen.facts, strict=False):
        start = canvas.text_right(canvas.right, y, canvas.shortened(SMALL, text, 50))
        canvas.icon(start - 12, y, icons.small(icon), icon)
        left = min(left, start - 12)
    if screen.marks and ys and rows <= 3:
        left = min(left, parts.icon_row(canvas, canvas.right, ys[rows - 1] + 1, screen.marks))
    room = left - end - 9
    unit = screen.unit
    if above:  # the place has given way to "your turn"
        short = screen.place.partition(",")[0]
        unit = screen.place if fonts.width(SMALL, screen.place) <= room else short
    canvas.text(end + 5, 24, canvas.shortened(SMALL, unit, room))
    if screen.turn and not above:
        face, turn = canvas.fitting(screen.turn, canvas.right - 8, MEDIUM, SMALL)
        canvas.text_centred(0, canvas.right, 45 if face is MEDIUM else 47, turn, face)
        canvas.focus(0, 42, canvas.right, 61)
    else:
        parts.rule(canvas, 41)
        parts.lines(canvas, 2, 43, screen.lines, 2)


def _low_seat_page(canvas: Canvas, screen: SeatPage) -> None:
    """32 rows: the score large, beside it the name and two lines, or "your turn"; where these would be cut, it is
    smaller and above them."""
    above = bool(screen.turn and screen.lines)
    face = MEDIUM_TWICE if fonts.width(MEDIUM_TWICE, screen.number) <= 56 else MEDIUM
    left = 2 + fonts.width(face, screen.number) + 6 + 2 * above
    room = canvas.edge - 1 - left if above else canvas.right - 5 - left
    beside = fonts.width(SMALL, screen.turn) < room and parts.fit(canvas, screen.lines, canvas.right + 1 - left, 2)
    if not beside and parts.fit(canvas, screen.lines, canvas.right - 1, 2):
        face, left = MEDIUM, 2 + fonts.width(MEDIUM, screen.number) + 6 + 2 * above
        canvas.text(2, -1, screen.number, face)
    else:
        beside = True
        canvas.text(2, 2 if face is MEDIUM_TWICE else 9, screen.number, face)
    last = canvas.edge - 2 * above
    said = [screen.turn] if above else [screen.place, screen.place.partition(",")[0]]
    for text in said:
        right = canvas.shortened(SMALL, text, last - left)
        room = last - left - fonts.width(SMALL, right) - 4
        (name,) = parts.short_names([screen.name], [""], room)
        if len(name) >= min(len(screen.name), parts.LEAST_LETTERS):
            break
    else:
        name = ""  # a letter or two say nothing, and it is the seat's own display
    canvas.text(left, 1, canvas.shortened(SMALL, name, room))
    canvas.text_right(last, 1, right)
    if above:
        canvas.focus(left - 3, 0, canvas.edge, 10)
    if screen.turn and not above:
        x = left if beside else 0
        face, turn = canvas.fitting(screen.turn, canvas.right - x - 6, MEDIUM, SMALL)
        canvas.text(x + 3, 14 if face is MEDIUM else 16, turn, face)
        canvas.focus(x, 13, canvas.right, 28)
    else:
        parts.lines(canvas, left if beside else 2, 11, screen.lines, 2)


def idle(canvas: Canvas, screen: Idle) -> None:
    """At rest: who is to move, and the scores in columns. Nothing inverted."""
    columns = len(screen.columns)
    pitch = 34 if columns <= 3 else (canvas.right - 1) // columns
    left = 22 if columns <= 3 else 2
    face, title = canvas.fitting(screen.title, canvas.edge - left, MEDIUM, SMALL)
    canvas.text(left, 18 if canvas.tall else 5, title, face)
    names = [name for name, _ in screen.columns]
    numbers = [number for _, number in screen.columns]
    if not canvas.tall:
        texts = [f"{name} {number}" for name, number in screen.columns]
        parts.standings_row(canvas, 20, texts)
        return
    for index, (name, number) in enumerate(
        zip(parts.short_names(names, [""] * columns, pitch - 4), numbers, strict=True)
    ):
        canvas.text(left + pitch * index, 34, canvas.shortened(SMALL, name, pitch - 2))
        canvas.text(left + pitch * index, 44, number)


def result(canvas: Canvas, screen: Result) -> None:
    """The outcome of a vote: the first two in large letters with icons, all others as small lines."""
    parts.header(canvas, screen.header)
    if not canvas.tall:
        x = 14 if any(row.icon for row in screen.rows[:2]) else 2
        for y, face, row in zip((LOW_BODY - 1, 21), (MEDIUM, SMALL), screen.rows, strict=False):
            start = canvas.text_right(canvas.right - 1, y, row.number, face)
            canvas.icon(2, y + (3 if face is MEDIUM else 1), icons.small(row.icon), row.icon)
            if face is MEDIUM:
                parts.low_text(canvas, x, y, row.name, start - 4 - x)
            else:
                canvas.text(x, y, canvas.shortened(SMALL, row.name, start - 4 - x))
        return
    for index, row in enumerate(screen.rows[:2]):
        y = 13 + 16 * index
        start = canvas.text_right(canvas.right, y, row.number, MEDIUM)
        art = icons.large(row.icon) if row.icon.endswith("16") and index == 0 else icons.small(row.icon)
        if art is not None:
            canvas.icon(2 + (16 - art.width) // 2, y + (16 - len(art.rows)) // 2, art, row.icon)
        _name(canvas, 24, y, row.name, start - 28)
    others = [f"{row.name} {row.number}" for row in screen.rows[2:]]
    if others:
        parts.standings_row(canvas, 43, others)
        parts.lines(canvas, 2, 53, screen.lines, 1)
    else:
        parts.lines(canvas, 2, 43, screen.lines, 2)


def sheet(canvas: Canvas, screen: Sheet) -> None:
    """A seat's final score: lines at the left, the total large at the right with its place below."""
    head = screen.header
    if not canvas.tall:
        subject = ", ".join(text for text in (head.subject, screen.word) if text)
        head = Header(head.chip, head.icon, subject, head.right, head.marks)
    parts.header(canvas, head)
    top, most = (12, 5) if canvas.tall else (LOW_BODY + 1, 2)
    first = max(0, min(screen.first, len(screen.lines) - most))
    for row, (label, amount) in enumerate(screen.lines[first : first + most]):
        y = top + 10 * row
        start = canvas.text_right(78, y, amount)
        canvas.text(2, y, canvas.shortened(SMALL, label, start - 6))
    canvas.dots_down(82, top, canvas.bottom)
    face, total = canvas.fitting(screen.total, canvas.right - 84, MEDIUM_TWICE, SMALL_TWICE, MEDIUM)
    height = {MEDIUM_TWICE: 19, SMALL_TWICE: 22, MEDIUM: 26}[face]
    canvas.text_centred(84, canvas.right, height if canvas.tall else height - 12, total, face)
    if canvas.tall:
        canvas.text_centred(84, canvas.right, 46, canvas.shortened(SMALL, screen.word, canvas.right - 84))


def winner(canvas: Canvas, screen: Winner) -> None:
    """The end: who wins, with how many points, by how much."""
    if not canvas.tall:
        canvas.icon(1, 1, icons.large(screen.icon), screen.icon)
        start = canvas.text_right(canvas.edge, 3, screen.number, MEDIUM)
        _name(canvas, 21, 3, screen.title, start - 25)
        below = [text for text in (screen.margin, *screen.lines) if text]
        text = " · ".join(below[:2])
        if fonts.width(SMALL, text) > canvas.right - 2:
            text = below[0]
        canvas.text(2, 20, canvas.shortened(SMALL, text, canvas.right - 2))
        return
    canvas.icon(3, 6, icons.huge(screen.icon), screen.icon)
    face, title = canvas.fitting(screen.title, canvas.edge - 42, MEDIUM, SMALL)
    canvas.text(42, 0 if face is MEDIUM else 2, title, face)
    end = canvas.text(42, 11, screen.number, MEDIUM_TWICE)
    canvas.text(end + 6, 20, canvas.shortened(SMALL, screen.margin, canvas.right - end - 6))
    parts.rule(canvas, 41)
    for row, text in enumerate(screen.lines[:2]):
        canvas.text(2, 43 + 10 * row, canvas.shortened(SMALL, text, canvas.right - 2))
