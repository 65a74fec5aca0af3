"""Whole games of any title: kept as records, played by players with a plan, beside a second table, forwards and back.

Shared by the titles' tests, which bring the players, the second tables and what is to happen. Knows no rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engine import record
from engine.catalogue import new_game
from engine.game import TABLE, Game
from tests.engine.second import Open, Second, bare

RECORDS = Path(__file__).parents[1] / "records"
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve")


def text_of(name: str) -> str:
    return (RECORDS / f"{name}.record").read_text()


def given(game: Game) -> list[tuple[int, str]]:
    return [(past.seat, past.key) for past in game.past]


def lines(game: Game) -> list[tuple[int, int, str, str]]:
    return [(entry.seat, entry.amount, entry.reason, entry.place) for entry in game.ledger]


# ---- players with a plan


@dataclass(frozen=True)
class Planned:
    """A game to play: who plays with which plan or script, the seed, the options that differ from the defaults."""

    plans: tuple[str, ...]
    seed: int
    options: dict[str, str]

    @property
    def title(self) -> str:
        return f"{len(self.plans)} players: {', '.join(self.plans)}"


class Planner(Protocol):
    def answer(self, game: Game) -> str: ...


def play(
    title: str,
    planned: Planned,
    player: Callable[[str, random.Random], Planner],
    fixed: Mapping[str, str] | None = None,
) -> Game:
    """A whole game of such players. The table's answers come by their odds, or are ``fixed`` for their kind; all
    depends on the seed alone."""
    chance = random.Random(planned.seed)
    game = new_game(title, "referee", len(planned.plans), planned.options)
    players = [player(plan, chance) for plan in planned.plans]
    while game.decision is not None:
        seat, kind, keys = game.decision
        if fixed and kind in fixed:
            game.answer(fixed[kind])
        elif seat == TABLE:
            game.answer(chance.choices(keys, game.odds())[0])
        else:
            game.answer(players[seat].answer(game))
    return game


def headed(game: Game, who: str) -> str:
    """The record of a game, with a line that says who plays how."""
    text = record.write(game, record.header_of(game, NAMES[: game.players]))
    first, _, rest = text.partition("\n")
    return f"{first}\n# {who}\n{rest}"


def keep(names: Iterable[str], text: Callable[[str], str]) -> None:
    """Write records anew."""
    for name in names:
        (RECORDS / f"{name}.record").write_text(text(name))


# ---- records


def agrees(name: str, table: Second, stated: Sequence[int]) -> None:
    """The record replays to what the second table, which has played it, scored line by line, and to the points that
    its text states; and it is written as it was read."""
    read = record.read(text_of(name))
    assert lines(read.game) == table.ledger
    assert read.game.totals() == table.totals() == list(stated)
    assert read.game.standings().order[0] == table.winner
    assert bare(record.write(read.game, read.header)) == bare(text_of(name)), "written as it was read"


def goes_forwards_and_back(name: str) -> None:
    """Every answer of a record can be taken back at once, with every box as it was; and all of them at the end."""
    read = record.read(text_of(name))
    fresh = new_game(read.header.title, "referee", len(read.header.seats), read.header.options)
    game = fresh.copy(past=True)
    for each in read.answers:
        kept = {box: values[:] for box, values in game.board.boxes().items()}
        open_question, points, totals = game.decision, len(game.ledger), game.totals()
        game.answer(each.key)
        assert game.undo() == each.key
        assert game.board.boxes() == kept and game.decision == open_question
        assert (len(game.ledger), game.totals()) == (points, totals)
        game.answer(each.key)
        game.check()
    assert game.state() == read.game.state() and game.over
    while game.past:
        game.undo()
    assert game.state() == fresh.state() and game.board.boxes() == fresh.board.boxes()


def every_rule_happens(rules: Sequence[str], shown: Mapping[str, set[str]]) -> None:
    """Each of the rules is noted in at least one of the games; prints in which."""
    for rule in rules:
        print(f"{rule:46} {' '.join(name for name in shown if rule in shown[name])}")
    assert [rule for rule in rules if not any(rule in notes for notes in shown.values())] == []


def plays_and_goes_back(game: Game, choose: Callable[[Game], str], every: int = 1) -> None:
    """Play to the end, every invariant holding after every answer; read its record again, to the letter; and take it
    back to the start, with every state (or one of so many) as it was."""
    assert not game.past
    states: list[dict[str, Any] | None] = [game.state()]
    while game.decision is not None:
        game.answer(choose(game))
        game.check()
        states.append(None if len(game.past) % every else game.state())
    text = record.write(game, record.header_of(game))
    again = record.read(text)
    assert record.write(again.game, again.header) == text
    assert (again.game.state(), again.game.ledger) == (game.state(), game.ledger)
    back = game.copy(past=True)
    for state in states[:0:-1]:
        assert state is None or back.state() == state
        back.undo()
    assert back.state() == states[0] and (back.ledger, back.trail, back.past) == ([], [], [])
    assert game.state() == again.game.state(), "a copy goes its own way"


# ---- beside a second table


class Watching(Second):
    """To be put before a second table: it answers as an engine's game does, by ``choose``, and compares every question
    and the score so far with it."""

    def __init__(self, game: Game, choose: Callable[[Game], str]) -> None:
        super().__init__(game.players, game.options, ())
        self.game, self.choose = game, choose

    def answered(self, seat: int, kind: str, keys: list[str]) -> str:
        decision = self.game.decision
        assert decision is not None
        asked = (decision.seat, decision.kind, sorted(decision.keys))
        assert asked == (seat, kind, sorted(keys)), (asked, (seat, kind, sorted(keys)), self.game.past[-3:])
        assert lines(self.game)[: len(self.ledger)] == self.ledger
        key = self.choose(self.game)
        self.game.answer(key)
        return key


def play_beside(game: Game, table: type[Second], choose: Callable[[Game], str]) -> None:
    """Play a whole game, beside a second table of that class; both must ask and score the same."""
    kind: Any = type(f"Watching{table.__name__}", (Watching, table), {})
    second = kind(game, choose)
    second.play()
    assert game.over and second.ledger == lines(game)
    assert second.totals() == game.totals() and second.winner == game.standings().order[0]


# ---- how many ways there are to go on


def ways(game: Game, depth: int) -> int:
    """The number of distinct rows of so many answers; fewer where the game ends."""
    if depth == 0 or game.decision is None:
        return 1
    found = 0
    for key in game.decision.keys:
        game.answer(key)
        found += ways(game, depth - 1)
        game.undo()
    return found


def slow_ways(
    table: type[Second], players: int, rules: Mapping[str, str], answers: list[tuple[int, str]], depth: int
) -> int:
    """The same, counted by playing every row from the beginning on a second table."""
    if depth == 0:
        return 1
    try:
        table(players, rules, answers).play()
    except Open as question:
        rows = [[*answers, (question.seat, key)] for key in question.options]
        return len(rows) if depth == 1 else sum(slow_ways(table, players, rules, row, depth - 1) for row in rows)
    return 1


def ways_agree(game: Game, table: type[Second], depth: int, expected: int) -> None:
    """So many ways to go on, by the engine and by the slow count; and counting them leaves no trace."""
    state = game.state()
    assert ways(game, depth) == expected
    assert game.state() == state
    assert slow_ways(table, game.players, game.options, given(game), depth) == expected
