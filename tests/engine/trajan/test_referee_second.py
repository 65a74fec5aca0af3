"""A second table, written from the fact sheet alone, against the engine: the same questions with the same answers at
every step, the same score line by line, and the same number of ways to go on from fixed positions.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine.catalogue import new_game
from engine.game import TABLE
from tests.engine.trajan.second_table import Table
from tests.engine.trajan.test_referee_games import OPTIONS, answer
from tests.engine.whole_games import play_beside, ways_agree


@pytest.mark.parametrize(("players", "hands", "seed"), list(product((2, 3, 4), ("seen", "hidden"), range(3))))
def test_two_tables_ask_the_same_at_every_step_and_score_alike(players: int, hands: str, seed: int) -> None:
    chance = random.Random(f"{players}{hands}{seed}")
    switches = {name: chance.choice(values) for name, values in OPTIONS.items()} if seed else {}
    game = new_game("trajan", "referee", players, switches)
    play_beside(game, Table, lambda game: answer(game, chance, hands))


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
    ways_agree(game, Table, depth, expected)
