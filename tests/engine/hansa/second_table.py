"""Hansa Teutonica once more, written from the fact sheet alone: it reads the answers of a referee's game and plays them
on a board of its own, from set-up to result, in the order of the rulebook.

It shares no code and no table with the engine. Pieces are pairs of seat and word, a route is a list of pieces, every
rule is spelled out plainly and slowly, nothing is kept that can be counted. What is printed stands in
``second_printed``, the board in ``second_board``, actions and claims in modules of their own, what other boards do in
another way in ``second_boards``.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.engine.hansa.second_board import Over
from tests.engine.hansa.second_claims import Claims
from tests.engine.hansa.second_printed import MARKER_POINTS, MARKERS, PRESTIGE, START, TRACKS
from tests.engine.second import TABLE


class Table(Claims):
    """The whole table, turn by turn."""

    # ---- the game

    def play(self) -> None:
        start = int(self.must(TABLE, "start.player", [f"seat.{seat}" for seat in range(self.players)])[5:])
        for place in range(self.players):
            desk = self.desks[(start + place) % self.players]
            desk.supply["trader"] += 5 + place
            desk.stock["trader"] -= 5 + place
        left = list(START)
        for route in self.taverns:
            self.marker[route] = self.must(TABLE, f"start.{route}", left)
            left.remove(str(self.marker[route]))
        seat = start
        try:
            while True:
                self.turn(seat)
                seat = (seat + 1) % self.players
        except Over:
            self.final()

    def turn(self, seat: int) -> None:
        self.actions = self.value(seat, "actions")
        self.new_turn(seat)
        while True:
            usable = [f"marker.{word}" for word in self.usable(seat)]
            possible = self.possible(seat) if self.actions else []
            options = [*possible, *usable]
            may_stop = not possible or self.rules["end_turn_early"] == "yes"
            if (self.actions and may_stop) or (not self.actions and usable):
                options.append("pass")
            key = self.ask(seat, "turn.action", options)
            if key is None or key == "pass":
                if key and self.actions:
                    self.note("a turn ends early" if possible else "no action is possible")
                break
            if key.startswith("marker."):
                if not self.actions:
                    self.note("a marker is used after the last action")
                self.use(seat, key[7:])
                continue
            self.actions -= 1
            if key in ("income", "income-less"):
                self.income(seat, key == "income-less")
            elif key == "place":
                self.place(seat)
            elif key == "displace":
                self.displace(seat)
            elif key == "move":
                self.move(seat)
            else:
                self.claim(seat)
        self.place_markers(seat)

    def possible(self, seat: int) -> list[str]:
        desk = self.desks[seat]
        hand, stock = desk.supply.total(), desk.stock.total()
        found = []
        if hand and self.placeable(seat):
            found.append("place")
        if self.full_routes(seat):
            found.append("claim")
        if self.displaceable(seat):
            found.append("displace")
        if any(self.mine(seat, route) for route in self.posts):
            found.append("move")
        if stock:
            found += ["income", "income-less"] if stock > 1 else ["income"]
        return found

    def place_markers(self, seat: int) -> None:
        desk = self.desks[seat]
        if desk.hidden + len(desk.turned) > 1:
            self.note("several markers are placed")
        while desk.hidden or desk.turned:
            routes = [
                route
                for route in self.posts
                if self.markable(route)
                and not self.on[route]
                and not self.marker[route]
                and any(not self.cities[city].full() for city in route.split("-"))
            ]
            if not routes:
                self.note("a marker waits on the plate")
                return
            if desk.hidden:
                self.turn_up(seat)
                continue
            word = self.must(seat, "marker.which", [word for word in MARKERS if word in desk.turned])
            desk.turned.remove(word)
            self.marker[self.must(seat, "marker.route", routes)] = word
            self.note("a marker is placed")

    # ---- the end

    def final(self) -> None:
        networks = []
        for seat, desk in enumerate(self.desks):
            for ability, pieces in TRACKS.items():
                if ability != "keys" and desk.steps[ability] == pieces:
                    self.score(seat, 4, "abilities", ability)
                    self.note(f"a full ability: {ability}")
                elif ability == "keys" and desk.steps[ability] == pieces:
                    self.note("full keys score nothing")
            count = len(desk.unused) + len(desk.used)
            self.score(seat, MARKER_POINTS[min(count, 10)], "markers", f"count.{count}")
            self.note(f"{count} markers collected")
            for points in PRESTIGE:
                if self.prestige.get(points) == seat:
                    self.score(seat, points, "special", f"space.{points}")
            for name, city in self.cities.items():
                if city.controller() == seat:
                    self.score(seat, 2, "cities", name)
                    owners = [owner for owner, _ in city.row()]
                    if any(owners.count(other) == owners.count(seat) for other in set(owners) - {seat}):
                        self.note("a city tied and decided by the right")
            mine = {name for name, city in self.cities.items() if any(owner == seat for owner, _ in city.row())}
            size = max((self.offices_in(seat, self.network_of(mine, city)) for city in mine), default=0)
            networks.append(size * self.value(seat, "keys"))
            self.score(seat, networks[-1], "network", f"{size}x{self.value(seat, 'keys')}")
            if mine and size < self.offices_in(seat, mine):
                self.note("offices outside the network")
            self.countries_scored(seat)
        totals = self.totals()
        rank = sorted(
            range(self.players), key=lambda seat: (-totals[seat], self.desks[seat].steps["actions"], -networks[seat])
        )
        self.winner = rank[0]
        if totals.count(max(totals)) > 1:
            self.note("a tie at the end")

    def offices_in(self, seat: int, cities: Iterable[str]) -> int:
        return sum(owner == seat for city in cities for owner, _ in self.cities[city].row())
