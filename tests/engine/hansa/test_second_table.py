"""A second table, written from the fact sheet alone, against the engine: the same questions with the same answers at
every step, the same score line by line, and the same number of ways to go on from fixed positions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product

import pytest

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.liking import weights
from tests.engine.hansa.second_table import Open, Table

OPTIONS = {
    "bank": ("3-4-7-all", "3-5-7-all"),
    "end_turn_early": ("yes", "only_when_stuck"),
    "markers_inside_actions": ("claim_window", "between_actions"),
    "drawn_marker": ("hidden", "shown"),
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
        key = self.chance.choices(decision.keys, weights(self.game))[0]
        self.game.answer(key)
        return key


@pytest.mark.parametrize(("players", "seed"), list(product((3, 4, 5), range(4))))
def test_two_tables_ask_the_same_at_every_step_and_score_alike(players: int, seed: int) -> None:
    chance = random.Random(f"{players}{seed}")
    switches = {name: chance.choice(values) for name, values in OPTIONS.items()} if seed else {}
    game = new_game("hansa", "referee", players, switches)
    second = Watching(game, chance)
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
        Table(players, rules, answers).play()
    except Open as question:
        rows = [[*answers, (question.seat, key)] for key in question.options]
        return len(rows) if depth == 1 else sum(slow_ways(players, rules, row, depth - 1) for row in rows)
    return 1


# seed of a lively game, players, answers given before, depth, ways
POSITIONS = [
    (1, 3, 6, 3, 326),
    (2, 3, 60, 3, 114),
    (3, 3, 250, 3, 313),
    (4, 4, 5, 3, 160),
    (5, 4, 150, 3, 150),
    (7, 5, 30, 3, 72),
    (8, 5, 220, 3, 357),
    (9, 5, 500, 3, 860),
    (10, 4, 600, 3, 77),
]


@pytest.mark.parametrize(("seed", "players", "before", "depth", "expected"), POSITIONS)
def test_the_number_of_ways_to_go_on_is_pinned_and_the_slow_count_agrees(
    seed: int, players: int, before: int, depth: int, expected: int
) -> None:
    chance = random.Random(seed)
    game = new_game("hansa", "referee", players)
    for _ in range(before):
        assert game.decision is not None
        game.answer(chance.choices(game.decision.keys, weights(game))[0])
    state = game.state()
    assert ways(game, depth) == expected
    assert game.state() == state
    assert slow_ways(players, game.options, given(game), depth) == expected
