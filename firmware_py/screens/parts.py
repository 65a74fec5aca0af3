"""What many screens share: header, mark, lists' scroll bar, the time loop, buttons, rows of short standings."""

from __future__ import annotations

from collections.abc import Sequence

from engine.words import Track
from firmware_py.names import MOST_LETTERS, shortened
from firmware_py.screens import fonts, icons
from firmware_py.screens.canvas import MARK_COLUMNS, Canvas
from firmware_py.screens.fonts import MEDIUM, SMALL, Face
from firmware_py.view import Header

RULE = 10
"""Row of the header's rule on glass of 64 rows."""
BODY = 11
"""First row below the header on glass of 64 rows."""
LOW_BODY = 9
"""First row below the header on glass of 32 rows."""
LEAST_LETTERS = 3
_GAP = 4
_PITCH, _MARK_GAP = 10, 3  # of the signs at the right of a header


def mark(canvas: Canvas, name: str) -> None:
    """The mark in its slot: what is not on the card yet."""
    if name:
        canvas.icon(canvas.right + 1 - MARK_COLUMNS, 0, icons.small(name), name)


def chip(canvas: Canvas, y: int, name: str, *, crowded: bool = False) -> int:
    """A seat's name, inverted, at the left edge; returns the column where the next text begins.

    It grows by a row for the tail of a letter, but not where it is ``crowded``: where a focus follows in that row.
    """
    end = canvas.text(3, y, name) + 2
    tail = fonts.line(SMALL, name).rows[-1] and not crowded
    canvas.invert(0, y, end, y + (9 if tail else 8))
    return end + 1 + _GAP


def low_text(canvas: Canvas, x: int, y: int, text: str, room: int) -> None:
    """A line on 32 rows, where the large rows overlap: large where it fits between its neighbours, else small.

    The row's own pixels are the box's, less the first: a mark over a capital moves the line down, if no letter of
    it has a tail.
    """
    art = fonts.line(MEDIUM, text)
    if art.width <= room:
        for top, outside in ((y, art.rows[0]), (y + 1, art.rows[-1])):
            if not outside and canvas.free(x, top, art):
                canvas.text(x, top, text, MEDIUM)
                return
    canvas.text(x, y + MEDIUM.baseline - SMALL.baseline, canvas.shortened(SMALL, text, room))


def chip_width(name: str) -> int:
    """Columns from the left edge to the text after a chip of that name; 1 without a name."""
    return fonts.width(SMALL, name) + 6 + _GAP if name else 1


def short_chip(canvas: Canvas, name: str, wanted: int, room: int) -> str:
    """As many letters of the name, at least three, as leave a text of ``wanted`` pixels its place in ``room``."""
    names = canvas.names if name in canvas.names else (name,)
    short = name
    for letters in range(len(name), LEAST_LETTERS - 1, -1):
        short = shortened(names, letters)[names.index(name)]
        if chip_width(short) + wanted <= room:
            break
    return short


