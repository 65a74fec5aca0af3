"""The second table with the modules against the engine: the same questions at every step, the same score."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from engine.catalogue import new_game
from tests.engine.hansa.second_boards import table_of
from tests.engine.hansa.second_modules import WithModules
from tests.engine.hansa.test_second_table import OPTIONS, Watching, lines

MODULES = {
    "marker_mix": ("big_box", "first_edition"),
    "move_3": ("move", "remove"),
    "missions": ("yes", "no"),
    "emperor": ("yes", "no"),
    "markers_in_emperor_turn": ("no_action_needed", "none"),
    "modules_on_other_boards": ("yes", "no"),
    "bonus_swap": ("2", "1", "0"),
    "tribute": ("2", "1", "0"),
    "block": ("2", "1", "0"),
    "blank_1": ("Guild: two more", ""),
    "blank_2": ("", "Feast"),
}


def table_with_modules(rules: dict[str, str], *before: type) -> Any:
    """The class of a second table with the board of these options and the modules, ``before`` all of them."""
    return type("ModularTable", (WithModules, *before, table_of(rules)), {})


@pytest.mark.parametrize(
    ("board", "players", "seed"),
    [*product(("standard",), (3, 4, 5), range(4)), *product(("east", "britannia"), (3, 5), range(2))],
)
def test_two_tables_with_modules_ask_the_same_at_every_step_and_score_alike(
    board: str, players: int, seed: int
) -> None:
    chance = random.Random(f"modules {board} {players} {seed}")
    switches = {name: chance.choice(values) for name, values in {**OPTIONS, **MODULES}.items()}
    game = new_game("hansa", "referee", players, {"board": board, **switches})
    second = table_with_modules(dict(game.options), Watching)(game, chance)
    second.play()
    assert game.over and second.ledger == lines(game)
    assert second.totals() == game.totals() and second.winner == game.standings().order[0]
