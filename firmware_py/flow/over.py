"""The end of a game: the winner first, then the seats from first to last, each with its "why"; then a new game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game
from engine.ledger import by_reason
from engine.words import Seat
from firmware_py.flow import news as telling
from firmware_py.flow.seat_pages import standing_lines
from firmware_py.flow.why import why_layer
from firmware_py.flow.widgets import ListLayer
from firmware_py.view import Header, Line, Screen, Winner

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

COUNT_NOW = "!count"  # the correction that goes to final scoring before its time


def how_ended(game: Game) -> str:
    """The word for how a game that is closed now was ended."""
    if not game.over:
        return "stopped"
    return "counted" if any(past.key == COUNT_NOW for past in game.past) else "over"


class OverLayer(ListLayer):
    """The winner's picture; the first turn or click leaves it for the list, a click there opens a seat's "why"."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        game = flow.game
        assert game is not None
        self.order, lines = standing_lines(flow, game)
        lines.append(Line(flow.say("New game"), icon="arch"))
        super().__init__(lambda: Header("", "prestige", flow.say("Final score")), lines, self._picked, cursor=-1)

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
        flow = self.flow
        if place < len(self.order):
            flow.push(why_layer(flow, self.order[place]))
            return
        game = flow.game
        assert game is not None
        flow.table.finish(how_ended(game))
        flow.home()

    def screen(self) -> Screen:
        game = self.flow.game
        assert game is not None
        return super().screen() if self.cursor >= 0 else winner_screen(self.flow, game)


def winner_screen(flow: Flow, game: Game) -> Screen:
    """Who wins, by how much, from what most; "ended early" where final scoring came before its time."""
    standings = game.standings()
    winners = [seat for seat in standings.order if standings.places[seat] == 1]
    others = [seat for seat in standings.order if seat not in winners]
    first = winners[0]
    if len(winners) == 1:
        title = flow.say("{seat} wins", seat=Seat(first))
    else:
        title = flow.say("{seats} share it", seats=tuple(Seat(seat) for seat in winners))
    margin = standings.totals[first] - standings.totals[others[0]] if others else 0
    by = flow.say("by {points}", points=margin) if margin else flow.say("after a tie") if others else ""
    gained = by_reason(game.ledger, first)
    best = max(gained, key=lambda reason: gained[reason], default="")
    notes = " · ".join(flow.say(note) for note in game.page(None).notes)
    if best and not notes:
        reason = flow.say(game.way.reason(best)).lower()
        notes = flow.say("most from {reason}: {points}", reason=reason, points=gained[best])
    rest = "   ".join(f"{flow.name(seat)} {telling.number(standings.totals[seat])}" for seat in others)
    lines = (notes, rest)
    return Winner(title, telling.number(standings.totals[first]), by, tuple(line for line in lines if line))
