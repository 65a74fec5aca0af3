"""The layers that the knob moves in: lists, dials, cells, grids, questions, text. Each is a cursor over plain choices.

A layer knows how turning moves its cursor and which ``Screen`` it is; what a choice means is the caller's ``pick``.
Nothing here knows a game, a display or the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from engine.words import Track
from firmware_py.view import (
    Cell,
    Cells,
    Choice,
    Dial,
    Entries,
    Grid,
    GridRow,
    Header,
    Line,
    Mark,
    Marks,
    Notice,
    Plate,
    Plates,
    Question,
    Screen,
)

Pick: TypeAlias = Callable[[int], None]
Page: TypeAlias = tuple[str, ...]

WRAPS_UP_TO = 6  # lists of up to so many rows wrap round, longer ones stop at the ends
JUMPS_ABOVE = 8  # fast turning jumps to the next initial letter in lists longer than this
FAST_NUMBER_ABOVE, FAST_NUMBER_STEP = 20, 5


class Layer:
    """Something that lies on the stack of the flow and takes the knob.

    ``cursor`` is all that turning may change, so that a slip of the hand can be taken back. ``passes``: a turn closes
    the layer and counts for what lies below. ``seats``: which place of a question a seat's button picks. ``of_seat``:
    whose page it is. ``among``: the ways to answer the open question, each its keys, that are left here; none for all.
    """

    cursor: int = 0
    passes: bool = False
    seats: Mapping[int, int] = MappingProxyType({})
    of_seat: int | None = None
    among: Sequence[tuple[str, ...]] = ()

    def about(self) -> int | None:
        """Whose page it is now, if it is a seat's."""
        return self.of_seat

    def turn(self, notches: int, fast: bool) -> None:
        """The knob moved by so many detents (> 0 clockwise); ``fast``: less than 60 ms apart."""

    def click(self) -> None:
        """The knob was clicked."""

    def back(self) -> bool:
        """Back was pressed. True if it was used inside; False: the flow closes this layer."""
        return False

    def seat(self, seat: int) -> bool:
        """A seat button was pressed. True if it answers something here."""
        return False

    def hold(self) -> bool:
        """The knob was held. True if that means something here; False: the flow opens the table menu."""
        return False

    def screen(self) -> Screen:
        raise NotImplementedError  # an abstract method: each layer is a screen


def moved(cursor: int, notches: int, length: int, wraps: bool) -> int:
    """The cursor after so many notches over ``length`` places."""
    if length == 0:
        return 0
    return (cursor + notches) % length if wraps else max(0, min(length - 1, cursor + notches))


def next_initial(labels: Sequence[str], cursor: int, notches: int) -> int:
    """The cursor moved to the first row of the next initial letter, as often as there are notches."""
    step = 1 if notches > 0 else -1
    for _ in range(abs(notches)):
        initial, place = labels[cursor][:1], cursor
        while 0 <= place + step < len(labels) and labels[place][:1] == initial:
            place += step
        if step < 0:  # stand on the first row of that letter, not the last
            while place > 0 and labels[place - 1][:1] == labels[place][:1]:
                place -= 1
        cursor = place
    return cursor


def is_number(text: str) -> bool:
    """Whether a label is a number, with or without a sign."""
    return text.lstrip("+−-").isdigit()


class ChoiceLayer(Layer):
    """What a click takes is the place under the cursor; so does a seat's button, where the question asks for a seat."""

    pick: Pick

    def click(self) -> None:
        self.pick(self.cursor)

    def seat(self, seat: int) -> bool:
        if seat not in self.seats:
            return False
        self.pick(self.seats[seat])
        return True


class ListLayer(ChoiceLayer):
    """A list of rows with a cursor. ``told``: what the last line says of each row, in place of ``footer``."""

    def __init__(
        self,
        header: Callable[[], Header],
        lines: Sequence[Line],
        pick: Pick,
        cursor: int = 0,
        footer: str = "",
        told: Sequence[str] = (),
    ) -> None:
        self.header, self.lines, self.pick, self.footer = header, tuple(lines), pick, footer
        self.cursor, self.told = cursor, tuple(told)

    def stand_on(self, label: str) -> None:
        """Put the cursor on the row that is called so, if there is one."""
        self.cursor = next((place for place, line in enumerate(self.lines) if line.label == label), self.cursor)

    def turn(self, notches: int, fast: bool) -> None:
        if fast and len(self.lines) > JUMPS_ABOVE:
            self.cursor = next_initial([line.label for line in self.lines], self.cursor, notches)
        else:
            self.cursor = moved(self.cursor, notches, len(self.lines), len(self.lines) <= WRAPS_UP_TO)

    def click(self) -> None:
        if self.lines:
            self.pick(self.cursor)

    def screen(self) -> Screen:
        told = self.told[self.cursor] if self.told else ""
        return Choice(self.header(), self.lines, self.cursor, told or self.footer or " " * bool(self.told))


