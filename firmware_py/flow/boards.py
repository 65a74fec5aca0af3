"""Pages of the board to look at: one for each area, then one for each seat; turning goes on from one to the next.

What stands on them comes from the way, so that every title that has such pages shows them. What a seat holds in secret
stands there only while that seat has said that it alone looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.words import Leaf, Row
from firmware_py.flow import news as telling
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer, moved
from firmware_py.view import Header, Line, Panel, Screen

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

INDENT = "MM"  # about as wide as an icon
PAGE_ROWS, LOW_PAGE_ROWS = 5, 2  # small rows below a header, on glass of 64 and of 32 rows


class Sheet(NamedTuple):
    """A page of an area: which of ``of`` it is, and its lines."""

    leaf: Leaf
    number: int
    of: int
    lines: tuple[Line, ...]


def leaves(flow: Flow) -> list[Leaf]:
    """The areas and seats as whoever looks may see them; none before a game."""
    game = flow.game
    return list(game.way.boards(game, flow.looking if flow.looking >= 0 else None)) if game is not None else []


def sheets(flow: Flow) -> list[Sheet]:
    """Every page, area after area."""
    most = PAGE_ROWS if flow.ways.page_lines >= PAGE_ROWS else LOW_PAGE_ROWS
    found = []
    for leaf in leaves(flow):
        pages: list[list[Line]] = [[]]
        for row in leaf.rows:
            here = lines(flow, row)
            if pages[-1] and len(pages[-1]) + len(here) > most:
                pages.append([])
            while len(here) > most:
                pages[-1] += here[:most]
                here = here[most:]
                pages.append([])
            pages[-1] += here
        found += [Sheet(leaf, number, len(pages), tuple(page)) for number, page in enumerate(pages, 1)]
    return found


def lines(flow: Flow, row: Row) -> list[Line]:
    """A row as it stands on a page: what is said of it at its right end or, where that is too long, below it."""
    label = flow.say(row.label)
    if row.values:
        values = tuple(flow.say(value) for value in row.values)
        return [Line(label, icon=row.icon, values=values, at=-1 if row.number is None else row.number)]
    note = flow.say(row.note) if row.note is not None else telling.number(row.number)
    pad = INDENT * len(row.icon.split())
    if not note or len(flow.ways.wrap(f"{pad}{label}  {note}")) == 1:
        return [Line(label, note, row.icon)]
    more = telling.number(row.number) if row.note is not None else ""
    return [Line(label, more, row.icon), *(Line(text) for text in wrapped(flow, note, pad))]


def wrapped(flow: Flow, text: str, pad: str) -> list[str]:
    """A text in lines that leave as much room as ``pad`` takes."""
    found = [""]
    for word in text.split():
        if found[-1] and len(flow.ways.wrap(f"{pad}{found[-1]} {word}")) > 1:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found


class BoardLayer(Layer):
    """The pages; a turn goes on to the next, a fast one to the next area; a click closes."""

    def __init__(self, flow: Flow, first: Leaf) -> None:
        self.flow = flow
        self.cursor = next(place for place, sheet in enumerate(sheets(flow)) if sheet.leaf == first)

    def about(self) -> int | None:
        """Whose page it is, if it is a seat's."""
        return self._sheet().leaf.seat

    def _sheet(self) -> Sheet:
        pages = sheets(self.flow)
        return pages[min(self.cursor, len(pages) - 1)]

    def turn(self, notches: int, fast: bool) -> None:
        pages = sheets(self.flow)
        if not fast:
            self.cursor = moved(self.cursor, notches, len(pages), wraps=True)
            return
        first = [place for place, sheet in enumerate(pages) if sheet.number == 1]
        at = max(index for index, place in enumerate(first) if place <= self.cursor)
        self.cursor = first[(at + notches) % len(first)]

    def click(self) -> None:
        self.flow.pop()

    def screen(self) -> Screen:
        flow, (leaf, number, of, shown) = self.flow, self._sheet()
        label = flow.say(leaf.label)
        count = f"{number}/{of}" if of > 1 else ""
        note = flow.say(leaf.note) if leaf.note is not None else ""
        header = Header("", leaf.icon, label, count) if leaf.seat is None else Header(label, "", note, count)
        return Panel(header, shown)


def boards_layer(flow: Flow) -> Layer:
    """Which area or seat to look at first."""
    found = leaves(flow)
    lines = [Line(flow.say(leaf.label), icon=leaf.icon) for leaf in found]
    header = Header("", "", flow.say("Board"))
    return with_back(flow, header, lines, lambda place: flow.push(BoardLayer(flow, found[place])))


def seat_board(flow: Flow, seat: int) -> Layer | None:
    """The pages, opened on that seat's first; None if there are none of seats."""
    mine = next((leaf for leaf in leaves(flow) if leaf.seat == seat), None)
    return BoardLayer(flow, mine) if mine is not None else None