def header(canvas: Canvas, head: Header, count: str = "", strong: str = "", *, crowded: bool = False) -> bool:
    """Draw the top line, with the rule on tall glass. ``count`` stands at the right where the header has nothing there.

    ``strong`` names a part to invert: "right" or "subject"; ``crowded`` says that a focus follows directly.
    Returns False, and draws nothing, for an empty header.
    """
    if head == Header():
        return False
    end = canvas.edge
    icon = icons.small(head.icon) if head.icon else None
    # As much room as the last row's count takes: nothing moves while the cursor does.
    most = count and "/".join([count.partition("/")[2]] * 2)
    least = chip_width(head.chip[:3]) + fonts.width(SMALL, head.subject)
    if count and not canvas.tall and least + 11 + _GAP + fonts.width(SMALL, most) > end + 1:
        icon = None  # low glass has no scroll bar
    wanted = fonts.width(SMALL, head.subject) + (11 if icon else 0)
    room = canvas.edge + 1 - chip_width(head.chip[:3]) - wanted
    beside = _PITCH * len(head.marks) - (_PITCH - 8) + _MARK_GAP
    marks = head.marks if beside <= room else ()
    right = _right(canvas, head.right or most, room - (beside + _MARK_GAP if marks else _GAP))
    if head.right and not right and (strong or not head.chip):
        right = head.right  # nothing is more to be read than this, or nothing else can give way
    if right:
        text = canvas.shortened(SMALL, right, 80)
        start = end + 1 - 2 * (strong == "right") - fonts.width(SMALL, text)
        canvas.text_right(end - 2 * (strong == "right"), 0, text if head.right else count)
        if strong == "right":
            canvas.invert(start - 3, 0, end, 8)
        end = start - (_MARK_GAP if marks else _GAP)
    if marks:
        end = icon_row(canvas, end - bool(right), 0, marks) - _MARK_GAP
    x = 1
    if head.chip:
        name = short_chip(canvas, head.chip, wanted + 6 * bool(strong), end)
        name = canvas.shortened(SMALL, name, end - 6)
        x = chip(canvas, 0, name, crowded=crowded)
    if icon:
        canvas.icon(x, 0, icon)
        x += 11
    x += 3 * (strong == "subject")
    after = canvas.text(x, 0, canvas.shortened(SMALL, head.subject, end + 1 - x - 3 * (strong == "subject")))
    if strong == "subject":
        canvas.invert(x - 3, 0, after + 1, 8)
    if canvas.tall:
        canvas.fill(0, RULE, canvas.right, RULE)
    return True


def _right(canvas: Canvas, right: str, room: int) -> str:
    """What stands at the right of a header that leaves so much ``room``, with fewer letters of the names in it if need
    be; nothing where that does not fit either, since a question is read before what stands beside it.
    """
    return next((text for text in canvas.shorter(right) if fonts.width(SMALL, text) <= room), "")


def icon_row(canvas: Canvas, last: int, y: int, names: Sequence[str], pitch: int = _PITCH) -> int:
    """Small icons side by side, the last one ending in column ``last``; returns the first column."""
    x = last + 1 - pitch * len(names) + (pitch - 8)
    first = x
    for name in names:
        canvas.icon(x, y, icons.small(name), name)
        x += pitch
    return first


