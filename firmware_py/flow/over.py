"""The final pages of a game: the winner, then the seats from first to last, each with its sheet and its "why".

They stand at the end of the game on the table, and over a past one, which is only looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.game import Game
from engine.ledger import by_reason
from firmware_py.flow import news as telling
from firmware_py.flow.seat_pages import standing_lines
from firmware_py.flow.why import Told, on_table, why_layer
from firmware_py.flow.widgets import ListLayer
from firmware_py.view import Header, Line, Screen, Winner

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

Row = tuple[Line, Callable[[], None]]


class FinalLayer(ListLayer):
    """The winner's picture; the first turn or click leaves it for the list, a click there opens a seat's sheet.

    A game that did not come to its end has no winner. ``more`` are rows below the seats.
    """

    def __init__(self, flow: Flow, told: Told, subject: str, more: Sequence[Row]) -> None:
        self.flow, self.story = flow, told
        self.order, lines = ranking(flow, told)
        self._acts = [act for _, act in more]
        self._won = told.game if told.game is not None and told.game.over else None
        super().__init__(
            lambda: Header("", "prestige", subject),
            [*lines, *(line for line, _ in more)],
            self._picked,
            cursor=-1 if self._won else 0,
        )

    def turn(self, notches: int, fast: bool) -> None:
        if self.cursor < 0:
            self.cursor = 0 if notches > 0 else len(self.lines) - 1
        else:
            super().turn(notches, fast)

    def click(self) -> None:
        if self.cursor < 0:
            self.cursor = 0
        else:
            super().click()

    def _picked(self, place: int) -> None:
        if place < len(self.order):
            open_sheet(self.flow, self.story, self.order[place])
        else:
            self._acts[place - len(self.order)]()

    def screen(self) -> Screen:
        if self._won is None or self.cursor >= 0:
            return super().screen()
        return winner_screen(self.flow, self._won, self.story.names)


class OverLayer(FinalLayer):
    """The end of the game on the table; then a new one."""

    def __init__(self, flow: Flow) -> None:
        super().__init__(
            flow, on_table(flow), flow.say("Final score"), [(Line(flow.say("New game"), icon="arch"), self._put_away)]
        )

    def _put_away(self) -> None:
        self.flow.table.finish("over")
        self.flow.home()


def ranking(flow: Flow, told: Told) -> tuple[list[int], list[Line]]:
    """The seats from first to last with place and points."""
    if told.game is not None:
        return standing_lines(flow, told.game, told.names)
    order = sorted(range(len(told.totals)), key=lambda seat: -told.totals[seat])
    places = [1 + sum(other > total for other in told.totals) for total in told.totals]
    return order, [Line(f"{places[seat]} {told.names[seat]}", telling.number(told.totals[seat])) for seat in order]


def open_sheet(flow: Flow, told: Told, seat: int) -> None:
    """A seat's final score line by line, where the game came to its end; a click goes on to its "why"."""

    def why() -> None:
        flow.replace(why_layer(flow, seat, told))

    if told.game is None or not told.game.over or not told.game.way.summary(told.game, seat):
        flow.push(why_layer(flow, seat, told))
    else:
        flow.push(telling.sheet_page(flow, told.game, seat, told.names[seat], why))


def winner_screen(flow: Flow, game: Game, names: Sequence[str]) -> Screen:
    """Who wins, by how much, from what most; "ended early" where final scoring came before its time."""
    standings = game.standings()
    winners = [seat for seat in standings.order if standings.places[seat] == 1]
    others = [seat for seat in standings.order if seat not in winners]
    first = winners[0]
    if len(winners) == 1:
        title = flow.say("{name} wins", name=names[first])
    else:
        title = flow.say("{names} share it", names=tuple(names[seat] for seat in winners))
    margin = standings.totals[first] - standings.totals[others[0]] if others else 0
    by = flow.say("by {points}", points=margin) if margin else flow.say("after a tie") if others else ""
    gained = by_reason(game.ledger, first)
    best = max(gained, key=lambda reason: gained[reason], default="")
    notes = " · ".join(note.render(names, flow.ways.translate) for note in game.page(None).notes)
    if best and not notes:
        reason = flow.say(game.way.reason(best)).lower()
        notes = flow.say("most from {reason}: {points}", reason=reason, points=gained[best])
    rest = "   ".join(f"{names[seat]} {telling.number(standings.totals[seat])}" for seat in others)
    lines = (notes, rest)
    return Winner(title, telling.number(standings.totals[first]), by, tuple(line for line in lines if line))
