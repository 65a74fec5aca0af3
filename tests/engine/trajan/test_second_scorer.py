"""A second scorer, written from the fact sheet alone: it sees only who answered what, and must agree reason by reason.

It shares no code and no table with the engine. Stacks are lists of seats, lowest first; everything is plain counting.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.catalogue import new_game
from engine.game import Game

CLIMB = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8}
UNMET = {"0": 0, "1": -4, "2": -9, "3": -15}
EACH: dict[str, tuple[float, float]] = {  # yellow, gray
    **dict.fromkeys(
        ["columns-hides", "scrolls-oils", "fruit-lamps", "wine-fish", "goldware-gems", "cattle-wheat"], (3, 2)
    ),
    **dict.fromkeys(["bread", "games", "religion"], (9, 6)),
    "workers": (1, 0.5),
    "legionnaires": (2, 1),
    "yellow": (3, 2),
}
CARDS = [tile for tile in EACH if "-" in tile]
TYPES = ["stairs", "door", "fountain", "roof", "window"]


class Scorer:
    def __init__(self, players: int) -> None:
        self.points: list[Counter[str]] = [Counter() for _ in range(players)]
        self.stacks: list[list[int]] = [[] for _ in range(8)]
        self.players = players
        self.votes: Counter[int] = Counter()
        self.settling = False
        self.to_take: list[tuple[int, bool]] = []
        self.owned: dict[str, tuple[int, bool]] = {}
        self.said: list[dict[str, int]] = [{} for _ in range(players)]

    def space(self, seat: int) -> int:
        return next(space for space, stack in enumerate(self.stacks) if seat in stack)

    def hear(self, seat: int, kind: str, key: str) -> None:
        if self.settling and kind not in ("quarter.unmet", "quarter.votes"):
            self.vote()
        if kind == "start.player":
            first = int(key[-1])
            self.stacks[0] = [(first + i) % self.players for i in range(self.players)]
        elif kind == "turn.points" and key == "senate":
            here = self.space(seat)
            self.stacks[here].remove(seat)
            self.stacks[here + 1].append(seat)
            self.points[seat]["senate"] += CLIMB[here + 1]
        elif kind == "turn.points" and "." in key:
            source, value = key.split(".")
            self.points[seat]["construction" if source == "build" else source] += int(value)
        elif kind == "other.amount":
            self.points[seat]["other"] += int(key)
        elif kind == "quarter.unmet" and key != "forgot":
            self.points[seat]["demands"] += UNMET[key]
            self.settling = True
        elif kind == "quarter.votes":
            self.votes[seat] = int(key)
        elif kind == "quarter.bonus":
            self.owned[key] = self.to_take.pop(0)
        elif kind == "final.start":
            self.owned[key] = (seat, True)
        elif kind.startswith("final."):
            self.said[seat][kind[6:]] = ["no", "yes"].index(key) if key in ("yes", "no") else int(key)

    def vote(self) -> None:
        best = []
        for space, stack in enumerate(self.stacks):
            for height, seat in enumerate(stack):
                best.append((CLIMB.get(space, 0) + self.votes[seat], space, height, seat))
        best.sort()
        self.stacks = [[seat for *_, seat in best], *([] for _ in range(7))]
        self.to_take = [(best[-1][3], True), (best[-2][3], False)]
        self.votes.clear()
        self.settling = False

    def finish(self) -> list[Counter[str]]:
        if len(self.owned) == 11 and self.players == 4:  # the last starting tile was no choice
            (last,) = set(EACH) - set(self.owned)
            self.owned[last] = (self.players - 1, True)
        for seat, said in enumerate(self.said):
            self.seat(seat, said)
        return self.points

    def seat(self, seat: int, said: dict[str, int]) -> None:
        mine = self.points[seat]
        mine["hand"] += said.get("hand", 0)
        mine["camps"] += said.get("workers", 0) + said.get("legionnaires", 0)
        mine["circle"] += said.get("circle", 0)
        counts = [said.get(kind, 0) for kind in TYPES]
        wilds = said.get("wilds", 0)
        options = (
            [(a, b) for a in range(-1, 5) for b in range(-1, 5)] if wilds == 2 else [(a, -1) for a in range(-1, 5)]
        )
        best = 0
        for a, b in options if wilds else [(-1, -1)]:
            sizes = [count + (a == i) + (b == i) for i, count in enumerate(counts)]
            best = max(best, sum(20 if size >= 4 else 10 if size == 3 else 0 for size in sizes))
        mine["sets"] += best
        tiles = {tile: yellow for tile, (owner, yellow) in self.owned.items() if owner == seat}
        questions = {"workers": "sites", "legionnaires": "provinces"}
        for tile, yellow in tiles.items():
            each = EACH[tile][0 if yellow else 1]
            count = sum(tiles.values()) if tile == "yellow" else said.get(questions.get(tile, tile), 0)
            mine["bonus"] += int(each * count + 0.5)
        cards = [EACH[tile][0 if yellow else 1] for tile, yellow in tiles.items() if tile in CARDS]
        mine["bonus"] += int(max(cards, default=0)) * said.get("commodity", 0)


def lively(game: Game, chance: random.Random) -> str:
    """An answer that makes games of a likely length with something of everything."""
    assert game.decision is not None
    kind, keys = game.decision.kind, game.decision.keys
    if kind == "turn.markers":
        return chance.choice(["forgot", "2", "3", "3", "4", "5"]) if "forgot" in keys else "3"
    if kind == "turn.points" and chance.random() < 0.5:
        return chance.choice(["senate" if "senate" in keys else "none", "none", "other"])
    return chance.choice(keys)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_second_scorer_agrees_reason_by_reason(players: int) -> None:
    reasons = set()
    for seed in range(25):
        chance = random.Random(seed)
        game, scorer = new_game("trajan", "scorekeeper", players), Scorer(players)
        while game.decision is not None:
            seat, kind, _ = game.decision
            key = lively(game, chance)
            game.answer(key)
            scorer.hear(seat, kind, key)
        expected = [{reason: n for reason, n in counter.items() if n} for counter in scorer.finish()]
        found: list[Counter[str]] = [Counter() for _ in range(players)]
        for entry in game.ledger:
            found[entry.seat][entry.reason] += entry.amount
        assert [{reason: n for reason, n in counter.items() if n} for counter in found] == expected, seed
        reasons |= {reason for counter in expected for reason in counter}
    assert len(reasons) == 12, "every reason but corrections came up"