def scroll_bar(canvas: Canvas, top: int, first: int, shown: int, total: int) -> None:
    """The bar at the right edge: dotted track, solid thumb."""
    bottom = canvas.bottom
    room = bottom - top + 1
    canvas.dots_down(canvas.right - 1, top + 1, bottom, 3)
    start = top + room * first // total
    canvas.fill(canvas.right - 2, start, canvas.right, max(start + 3, top + room * (first + shown) // total - 1))


def window(cursor: int, shown: int, total: int) -> int:
    """Index of the first row that is shown: one row above the cursor where there is one."""
    return max(0, min(cursor - 1, total - shown))


def track(canvas: Canvas, loop: Track, top: int, bottom: int, *, ahead: bool) -> None:
    """The time loop: solid what is gone, ticks to go; with ``ahead``, frames for what would be taken now."""
    unit = (canvas.right) // max(1, loop.length)
    if not unit:
        # More spaces than columns: the loop as one bar.
        loop, unit = Track(canvas.right, canvas.right * loop.at // loop.length), 1
    left = (canvas.right - unit * loop.length) // 2
    end = left + unit * loop.length
    at = left + unit * min(loop.at, loop.length)
    canvas.fill(left, bottom, end, bottom)
    canvas.fill(left, top, at, bottom)
    canvas.fill(end, top, end, bottom)
    steps = min(loop.ahead, loop.length - loop.at) if ahead else 0
    if unit >= 4:
        for x in range(at + unit * (steps + 1), end, unit):
            canvas.fill(x, bottom - 1, x, bottom)
        tall = max(0, bottom - top - 2)
        for step in range(steps):
            canvas.fill(at + unit * step + 2, top, at + unit * (step + 1) - 1, top + tall)
    elif steps > 0:
        for x in range(at, at + unit * steps, 2):
            canvas.fill(x, top, x, bottom)


def rule(canvas: Canvas, y: int) -> None:
    """A dotted rule across the design area."""
    canvas.dots(0, canvas.right, y)


def button_row(canvas: Canvas, top: int, bottom: int, labels: Sequence[str], cursor: int) -> None:
    """Framed buttons side by side; the one with the focus is filled."""
    gap = 2
    room = canvas.right + 1 - gap * (len(labels) - 1)
    wishes = [fonts.width(MEDIUM, label) + 12 for label in labels]
    share = room // len(labels)
    if max(wishes) <= share:
        widths = [share] * len(labels)
    else:
        spare = (room - sum(wishes)) // len(labels)
        widths = [max(share // 2, wish + spare) for wish in wishes]
        while sum(widths) > room:
            widths[widths.index(max(widths))] -= 1
    widths[-1] += room - sum(widths)
    x = 0
    for index, (label, width) in enumerate(zip(labels, widths, strict=True)):
        face, text = canvas.fitting(label, width - 6, MEDIUM, SMALL)
        y = (top + bottom + 1) // 2 - (7 if face is MEDIUM else 5)
        canvas.text_centred(x, x + width - 1, y + (1 if face is MEDIUM else 0), text, face)
        if index == cursor:
            canvas.focus(x + 1, top + 1, x + width - 2, bottom - 1)
        else:
            canvas.frame(x, top, x + width - 1, bottom)
        x += width + gap


def short_names(names: Sequence[str], rest: Sequence[str], room: int, face: Face = SMALL) -> list[str]:
    """The names in as many letters as fit for all of them, told apart; a name that fits as it is stays whole.

    ``rest`` is what stands beside each name in the same ``room`` of pixels.
    """
    for letters in range(MOST_LETTERS, 1, -1):
        short = shortened(names, letters)
        if all(
            fonts.width(face, f"{name} {more}" if more else name) <= room
            for name, more in zip(short, rest, strict=True)
        ):
            return short
    return shortened(names, 1)


def standings_row(canvas: Canvas, y: int, texts: Sequence[str]) -> None:
    """Short standings ("Ana 41") in columns; the names shortened together until all fit."""
    if not texts:
        return
    pitch = (canvas.right - 1) // max(3, len(texts))
    parted = [text.rpartition(" ") for text in texts]
    # room for three digits in any case: what a name is called must not change with its points
    numbers = [max(number, "000", key=lambda text: fonts.width(SMALL, text)) for _, _, number in parted]
    names = short_names([name for name, _, _ in parted], numbers, pitch - _GAP)
    for index, (name, (_, _, number)) in enumerate(zip(names, parted, strict=True)):
        text = f"{name} {number}" if name else number
        canvas.text(2 + pitch * index, y, canvas.shortened(SMALL, text, pitch - 2))


def fit(canvas: Canvas, texts: Sequence[str], room: int, most: int) -> bool:
    """Whether small lines of that width are enough for the texts, with fewer letters of the names in them if need
    be."""
    return len(_wrapped(canvas, texts, room, most)) <= most


def _wrapped(canvas: Canvas, texts: Sequence[str], room: int, most: int) -> list[str]:
    wrapped: list[str] = []
    for said in canvas.shorter("\n".join(texts)):
        wrapped = [part for text in said.split("\n") for part in fonts.wrapped(SMALL, text, room, most + 1)]
        if len(wrapped) <= most:
            break
    return wrapped


def lines(canvas: Canvas, x: int, y: int, texts: Sequence[str], most: int, *, last: int | None = None) -> None:
    """Small lines below each other, wrapped to the column ``last``; what goes beyond ``most`` ends in an ellipsis."""
    room = (canvas.right if last is None else last) + 1 - x
    wrapped = _wrapped(canvas, texts, room, most)
    if len(wrapped) > most:
        wrapped = [*wrapped[: most - 1], canvas.shortened(SMALL, " ".join(wrapped[most - 1 :]), room)]
    for row, text in enumerate(wrapped[:most]):
        canvas.text(x, y + row * SMALL.height, text)


def centred_lines(canvas: Canvas, bottom: int, texts: Sequence[str], most: int = 2) -> None:
    """Small centred lines, the last one's box ending just below row ``bottom``."""
    shown = [canvas.shortened(SMALL, text, canvas.right - 1) for text in texts[:most]]
    for row, text in enumerate(shown):
        canvas.text_centred(0, canvas.right, bottom - SMALL.height * (len(shown) - row), text)
