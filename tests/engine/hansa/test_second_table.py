"""A second table, written from the fact sheet alone, against the engine: the same questions with the same answers at
every step, the same score line by line, and the same number of ways to go on from fixed positions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product

import pytest

from engine import record
from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.liking import weights
from tests.engine.hansa.second_boards import table_of
from tests.engine.hansa.second_table import Open, Table
from tests.engine.hansa.test_hansa_records import text_of

OPTIONS = {
    "bank": ("3-4-7-all", "3-5-7-all"),
    "end_turn_early": ("yes", "only_when_stuck"),
    "markers_inside_actions": ("claim_window", "between_actions"),
    "drawn_marker": ("hidden", "shown"),
    "region_tie": ("printed", "shared"),
    "green_city_exchange": ("permanent_marker_pieces", "no", "yes"),
    "permission_gained": ("at_once", "next_turn"),
}


def given(game: Game) -> list[tuple[int, str]]:
    return [(past.seat, past.key) for past in game.past]


def lines(game: Game) -> list[tuple[int, int, str, str]]:
    return [(entry.seat, entry.amount, entry.reason, entry.place) for entry in game.ledger]


class Watching(Table):
    """A second table that answers as an engine's game does, and compares every question with it."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        super().__init__(game.players, game.options, ())
        self.game, self.chance = game, chance

    def ask(self, seat: int, kind: str, options: Iterable[str]) -> str | None:
        keys = list(dict.fromkeys(options))
        if len(keys) < 2:
            return keys[0] if keys else None
        decision = self.game.decision
        assert decision is not None
        asked = (decision.seat, decision.kind, sorted(decision.keys))
        assert asked == (seat, kind, sorted(keys)), (asked, self.game.past[-3:])
        assert lines(self.game)[: len(self.ledger)] == self.ledger
        # now and then any answer at all: what lively players leave alone comes up too
        key = self.chance.choice(decision.keys)
        if self.chance.random() < 0.95:
            key = self.chance.choices(decision.keys, weights(self.game))[0]
        self.game.answer(key)
        return key


def watching(game: Game, chance: random.Random) -> Table:
    """One on the board of the game."""
    kind: type[Table] = type("WatchingBoard", (Watching, table_of(dict(game.options))), {})
    return kind(game, chance)  # type: ignore[arg-type, call-arg]


@pytest.mark.parametrize(
    ("board", "players", "seed"),
    [
        *product(("standard",), (3, 4, 5), range(4)),
        *product(("east", "britannia"), (3, 4, 5), range(3)),
    ],
)
def test_two_tables_ask_the_same_at_every_step_and_score_alike(board: str, players: int, seed: int) -> None:
    chance = random.Random(f"{players}{seed}")
    switches = {name: chance.choice(values) for name, values in OPTIONS.items()} if seed else {}
    game = new_game("hansa", "referee", players, {"board": board, **switches})
    second = watching(game, chance)
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


def slow_ways(players: int, rules: dict[str, str], answers: list[tuple[int, str]], depth: int) -> int:
    """The same, counted by playing every row from the beginning on the second table."""
    if depth == 0:
        return 1
    try:
        table_of(rules)(players, rules, answers).play()
    except Open as question:
        rows = [[*answers, (question.seat, key)] for key in question.options]
        return len(rows) if depth == 1 else sum(slow_ways(players, rules, row, depth - 1) for row in rows)
    return 1


# a record, how many of its answers were given before, what is asked then, depth, ways
POSITIONS = [
    ("hansa-03", 6, "turn.action", 3, 326),
    ("hansa-02", 104, "displace.route", 3, 87),
    ("hansa-02", 105, "displaced.route", 3, 385),
    ("hansa-11", 89, "displaced.route", 3, 330),
    ("hansa-06", 434, "displaced.from", 3, 124),
    ("hansa-06", 480, "move.from", 3, 882),
    ("hansa-04", 356, "move.from", 3, 547),
    ("hansa-12", 241, "move3.from", 3, 285),
    ("hansa-07", 387, "exchange.pair", 3, 92),
    ("hansa-12", 340, "claim.route", 3, 78),
    ("hansa-14", 36, "route.reward", 3, 348),
    ("hansa-08", 265, "extra.kind", 3, 72),
    ("hansa-12", 222, "develop.ability", 3, 500),
    ("hansa-10", 97, "income.merchants", 3, 360),
    ("hansa-07", 112, "marker.reveal", 3, 870),
]


@pytest.mark.parametrize(("name", "before", "kind", "depth", "expected"), POSITIONS)
def test_the_number_of_ways_to_go_on_is_pinned_and_the_slow_count_agrees(
    name: str, before: int, kind: str, depth: int, expected: int
) -> None:
    read = record.read(text_of(name))
    game = new_game("hansa", "referee", read.game.players, read.header.options)
    for answer in read.answers[:before]:
        game.answer(answer.key)
    assert game.decision is not None and game.decision.kind == kind
    state = game.state()
    assert ways(game, depth) == expected
    assert game.state() == state
    assert slow_ways(game.players, game.options, given(game), depth) == expected
