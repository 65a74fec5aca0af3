"""The layers that the knob moves in: lists, dials, cells, grids, questions, text. Each is a cursor over plain choices.

A layer knows how turning moves its cursor and which ``Screen`` it is; what a choice means is the caller's ``pick``.
Nothing here knows a game, a display or the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    Letters,
    Line,
    Notice,
    Question,
    Screen,
)

Pick: TypeAlias = Callable[[int], None]

WRAPS_UP_TO = 6  # lists of up to so many rows wrap round, longer ones stop at the ends
JUMPS_ABOVE = 8  # fast turning jumps to the next initial letter in lists longer than this
FAST_NUMBER_ABOVE, FAST_NUMBER_STEP = 20, 5


class Layer:
    """Something that lies on the stack of the flow and takes the knob."""

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


class ListLayer(Layer):
    """A list of rows with a cursor."""

    def __init__(
        self, header: Callable[[], Header], lines: Sequence[Line], pick: Pick, cursor: int = 0, footer: str = ""
    ) -> None:
        self.header, self.lines, self.pick, self.footer = header, tuple(lines), pick, footer
        self.cursor = cursor

    def turn(self, notches: int, fast: bool) -> None:
        if fast and len(self.lines) > JUMPS_ABOVE:
            self.cursor = next_initial([line.label for line in self.lines], self.cursor, notches)
        else:
            self.cursor = moved(self.cursor, notches, len(self.lines), len(self.lines) <= WRAPS_UP_TO)

    def click(self) -> None:
        if self.lines:
            self.pick(self.cursor)

    def screen(self) -> Screen:
        return Choice(self.header(), self.lines, self.cursor, self.footer)


DialWords: TypeAlias = Callable[[int], tuple[tuple[str, ...], bool, Track | None]]


class DialLayer(Layer):
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
        leap = fast and value.lstrip("+−-").isdigit() and int(value.lstrip("+−-")) >= FAST_NUMBER_ABOVE
        self.cursor = moved(self.cursor, notches * (FAST_NUMBER_STEP if leap else 1), len(self.values), wraps=False)

    def click(self) -> None:
        self.pick(self.cursor)

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


class CellsLayer(Layer):
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

    def click(self) -> None:
        self.pick(self.cursor)

    def screen(self) -> Screen:
        return Cells(self.header(), self.question, self.cells, self.cursor, self.marks)


class GridLayer(Layer):
    """Rows of cells; the cursor runs through them all and wraps. Fast turning goes from row to row."""

    def __init__(self, chip: str, titles: Sequence[str], rows: Sequence[GridRow], pick: Pick, cursor: int = 0) -> None:
        self.chip, self.titles, self.rows, self.pick, self.cursor = chip, tuple(titles), tuple(rows), pick, cursor
        self._starts = [sum(len(row.cells) for row in self.rows[:place]) for place in range(len(self.rows))]

    def _row(self) -> int:
        return max(place for place, start in enumerate(self._starts) if start <= self.cursor)

    def turn(self, notches: int, fast: bool) -> None:
        if fast:
            self.cursor = self._starts[(self._row() + notches) % len(self._starts)]
        else:
            self.cursor = moved(self.cursor, notches, len(self.titles), wraps=True)

    def click(self) -> None:
        self.pick(self.cursor)

    def screen(self) -> Screen:
        row = self._row()
        return Grid(self.chip, self.titles[self.cursor], self.rows, row, self.cursor - self._starts[row])


class QuestionLayer(Layer):
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

    def click(self) -> None:
        self.pick(self.cursor)

    def screen(self) -> Screen:
        return Question(self.header(), self.title, self.lines(self.cursor), self.buttons, self.cursor, self.icons)


class NoticeLayer(Layer):
    """Text to read, a page at a time; a click goes on, and ``done`` is called after the last page."""

    def __init__(
        self,
        header: Callable[[], Header],
        pages: Sequence[tuple[str, ...]],
        done: Callable[[], None],
        button: str = "",
        title: str = "",
        icon: str = "",
    ) -> None:
        self.header, self.pages, self.done = header, tuple(pages) or ((),), done
        self.button, self.title, self.icon, self.page = button, title, icon, 0

    def turn(self, notches: int, fast: bool) -> None:
        self.page = moved(self.page, notches, len(self.pages), wraps=False)

    def click(self) -> None:
        if self.page < len(self.pages) - 1:
            self.page += 1
        else:
            self.done()

    def screen(self) -> Screen:
        return Notice(self.header(), self.pages[self.page], self.button, self.title, self.icon)


class EntriesLayer(Layer):
    """A dense list of ledger entries."""

    def __init__(self, header: Callable[[], Header], rows: Sequence[tuple[str, str, str]], pick: Pick) -> None:
        self.header, self.rows, self.pick, self.cursor = header, tuple(rows), pick, len(rows) - 1

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches, len(self.rows), wraps=False)

    def click(self) -> None:
        self.pick(self.cursor)

    def screen(self) -> Screen:
        return Entries(self.header(), self.rows, self.cursor)


class LettersLayer(Layer):
    """The letter wheel: turn to a letter, click to take it, hold to end. The first places end and erase."""

    END, ERASE = "OK", "←"

    def __init__(
        self,
        header: Callable[[], Header],
        letters: str,
        most: int,
        done: Callable[[str], None],
        text: str = "",
        lines: tuple[str, ...] = (),
    ) -> None:
        self.header, self.most, self.done, self.text, self.lines = header, most, done, text, lines
        self.wheel = (self.END, self.ERASE, *letters)
        self.cursor = 2

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches * (3 if fast else 1), len(self.wheel), wraps=True)

    def click(self) -> None:
        letter = self.wheel[self.cursor]
        if letter == self.END:
            self.done(self.text)
        elif letter == self.ERASE:
            self.text = self.text[:-1]
        elif len(self.text) < self.most:
            self.text += letter

    def back(self) -> bool:
        if not self.text:
            return False
        self.text = self.text[:-1]
        return True

    def hold(self) -> None:
        """A hold ends the entry."""
        self.done(self.text)

    def screen(self) -> Screen:
        return Letters(self.header(), self.text, self.wheel, self.cursor, self.lines)
