"""A second table, written from the fact sheet alone, against the engine: the same questions with the same answers at
every step, the same score line by line, and the same number of ways to go on from fixed positions.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine.catalogue import new_game
from engine.game import TABLE, Game
from tests.engine.trajan.second_table import Open, Table

OPTIONS = {
    "starting_markers": ("chosen", "random"),
    "draft": ("three_at_once", "one_by_one"),
    "fulfil": ("mandatory", "optional"),
    "extra_tiles_per_turn": ("1", "unlimited"),
    "extra_after_skipped_action": ("no", "yes"),
    "reshuffle": ("yes", "no"),
    "refuse_demand": ("no", "yes"),
    "province_vote_tiles": ("go", "stay"),
    "wild_demand_for_bonus": ("no", "yes"),
    "vice_consul_needs_vote": ("no", "yes"),
    "final_tie": ("new_stack", "track"),
}


def given(game: Game) -> list[tuple[int, str]]:
    return [(past.seat, past.key) for past in game.past]


def lines(game: Game) -> list[tuple[int, int, str, str]]:
    return [(entry.seat, entry.amount, entry.reason, entry.place) for entry in game.ledger]


class Watching(Table):
    """A second table that answers as an engine's game does, and compares every question with it."""

    def __init__(self, game: Game, chance: random.Random, hands: str) -> None:
        super().__init__(game.players, game.options, ())
        self.game, self.chance, self.hands = game, chance, hands

    def ask(self, seat: int, options: object) -> str | None:
        keys = list(dict.fromkeys(options))  # type: ignore[call-overload]
        if len(keys) < 2:
            return keys[0] if keys else None
        decision = self.game.decision
        assert decision is not None and (decision.seat, sorted(decision.keys)) == (seat, sorted(keys)), decision
        assert lines(self.game)[: len(self.ledger)] == self.ledger
        if decision.kind == "hands.seen":
            key = self.hands
        elif seat == TABLE:
            key = self.chance.choices(decision.keys, self.game.odds())[0]
        else:
            key = self.chance.choice(decision.keys)
        self.game.answer(key)
        return key


@pytest.mark.parametrize(("players", "hands", "seed"), list(product((2, 3, 4), ("seen", "hidden"), range(3))))
def test_two_tables_ask_the_same_at_every_step_and_score_alike(players: int, hands: str, seed: int) -> None:
    chance = random.Random(f"{players}{hands}{seed}")
    switches = {name: chance.choice(values) for name, values in OPTIONS.items()} if seed else {}
    game = new_game("trajan", "referee", players, switches)
    second = Watching(game, chance, hands)
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


# seed of a random game, players, hands, answers given before, depth, ways
POSITIONS = [
    (1, 2, "seen", 58, 3, 480),
    (2, 2, "seen", 120, 5, 571),
    (3, 3, "seen", 150, 5, 1376),
    (4, 3, "seen", 260, 4, 208),
    (5, 4, "seen", 330, 4, 36),
    (6, 4, "seen", 470, 4, 156),
    (7, 2, "seen", 400, 4, 520),
    (8, 3, "seen", 301, 4, 229),
    (9, 4, "seen", 200, 5, 912),
    (10, 2, "seen", 300, 4, 1236),
    (11, 2, "hidden", 200, 3, 99),
    (12, 3, "hidden", 350, 4, 392),
    (14, 4, "hidden", 420, 3, 1521),
]


@pytest.mark.parametrize(("seed", "players", "hands", "before", "depth", "expected"), POSITIONS)
def test_the_number_of_ways_to_go_on_is_pinned_and_the_slow_count_agrees(
    seed: int, players: int, hands: str, before: int, depth: int, expected: int
) -> None:
    chance = random.Random(seed)
    game = new_game("trajan", "referee", players)
    for _ in range(before):
        assert game.decision is not None
        seat, kind, keys = game.decision
        key = chance.choices(keys, game.odds())[0] if seat == TABLE else chance.choice(keys)
        game.answer(hands if kind == "hands.seen" else key)
    before_state = game.state()
    assert ways(game, depth) == expected
    assert game.state() == before_state
    assert slow_ways(players, game.options, given(game), depth) == expected
