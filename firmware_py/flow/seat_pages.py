"""What there is to see of the seats: the status, a seat's page, the score; and what a seat's button opens.

Everything comes from the game's page and standings, so that every title has these pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.game import TABLE, Game
from engine.words import Row
from firmware_py.flow import news as telling
from firmware_py.flow.boards import BoardLayer, seat_board
from firmware_py.flow.pages import with_back
from firmware_py.flow.prompt import owed_line
from firmware_py.flow.why import why_layer
from firmware_py.flow.widgets import Layer
from firmware_py.view import Header, Line, Screen, SeatPage, Standing, Status

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def status_screen(flow: Flow, game: Game) -> Screen:
    """The game at a glance; the seat to move is inverted."""
    page = game.page(None)
    rows = tuple(
        Standing(flow.say(row.label), telling.number(row.number), row.icon, telling.number(row.aside), boxes(row))
        for row in page.rows
    )
    asked = game.decision.seat if game.decision else TABLE
    focus = next((place for place, row in enumerate(page.rows) if row.seat == asked), -1)
    facts = tuple((fact.icon, flow.say(fact.label)) for fact in page.facts)
    left_of = next((left_words(flow, row) for row in page.rows if row.seat == asked and boxes(row)), "")
    status, left = flow.say(page.status), flow.say(page.left)
    return Status(status, left, page.marks, rows, focus, page.track, facts, outstanding(flow, game), left_of)


def boxes(row: Row) -> tuple[int, int] | None:
    """The second number of a row as so many of that many."""
    return (row.aside, row.of) if row.aside is not None and row.of is not None else None


def left_words(flow: Flow, row: Row) -> str:
    """What boxes show, in words."""
    return flow.say("{count} left", count=row.aside or 0)


def outstanding(flow: Flow, game: Game) -> str:
    """What the turn waits for: another seat's or the table's answer in it, else what is owed yet."""
    decision, mover = game.decision, game.way.mover(game)
    if decision is None or not game.turn[0]:
        return ""
    if mover not in (TABLE, decision.seat):
        return flow.say(game.words())
    return owed_line(game, flow.say)


def seat_screen(flow: Flow, game: Game, seat: int, own: bool) -> Screen:
    """One seat's page; ``own``: on that seat's display, where it may say "your"."""
    page, standings = game.page(seat if own else None), game.standings()
    total, best = standings.totals[seat], standings.totals[standings.order[0]]
    place = telling.ordinal(flow, standings.places[seat])
    if total < best:
        place = flow.say("{place}, {points} behind", place=place, points=best - total)
    row = next((row for row in page.rows if row.seat == seat), None)
    left = boxes(row) if row is not None else None
    facts: tuple[tuple[str, str], ...] = ()
    if row is not None and row.note is not None:
        facts = ((row.icon, flow.say(row.note)),)
    elif row is not None and left:
        facts = (("", left_words(flow, row)),)
    elif row is not None and row.aside is not None:
        facts = ((row.icon, telling.number(row.aside)),)
    decision, mover = game.decision, game.way.mover(game)
    about = game.way.about(game, seat)
    lines, turn = tuple(flow.say(note) for note in about or page.notes), ""
    if decision is not None and decision.seat == seat and (own or not about):
        turn = turn_words(flow, game, seat, own)
    elif decision is not None and decision.seat != TABLE and not about:
        lines = (flow.say("{name} is playing", name=flow.name(decision.seat)), *lines)
    elif own and mover == seat and decision is not None:
        lines = (outstanding(flow, game), *lines)
    name, unit = flow.name(seat), flow.say(page.unit)
    return SeatPage(name, telling.number(total), unit, place, facts, page.marks, lines, turn, left)


def turn_words(flow: Flow, game: Game, seat: int, own: bool) -> str:
    """That the seat is asked: in another's turn, or in its own; there, what it still owes."""
    if game.way.mover(game) not in (seat, TABLE):
        return flow.say("your answer") if own else flow.say("to answer")
    return owed_line(game, flow.say) or (flow.say("your turn") if own else flow.say("to move"))


class SeatLayer(Layer):
    """One seat's page; turning goes to the next seat, a click to all that lies before it or, if the way has no such
    pages, to its "why"."""

    def __init__(self, flow: Flow, seat: int) -> None:
        self.flow, self.cursor = flow, seat

    def about(self) -> int:
        return self.cursor

    def turn(self, notches: int, fast: bool) -> None:
        game = self.flow.game
        if game is not None:
            self.cursor = (self.cursor + notches) % game.players

    def click(self) -> None:
        self.flow.replace(seat_board(self.flow, self.cursor) or why_layer(self.flow, self.cursor))

    def screen(self) -> Screen:
        game = self.flow.game
        assert game is not None
        return seat_screen(self.flow, game, self.cursor, own=False)


def press_seat(flow: Flow, seat: int) -> None:
    """A seat's button: an answer if the question asks for a seat, else that seat's page, then its "why"."""
    game, top = flow.game, flow.top()
    if top.seat(seat) or game is None or seat >= game.players:
        return
    on_page = isinstance(top, SeatLayer | BoardLayer) and top.about() == seat
    while flow.layers and flow.layers[-1].about() is not None:
        flow.layers.pop()  # one seat's pages take the place of another's
    flow.push(why_layer(flow, seat) if on_page else SeatLayer(flow, seat))


def score_layer(flow: Flow) -> Layer:
    """All seats with their points; a click opens a seat's page."""
    game = flow.game
    assert game is not None
    order, lines = standing_lines(flow, game)
    header = Header("", "prestige", flow.say("Score"), flow.say(game.page(None).status))
    return with_back(flow, header, lines, lambda place: flow.push(SeatLayer(flow, order[place])))


def standing_lines(flow: Flow, game: Game, names: Sequence[str] = ()) -> tuple[list[int], list[Line]]:
    """The seats from first to last with place and points; those that left set apart below."""
    names = names or flow.table.names
    standings, left = game.standings(), set(game.state().get("left", ()))
    order = sorted(standings.order, key=lambda seat: seat in left)
    lines = [
        Line(
            names[seat] if seat in left else f"{standings.places[seat]} {names[seat]}",
            telling.number(standings.totals[seat]),
            legal=seat not in left,
        )
        for seat in order
    ]
    return order, lines
