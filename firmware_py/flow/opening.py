"""Before a game: what the glass shows when none is on the table. Go on with one, reopen one, or begin a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine import catalogue
from engine.errors import EngineError
from firmware_py.errors import Differs
from firmware_py.flow import news as telling
from firmware_py.flow.new_game import NewGame
from firmware_py.flow.pages import with_back
from firmware_py.flow.prompt import shorts
from firmware_py.flow.widgets import Layer, ListLayer, QuestionLayer
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.operations import GameInfo


def opening(flow: Flow) -> Layer:
    """The base while no game is open: go on with an unfinished one, or the list of titles."""
    if flow.table.differs is not None:
        return differs_layer(flow, flow.table.differs)
    unfinished = flow.table.unfinished()
    return resume_layer(flow, unfinished) if unfinished else titles_layer(flow)


def lines_of(flow: Flow, game: GameInfo) -> tuple[str, ...]:
    """Everybody's points, how far the game is, and how it was ended."""
    totals = [telling.number(total) for total in game.totals]
    points = " ".join(f"{name} {total}" for name, total in zip(game.names, totals, strict=True))
    if len(flow.ways.wrap(points)) > 1:
        points = " ".join(f"{name} {total}" for name, total in zip(shorts(game.names), totals, strict=True))
    turn = flow.say("turn {turn}", turn=game.turn)
    ended = {"counted": flow.say("ended early"), "stopped": flow.say("stopped")}.get(game.finished, "")
    return points, " · ".join(part for part in (turn, ended) if part)


def label_of(flow: Flow, game: GameInfo) -> str:
    """What a stored game's title is called; the title itself may be gone."""
    try:
        return flow.say(catalogue.title(game.title).label)
    except EngineError:
        return game.label


# ---- going on


def resume_layer(flow: Flow, games: Sequence[GameInfo]) -> Layer:
    """The last game, and "Go on"; with several unfinished ones a list."""
    latest = games[0]

    def go_on() -> None:
        flow.table.open(latest.number, flow.opened)

    def new() -> None:
        flow.push(titles_layer(flow, nested=True))

    header = Header("", "saved", flow.say("Last game"), latest.when)
    if len(games) == 1:
        said, buttons = lines_of(flow, latest), (flow.say("Go on"), flow.say("New game"))
        acts: tuple[Callable[[], None], ...] = (go_on, new)
        return QuestionLayer(
            lambda: header, label_of(flow, latest), lambda _: said, buttons, lambda place: acts[place]()
        )
    lines = [
        Line(flow.say("Go on"), label_of(flow, latest), icon="saved"),
        Line(flow.say("Other game"), str(len(games) - 1), icon="clock"),
        Line(flow.say("New game"), icon="arch"),
    ]
    choices = (go_on, lambda: flow.push(other_games_layer(flow, latest.number)), new)
    footer = lines_of(flow, latest)[0]
    return ListLayer(lambda: header, lines, lambda place: choices[place](), footer=footer)


def other_games_layer(flow: Flow, but: int = 0) -> Layer:
    """Unfinished games but the one of that number (by default the one on the table), newest first; and a new one."""
    but = but or flow.table.number
    games = [game for game in flow.table.unfinished() if game.number != but]
    lines = [Line(" ".join(game.names), game.when or flow.say("turn {turn}", turn=game.turn)) for game in games]
    lines.append(Line(flow.say("New game"), icon="arch"))

    def pick(place: int) -> None:
        if place < len(games):
            flow.table.open(games[place].number, flow.opened)
        else:
            flow.push(titles_layer(flow, nested=True))

    return with_back(flow, Header("", "clock", flow.say("Other games")), lines, pick)


def differs_layer(flow: Flow, differs: Differs) -> Layer:
    """The game that was on the table does not replay to what was stored: say where, and three ways out."""
    stored = next((game for game in flow.table.games() if game.number == differs.game), None)

    def leave() -> None:
        flow.table.differs = None
        flow.home()

    rows: list[tuple[str, str, Callable[[], None]]] = []
    if differs.agreed:
        go_on = flow.say("Go on there")
        rows.append((go_on, "undo", lambda: flow.table.open_agreed(differs.game, flow.opened)))
    if stored is not None:
        rows.append((flow.say("Keep the score"), "prestige", lambda: NewGame.carry_on(flow, stored)))
    rows.append((flow.say("Leave it"), "saved", leave))
    lines = [Line(label, icon=icon) for label, icon, _ in rows]
    subject = flow.say("Game differs at turn {turn}", turn=differs.turn)
    footer = lines_of(flow, stored)[0] if stored is not None else ""
    header = Header("", "warning", subject)
    return ListLayer(lambda: header, lines, lambda place: rows[place][2](), len(rows) - 1, footer)


# ---- beginning


def titles_layer(flow: Flow, nested: bool = False) -> Layer:
    """Which title, the one played last first. ``nested``: over another page, to which it leads back."""
    played = [game.title for game in flow.table.games()]
    titles = sorted(catalogue.titles(), key=lambda each: (*played, each.name).index(each.name))
    lines = []
    for each in titles:
        fewest, most = catalogue.seats(each)
        note = flow.say("{fewest}–{most} players", fewest=fewest, most=most)
        lines.append(Line(flow.say(each.label), icon=each.emblem, note=note))
    past = [each for each in flow.table.games() if each.finished]
    if past:
        note = flow.say("{count} kept", count=len(past))
        lines.append(Line(flow.say("Past games"), icon="clock", note=note))

    def pick(place: int) -> None:
        if place < len(titles):
            NewGame(flow, titles[place]).ask_way()
        else:
            flow.push(past_games_layer(flow, past))

    header = Header("", "", flow.say("New game"))
    return with_back(flow, header, lines, pick) if nested else ListLayer(lambda: header, lines, pick)


def past_games_layer(flow: Flow, games: Sequence[GameInfo]) -> Layer:
    """Finished games, newest first; a click shows one, with the offer to reopen it."""
    lines = [Line(" ".join(each.names), each.date or flow.say("turn {turn}", turn=each.turn)) for each in games]

    def pick(place: int) -> None:
        game = games[place]

        def chosen(button: int) -> None:
            flow.pop()
            if button == 0:
                flow.table.reopen(game.number, flow.opened)

        header, said = Header("", "clock", label_of(flow, game), game.date), lines_of(flow, game)
        buttons = flow.say("Reopen"), flow.say("No")
        flow.push(QuestionLayer(lambda: header, flow.say("Reopen it?"), lambda _: said, buttons, chosen, cursor=1))

    return with_back(flow, Header("", "clock", flow.say("Past games")), lines, pick)
