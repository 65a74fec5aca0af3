"""Before a game: what the glass shows when none is on the table, and the few questions that start one.

Go on or a new game; then title, way, players, the counts that this box has not been told yet, and who starts. The
last question is the game's own first question to the table, asked with three rows more: draw, set up by code, options.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import catalogue
from engine.game import TABLE, Game
from engine.title import Option, Title
from engine.words import Track
from firmware_py.errors import Differs
from firmware_py.flow.laying import setup_layer
from firmware_py.flow.pages import with_back
from firmware_py.flow.prompt import Extra, prompt
from firmware_py.flow.seats import remember_names, shown
from firmware_py.flow.widgets import DialLayer, Layer, ListLayer, QuestionLayer
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


def differs_layer(flow: Flow, differs: Differs) -> Layer:
    """The game that was on the table does not replay to what was stored: say where, and go on or leave it."""

    def go_on() -> None:
        flow.table.open_agreed(differs.game, flow.opened)

    def leave() -> None:
        flow.table.differs = None
        flow.home()

    return QuestionLayer(
        lambda: Header("", "warning", "Game differs"),
        f"at turn {differs.turn}",
        lambda _: ("It does not replay to what was stored.", "Go on from the last answer that agrees?"),
        ("Go on", "Leave it"),
        lambda place: (go_on, leave)[place](),
        cursor=1,
    )


def resume_layer(flow: Flow, games: list[GameInfo]) -> Layer:
    """The last game, and "Go on"; with several unfinished ones a list."""
    latest = games[0]

    def go_on() -> None:
        flow.table.open(latest.number, flow.opened)

    def new() -> None:
        flow.push(titles_layer(flow))

    header = Header("", "saved", "Last game", latest.when)
    if len(games) == 1:
        return QuestionLayer(
            lambda: header,
            latest.label,
            lambda _: latest.lines,
            ("Go on", "New game"),
            lambda place: (go_on, new)[place](),
        )
    lines = [
        Line("Go on", latest.label, icon="saved"),
        Line("Other game", str(len(games) - 1), icon="clock"),
        Line("New game", icon="arch"),
    ]
    acts: tuple[Callable[[], None], ...] = (go_on, lambda: flow.push(other_games_layer(flow, games[1:])), new)
    return ListLayer(lambda: header, lines, lambda place: acts[place]())


def other_games_layer(flow: Flow, games: list[GameInfo]) -> Layer:
    """Unfinished games, newest first."""
    lines = [Line(each.label, each.when) for each in games]

    def pick(place: int) -> None:
        flow.table.open(games[place].number, flow.opened)

    return with_back(flow, Header("", "clock", "Other games"), lines, pick)


def titles_layer(flow: Flow) -> Layer:
    """Which title."""
    titles = catalogue.titles()
    lines = []
    for each in titles:
        fewest, most = catalogue.seats(each)
        lines.append(Line(flow.say(each.label), icon=each.emblem, note=f"{fewest}–{most} players"))
    past = [each for each in flow.table.games() if each.finished]
    if past:
        lines.append(Line("Past games", icon="plug16", note=f"{len(past)} kept, can be reopened"))

    def pick(place: int) -> None:
        if place < len(titles):
            NewGame(flow, titles[place]).ask_way()
        else:
            flow.push(past_games_layer(flow, past))

    return ListLayer(lambda: Header("", "", "New game"), lines, pick)


def past_games_layer(flow: Flow, games: list[GameInfo]) -> Layer:
    """Finished games, newest first; a click shows one, with the offer to reopen it."""
    lines = [Line(" ".join(each.names), each.date or each.when) for each in games]

    def pick(place: int) -> None:
        game = games[place]

        def chosen(button: int) -> None:
            flow.pop()
            if button == 0:
                flow.table.reopen(game.number, flow.opened)

        header = Header("", "clock", game.label, game.date)
        flow.push(QuestionLayer(lambda: header, "Reopen it?", lambda _: game.lines, ("Reopen", "No"), chosen, cursor=1))

    return with_back(flow, Header("", "clock", "Past games"), lines, pick)


class NewGame:
    """The questions of one new game, each a layer on the stack, so that Back goes one question back."""

    def __init__(self, flow: Flow, title: Title) -> None:
        self.flow, self.title = flow, title
        self.way = ""
        self.players = 0
        self.options: dict[str, str] = {}
        self.draws = "table"

    def ask_way(self) -> None:
        ways = tuple(self.title.ways.values())

        def pick(place: int) -> None:
            self.way = ways[place].name
            self.ask_players()

        lines = [Line(self.flow.say(way.label), icon=way.emblem, note=self.flow.say(way.note)) for way in ways]
        self.flow.push(ListLayer(lambda: Header("", "", "How much shall I do?"), lines, pick))

    def ask_players(self) -> None:
        fewest, most = self.title.ways[self.way].players
        counts = [str(count) for count in range(fewest, most + 1)]
        last = self.flow.table.recall(f"{self.title.name}.players", fewest)
        start = last - fewest if isinstance(last, int) and fewest <= last <= most else 0

        def pick(place: int) -> None:
            self.players = fewest + place
            self.ask_counts()

        self.flow.push(
            DialLayer(lambda: Header("", "seat", self.flow.say(self.title.label)), "players", counts, pick, start)
        )

    def ask_counts(self) -> None:
        """The counts of this table that the box has not been told yet, one after another."""
        for option in self.title.options:
            if option.counted is None or option.name in self.options:
                continue
            known = self.flow.table.recall(self._memory(option), None)
            if isinstance(known, str):
                self.options[option.name] = known
                continue
            self.flow.push(self.count_layer(option))
            return
        self.ask_start()

    def _memory(self, option: Option) -> str:
        return f"{self.title.name}.{option.name}.{self.players}"

    def count_layer(self, option: Option) -> Layer:
        assert option.counted is not None
        least, most = option.counted
        values = [str(count) for count in range(least, most + 1)]
        preset = catalogue.options(self.title, self.players)[option.name]

        def pick(place: int) -> None:
            self.flow.table.remember(self._memory(option), values[place])
            self.ask_counts()

        def words(_: int) -> tuple[tuple[str, ...], bool, Track | None]:
            return ("Count the spaces once round,", "start space included."), False, None

        header = Header("", "time", self.flow.say(option.label))
        return DialLayer(lambda: header, "spaces", values, pick, values.index(preset), words)

    def names(self) -> tuple[list[str], list[str]]:
        """The names and colours of the seats: those of the last game with so many players, else the colours."""
        colours = [str(colour) for colour in self.title.colours[: self.players]]
        last = self.flow.table.recall(f"{self.title.name}.seats.{self.players}", None)
        if isinstance(last, dict) and len(last.get("names", ())) == len(last.get("colours", ())) == self.players:
            return list(last["names"]), list(last["colours"])
        return [shown(colour) for colour in colours], colours

    def probe(self) -> Game:
        """The game as it will begin, to ask its first question."""
        return catalogue.new_game(self.title, self.way, self.players, self.options)

    def ask_start(self) -> None:
        """The game's first question, if it is one for the table; else the game begins."""
        game = self.probe()
        if game.decision is None or game.decision.seat != TABLE:
            self.begin(())
            return
        names, _ = self.names()
        flow = self.flow
        before = (Extra("Draw", "random", lambda: self.begin((self.drawn(game),))),)
        after = (
            Extra("Set up by code", "random", lambda: flow.push(setup_layer(flow, self))),
            Extra("Options", "pencil", lambda: flow.push(self.options_layer())),
        )

        def say(text: object) -> str:
            return text.render(names, flow.ways.translate) if hasattr(text, "render") else str(text)

        flow.push(prompt(game, names, say, lambda key: self.begin((key,)), before, after))

    def drawn(self, game: Game) -> str:
        """One of the open answers, by the odds."""
        assert game.decision is not None
        odds = game.odds()
        lot = int.from_bytes(self.flow.entropy(8), "big") % sum(odds)
        for key, weight in zip(game.decision.keys, odds, strict=True):
            if lot < weight:
                return key
            lot -= weight
        raise AssertionError("the lot lies within the odds")

    def begin(self, keys: tuple[str, ...], code: str = "") -> None:
        """Start the game on the table, and answer its first questions."""
        flow = self.flow
        names, colours = self.names()
        flow.table.new(self.title.name, self.way, self.players, self.options, names, colours, code, self.draws)
        flow.table.remember(f"{self.title.name}.players", self.players)
        remember_names(flow, [name for name, colour in zip(names, colours, strict=True) if name != shown(colour)])
        flow.home()
        if keys:
            flow.give(keys)

    # ---- options

    def options_layer(self, cursor: int = 0) -> Layer:
        """Every switch with its value in force; a click chooses another value."""
        flow, title = self.flow, self.title
        in_force = catalogue.options(title, self.players, self.options)
        lines = [Line("Revealed tiles", "by hand" if self.draws == "table" else "drawn", icon="random")]
        lines += [Line(flow.say(each.label), shown(in_force[each.name])) for each in title.options]

        def pick(place: int) -> None:
            if place == 0:
                self.draws = "companion" if self.draws == "table" else "table"
                flow.replace(self.options_layer(0))
                return
            option = title.options[place - 1]
            if option.counted is not None:
                del self.options[option.name]
                flow.pop()
                flow.pop()
                flow.push(self.count_layer(option))
                return
            values = option.values
            self.options[option.name] = values[(values.index(in_force[option.name]) + 1) % len(values)]
            flow.replace(self.options_layer(place))

        def closed() -> None:
            flow.pop()
            flow.pop()
            self.ask_start()

        return OptionsLayer(lambda: Header("", "pencil", "Options"), lines, pick, closed, cursor)


class OptionsLayer(ListLayer):
    """The switches; Back asks the first question afresh under the new ones."""

    def __init__(
        self,
        header: Callable[[], Header],
        lines: list[Line],
        pick: Callable[[int], None],
        closed: Callable[[], None],
        cursor: int,
    ) -> None:
        super().__init__(header, [*lines, Line("Done", icon="saved")], self.chosen, cursor)
        self._pick, self._closed, self._count = pick, closed, len(lines)

    def chosen(self, place: int) -> None:
        if place < self._count:
            self._pick(place)
        else:
            self._closed()

    def back(self) -> bool:
        self._closed()
        return True
