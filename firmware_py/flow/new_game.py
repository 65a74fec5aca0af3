"""The few questions that start a game: title, way, players, the counts this box has not been told yet, who starts.

The last question is the game's own first question to the table, asked with three rows more: draw, set up by code,
options. Where a way asks for all that lies on the board, how it is laid out is asked before: by a code, drawn, or as
it lies, piece by piece. Each question is a layer on the stack, so that Back goes one question back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import catalogue, randomiser
from engine.errors import EngineError
from engine.game import TABLE, Game
from engine.randomiser import Layout
from engine.title import Option, Title
from engine.words import Argument, Text, Track
from firmware_py.flow import news as telling
from firmware_py.flow.chance import drawn_key
from firmware_py.flow.laying import forget_walk, fresh_code, setup_layer
from firmware_py.flow.options import options_layer
from firmware_py.flow.pages import with_back
from firmware_py.flow.prompt import Extra, prompt
from firmware_py.flow.seats import last_seats, remember_seats, word
from firmware_py.flow.widgets import DialLayer, Layer
from firmware_py.view import Header, Line, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.operations import GameInfo

DIAL_LINES = 2
SCORE = "!score"  # the correction of a score: its fields are the seat, the amount with its sign, what for


class NewGame:
    """A game that is being begun."""

    def __init__(self, flow: Flow, title: Title) -> None:
        self.flow, self.title = flow, title
        self.way = ""
        self.players = 0
        self.options: dict[str, str] = {}
        self.draws = "table"
        self._seated: tuple[list[str], list[str]] | None = None
        self._totals: tuple[int, ...] = ()

    @classmethod
    def carry_on(cls, flow: Flow, stored: GameInfo) -> None:
        """A new game for the seats of a stored one, begun with its points."""
        try:
            new = cls(flow, catalogue.title(stored.title))
        except EngineError as problem:
            flow.refuse(str(problem))
            return
        new.way, new.players, new._totals = stored.way, stored.players, stored.totals
        new._seated = list(stored.names), list(stored.colours)
        new.ask_counts()

    def chosen(self) -> dict[str, Any]:
        """What was answered so far, as plain data."""
        return {
            "title": self.title.name,
            "way": self.way,
            "players": self.players,
            "options": dict(self.options),
            "draws": self.draws,
            "seated": self._seated,
            "totals": self._totals,
        }

    @classmethod
    def again(cls, flow: Flow, chosen: Mapping[str, Any]) -> NewGame:
        """One that was begun and broken off. Raises EngineError, KeyError or TypeError if it does not fit any more."""
        new = cls(flow, catalogue.title(chosen["title"]))
        new.way, new.players, new.draws = chosen["way"], chosen["players"], chosen["draws"]
        new.options, new._totals = dict(chosen["options"]), tuple(chosen["totals"])
        if chosen["seated"] is not None:
            names, colours = chosen["seated"]
            new._seated = list(names), list(colours)
        new.probe()
        return new

    # ---- the questions

    def ask_way(self) -> None:
        flow, ways = self.flow, tuple(self.title.ways.values())

        def pick(place: int) -> None:
            self.way = ways[place].name
            self.ask_players()

        lines = [Line(flow.say(way.label), icon=way.emblem, note=flow.say(way.note)) for way in ways]
        flow.push(with_back(flow, Header("", "", flow.say("How much shall I do?")), lines, pick))

    def ask_players(self) -> None:
        flow = self.flow
        fewest, most = self.title.ways[self.way].players
        counts = [str(count) for count in range(fewest, most + 1)]
        last = flow.table.recall(f"{self.title.name}.players", fewest)
        start = last - fewest if isinstance(last, int) and fewest <= last <= most else 0

        def pick(place: int) -> None:
            self.players = fewest + place
            self.ask_counts()

        header, why = Header("", "seat", flow.say(self.title.label)), self.title.ways[self.way].why_players
        told = tuple(flow.ways.wrap(flow.say(why))) if why is not None else ()
        told = told if len(told) <= DIAL_LINES else ()
        flow.push(DialLayer(lambda: header, flow.say("players"), counts, pick, start, lambda _: (told, False, None)))

    def ask_counts(self) -> None:
        """What lies on this table, as far as the box has not been told yet: counts and prints, one after another."""
        in_force = catalogue.options(self.title, self.players, self.options)
        for option in catalogue.applying(self.title, self.way, self.players, in_force):
            if option.counted is None and option.ask is None:
                continue
            known = self.flow.table.recall(self._memory(option), None)
            if not self._allowed(option, known):
                self.flow.push(self.count_layer(option) if option.counted else self.print_layer(option))
                return
            self.options[option.name] = str(known)
        self.ask_start()

    def _allowed(self, option: Option, value: object) -> bool:
        """Whether a remembered count is one, and is still allowed."""
        if value is None:
            return False
        try:
            catalogue.options(self.title, self.players, {option.name: str(value)})
        except EngineError:
            return False
        return True

    def _memory(self, option: Option) -> str:
        """Under what the box remembers it: counts go by the number of players, what is printed does not."""
        name = f"{self.title.name}.{option.name}"
        return f"{name}.{self.players}" if option.counted else name

    def remember(self, option: Option, value: str) -> None:
        """The table has said what it has: the box need not ask again."""
        self.flow.table.remember(self._memory(option), value)

    def print_layer(self, option: Option) -> Layer:
        """Which of the values stands on a thing of this table."""
        assert option.ask is not None
        flow = self.flow

        def pick(place: int) -> None:
            self.remember(option, option.values[place])
            self.ask_counts()

        lines = [Line(word(flow, value)) for value in option.values]
        return with_back(flow, Header("", "", flow.say(option.ask)), lines, pick)

    def count_layer(self, option: Option) -> Layer:
        """How many spaces this table's board has."""
        assert option.counted is not None
        flow, (least, most) = self.flow, option.counted
        values = [str(count) for count in range(least, most + 1)]
        present = catalogue.options(self.title, self.players, self.options)[option.name]

        def pick(place: int) -> None:
            self.remember(option, values[place])
            self.ask_counts()

        told = flow.say("Count them once round,"), flow.say("start space included.")

        def words(_: int) -> tuple[tuple[str, ...], bool, Track | None]:
            return told, False, None

        header = Header("", "time", flow.say(option.label))
        return DialLayer(lambda: header, flow.say("spaces"), values, pick, values.index(present), words)

    def names(self) -> tuple[list[str], list[str]]:
        """The names and colours of the seats: those of the last game with so many players, else the colours."""
        if self._seated is not None:
            return self._seated
        colours = [str(colour) for colour in self.title.colours[: self.players]]
        return last_seats(self.flow, self.title.name, self.players) or (
            [word(self.flow, colour) for colour in colours],
            colours,
        )

    def say(self, text: Text | str, **args: Argument) -> str:
        """As ``Flow.say``, with the names that this game will have."""
        said = Text(text, **args) if isinstance(text, str) else text
        return said.render(self.names()[0], self.flow.ways.translate)

    def probe(self) -> Game:
        """The game as it will begin, to ask its first question."""
        return catalogue.new_game(self.title, self.way, self.players, self.options)

    def lays_out(self) -> bool:
        """Whether the way asks the table what lies on the board: after the first question comes one of a set-up."""
        game = self.probe()
        if game.decision is None or game.decision.seat != TABLE:
            return False
        any_code = randomiser.code_from(0)
        answers = self.title.setup(any_code, self.players, game.options).answers
        game.answer(game.decision.keys[0])
        return game.decision is not None and game.decision.seat == TABLE and game.decision.kind in answers

    def ask_start(self) -> None:
        """How the board is laid out, where that is asked; else the game's first question."""
        if not self.lays_out():
            self.ask_first()
            return
        flow = self.flow

        def drawn() -> None:
            self.draws = "companion"
            flow.push(fresh_code(flow, self))

        def as_it_lies() -> None:
            self.draws = "table"
            self.ask_first()

        rows: list[tuple[str, str, str, Callable[[], None]]] = [
            ("Set up by code", "random", "It says what to lay where", lambda: flow.push(setup_layer(flow, self))),
            ("Drawn for you", "random", "What comes later as well", drawn),
            ("As it lies", "hand", "Enter it piece by piece", as_it_lies),
            ("Options", "pencil", "What tables differ on", lambda: flow.push(options_layer(flow, self))),
        ]
        lines = [Line(flow.say(label), icon=icon) for label, icon, _, _ in rows]
        told = [flow.say(note) for _, _, note, _ in rows]
        header = Header("", "", flow.say("The board?"))
        flow.push(with_back(flow, header, lines, lambda place: rows[place][3](), told=told))

    def ask_first(self) -> None:
        """The game's first question, if it is one for the table; else the game begins."""
        game, flow = self.probe(), self.flow
        if game.decision is None or game.decision.seat != TABLE:
            self.begin(())
            return
        before = [Extra(flow.say("Draw"), "random", lambda: self.draw(game))]
        after = []
        if not self.lays_out():
            after = [
                Extra(flow.say("Set up by code"), "random", lambda: flow.push(setup_layer(flow, self))),
                Extra(flow.say("Options"), "pencil", lambda: flow.push(options_layer(flow, self))),
            ]
        if not flow.ways.has_back:
            after.append(Extra(flow.say("Back"), "undo", flow.pop))
        names, _ = self.names()
        seats = flow.ways.seat_buttons
        flow.push(prompt(game, names, self.say, lambda key: self.begin((key,)), before, after, seat_buttons=seats))

    def draw(self, game: Game) -> None:
        """Begin with one of the open answers, drawn by the odds, and say which."""
        flow, key = self.flow, drawn_key(self.flow, game)
        header, title = Header("", "random", self.say(game.words())), self.say(game.words(key))
        self.begin((key,))
        flow.toast(Toast(header, title, (flow.say("Drawn for you."),), icon="random"), telling.LONG)

    def answered(self, layout: Layout) -> tuple[str, ...]:
        """The answers that the game's first questions to the table get from a set-up."""
        game, keys = self.probe(), list[str]()
        while game.decision is not None and (key := layout.answers.get(game.decision.kind)) in game.decision.keys:
            assert key is not None
            keys.append(key)
            game.answer(key)
        return tuple(keys)

    def begin(self, keys: tuple[str, ...], code: str = "") -> None:
        """Start the game on the table, and answer its first questions."""
        flow = self.flow
        names, colours = self.names()
        forget_walk(flow)
        flow.table.new(self.title.name, self.way, self.players, self.options, names, colours, code, self.draws)
        flow.table.remember(f"{self.title.name}.players", self.players)
        remember_seats(flow)
        flow.home()
        if keys:
            # what else a code lays out follows from the first answer
            first = keys[:1] if code else keys
            flow.give((*first, *carried(self.probe(), first, self._totals)))
        if self._totals:
            flow.show_toasts(())  # a correction each would be told


def carried(game: Game, keys: tuple[str, ...], totals: tuple[int, ...]) -> tuple[str, ...]:
    """The corrections by which a game that begins with these answers goes on with those points."""
    if not any(totals):
        return ()
    for key in keys:
        game.answer(key)
    score = next((each for each in game.amendments() if each.stem == SCORE), None)
    if score is None:
        return ()
    amounts = {int(value): value for value in score.fields[1].values}
    rest = [field.present for field in score.fields[2:]]
    found = []
    for seat, total in enumerate(totals):
        left = total
        while left:
            step = max(min(left, max(amounts)), min(amounts))
            found.append(".".join((SCORE, str(seat), amounts[step], *rest)))
            left -= step
    return tuple(found)
