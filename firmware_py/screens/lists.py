"""Lists with a cursor: choices in large rows, tall rows with notes or small rows, and the entries of the ledger."""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.screens import fonts, icons, parts
from firmware_py.screens.canvas import Canvas
from firmware_py.screens.fonts import MEDIUM, SMALL
from firmware_py.screens.parts import BODY, LOW_BODY
from firmware_py.view import Choice, Entries, Line, Panel

_LEFT = 3
_ICON = 11
_VALUES = 52  # where the columns of values begin
_GAPS = 11, 5  # between them, where there is room and where there is not
_LEAST_LABEL = 12


class _Columns(NamedTuple):
    """Where a row's text begins, where its right-hand text ends, and where the row itself ends."""

    text: int
    number: int
    row: int

    @property
    def room(self) -> int:
        return self.number + 1 - self.text


def _columns(canvas: Canvas, *, icon_count: int, bar: bool) -> _Columns:
    text = _LEFT + _ICON * icon_count
    return _Columns(text, canvas.right - 8, canvas.right - 5) if bar else _Columns(text, canvas.right - 3, canvas.right)


def choice(canvas: Canvas, screen: Choice) -> None:
    """A list: four large rows, or two tall ones where lines have notes, or five small ones where a label is long."""
    if not screen.lines:
        parts.header(canvas, screen.header)
    elif not canvas.tall:
        _low_choice(canvas, screen)
    elif any(line.note for line in screen.lines):
        _tall_rows(canvas, screen)
    else:
        _plain_rows(canvas, screen)


def _icons(canvas: Canvas, y: int, names: str) -> None:
    """The small icons of a row, side by side."""
    for index, name in enumerate(names.split()):
        canvas.icon(_LEFT + _ICON * index, y, icons.small(name), name)


def _count(screen: Choice, shown: int) -> str:
    return f"{screen.cursor + 1}/{len(screen.lines)}" if len(screen.lines) > shown else ""


def _most_icons(screen: Choice) -> int:
    return max(len(line.icon.split()) for line in screen.lines)


def _footer(canvas: Canvas, screen: Choice) -> int:
    """Draw the footer; returns the last row that the list may use."""
    if not screen.footer:
        return canvas.bottom
    canvas.text(2, 53, canvas.shortened(SMALL, screen.footer, canvas.right - 2))
    return 52


