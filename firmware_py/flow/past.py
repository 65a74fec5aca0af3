"""Past games: the list of those that are finished, and the final pages of one, which is only looked at.

Looking puts nothing on the table and writes nothing. A game that no longer replays is shown from what was stored with
its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import catalogue
from engine.errors import EngineError
from engine.ledger import Entry
from firmware_py.errors import Differs
from firmware_py.flow import news as telling
from firmware_py.flow.over import FinalLayer
from firmware_py.flow.pages import with_back
from firmware_py.flow.why import Told
from firmware_py.flow.widgets import Layer
from firmware_py.folding import fold
from firmware_py.operations import GameInfo, Operation
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def points_of(flow: Flow, game: GameInfo) -> str:
    """Everybody's points in a line."""
    totals = [telling.number(total) for total in game.totals]

    def line(names: Sequence[str]) -> str:
        return " ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))

    return telling.in_a_line(flow, game.names, line)


def state_of(flow: Flow, game: GameInfo) -> str:
    """How far the game is, and how it was ended."""
    turn = flow.say("turn {turn}", turn=game.turn)
    ended = {"counted": flow.say("ended early"), "stopped": flow.say("stopped")}.get(game.finished, "")
    return " · ".join(part for part in (turn, ended) if part)


def show_past_games(flow: Flow, before: int = 0) -> None:
    """Read some finished games, those that ended before operation ``before`` (0: the newest), and list them."""

    def got(games: list[GameInfo], more: bool, error: BaseException | None) -> None:
        games = [game for game in games if game.number != flow.table.number]
        if error is not None:
            flow.refuse(str(error), flow.say("Not opened"))
        elif games:
            flow.push(past_games_layer(flow, games, more))
        else:
            flow.refuse(flow.say("None of them can be read."), flow.say("Not opened"))

    flow.table.past.page(got, before)


def past_games_layer(flow: Flow, games: Sequence[GameInfo], more: bool = False) -> Layer:
    """A list of them, the newest first; a click opens the final pages of one. ``more``: the last row has the older."""
    lines = [Line(" ".join(each.names), each.date or flow.say("turn {turn}", turn=each.turn)) for each in games]
    if more:
        lines.append(Line(flow.say("Older games"), icon="clock"))
    header = Header("", "clock", flow.say("Past games"))

    def pick(place: int) -> None:
        if place < len(games):
            look_at(flow, games[place])
        else:
            show_past_games(flow, games[-1].last)

    return with_back(flow, header, lines, pick)


def look_at(flow: Flow, game: GameInfo) -> None:
    """Read a game, and show its final pages."""

    def read(operations: tuple[Operation, ...], error: BaseException | None) -> None:
        if error is not None:
            flow.refuse(str(error), flow.say("Not opened"))
        else:
            flow.push(past_layer(flow, game, told_of(game, operations)))

    flow.table.read(game.number, read)


def told_of(game: GameInfo, operations: Sequence[Operation]) -> Told:
    """A past game as it can be told: played again, else as it was stored."""
    try:
        play = fold(operations)
        return Told(play.start.names, play.game.way, play.game.ledger, play.game.totals(), play.game)
    except Differs:
        try:
            way = catalogue.title(game.title).ways.get(game.way)
        except EngineError:
            way = None
        stored = next((each.details() for each in reversed(operations) if each.op == "finish"), {})
        ledger = [Entry(*entry) for entry in stored.get("ledger", ())]
        return Told(game.names, way, ledger, game.totals, None)


def past_layer(flow: Flow, game: GameInfo, told: Told) -> Layer:
    """The final pages of a past game, and below them the offer to go on with it."""

    def reopen() -> None:
        flow.table.reopen(game.number, flow.taken_up)

    more = [(Line(flow.say("Reopen"), icon="undo"), reopen)]
    if not flow.ways.has_back:
        more.append((Line(flow.say("Back"), icon="undo"), flow.pop))
    subject = state_of(flow, game) if game.finished != "over" else flow.say("Final score")
    return FinalLayer(flow, told, subject, more)
