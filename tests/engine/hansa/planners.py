"""Players with a plan for the referee's games: offices, network, markers, Coellen, abilities, east-west, blocking.

A player picks the route that is worth most to its plan for what it still costs, fills it, claims it, and builds what
its plan likes best. It displaces who is in the way, moves when it has nothing left to place, and uses its markers when
they help. The table's answers come by their odds. All depends on the seed alone, so a game can be played again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.game import Game
from engine.hansa import desk, network, offices, routes
from engine.hansa.board import LEFT, MARKED
from engine.hansa.kinds import ABILITIES, ABILITY, KINDS, MERCHANT, PRIVILEGE, STEPS
from tests.engine.hansa.scripts import SCRIPTS, Scripted
from tests.engine.whole_games import Planned, Planner, headed, keep, play

# what a plan thinks of: an office, a network that grows, a marker, special prestige, each ability, its own city points
PLANS: dict[str, dict[str, float]] = {
    "offices": {
        "office": 5,
        "grow": 1,
        "marker": 1,
        "prestige": 2,
        "actions": 6,
        "keys": 1,
        "privilege": 5,
        "book": 0,
        "bank": 2,
    },
    "network": {
        "office": 4,
        "grow": 4,
        "marker": 1,
        "prestige": 0,
        "actions": 5,
        "keys": 6,
        "privilege": 3,
        "book": 0,
        "bank": 2,
    },
    "markers": {
        "office": 2,
        "grow": 1,
        "marker": 9,
        "prestige": 1,
        "actions": 6,
        "keys": 1,
        "privilege": 1,
        "book": 2,
        "bank": 3,
    },
    "coellen": {
        "office": 2,
        "grow": 1,
        "marker": 1,
        "prestige": 14,
        "actions": 5,
        "keys": 1,
        "privilege": 9,
        "book": 5,
        "bank": 2,
    },
    "abilities": {
        "office": 1,
        "grow": 0,
        "marker": 1,
        "prestige": 1,
        "actions": 9,
        "keys": 5,
        "privilege": 7,
        "book": 8,
        "bank": 7,
    },
    "eastwest": {
        "office": 3,
        "grow": 2,
        "marker": 1,
        "prestige": 0,
        "actions": 6,
        "keys": 1,
        "privilege": 5,
        "book": 0,
        "bank": 2,
    },
    "blocking": {
        "office": 3,
        "grow": 2,
        "marker": 2,
        "prestige": 1,
        "actions": 6,
        "keys": 2,
        "privilege": 3,
        "book": 2,
        "bank": 3,
    },
}


class Player:
    """One of them. ``target`` is the route it is at."""

    def __init__(self, plan: str, chance: random.Random) -> None:
        self.name, self.plan, self.chance = plan, PLANS[plan], chance
        self.known = (-1, 0)

    # ---- what a route is worth

    def office(self, game: Game, seat: int, city: int, kinds: int) -> float:
        if not offices.may_establish(game, seat, city, kinds):
            return 0.0
        counts = network.offices(game, seat)
        beside = game.board.map.beside[city]
        grows = bool(counts[city]) or any(count and beside >> other & 1 for other, count in enumerate(counts))
        gain = game.board.map.offices[offices.next_vacant(game, city)].points
        red = city in game.board.map.east_west and not counts[city]
        link = self.name == "eastwest" and not counts[city] and self.chain(game, seat, counts) >> city & 1
        found = self.plan["office"] + gain + (self.plan["grow"] if grows else 0) + (1 if red else 0)
        return found + (12 if link else 0)

    def chain(self, game: Game, seat: int, counts: list[int]) -> int:
        """As ``missing``, looked up once for each question."""
        if self.known[0] != len(game.past):
            self.known = len(game.past), self.missing(game, seat, counts)
        return self.known[1]

    @staticmethod
    def missing(game: Game, seat: int, counts: list[int]) -> int:
        """The cities without an own office on the chain between the red cities that costs least to complete."""
        side = game.board.map
        east, west = side.east_west

        def cost(city: int) -> int:
            if counts[city]:
                return 0
            if offices.may_establish(game, seat, city, 3):
                return 2
            return 3 if offices.next_vacant(game, city) >= 0 else 6

        best = {east: (cost(east), 0 if counts[east] else 1 << east)}
        new = [east]
        while new:
            city = new.pop(0)
            for other in range(len(side.cities)):
                if side.beside[city] >> other & 1:
                    way = (best[city][0] + cost(other), best[city][1] | (0 if counts[other] else 1 << other))
                    if other not in best or way[0] < best[other][0]:
                        best[other] = way
                        new.append(other)
        return best[west][1]

    def rewards(self, game: Game, seat: int, route: int, kinds: int) -> dict[str, float]:
        """What each thing that the route could bring is worth, if it were full."""
        board = game.board
        side = board.map
        found = {}
        for city in side.ends[route]:
            found[f"office.{side.cities[city].key}"] = self.office(game, seat, city, kinds)
            if offices.may_add(game, city):
                found[f"extra.{side.cities[city].key}"] = self.plan["office"] + self.plan["grow"] / 2 + 0.5
            for ability in side.cities[city].abilities:
                step = desk.steps(game, seat, ability)
                if step < STEPS[ability]:
                    late = 0.6 if ability == ABILITY["actions"] and step % 2 else 1.0
                    found[f"ability.{ABILITIES[ability]}"] = self.plan[ABILITIES[ability]] * late
        if route == side.special_route and kinds >> MERCHANT & 1:
            privilege = desk.value(game, seat, PRIVILEGE)
            for space, each in enumerate(side.special_spaces):
                if not board.special[space] and each.privilege <= privilege:
                    found[f"prestige.{each.points}"] = self.plan["prestige"] + each.points / 4
        return found

    def worth(self, game: Game, seat: int, route: int) -> float:
        """The best thing a route could bring, its marker and city points, for the posts that are still to take."""
        board = game.board
        piece = seat * KINDS
        has_merchant = board.supply[piece + 1] or board.stock[piece + 1] or board.here[piece + 1] >> route & 1
        best = max(self.rewards(game, seat, route, 3 if has_merchant else 1).values(), default=0.0)
        if board.sets[MARKED] >> route & 1:
            best += self.plan["marker"]
        for city in board.map.ends[route]:
            holder = offices.controller(game, city)
            best += 1.0 if holder == seat else -0.5 if holder >= 0 else 0.0
        mine = sum(routes.count(game, route, piece + kind) for kind in range(KINDS))
        others = board.map.posts[route] - mine - board.room[route]
        cost = board.map.posts[route] - mine + 1.6 * others + 1
        return best / cost

    def target(self, game: Game, seat: int) -> int:
        return max(range(len(game.board.map.routes)), key=lambda route: (self.worth(game, seat, route), -route))

    # ---- answers

    def answer(self, game: Game) -> str:
        assert game.decision is not None
        seat, kind, keys = game.decision
        named = getattr(self, "do_" + kind.replace(".", "_"), None)
        if named is not None:
            chosen: str = named(game, seat, keys)
            return chosen
        return keys[int(self.chance.random() * len(keys))]

    def do_turn_action(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        board, piece = game.board, seat * KINDS
        target = self.target(game, seat)
        bit = 1 << target
        supply = board.supply[piece] + board.supply[piece + 1]
        for key in ("marker.actions-4", "marker.actions-3", "marker.develop"):
            if key in keys and self.chance.random() < (0.5 if key == "marker.develop" else 0.8):
                return key
        if "marker.exchange" in keys and self.chance.random() < 0.08:
            return "marker.exchange"
        blocked = not board.sets[0] & bit and "marker.move-3" in keys
        if blocked and self.chance.random() < 0.5:
            return "marker.move-3"
        if not board.clock[LEFT] or ("pass" in keys and self.chance.random() < 0.002):
            return "pass"
        if "claim" in keys:
            return "claim"
        if "place" in keys and board.sets[0] & bit:
            return "place"
        if self.name == "blocking" and "place" in keys and supply > 2 and self.chance.random() < 0.4:
            return "place"
        if "displace" in keys and self.reachable(game, seat, target, supply):
            return "displace"
        if "income" in keys and supply < 4:
            return "income-less" if "income-less" in keys and self.chance.random() < 0.03 else "income"
        if "move" in keys:
            return "move"
        return next((key for key in ("place", "income", "displace") if key in keys), keys[-1])

    def reachable(self, game: Game, seat: int, route: int, supply: int) -> bool:
        kinds = [kind for kind in range(KINDS) if routes.opponents(game, seat, kind) >> route & 1]
        return any(supply >= 2 + kind for kind in kinds)

    def best_route(self, game: Game, seat: int, keys: Sequence[str], stop: str = "") -> str:
        side = game.board.map
        there = [key for key in keys if key in side.route]
        return max(there, key=lambda key: (self.worth(game, seat, side.route[key]), key), default=stop)

    def do_place_route(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        target = game.board.map.routes[self.target(game, seat)].key
        if self.name == "blocking" and (target not in keys or self.chance.random() < 0.3):
            # a post on a route where another seat needs one more
            side, board = game.board.map, game.board
            tight = [key for key in keys if board.room[side.route[key]] == 1]
            if tight:
                return self.chance.choice(tight)
        return target if target in keys else self.best_route(game, seat, keys)

    def kind(self, game: Game, seat: int, route: int, keys: Sequence[str]) -> str:
        """A merchant where a round office or Coellen waits and none stands there yet."""
        board = game.board
        have = board.here[seat * KINDS + 1] >> route & 1
        trader_only = self.rewards(game, seat, route, 1)
        both = self.rewards(game, seat, route, 3)
        gain = max(both.values(), default=0) - max(trader_only.values(), default=0)
        wanted = "merchant" if not have and gain > 0.5 else "trader"
        return wanted if wanted in keys else keys[0]

    def do_place_kind(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        assert game.agenda is not None
        return self.kind(game, seat, game.agenda[2][0], keys)

    def do_displace_route(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return self.best_route(game, seat, keys)

    def do_displace_fee(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return keys[0] if self.chance.random() < 0.9 else keys[-1]

    def do_displaced_piece(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return self.chance.choice([key for key in keys if key != "none"])

    def do_displaced_route(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if "none" in keys and self.chance.random() < 0.04:
            return "none"
        return self.best_route(game, seat, keys)

    def do_displaced_from(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if "none" in keys and self.chance.random() < 0.5:
            return "none"
        return self.chance.choice([key for key in keys if key != "none"])

    def do_claim_route(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return self.best_route(game, seat, keys)

    def do_route_reward(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        assert game.agenda is not None
        route = game.agenda[2][0]
        if "marker.develop" in keys and self.chance.random() < 0.5:
            return "marker.develop"
        values = self.rewards(game, seat, route, 3)
        best = max(keys, key=lambda key: (values.get(key, 0.1 if key == "none" else 0.0), key))
        return best if self.chance.random() < 0.98 else "none"

    def do_claim_close(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return keys[0]

    def do_develop_ability(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return max(keys, key=lambda key: (self.plan[key], key))

    def do_move_from(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if "done" in keys and self.chance.random() < 0.2:
            return "done"
        side, target = game.board.map, self.target(game, seat)
        there = [key for key in keys if key != "done" and side.route[key] != target]
        if not there:
            return "done" if "done" in keys else keys[0]
        return min(there, key=lambda key: (self.worth(game, seat, side.route[key]), key))

    def do_move_to(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        assert game.agenda is not None
        if game.agenda[2][0] // KINDS == seat:
            return self.best_route(game, seat, keys)
        side = game.board.map
        return min(keys, key=lambda key: (self.worth(game, seat, side.route[key]), key))

    def do_move3_from(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        if "done" in keys and self.chance.random() < 0.3:
            return "done"
        return self.best_route(game, seat, keys, "done")

    def do_exchange_pair(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return keys[-1]

    def do_marker_route(self, game: Game, seat: int, keys: Sequence[str]) -> str:
        return self.best_route(game, seat, keys)


def player(plan: str, chance: random.Random) -> Planner:
    return Scripted(SCRIPTS[plan]) if plan in SCRIPTS else Player(plan, chance)


GAMES: dict[str, Planned] = {
    "hansa-01": Planned(
        ("markers", "abilities", "coellen"), 7023, {"end_turn_early": "only_when_stuck", "drawn_marker": "shown"}
    ),
    "hansa-02": Planned(("eastwest", "markers", "eastwest"), 7050, {}),
    "hansa-03": Planned(("eastwest", "eastwest", "markers"), 7026, {}),
    "hansa-04": Planned(
        ("blocking", "abilities", "network"),
        7071,
        {"bank": "3-5-7-all", "end_turn_early": "only_when_stuck", "markers_inside_actions": "between_actions"},
    ),
    "hansa-05": Planned(("fills the north", "fills the west", "fills the south"), 1, {}),
    "hansa-06": Planned(("coellen", "abilities", "eastwest", "blocking"), 7084, {}),
    "hansa-07": Planned(("coellen", "coellen", "abilities", "blocking"), 7036, {}),
    "hansa-08": Planned(
        ("coellen", "markers", "blocking", "network"), 7123, {"bank": "3-5-7-all", "drawn_marker": "shown"}
    ),
    "hansa-09": Planned(
        ("coellen", "markers", "abilities", "coellen"),
        7081,
        {
            "bank": "3-5-7-all",
            "end_turn_early": "only_when_stuck",
            "markers_inside_actions": "between_actions",
            "drawn_marker": "shown",
        },
    ),
    "hansa-10": Planned(("by Brunswiek", "by Perleberg", "by Paderborn", "bystander"), 1, {}),
    "hansa-11": Planned(
        ("blocking", "markers", "abilities", "markers", "coellen"),
        7103,
        {
            "bank": "3-5-7-all",
            "end_turn_early": "only_when_stuck",
            "markers_inside_actions": "between_actions",
            "drawn_marker": "shown",
        },
    ),
    "hansa-12": Planned(("markers", "eastwest", "markers", "blocking", "blocking"), 7067, {"bank": "3-5-7-all"}),
    "hansa-13": Planned(("network", "network", "offices", "offices", "network"), 7127, {}),
    "hansa-14": Planned(
        ("blocking", "coellen", "markers", "eastwest", "markers"),
        7145,
        {"end_turn_early": "only_when_stuck", "markers_inside_actions": "between_actions"},
    ),
}


def written(name: str) -> str:
    """The record of one of the games above."""
    return headed(play("hansa", GAMES[name], player), GAMES[name].title)


if __name__ == "__main__":
    keep(GAMES, written)
