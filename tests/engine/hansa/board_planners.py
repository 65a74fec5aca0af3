"""Players with a plan for the Eastern board and Britannia: as ``planners``, and they know ships, printed markers, green
cities, permissions and countries. All depends on the seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.game import Game
from engine.hansa import offices, permissions, routes, turns
from engine.hansa.kinds import KINDS, MERCHANT, PRIVILEGE, STEPS, TRACKS
from tests.engine.hansa.planners import PLANS, Player
from tests.engine.hansa.scripts import Script, Scripted
from tests.engine.whole_games import Planned, Planner, headed, keep, play

# what these plans think of beyond the others: printed markers, offices in countries that are scored, permissions
SEA_PLANS: dict[str, dict[str, float]] = {
    "sailing": {**PLANS["network"], "book": 8, "privilege": 4, "printed": 9, "country": 1, "permission": 1},
    "countries": {**PLANS["offices"], "book": 2, "printed": 4, "country": 6, "permission": 8},
    "holding": {**PLANS["network"], "keys": 3, "printed": 2, "country": 5, "permission": 5},
    "prestige": {**PLANS["coellen"], "printed": 3, "country": 1, "permission": 2},
    "collecting": {**PLANS["markers"], "printed": 2, "country": 2, "permission": 2},
    "learning": {**PLANS["abilities"], "printed": 5, "country": 2, "permission": 3},
    "linking": {**PLANS["eastwest"], "book": 5, "printed": 4, "country": 1, "permission": 1},
}
PRINTED_WORTH = {
    "move-any-2": 0.2,
    "develop-privilege": 0.7,
    "office-in-green-city": 1.0,
    "place-2-from-route": 0.6,
    "place-2-outside-england": 0.6,
}


# three that complete eight cities between them
SCRIPTS: dict[str, Script] = {
    "fills the east": (
        ("london-cambridge", "ability.privilege"),
        ("cambridge-ipswich", "office.ipswich"),
        ("richmond-lancaster", "office.richmond"),
        ("london-cambridge", "ability.privilege"),
        ("hereford-lancaster", "office.lancaster"),
        *(("cambridge-ipswich", "none"),) * 9,
    ),
    "fills the middle": (
        ("london-oxford", "ability.privilege"),
        ("durham-york", "office.durham"),
        ("salisbury-bristol", "office.bristol"),
        ("salisbury-oxford", "office.oxford"),
        ("salisbury-oxford", "office.oxford"),
        *(("durham-york", "none"),) * 9,
    ),
    "fills the south": (
        ("london-canterbury", "ability.privilege"),
        ("nottingham-york", "office.york"),
        ("nottingham-york", "office.york"),
        ("salisbury-plymouth", "office.plymouth"),
        ("cambridge-norwich", "ability.book"),
        ("salisbury-plymouth", "office.plymouth"),
        *(("nottingham-norwich", "none"),) * 9,
    ),
}


class Seafarer(Player):
    """One of them."""

    def __init__(self, plan: str, chance: random.Random) -> None:
        self.name = "eastwest" if plan == "linking" else plan
        self.plan, self.chance, self.known = SEA_PLANS[plan], chance, (-1, 0)

    def office(self, game: Game, seat: int, city: int, kinds: int) -> float:
        found = super().office(game, seat, city, kinds)
        side = game.board.map
        if found:
            found += self.plan["country"] * sum(city in region.cities for region in side.regions)
            found += self.plan["permission"] * any(each.city == city for each in side.permissions)
        return found

    def worth(self, game: Game, seat: int, route: int) -> float:
        board, side, merchant = game.board, game.board.map, seat * KINDS + MERCHANT
        found = super().worth(game, seat, route)
        mine = sum(routes.count(game, route, seat * KINDS + kind) for kind in range(KINDS))
        left = side.posts[route] - mine
        if side.permanent[route]:
            done = board.desk[seat * TRACKS + PRIVILEGE] == STEPS[PRIVILEGE]
            idle = side.permanent[route] == "develop-privilege" and done
            found += 0 if idle else self.plan["printed"] * PRINTED_WORTH[side.permanent[route]] / (left + 1)
        ships = side.ships[route] - routes.on_ships(game, route, seat)
        if ships > board.supply[merchant] + board.stock[merchant]:
            found *= 0.1
        if left and side.guarded >> route & 1 and not permissions.open_to(game, seat) >> route & 1:
            found *= 0.3
        return found

    def do_turn_action(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        board, target = game.board, self.target(game, seat)
        merchant = seat * KINDS + MERCHANT
        wants = board.map.ships[target] - routes.on_ships(game, target, seat)
        if "income" in keys and wants and not board.supply[merchant] and board.stock[merchant] and "claim" not in keys:
            return "income"
        chosen = super().do_turn_action(game, seat, keys)
        if chosen == "place" and not turns.placeable(game, seat) >> target & 1 and self.chance.random() < 0.5:
            return next((key for key in ("displace", "income", "move") if key in keys), chosen)
        return chosen

    def do_income_merchants(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return keys[-1] if self.chance.random() < 0.8 else keys[0]

    def kind(self, game: Game, seat: int, route: int, keys: Sequence[str]) -> str:
        board = game.board
        if board.map.ships[route]:
            wants = routes.on_ships(game, route, seat) < board.map.ships[route] and routes.berths(game, route)
            wanted = "merchant" if wants else "trader"
            return wanted if wanted in keys else keys[0]
        return super().kind(game, seat, route, keys)

    def do_post_to(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return "ship" if self.chance.random() < 0.9 else "house"

    def do_any_from(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if self.chance.random() < 0.15:
            return "done"
        return self.chance.choice(keys)

    def do_permanent_develop(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return "privilege" if self.chance.random() < 0.9 else "none"

    def do_permanent_city(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if self.chance.random() < 0.05:
            return "none"
        side = game.board.map
        there = [key for key in keys if key != "none"]
        # a city completed, or one that others hold
        return min(there, key=lambda key: (len(offices.pieces(game, side.city[key])), self.chance.random()))

    def do_permanent_piece(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return self.chance.choice([key for key in keys if key != "none"]) if self.chance.random() < 0.9 else "none"

    def do_permanent_route(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return self.best_route(game, seat, keys)


def player(plan: str, chance: random.Random) -> Planner:
    return Scripted(SCRIPTS[plan]) if plan in SCRIPTS else Seafarer(plan, chance)


GAMES: dict[str, Planned] = {
    "hansa-board-01": Planned(("collecting", "holding", "sailing"), 6212, {"board": "east"}),
    "hansa-board-02": Planned(
        ("sailing", "holding", "sailing", "holding"),
        6061,
        {"board": "east", "bank": "3-5-7-all", "drawn_marker": "shown"},
    ),
    "hansa-board-03": Planned(
        ("linking", "countries", "learning", "countries"),
        113,
        {"board": "east", "green_city_exchange": "yes", "end_turn_early": "only_when_stuck"},
    ),
    "hansa-board-04": Planned(("linking", "countries", "collecting", "learning", "collecting"), 930, {"board": "east"}),
    "hansa-board-05": Planned(("sailing", "prestige", "collecting"), 4477, {"board": "britannia", "bank": "3-5-7-all"}),
    "hansa-board-06": Planned(
        ("linking", "linking", "countries", "sailing"),
        8403,
        {"board": "britannia", "end_turn_early": "only_when_stuck"},
    ),
    "hansa-board-07": Planned(
        ("linking", "prestige", "learning", "linking", "linking"),
        560,
        {"board": "britannia", "end_turn_early": "only_when_stuck"},
    ),
    "hansa-board-08": Planned(("fills the east", "fills the middle", "fills the south"), 1, {"board": "britannia"}),
}


def written(name: str) -> str:
    """The record of one of the games above."""
    planned = GAMES[name]
    return headed(play("hansa", planned, player), f"{planned.options['board']}, {planned.title}")


if __name__ == "__main__":
    keep(GAMES, written)
