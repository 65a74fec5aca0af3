"""The games behind ``tabularius engine`` and what can be done with them, as plain data ready for JSON.

Several games live side by side, each under a name: the first is ``main``, ``copy`` makes others, ``use`` changes to
one. Knows nothing of the wire. Where an operation is refused it has changed nothing, and ``Refused`` says why.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine import catalogue, record
from engine.errors import (
    BadOption,
    BadPlayers,
    BadRecord,
    EngineError,
    GameOver,
    IllegalAnswer,
    InvariantBroken,
    NothingToUndo,
    UnknownTitle,
)
from engine.game import TABLE, Game
from engine.words import Text, plain
from firmware_py.commands import players
from firmware_py.commands.chance import Chance
from firmware_py.commands.replay import entry_data, standings_data
from firmware_py.commands.setup import options_data

FIRST = "main"

T = TypeVar("T")

_CODES: tuple[tuple[type[EngineError], str], ...] = (
    (UnknownTitle, "unknown-title"),
    (BadPlayers, "bad-players"),
    (BadOption, "bad-option"),
    (GameOver, "game-over"),
    (NothingToUndo, "nothing-to-undo"),
)


class Refused(Exception):
    """A request that was not carried out. ``code`` is for machines, ``details`` are further fields of the reply."""

    def __init__(self, code: str, message: str, **details: int) -> None:
        super().__init__(message)
        self.code, self.details = code, details


@dataclass(slots=True)
class Held:
    """A game and what belongs to it. ``inputs`` has, for each request that answered, how many answers the game had
    before it: what the companion drew is taken back together with the answer before it."""

    game: Game
    header: record.Header
    chance: Chance | None = None
    inputs: list[int] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.names


class Session:
    """The games of one pipe. Every method gives the reply, or raises Refused."""

    def __init__(self) -> None:
        self._games: dict[str, Held] = {}
        self._name = FIRST

    # ---- games

    def new(
        self,
        title: str,
        way: str | None,
        who: int | Sequence[str],
        options: dict[str, str],
        draws: str,
        seed: str | None,
    ) -> dict[str, Any]:
        """Begin a game under the name in use, in place of the one that is there."""
        if draws not in ("table", "companion"):
            raise Refused("bad-request", f"draws is 'table' or 'companion', not '{plain(draws)}'")

        def made() -> Held:
            found = catalogue.title(title)
            count, names = players.named(found, who)
            game = catalogue.new_game(found, next(iter(found.ways)) if way is None else way, count, options)
            return Held(game, record.header_of(game, names))

        held = _engine(made)
        if draws == "companion":
            held.chance = Chance(seed if seed is not None else secrets.token_hex(16))
        drawn = _draw(held)
        self._games[self._name] = held
        return _reply(held, drawn)

    def load(self, text: str) -> dict[str, Any]:
        """Take the game of a record under the name in use; whoever sends the answers answers for the TABLE."""
        try:
            read = record.read(text)
        except BadRecord as error:
            raise Refused("bad-record", str(error), line=error.line, column=error.column) from error
        held = Held(read.game, read.header, None, list(range(len(read.game.past))))
        self._games[self._name] = held
        return _reply(held)

    def copy(self, name: str) -> dict[str, Any]:
        """Keep a copy of the game in use under another name; the game in use stays in use."""
        held = self._held()
        self._games[name] = replace(held, game=held.game.copy(past=True), inputs=held.inputs[:])
        return _reply(held)

    def use(self, name: str) -> dict[str, Any]:
        if name not in self._games:
            there = ", ".join(map(plain, self._games)) or "none"
            raise Refused("no-game", f"there is no game '{plain(name)}'; there is {there}")
        self._name = name
        return _reply(self._held())

    def _held(self) -> Held:
        if self._name not in self._games:
            raise Refused("no-game", 'there is no game yet: begin one with {"new": …} or {"load": …}')
        return self._games[self._name]

    # ---- answers

    def answer(self, key: str) -> dict[str, Any]:
        held = self._held()
        before = len(held.game.past)
        _give(held, key)
        held.inputs.append(before)
        return _reply(held, _draw(held))

    def answers(self, keys: Sequence[str]) -> dict[str, Any]:
        """All of them or none; what the companion draws between them is not among them."""
        held = self._held()
        first, inputs = len(held.game.past), held.inputs[:]
        drawn: list[str] = []
        for at, key in enumerate(keys):
            before = len(held.game.past)
            try:
                _give(held, key)
            except Refused as refused:
                _take_back(held, first)
                held.inputs = inputs
                raise Refused(refused.code, str(refused), **refused.details, at=at) from refused
            held.inputs.append(before)
            drawn += _draw(held)
        return _reply(held, drawn)

    def undo(self, count: int) -> dict[str, Any]:
        """Take back so many answers, each with what the companion drew after it."""
        held = self._held()
        if count < 1:
            raise Refused("bad-request", f"undo takes 1 or more answers back, not {count}")
        if count > len(held.inputs):
            given = len(held.inputs)
            were = "1 was" if given == 1 else f"{given} were"
            raise Refused("nothing-to-undo", f"so many answers cannot be taken back: {were} given, not {count}")
        for _ in range(count):
            _take_back(held, held.inputs.pop())
        return _reply(held)

    # ---- questions

    def why_not(self, key: str) -> dict[str, Any]:
        held = self._held()
        decision = held.game.decision
        if decision is None and key[:1] != "!":
            raise Refused("game-over", "the game is over: nothing is asked any more")
        if held.game.fits(key):
            raise Refused("bad-request", f"'{key}' is legal now")
        return {"why_not": _text(held, _engine(lambda: held.game.why_not(key)))}

    def state(self, viewer: int | None) -> dict[str, Any]:
        held = self._held()
        if viewer is not None and not 0 <= viewer < held.game.players:
            raise Refused("bad-request", f"no seat {viewer}: there are 0 to {held.game.players - 1}")
        return {"state": held.game.state(viewer)}

    def ledger(self) -> dict[str, Any]:
        return {"ledger": [entry_data(entry) for entry in self._held().game.ledger]}

    def standings(self) -> dict[str, Any]:
        held = self._held()
        return {"standings": standings_data(held.game, held.names)}

    def amendments(self) -> dict[str, Any]:
        """What may be corrected: an answer is the stem and a value of each field, joined by dots."""
        held = self._held()
        return {
            "amendments": [
                {
                    "stem": amendment.stem,
                    "label": _text(held, amendment.label),
                    "fields": [
                        {
                            "name": _text(held, each.name),
                            "present": each.present,
                            "values": [
                                {"value": value, "label": _text(held, label)}
                                for value, label in zip(each.values, each.labels, strict=True)
                            ],
                        }
                        for each in amendment.fields
                    ],
                }
                for amendment in held.game.amendments()
            ]
        }

    def options(self, title: str) -> dict[str, Any]:
        return {"options": options_data(_engine(lambda: catalogue.title(title)))}

    def record(self) -> dict[str, Any]:
        held = self._held()
        return {"record": record.write(held.game, held.header)}


def _engine(action: Callable[[], T]) -> T:
    """What the action gives; what the engine refuses is refused under its code."""
    try:
        return action()
    except InvariantBroken:
        raise
    except EngineError as error:
        code = next((code for kind, code in _CODES if isinstance(error, kind)), "bad-request")
        raise Refused(code, str(error)) from error


def _give(held: Held, key: str) -> None:
    game = held.game
    known = key[:1] == "!" or key in game.others()
    try:
        _engine(lambda: game.answer(key))
    except Refused as refused:
        cause = refused.__cause__
        if isinstance(cause, IllegalAnswer):
            raise Refused("illegal-answer" if known else "unknown-answer", _text(held, cause.text)) from cause
        raise


def _take_back(held: Held, answers: int) -> None:
    """Back to where the game had so many answers."""
    while len(held.game.past) > answers:
        held.game.undo()


def _draw(held: Held) -> list[str]:
    """Answer for the TABLE as long as chance is asked, if the companion draws; the keys drawn. What the table decides
    (who starts, where the options say so) is asked for."""
    drawn: list[str] = []
    while held.chance is not None and held.game.drawn():
        drawn.append(held.chance.table(held.game))
        held.game.answer(drawn[-1])
    return drawn


def _text(held: Held, text: Text) -> str:
    return text.render(held.names)


def _reply(held: Held, drawn: Sequence[str] = ()) -> dict[str, Any]:
    """Where the game stands: the open question with its answers, points, whether it is over."""
    game = held.game
    decision = game.decision
    asked: dict[str, Any] | None = None
    if decision is not None:
        asked = {
            "seat": decision.seat,
            "kind": decision.kind,
            "prompt": _text(held, game.words()),
            "options": [{"key": key, "label": _text(held, game.words(key))} for key in decision.keys],
        }
        if decision.seat == TABLE:
            asked["odds"] = list(game.odds())
    reply: dict[str, Any] = {"decision": asked, "totals": game.totals(), "over": game.over}
    if drawn:
        reply["drawn"] = list(drawn)
    return reply