DialWords: TypeAlias = Callable[[int], tuple[tuple[str, ...], bool, Track | None]]


class DialLayer(ChoiceLayer):
    """Values on a dial. ``words(index)`` gives the lines below, whether they are strong, and the time loop."""

    def __init__(
        self,
        header: Callable[[], Header],
        label: str,
        values: Sequence[str],
        pick: Pick,
        cursor: int = 0,
        words: DialWords | None = None,
        footer: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        self.header, self.label, self.values, self.pick = header, label, tuple(values), pick
        self.cursor, self.words, self.footer = cursor, words, footer

    def turn(self, notches: int, fast: bool) -> None:
        value = self.values[self.cursor]
        leap = fast and is_number(value) and int(value.lstrip("+−-")) >= FAST_NUMBER_ABOVE
        self.cursor = moved(self.cursor, notches * (FAST_NUMBER_STEP if leap else 1), len(self.values), wraps=False)

    def screen(self) -> Screen:
        lines, strong, track = self.words(self.cursor) if self.words else ((), False, None)
        return Dial(
            self.header(),
            self.label,
            self.values[self.cursor],
            self.cursor > 0,
            self.cursor < len(self.values) - 1,
            lines,
            strong,
            track,
            self.footer(),
        )


class CellsLayer(ChoiceLayer):
    """Framed cells side by side."""

    def __init__(
        self,
        header: Callable[[], Header],
        question: str,
        cells: Sequence[Cell],
        pick: Pick,
        cursor: int = 0,
        marks: tuple[str, ...] = (),
    ) -> None:
        self.header, self.question, self.cells, self.pick = header, question, tuple(cells), pick
        self.cursor, self.marks = cursor, marks

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches, len(self.cells), wraps=True)

    def screen(self) -> Screen:
        return Cells(self.header(), self.question, self.cells, self.cursor, self.marks)


class RingLayer(ChoiceLayer):
    """Places as they lie on the table, three in a row. Turning goes round them and passes over what cannot be taken.

    ``right(place)`` is what the header says of the place under the cursor, and whether strongly.
    """

    ACROSS = 3

    def __init__(
        self,
        header: Callable[[], Header],
        plates: Sequence[Plate],
        pick: Pick,
        cursor: int,
        right: Callable[[int], tuple[str, bool]] = lambda _: ("", False),
    ) -> None:
        self.header, self.plates, self.pick, self.cursor, self.right = header, tuple(plates), pick, cursor, right
        lower = range(self.ACROSS, len(self.plates))
        self._round = [place for place in (*range(self.ACROSS), *reversed(lower)) if self.plates[place].legal]

    def turn(self, notches: int, fast: bool) -> None:
        at = self._round.index(self.cursor)
        self.cursor = self._round[moved(at, notches, len(self._round), wraps=True)]

    def screen(self) -> Screen:
        head, (right, strong) = self.header(), self.right(self.cursor)
        return Plates(
            Header(head.chip, head.icon, head.subject, right or head.right, head.marks),
            self.plates,
            self.cursor,
            strong,
        )


class MarksLayer(ChoiceLayer):
    """Marks side by side, of each of which there are several; below, what there is to say."""

    def __init__(
        self,
        header: Callable[[], Header],
        marks: Sequence[Mark],
        pick: Pick,
        cursor: int = 0,
        lines: tuple[str, ...] = (),
    ) -> None:
        self.header, self.marks, self.pick, self.cursor, self.lines = header, tuple(marks), pick, cursor, lines

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches, len(self.marks), wraps=True)

    def screen(self) -> Screen:
        return Marks(self.header(), self.marks, self.cursor, self.lines)


