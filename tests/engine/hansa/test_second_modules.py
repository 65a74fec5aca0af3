"""The second table with the modules against the engine: the same questions at every step, the same score."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from engine.catalogue import new_game
from engine.hansa.liking import weights
from tests.engine.hansa.second_boards import table_of
from tests.engine.hansa.second_modules import WithModules
from tests.engine.hansa.test_scorekeeper_beside import Told
from tests.engine.hansa.test_second_table import OPTIONS, lively
from tests.engine.whole_games import given, play_beside

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


def table_with_modules(rules: Mapping[str, str]) -> Any:
    """The class of a second table with the board of these options and the modules."""
    return type("ModularTable", (WithModules, table_of(rules)), {})


def told_with_modules(rules: Mapping[str, str]) -> Any:
    """The class of one that tells a scorekeeper what happens."""
    return type("ToldTable", (KeptModules, WithModules, table_of(rules)), {})


class KeptModules(Told):
    """Tells a scorekeeper what happens with modules: to be put before ``WithModules``."""

    def tell(self, *keys: str) -> None:
        super().tell(*keys)
        decision = self.keeper.decision
        if decision is not None and decision.kind == "final.missions":
            self.tell(self.card_points(decision.seat))

    def must(self, seat: int, kind: str, options: object) -> str:
        key = super().must(seat, kind, options)
        if kind == "favour.tile":
            self.tell("favour", key)
        return key

    def card_points(self, seat: int) -> str:
        return str(sum(line[1] for line in self.ledger if line[0] == seat and line[2] == "missions"))


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
    play_beside(game, table_with_modules(game.options), lively(chance))


@pytest.mark.parametrize("seed", range(6))
def test_the_scorekeeper_agrees_beside_any_game_with_modules(seed: int) -> None:
    chance = random.Random(f"beside {seed}")
    switches = {name: chance.choice(values) for name, values in {**OPTIONS, **MODULES}.items()}
    game = new_game("hansa", "referee", 3 + seed % 3, switches)
    while game.decision is not None:
        game.answer(chance.choices(game.decision.keys, weights(game))[0])
    rules = dict(game.options)
    keeper = new_game("hansa", "scorekeeper", game.players, {**rules, "name_routes": "yes"})
    table = told_with_modules(rules)(game.players, rules, given(game), keeper)
    table.play()
    assert keeper.over and keeper.totals() == table.totals() == game.totals()
    assert keeper.standings().places == game.standings().places
