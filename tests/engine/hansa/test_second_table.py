"""A second table, written from the fact sheet alone, against the engine: the same questions with the same answers at
every step, the same score line by line, and the same number of ways to go on from fixed positions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from engine import record
from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.liking import weights
from tests.engine.hansa.second_boards import table_of
from tests.engine.whole_games import play_beside, text_of, ways_agree

OPTIONS = {
    "bank": ("3-4-7-all", "3-5-7-all"),
    "end_turn_early": ("yes", "only_when_stuck"),
    "markers_inside_actions": ("claim_window", "between_actions"),
    "drawn_marker": ("hidden", "shown"),
    "region_tie": ("printed", "shared"),
    "green_city_exchange": ("permanent_marker_pieces", "no", "yes"),
    "permission_gained": ("at_once", "next_turn"),
}


def lively(chance: random.Random) -> Callable[[Game], str]:
    """Lively players, who now and then answer anything at all: what such players leave alone comes up too."""

    def choose(game: Game) -> str:
        assert game.decision is not None
        key = chance.choice(game.decision.keys)
        return chance.choices(game.decision.keys, weights(game))[0] if chance.random() < 0.95 else key

    return choose


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
    play_beside(game, table_of(game.options), lively(chance))


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
    ways_agree(game, table_of(game.options), depth, expected)