class GridLayer(ChoiceLayer):
    """Rows of cells; the cursor runs through them all and wraps. Fast turning goes from row to row, to its middle."""

    def __init__(
        self,
        chip: str,
        titles: Sequence[str],
        rows: Sequence[GridRow],
        pick: Pick,
        cursor: int = 0,
        stops: Sequence[int] = (),
        marks: tuple[str, ...] = (),
    ) -> None:
        """``stops``: cells on which fast turning stops; a row without one is entered in its middle."""
        self.chip, self.titles, self.rows, self.pick, self.cursor = chip, tuple(titles), tuple(rows), pick, cursor
        self._starts = [sum(len(row.cells) for row in self.rows[:place]) for place in range(len(self.rows))]
        self._stops, self.marks = tuple(stops), marks

    def _row(self) -> int:
        return max(place for place, start in enumerate(self._starts) if start <= self.cursor)

    def turn(self, notches: int, fast: bool) -> None:
        if not fast:
            self.cursor = moved(self.cursor, notches, len(self.titles), wraps=True)
            return
        row = (self._row() + notches) % len(self._starts)
        # a row without an icon is one of words, not of amounts: it starts with the usual one
        middle = (len(self.rows[row].cells) - 1) // 2 if self.rows[row].icon else 0
        first = self._starts[row]
        own = [place for place in self._stops if first <= place < first + len(self.rows[row].cells)]
        self.cursor = own[0] if own else first + middle

    def screen(self) -> Screen:
        row = self._row()
        return Grid(self.chip, self.titles[self.cursor], self.rows, row, self.cursor - self._starts[row], self.marks)


class QuestionLayer(ChoiceLayer):
    """A question with two buttons."""

    def __init__(
        self,
        header: Callable[[], Header],
        title: str,
        lines: Callable[[int], tuple[str, ...]],
        buttons: tuple[str, ...],
        pick: Pick,
        cursor: int = 0,
        icons: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.header, self.title, self.lines, self.buttons = header, title, lines, buttons
        self.pick, self.cursor, self.icons = pick, cursor, icons

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches, len(self.buttons), wraps=True)

    def screen(self) -> Screen:
        return Question(self.header(), self.title, self.lines(self.cursor), self.buttons, self.cursor, self.icons)


class NoticeLayer(Layer):
    """Text to read, a page at a time; a click goes on, and ``done`` is called after the last page.

    ``pages()`` is asked afresh for every picture, so that what it tells may change. ``button`` stands on the last
    page only.
    """

    def __init__(
        self,
        header: Callable[[], Header],
        pages: Callable[[], Sequence[Page]],
        done: Callable[[], None],
        button: str = "",
        title: str = "",
        icon: str = "",
    ) -> None:
        self.header, self.pages, self.done = header, pages, done
        self.button, self.title, self.icon = button, title, icon

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches, len(self.pages()), wraps=False)

    def click(self) -> None:
        if self.cursor < len(self.pages()) - 1:
            self.cursor += 1
        else:
            self.done()

    def screen(self) -> Screen:
        pages, head = self.pages() or ((),), self.header()
        place = min(self.cursor, len(pages) - 1)
        if len(pages) > 1:
            head = Header(head.chip, head.icon, head.subject, f"{place + 1}/{len(pages)}", head.marks)
        return Notice(head, pages[place], self.button if place == len(pages) - 1 else "", self.title, self.icon)


class ShownLayer(Layer):
    """A picture that is only looked at (a result): a click or Back closes it, a turn closes it and counts below.

    ``picture(first)`` is asked with the first line to be shown; ``steps`` is how far that can go on. What can be
    scrolled keeps the turns for itself.
    """

    def __init__(self, picture: Callable[[int], Screen], done: Callable[[], None], steps: int = 0) -> None:
        self.picture, self.done, self.steps = picture, done, steps
        self.passes = steps == 0

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches, self.steps + 1, wraps=False)

    def click(self) -> None:
        self.done()

    def screen(self) -> Screen:
        return self.picture(self.cursor)


class EntriesLayer(ChoiceLayer):
    """A dense list of ledger entries; the cursor starts on ``cursor``, by default the last."""

    def __init__(
        self, header: Callable[[], Header], rows: Sequence[tuple[str, str, str]], pick: Pick, cursor: int | None = None
    ) -> None:
        self.header, self.rows, self.pick = header, tuple(rows), pick
        self.cursor = len(rows) - 1 if cursor is None else cursor

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches, len(self.rows), wraps=False)

    def screen(self) -> Screen:
        return Entries(self.header(), self.rows, self.cursor)
