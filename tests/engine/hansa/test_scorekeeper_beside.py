"""The scorekeeper beside the table: whole games of the referee, entered as a table would enter them, score the same.

The second table plays each record; whatever happens on it that a scorekeeper is told is told to one, route by route.
During play every line of the score must agree, at the end every total, the winner and the three ends of the game.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.liking import weights
from tests.engine import second
from tests.engine.hansa.second_board import Over
from tests.engine.hansa.second_boards import table_of
from tests.engine.hansa.second_printed import MARKERS, TRACKS
from tests.engine.hansa.second_table import Table
from tests.engine.hansa.test_hansa_records import DEFAULTS, NAMES
from tests.engine.hansa.test_second_table import OPTIONS
from tests.engine.whole_games import given, text_of


class Told(Table):
    """A second table that tells a scorekeeper's game what happens on it."""

    def __init__(self, players: int, rules: dict[str, str], answers: list[tuple[int, str]], keeper: Game) -> None:
        super().__init__(players, rules, answers)
        self.keeper, self.route, self.rewarded = keeper, "", ""
        self.holders: list[int | None] = []
        self.later: list[tuple[str, ...]] = []
        self.claiming = self.developed = False

    def tell(self, *keys: str) -> None:
        for key in keys:
            self.keeper.answer(key)
            self.keeper.check()

    def must(self, seat: int, kind: str, options: object) -> str:
        key = super().must(seat, kind, options)  # type: ignore[arg-type]
        if kind == "start.player":
            self.tell(key)
        elif kind == "claim.route":
            self.route = key
            self.holders = [self.cities[city].controller() for city in key.split("-")]
        elif kind == "route.reward":
            self.rewarded = key
        return key

    def printed_marker(self, seat: int, route: str, left: Counter[str]) -> None:
        before = self.desks[seat].steps["privilege"]
        super().printed_marker(seat, route, left)
        self.developed = self.desks[seat].steps["privilege"] > before

    def turn(self, seat: int) -> None:
        super().turn(seat)
        self.tell("next")

    def claim(self, seat: int) -> None:
        desk = self.desks[seat]
        lines, full = len(self.ledger), self.completed
        had = len(desk.unused) + len(desk.used)
        self.claiming, over = True, False
        try:
            super().claim(seat)
        except Over:
            over = True
        self.claiming = False
        cities = ["none" if who is None else f"seat.{who}" for who in self.holders]
        if self.keeper.options["name_routes"] == "yes":
            self.tell("claim", self.route, *cities)
        else:  # in any order; once nobody has the next, no other is asked for
            told = sorted(cities, key=lambda key: key == "none")
            self.tell("claim", *told[: 1 + (told[0] != "none")])
        if len(desk.unused) + len(desk.used) > had:
            self.tell("marker")
        new = [line[1:] for line in self.ledger[lines:]]
        ticks = ["full"] * (self.completed - full)
        ticks += [self.coin(amount, place) for amount, reason, place in new if reason == "coin"]
        ticks += ["eastwest" for _, reason, _ in new if reason == "eastwest"]
        ticks += ["printed.privilege"] * self.developed
        if self.rewarded.startswith(("ability.", "prestige.")):
            ticks.append(self.rewarded)
        if self.rewarded.startswith("extra."):
            self.later.insert(0, ("extra-office",))
        self.tell(*ticks)
        if self.keeper.decision is not None and self.keeper.decision.kind == "claim.more":
            self.tell("done")
        if over:
            raise Over
        for used in self.later:
            self.tell_used(*used)
        self.later = []

    def coin(self, amount: int, place: str) -> str:
        """The tick of a coin; on a route with two of them it says which."""
        assert self.keeper.decision is not None
        exact = f"coin.{amount}.{place}"
        return exact if exact in self.keeper.decision.keys else f"coin.{amount}"

    def use(self, seat: int, word: str) -> None:
        before = dict(self.desks[seat].steps)
        super().use(seat, word)
        grown = [track for track in TRACKS if self.desks[seat].steps[track] > before[track]]
        if self.claiming:
            self.later.append((word, *grown))
        else:
            self.tell_used(word, *grown)

    def tell_used(self, word: str, *grown: str) -> None:
        self.tell("marker", word)
        decision = self.keeper.decision
        if decision is not None and decision.kind == "develop.ability":
            self.tell(*grown)

    def final(self) -> None:
        assert self.keeper.decision is not None and self.keeper.decision.kind == "final.abilities"
        during = [(entry.seat, entry.amount, entry.reason, entry.place) for entry in self.keeper.ledger]
        if self.keeper.options["name_routes"] == "yes":
            assert during == self.ledger
        else:
            assert sorted(line[:3] for line in during) == sorted(line[:3] for line in self.ledger)
        super().final()
        for seat in range(self.players):
            desk = self.desks[seat]
            full = sum(track != "keys" and desk.steps[track] == pieces for track, pieces in TRACKS.items())
            special = sorted(points for points, owner in self.prestige.items() if owner == seat)
            cities = sum(city.controller() == seat for city in self.cities.values())
            lines = [place for who, _, reason, place in self.ledger if (who, reason) == (seat, "network")]
            offices, _, keys = (lines or ["0x"])[0].partition("x")
            answers = {
                "final.abilities": str(full),
                "final.markers": str(len(desk.unused) + len(desk.used)),
                "final.special": "+".join(map(str, special)) or "none",
                "final.cities": str(cities),
                **{f"final.{country}": str(count) for country, (count, _) in self.in_countries(seat).items()},
                "final.network": offices,
                "final.keys": keys,
            }
            while (decision := self.keeper.decision) is not None and decision.seat == seat and decision.kind in answers:
                if decision.kind in ("final.markers", "final.keys"):
                    assert self.keeper.way.usual(self.keeper) == answers[decision.kind], "known from play"
                self.tell(answers[decision.kind])
                if decision.kind == "final.keys" or (decision.kind == "final.network" and offices == "0"):
                    break
        while (decision := self.keeper.decision) is not None:
            if decision.kind == "final.steps":
                self.tell(str(self.desks[decision.seat].steps["actions"]))
            else:
                _, country, offices = decision.kind.split(".")
                assert offices == "offices"
                self.tell(str(self.in_countries(decision.seat)[country][1]))

    def in_countries(self, seat: int) -> dict[str, tuple[int, int]]:
        """Cities controlled and offices of a seat in each country that is scored."""
        found = {}
        for country, names in getattr(self, "scored", {}).items():
            cities = [self.cities[name] for name in names]
            offices = sum(owner == seat for city in cities for owner, _ in city.row())
            found[country] = (sum(city.controller() == seat for city in cities), offices)
        return found