def _tall_rows(canvas: Canvas, screen: Choice) -> None:
    shown = 2
    total = len(screen.lines)
    parts.header(canvas, screen.header, _count(screen, shown))
    bar = total > shown
    columns = _columns(canvas, icon_count=0, bar=bar)
    bottom = _footer(canvas, screen)
    height = (bottom + 1 - BODY) // shown
    first = parts.window(screen.cursor, shown, total)
    with_icons = any(line.icon for line in screen.lines)
    for index in range(first, min(first + shown, total)):
        line = screen.lines[index]
        y = BODY + height * (index - first)
        text = 25 if with_icons else _LEFT
        if line.icon:
            _tall_icon(canvas, 4, y, height, line.icon)
        canvas.text(text, y + height * 3 // 5 - 1, canvas.shortened(SMALL, line.note, columns.number + 1 - text))
        end = columns.number
        if line.right:
            room = fonts.width(MEDIUM, line.right)
            _over_note(canvas, end + 1 - room, y + height // 13 - 1, line.right, room)
            end -= room + 4
        _over_note(canvas, text, y + height // 13 - 1, line.label, end + 1 - text)
        if not line.legal and (index == 0 or screen.lines[index - 1].legal):
            canvas.dots(0, columns.row, y)
        if index == screen.cursor:
            canvas.focus(0, y, columns.row, y + height - 1)
    if bar:
        parts.scroll_bar(canvas, BODY, first, shown, total)


def _over_note(canvas: Canvas, x: int, y: int, text: str, room: int) -> None:
    """Large where it fits and no tail of it meets a mark of the note below, else small."""
    art = fonts.line(MEDIUM, text)
    if art.width <= room and canvas.free(x, y, art):
        canvas.text(x, y, text, MEDIUM)
    else:
        canvas.text(x, y + 1, canvas.shortened(SMALL, text, room))


def _tall_icon(canvas: Canvas, x: int, y: int, height: int, names: str) -> None:
    """One icon of 16×16, or two small ones below each other ("wine fish")."""
    several = names.split()
    if len(several) == 1:
        canvas.icon(x, y + (height - 16) // 2, icons.large(names), names)
        return
    for row, name in enumerate(several[:2]):
        canvas.icon(x + 4, y + (height - 17) // 2 + 9 * row, icons.small(name), name)


def _label_room(line: Line, columns: _Columns, face: fonts.Face = MEDIUM) -> int:
    """What the text at the right leaves to the label."""
    return columns.room - (fonts.width(face, line.right) + 4 if line.right else 0)


def _plain_rows(canvas: Canvas, screen: Choice) -> None:
    bottom = _footer(canvas, screen)
    shown = (bottom + 1 - BODY) // MEDIUM.height
    total = len(screen.lines)
    columns = _columns(canvas, icon_count=_most_icons(screen), bar=total > shown)
    # The text at the right is small where the label needs the room; one label that is too long all the same is small
    # by itself; several, or one that is too long for that too, make all rows small.
    tight = [line for line in screen.lines if fonts.width(MEDIUM, line.label) > _label_room(line, columns)]
    long = [line for line in tight if fonts.width(MEDIUM, line.label) > _label_room(line, columns, SMALL)]
    if len(long) > 1 or any(fonts.width(SMALL, line.label) > _label_room(line, columns, SMALL) for line in long):
        _small_rows(canvas, screen, bottom)
        return
    parts.header(canvas, screen.header, _count(screen, shown))
    first = parts.window(screen.cursor, shown, total)
    for index in range(first, min(first + shown, total)):
        line = screen.lines[index]
        y = BODY + MEDIUM.height * (index - first)
        _icons(canvas, y + 3, line.icon)
        if line in long:
            canvas.text(columns.text, y + 2, line.label)
        else:
            canvas.text(columns.text, y, line.label, MEDIUM)
        canvas.text_right(columns.number, y + 2 * (line in tight), line.right, SMALL if line in tight else MEDIUM)
        if not line.legal and (index == 0 or screen.lines[index - 1].legal):
            canvas.dots(0, columns.row, y)
        if index == screen.cursor:
            canvas.focus(0, y, columns.row, y + MEDIUM.height - 1)
    if total > shown:
        parts.scroll_bar(canvas, BODY + 1, first, shown, total)


def _small_rows(canvas: Canvas, screen: Choice, bottom: int) -> None:
    """Small rows; the focused label in full, on two of them if need be, other long ones end in an ellipsis."""
    room = (bottom + 1 - BODY) // SMALL.height
    total = len(screen.lines)
    bar = total >= room
    columns = _columns(canvas, icon_count=_most_icons(screen), bar=bar)

    full = _in_full(screen.lines[screen.cursor], columns)
    shown = min(room - len(full.labels) + 1, total)
    parts.header(canvas, screen.header, _count(screen, shown))
    first = parts.window(screen.cursor, shown, total)
    y = BODY
    for index in range(first, first + shown):
        line = screen.lines[index]
        small = full if index == screen.cursor else _in_one_row(canvas, line, columns)
        _icons(canvas, y + 1, line.icon)
        _small(canvas, small, columns, y)
        end = y + SMALL.height * len(small.labels)
        if not line.legal and (index == 0 or screen.lines[index - 1].legal):
            canvas.dots(0, columns.row, y)
        if index == screen.cursor:
            canvas.focus(0, y, columns.row, end - 1)
        y = end
    if shown < total:
        parts.scroll_bar(canvas, BODY + 1, first, shown, total)


class _Small(NamedTuple):
    """What stands in a small row: the label on a line or two, the text at the right beside line ``beside``."""

    labels: list[str]
    right: str
    beside: int


def _in_full(line: Line, columns: _Columns) -> _Small:
    """A row with the focus: on two lines where one is too short, the text at the right below where it is long."""
    right, room = fonts.shortened(SMALL, line.right, columns.room), columns.room
    wide = fonts.width(SMALL, right) + 4 if right else 0
    if wide > room // 2 and fonts.width(SMALL, line.label) > room - wide:
        return _Small([fonts.shortened(SMALL, line.label, room), ""], right, 1)
    return _Small(fonts.hanging(SMALL, line.label, room - wide, room), right, 0)


def _in_one_row(canvas: Canvas, line: Line, columns: _Columns) -> _Small:
    """A row without the focus: the text at the right has half of it at most, if the label needs the rest."""
    spare = columns.room - fonts.width(SMALL, line.label) - 4
    right = canvas.shortened(SMALL, line.right, max(spare, columns.room // 2))
    wide = fonts.width(SMALL, right) + 4 if right else 0
    return _Small([canvas.shortened(SMALL, line.label, columns.room - wide)], right, 0)


def _small(canvas: Canvas, small: _Small, columns: _Columns, y: int) -> None:
    canvas.text_right(columns.number, y + SMALL.height * small.beside, small.right)
    for row, label in enumerate(small.labels):
        canvas.text(columns.text, y + SMALL.height * row, label)


def _low_choice(canvas: Canvas, screen: Choice) -> None:
    """32 rows: the focused line and the next; a long label on two small rows alone."""
    total = len(screen.lines)
    parts.header(canvas, screen.header, _count(screen, 2), crowded=True)
    line = screen.lines[screen.cursor]
    columns = _columns(canvas, icon_count=len(line.icon.split()), bar=False)
    _icons(canvas, LOW_BODY + 2, line.icon)
    if fonts.width(MEDIUM, line.label) > _label_room(line, columns):
        small = _in_full(line, columns)
        _small(canvas, small, columns, LOW_BODY + 1)
        canvas.focus(0, LOW_BODY, columns.row, LOW_BODY + (21 if len(small.labels) == 2 else 11))
        if len(small.labels) == 2:
            return
    else:
        parts.low_text(canvas, columns.text, LOW_BODY - 1, line.label, columns.room)
        room = fonts.width(MEDIUM, line.right)
        parts.low_text(canvas, columns.number + 1 - room, LOW_BODY - 1, line.right, room)
        canvas.focus(0, LOW_BODY, columns.row, LOW_BODY + 11)
    # Lists of up to six go round, longer ones stop at their end.
    after = screen.cursor + 1 if screen.cursor + 1 < total else 0 if 1 < total <= 6 else -1
    if after >= 0:
        following = screen.lines[after]
        columns = _columns(canvas, icon_count=len(following.icon.split()), bar=False)
        _icons(canvas, 22, following.icon)
        _small(canvas, _in_one_row(canvas, following, columns), columns, 21)


def panel(canvas: Canvas, screen: Panel) -> None:
    """Rows to look at, as dense as the ledger's."""
    parts.header(canvas, screen.header)
    top, most_rows = (BODY + 1, 5) if canvas.tall else (LOW_BODY + 1, 2)
    rows = screen.rows[:most_rows]
    icon_count = max((len(line.icon.split()) for line in rows), default=0)
    text = _LEFT - 1 + _ICON * icon_count
    for index, line in enumerate(rows):
        y = top + SMALL.height * index
        for place, name in enumerate(line.icon.split()):
            canvas.icon(_LEFT - 1 + _ICON * place, y, icons.small(name), name)
        if line.values:
            _values(canvas, line, text, y)
            continue
        most = canvas.right - 2 - text
        wish = most - fonts.width(SMALL, line.label) - 4
        right = canvas.shortened(SMALL, line.right, max(wish, most // 2)) if line.right else ""
        start = canvas.text_right(canvas.right - 1, y, right)
        room = (start - 4 if right else canvas.right) - text
        canvas.text(text, y, canvas.shortened(SMALL, line.label, room))


def _values(canvas: Canvas, line: Line, text: int, y: int) -> None:
    """A row of values in columns, the one that counts inverted: closer together, and beside a shorter label, where room
    is short; values that have none at all go."""
    widths = [fonts.width(SMALL, value) for value in line.values]
    label, last = fonts.width(SMALL, line.label), canvas.right - 2
    gap = _GAPS[0]
    while gap > _GAPS[1] and max(text + label + gap, _VALUES) + sum(widths) + gap * (len(widths) - 1) > last:
        gap -= 1
    wide = sum(widths) + gap * (len(widths) - 1)
    x = max(min(max(text + label + gap, _VALUES), last - wide), text + _LEAST_LABEL)
    canvas.text(text, y, canvas.shortened(SMALL, line.label, x - text - _GAPS[1]))
    for place, (value, width) in enumerate(zip(line.values, widths, strict=True)):
        if x + width > last:
            break
        canvas.text(x, y, value)
        if place == line.at:
            canvas.invert(x - 3, y - (y > 0), x + width + 2, y + 8)
        x += width + gap


def entries(canvas: Canvas, screen: Entries) -> None:
    """Entries of the ledger in small rows: when, what and how much; the focused one in full."""
    if not screen.rows:
        parts.header(canvas, screen.header)
        return
    top, room = (BODY, 5) if canvas.tall else (LOW_BODY + 1, 2)
    total = len(screen.rows)
    bar = canvas.tall and total >= room
    columns = _columns(canvas, icon_count=0, bar=bar)
    when = max(fonts.width(SMALL, row[0]) for row in screen.rows)
    text = max(36, _LEFT + when + 5) if when else _LEFT

    def what_room(amount: str) -> int:
        return columns.number + 1 - text - (fonts.width(SMALL, amount) + 4 if amount else 0)

    _, what, amount = screen.rows[screen.cursor]
    full = fonts.hanging(SMALL, what, what_room(amount), columns.number + 1 - text)
    shown = min(room - len(full) + 1, total)
    count = f"{screen.cursor + 1}/{total}" if total > shown else ""
    parts.header(canvas, screen.header, count)
    first = parts.window(screen.cursor, shown, total) if canvas.tall else min(screen.cursor, total - shown)
    y = top
    for index in range(first, first + shown):
        date, what, amount = screen.rows[index]
        labels = full if index == screen.cursor else [canvas.shortened(SMALL, what, what_room(amount))]
        canvas.text(_LEFT, y, date)
        canvas.text_right(columns.number, y, amount)
        for row, label in enumerate(labels):
            canvas.text(text, y + SMALL.height * row, label)
        end = y + SMALL.height * len(labels)
        if index == screen.cursor:
            canvas.focus(0, y, columns.row, end - 1)
        y = end
    if bar and shown < total:
        parts.scroll_bar(canvas, BODY + 1, first, shown, total)
