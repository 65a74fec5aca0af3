"""Whole games with modules by players with a plan: as ``planners``, but they take Emperor tiles, lay Tribute and Block,
swap markers and use blank ones.

A plan whose name ends in "+" saves its markers until it has bought a tile with them; "mission" wants the cities of its
card.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.game import Game
from engine.hansa import favour
from engine.hansa.kinds import BOX
from engine.hansa.missions import CARDS
from tests.engine.hansa.planners import Player
from tests.engine.whole_games import Planned, headed, keep, play

_LIKES = ("marker.bonus-swap", "marker.tribute", "marker.block", "marker.blank-1", "marker.blank-2")


class ModulePlayer(Player):
    """A player that knows the modules too."""

    def __init__(self, plan: str, chance: random.Random) -> None:
        super().__init__("offices" if plan == "mission" else plan.removesuffix("+"), chance)
        self.saves = plan.endswith("+")
        self.sent = plan == "mission"

    def office(self, game: Game, seat: int, city: int, kinds: int) -> float:
        found = super().office(game, seat, city, kinds)
        card = game.board.mission[seat] if self.sent else 0
        if not found or not card or game.board.map.cities[city].key not in CARDS[card - 1].split("-"):
            return found
        return found + (1 if game.board.control[city] == seat + 1 else 12)

    def do_turn_action(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if "favour" in keys and self.chance.random() < (0.8 if favour.unused(game, seat) > BOX.tile_price else 0.4):
            return "favour"
        if favour.taken_now(game):
            return next((key for key in keys if key.startswith("marker.")), keys[-1])
        if self.saves and favour.shown(game) and not favour.of_seat(game, seat):
            kept = [key for key in keys if not key.startswith("marker.")]
            return super().do_turn_action(game, seat, kept or keys)
        for key in _LIKES:
            if key in keys and self.chance.random() < 0.4:
                return key
        if "marker.move-3" in keys and game.options["move_3"] == "remove" and self.chance.random() < 0.3:
            return "marker.move-3"
        return super().do_turn_action(game, seat, keys)

    def do_favour_tile(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return self.chance.choice(keys)

    def do_post_route(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        """Where others are likely to go: the best route for this seat is a good guess."""
        return self.best_route(game, seat, keys)

    def do_remove3_from(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if "done" in keys and self.chance.random() < 0.2:
            return "done"
        return self.chance.choice([key for key in keys if key != "done"])

    def do_mission_own(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        """As it was dealt: none twice, but now and then one is told wrongly."""
        free = [key for number, key in enumerate(keys) if number + 1 not in game.board.mission]
        return self.chance.choice(free if self.chance.random() < 0.95 else keys)


GAMES: dict[str, Planned] = {
    "hansa-module-1": Planned(
        ("markers+", "blocking+", "markers+"),
        212,
        {
            "bank": "3-5-7-all",
            "end_turn_early": "only_when_stuck",
            "missions": "yes",
            "emperor": "yes",
            "bonus_swap": "2",
            "tribute": "2",
            "block": "2",
            "blank_1": "Guild: two more",
        },
    ),
    "hansa-module-2": Planned(
        ("markers", "coellen", "mission"),
        227,
        {
            "markers_inside_actions": "between_actions",
            "marker_mix": "first_edition",
            "move_3": "remove",
            "missions": "yes",
            "markers_in_emperor_turn": "none",
            "bonus_swap": "2",
            "tribute": "1",
            "block": "1",
        },
    ),
    "hansa-module-3": Planned(
        ("markers+", "mission", "markers+", "coellen"),
        230,
        {
            "bank": "3-5-7-all",
            "end_turn_early": "only_when_stuck",
            "markers_inside_actions": "between_actions",
            "drawn_marker": "shown",
            "marker_mix": "first_edition",
            "emperor": "yes",
            "bonus_swap": "1",
            "tribute": "1",
            "block": "2",
            "blank_2": "Feast",
        },
    ),
    "hansa-module-4": Planned(
        ("markers+", "mission", "network"),
        247,
        {
            "marker_mix": "first_edition",
            "emperor": "yes",
            "markers_in_emperor_turn": "none",
            "bonus_swap": "1",
            "tribute": "1",
            "block": "1",
        },
    ),
    "hansa-module-5": Planned(
        ("network", "eastwest", "coellen", "blocking+", "abilities"),
        235,
        {"emperor": "yes", "bonus_swap": "2", "tribute": "1", "block": "2"},
    ),
    "hansa-module-6": Planned(
        ("mission", "blocking", "mission"),
        233,
        {
            "drawn_marker": "shown",
            "move_3": "remove",
            "emperor": "yes",
            "tribute": "2",
            "block": "2",
            "blank_2": "Feast",
        },
    ),
}


def written(name: str) -> str:
    """The record of one of the games above."""
    return headed(play("hansa", GAMES[name], ModulePlayer), GAMES[name].title)


if __name__ == "__main__":
    keep(GAMES, written)