def beside(name: str) -> tuple[Game, Told]:
    """A scorekeeper's game that was told a whole record, claims by their routes, and the table that told it."""
    read = second.told(text_of(name))
    return told(read.players, DEFAULTS | read.options, read.answers, "yes")


def told(players: int, rules: dict[str, str], answers: list[tuple[int, str]], named: str) -> tuple[Game, Told]:
    """A scorekeeper's game that was told a whole game, and the table that told it."""
    agreed = {name: rules[name] for name in ("board", "bank", "region_tie")}
    keeper = new_game("hansa", "scorekeeper", players, {**agreed, "name_routes": named})
    kind: type[Told] = type("ToldBoard", (Told, table_of(rules)), {})
    table = kind(players, rules, answers, keeper)
    table.play()
    return keeper, table


@pytest.mark.parametrize("name", NAMES)
def test_the_scorekeeper_beside_a_whole_game_scores_what_the_referee_scores(name: str) -> None:
    agree(*beside(name))


@pytest.mark.parametrize("board", ["standard", "east", "britannia"])
@pytest.mark.parametrize("seed", range(6))
def test_the_scorekeeper_agrees_beside_any_game_whether_routes_are_named_or_not(seed: int, board: str) -> None:
    chance = random.Random(seed)
    switches = {name: chance.choice(values) for name, values in OPTIONS.items()}
    game = new_game("hansa", "referee", 3 + seed % 3, {"board": board, **switches})
    while game.decision is not None:
        game.answer(chance.choices(game.decision.keys, weights(game))[0])
    for named in ("yes", "no"):
        keeper, table = told(game.players, dict(game.options), given(game), named)
        agree(keeper, table)
        assert keeper.standings().places == game.standings().places


def agree(keeper: Game, table: Told) -> None:
    assert keeper.over and keeper.totals() == table.totals()
    assert keeper.standings().order[0] == table.winner
    state = keeper.state()
    assert state["ends"]["cities"][0] == table.completed
    assert state["ends"]["markers"] == table.supply and state["ends"]["draw_failed"] == table.draw_failed
    assert sum(MARKERS.values()) == 15
