"""Simple players with a plan for the referee's games: senate, construction, ships, provinces or Trajan tiles.

A player tries each answer, looks at what it brings (points now and in final scoring as it would be today), adds what
its plan thinks of the answer, and takes the best. The table's answers come by their odds. Everything depends on the
seed alone, so a game can be played again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from tests.engine import whole_games

# what a plan thinks of ending a move on a tray, in points
PLANS: dict[str, dict[str, float]] = {
    "senate": {"senate": 7, "forum": 4, "trajan": 3, "construction": 2, "military": 1, "seaport": 1},
    "construction": {"construction": 8, "trajan": 4, "forum": 4, "senate": 2, "military": 1, "seaport": 1},
    "ships": {"seaport": 8, "forum": 3, "trajan": 3, "senate": 2, "construction": 2, "military": 0},
    "provinces": {"military": 8, "forum": 3, "trajan": 4, "senate": 2, "construction": 1, "seaport": 1},
    "tiles": {"trajan": 7, "forum": 4, "construction": 4, "senate": 3, "military": 3, "seaport": 3},
    "anything": {},
    "heaps": {"seaport": 2, "forum": 2, "military": 2, "senate": 2, "trajan": 2, "construction": 2},
}
POINTS = {
    "identical": ((2, 6, 12, 20), (0, 1, 7, 15)),
    "pairs": ((5, 10, 15), (1, 6, 11)),
    "different": ((2, 4, 6, 8), (0, 1, 3, 5)),
}
COLOURS = ("blue", "yellow", "green", "orange", "pink", "white")
TRAYS = ["seaport", "forum", "military", "senate", "trajan", "construction"]
WANTED = {"draw": 2.0, "play": 0.5, "take": 1.0, "raise": 1.0, "worker": 1.5, "leader": 1.5, "skip": -0.5}


@dataclass(frozen=True)
class Planned(whole_games.Planned):
    """A game to play, and whether hands are seen."""

    hands: str

    @property
    def title(self) -> str:
        return f"{len(self.plans)} players, {self.hands} hands: {', '.join(self.plans)}"


GAMES = {
    "trajan-01": Planned(
        ("provinces", "anything"),
        1029,
        {
            "starting_markers": "random",
            "draft": "one_by_one",
            "fulfil": "optional",
            "extra_after_skipped_action": "yes",
            "reshuffle": "no",
            "refuse_demand": "yes",
            "province_vote_tiles": "stay",
            "wild_demand_for_bonus": "yes",
            "vice_consul_needs_vote": "yes",
            "final_tie": "track",
        },
        "seen",
    ),
    "trajan-02": Planned(("senate", "heaps"), 1056, {"time_loop": "8"}, "seen"),
    "trajan-03": Planned(("anything", "anything"), 1080, {"time_loop": "8"}, "hidden"),
    "trajan-04": Planned(("ships", "provinces"), 3001, {}, "seen"),
    "trajan-05": Planned(("senate", "construction"), 3003, {}, "hidden"),
    "trajan-06": Planned(("tiles", "construction", "senate"), 94, {}, "seen"),
    "trajan-07": Planned(("tiles", "ships", "provinces"), 3002, {}, "seen"),
    "trajan-08": Planned(("senate", "ships", "construction"), 3005, {}, "hidden"),
    "trajan-09": Planned(
        ("tiles", "ships", "anything", "senate"),
        5,
        {"starting_markers": "random", "reshuffle": "no", "refuse_demand": "yes", "wild_demand_for_bonus": "yes"},
        "hidden",
    ),
    "trajan-10": Planned(("heaps", "tiles", "anything", "construction"), 95, {}, "hidden"),
    "trajan-11": Planned(("anything", "anything", "anything", "provinces"), 182, {}, "seen"),
    "trajan-12": Planned(
        ("heaps", "senate", "construction", "tiles"),
        185,
        {
            "starting_markers": "random",
            "draft": "one_by_one",
            "fulfil": "optional",
            "extra_tiles_per_turn": "unlimited",
            "province_vote_tiles": "stay",
            "wild_demand_for_bonus": "yes",
        },
        "hidden",
    ),
    "trajan-13": Planned(("senate", "construction", "heaps", "anything"), 200, {}, "hidden"),
    "trajan-14": Planned(("ships", "provinces", "tiles", "construction"), 3004, {}, "seen"),
    "trajan-15": Planned(("provinces", "senate", "construction", "provinces"), 4022, {}, "seen"),
}


class Player:
    """A player with a plan."""

    def __init__(self, plan: str, chance: random.Random) -> None:
        self.plan, self.chance = plan, chance

    def answer(self, game: Game) -> str:
        assert game.decision is not None
        kind, keys = game.decision.kind, game.decision.keys
        if self.plan == "anything":
            return self.chance.choice(keys)
        if kind == "sow.tray":
            return self.best(keys, [self.tray(game, key) for key in keys])
        if kind == "sow.colour":
            return self.colour(game, keys)
        if kind.startswith(("setup", "draft")) or kind == "tile.plus-two":
            return self.chance.choice(keys)
        if kind.startswith("ship."):
            return self.cargo(game, keys)
        return self.best(keys, [self.worth(game, key) for key in keys])

    def best(self, keys: Sequence[str], values: Sequence[float]) -> str:
        return max(zip(values, keys, strict=True), key=lambda pair: pair[0] + self.chance.random())[1]

    def tray(self, game: Game, key: str) -> float:
        """Where the last marker lands, and for one who heaps markers up, how many stay where they are."""
        assert game.decision is not None
        seat = game.state()["seats"][game.decision.seat]
        index = TRAYS.index(key)
        number = sum(seat["trays"][index].values())
        target = (index + number) % 6
        value = PLANS[self.plan][TRAYS[target]] + self.fulfils(seat, index, target)
        return value - 2.0 * number if self.plan == "heaps" and number < 9 else value + (number > 8) * 20

    @staticmethod
    def colour(game: Game, keys: Sequence[str]) -> str:
        """A colour of the target tray's tile goes last, else what there is most of goes first."""
        assert game.decision is not None and game.agenda is not None
        tray, held, _ = game.agenda[2]
        number = {colour: held >> 2 * index & 3 for index, colour in enumerate(COLOURS)}
        target = (tray + sum(number.values()) - 1) % 6
        tile = game.state()["seats"][game.decision.seat]["circle"][target]
        wanted = [key for key in keys if tile and key[0].upper() in tile.rpartition(".")[2]]
        if tray == target and wanted:
            return wanted[0]
        return max([key for key in keys if key not in wanted] or keys, key=lambda key: number[key])

    def fulfils(self, seat: dict[str, Any], tray: int, target: int) -> float:
        """What the tile of the target tray is worth, if one marker of that tray can complete what it needs."""
        tile = seat["circle"][target]
        if tile is None:
            return 0.0
        need = Counter(tile.rpartition(".")[2])
        for colour, number in seat["trays"][target].items() if tray != target else ():
            need[colour[0].upper()] -= number
        missing = +need
        held = {colour[0].upper() for colour in seat["trays"][tray]}
        if missing.total() > 1 or any(letter not in held for letter in missing):
            return 0.0
        return (9.0 if ".nine." in tile else 6.0) * (1.5 if self.plan == "tiles" else 1.0)

    def cargo(self, game: Game, keys: Sequence[str]) -> str:
        """The card there is most of; on as long as there is one, and wild tiles at times."""
        assert game.decision is not None
        hand: dict[str, int] = game.state()["seats"][game.decision.seat]["hand"]
        cards = [key for key in keys if key not in ("wild", "done")]
        if cards and ("wild" not in keys or self.chance.random() < 0.7):
            return max(cards, key=lambda card: hand.get(card, 0))
        return keys[-1] if self.chance.random() < 0.4 or "wild" not in keys else "wild"

    def shipment(self, state: dict[str, Any], seat: int, ship: str) -> float:
        """What that ship would bring with the known cards."""
        hand: dict[str, int] = state["seats"][seat]["hand"]
        units = {
            "identical": max(hand.values(), default=0),
            "pairs": sum(number >= 2 for number in hand.values()),
            "different": len(hand),
        }[ship]
        points = POINTS[ship][state["ships"][ship] == "gray"]
        return float(points[min(units, len(points)) - 1]) if units else 0.0

    def worth(self, game: Game, key: str) -> float:
        assert game.decision is not None
        seat, kind = game.decision.seat, game.decision.kind
        before = self.points(game, seat)
        state = game.state() if kind in ("action.forum", "action.military", "action.seaport") else {}
        game.answer(key)
        value = self.points(game, seat) - before
        game.undo()
        stem = key.partition(".")[0]
        value += WANTED.get(stem, 0.0)
        if kind == "extra.tile" and key != "no":
            value += 3
        elif kind == "action.forum":
            value += self.tile(state, seat, key)
        elif stem == "ship":
            value = self.shipment(state, seat, key.partition(".")[2]) - (4 if self.plan == "ships" else 2)
        elif stem == "leader":
            value += 2 if key.partition(".")[2] in state["provinces"] else 0
        elif stem == "site":
            value += 2
        elif stem == "stack":
            value += 3
        return value

    def tile(self, state: dict[str, Any], seat: int, key: str) -> float:
        """Demands that show are wanted most, then votes and wild tiles."""
        showing: list[str] = state["demands"]["showing"]
        mine: dict[str, int] = state["seats"][seat]["tiles"]
        word = key.partition(".")[2]
        if word in ("bread", "games", "religion"):
            return 5.0 if showing.count(word) > mine.get(key, 0) else 2.0
        if word.startswith("vote"):
            return 3.0 + int(word[-1]) * (0.5 if self.plan == "senate" else 0.1)
        return 4.0 if "wild" in word else 3.0

    @staticmethod
    def points(game: Game, seat: int) -> float:
        standings = game.standings()
        return float(standings.totals[seat] + standings.today[seat])


def written(name: str) -> str:
    """The record of one of the games above."""
    planned = GAMES[name]
    return whole_games.headed(whole_games.play("trajan", planned, Player, {"hands.seen": planned.hands}), planned.title)


if __name__ == "__main__":
    whole_games.keep(GAMES, written)
