"""Four of the five actions on the second table, as the fact sheet has them: Income, Place, Displace, Move.

No code and no table of the engine.
"""

from __future__ import annotations

from tests.engine.hansa.second_board import Board
from tests.engine.hansa.second_printed import KINDS


class Actions(Board):
    """A board on which pieces come and go."""

    # ---- A, B

    def income(self, seat: int, fewer: bool) -> None:
        desk = self.desks[seat]
        most = min(self.value(seat, "bank"), desk.stock.total())
        total = most
        if fewer:
            total = int(self.must(seat, "income.total", [str(n) for n in range(1, most)]))
            self.note("income of fewer pieces")
        mixes = [m for m in range(total + 1) if m <= desk.stock["merchant"] and total - m <= desk.stock["trader"]]
        merchants = int(self.must(seat, "income.merchants", [str(m) for m in mixes]))
        self.note(*(["income with a merchant"] if merchants else []))
        if self.value(seat, "bank") == 1000:
            self.note("income of the whole stock")
        for kind, count in (("trader", total - merchants), ("merchant", merchants)):
            desk.stock[kind] -= count
            desk.supply[kind] += count

    def place(self, seat: int) -> None:
        route = self.must(seat, "place.route", self.placeable(seat))
        self.permission_used(seat, route)
        hand = [kind for kind in KINDS if self.desks[seat].supply[kind] and self.fits(route, kind)]
        kind = self.must(seat, "place.kind", hand)
        if kind == "merchant":
            self.note("a merchant on a post")
        self.desks[seat].supply[kind] -= 1
        self.put(seat, route, (seat, kind))

    # ---- C

    def victims(self, seat: int, route: str) -> list[tuple[int, str]]:
        """The pieces on a route that the seat can displace."""
        hand = self.desks[seat].supply.total()
        return [piece for piece in self.others(seat, route) if hand >= (2 if piece[1] == "trader" else 3)]

    def displaceable(self, seat: int) -> list[str]:
        return [route for route in self.posts if self.permitted(seat, route) and self.victims(seat, route)]

    def displace(self, seat: int) -> None:
        desk = self.desks[seat]
        route = self.must(seat, "displace.route", self.displaceable(seat))
        self.permission_used(seat, route)
        there = [f"{kind}.{owner}" for owner, kind in self.victims(seat, route)]
        victim, _, number = self.must(seat, "displace.piece", there).partition(".")
        owner = int(number)
        self.note(f"a {victim} is displaced")
        post = self.which_post(seat, route, owner, victim)
        hand = [kind for kind in KINDS if desk.supply[kind] and (post != "ship" or kind == "merchant")]
        kind = self.must(seat, "displace.with", hand)
        desk.supply[kind] -= 1
        self.exchanged(post, route, (owner, victim), (seat, kind))
        fee = 1 if victim == "trader" else 2
        mixes = [m for m in range(fee + 1) if m <= desk.supply["merchant"] and fee - m <= desk.supply["trader"]]
        merchants = int(self.must(seat, "displace.fee", [str(m) for m in mixes]))
        if merchants:
            self.note("the fee is paid with a merchant")
        for what, count in (("trader", fee - merchants), ("merchant", merchants)):
            desk.supply[what] -= count
            desk.stock[what] += count
        self.displaced(owner, victim, route, fee)

    def displaced(self, owner: int, victim: str, route: str, extras: int) -> None:
        """The displaced seat places its piece and the extra ones, each to the nearest ring with a free post."""
        waiting, desk = True, self.desks[owner]
        while True:
            if waiting and not self.nearest(route, victim):
                desk.stock[victim] += 1
                waiting = False
            kinds = [kind for kind in KINDS if (waiting and kind == victim) or (extras and kind in self.source(owner))]
            kinds = [kind for kind in kinds if self.nearest(route, kind)]
            if not kinds:
                return
            stop = [] if waiting else ["none"]
            if len(kinds) > 1:
                answer = self.must(owner, "displaced.piece", [*kinds, *stop])
                if answer == "none":
                    self.note("an extra piece is declined")
                    return
                kind, stop = answer, []
            else:
                kind = kinds[0]
            own = waiting and kind == victim
            if waiting and not own:
                self.note("an extra piece is placed first")
            lifted = not own and not desk.stock.total() and not desk.supply.total()
            if lifted:
                places = [each for each in self.posts if kind in self.mine(owner, each)]
                place = self.must(owner, "displaced.from", [*places, *stop])
                if place == "none":
                    return
                self.lift(owner, place, (owner, kind))
                stop = []
                self.note("an extra piece from the board")
            to = self.must(owner, "displaced.route", [*self.nearest(route, kind), *stop])
            if to == "none":
                self.note("an extra piece is declined")
                return
            if not self.touching(route, to):
                self.note("a ring further out")
            if self.marker[to]:
                self.note("onto a route with a marker")
            if own:
                waiting = False
            else:
                extras -= 1
                if not lifted:
                    box = desk.stock if desk.stock.total() else desk.supply
                    self.note("an extra piece from the " + ("stock" if box is desk.stock else "supply"))
                    box[kind] -= 1
            self.put(owner, to, (owner, kind))

    def source(self, owner: int) -> list[str]:
        """The kinds that an extra piece may be: of the stock, else the supply, else the board."""
        desk = self.desks[owner]
        for box in (desk.stock, desk.supply):
            if box.total():
                return [kind for kind in KINDS if box[kind]]
        return [kind for kind in KINDS if any(kind in self.mine(owner, route) for route in self.posts)]

    @staticmethod
    def touching(one: str, other: str) -> bool:
        return bool(set(one.split("-")) & set(other.split("-")))

    def nearest(self, route: str, kind: str) -> list[str]:
        """The routes of the nearest ring with a free post for that kind where a piece displaced from there may go."""
        seen, ring = {route}, {route}
        while ring:
            ring = {far for far in self.posts if far not in seen and any(self.touching(far, near) for near in ring)}
            seen |= ring
            there = self.country(route)
            free = [each for each in self.posts if each in ring and self.fits(each, kind)]
            free = [each for each in free if self.leads(there, each, False)]
            if free:
                return free
        return []

    # ---- D

    def move(self, seat: int) -> None:
        hand: list[tuple[str, int, str]] = []
        while len(hand) < self.value(seat, "book"):
            places = [route for route in self.posts if self.mine(seat, route)]
            if not places:
                break
            route = self.must(seat, "move.from", [*places, *(["done"] if hand else [])])
            if route == "done":
                self.note("fewer pieces are moved")
                break
            kind = self.must(seat, "move.kind", [kind for kind in KINDS if kind in self.mine(seat, route)])
            self.lift(seat, route, (seat, kind))
            hand.append((self.country(route), seat, kind))
        self.put_down(seat, hand, stay=False)

    def put_down(self, seat: int, hand: list[tuple[str, int, str]], stay: bool) -> None:
        """Every piece of the hand, with the country that it comes from, onto a free post."""
        while hand:
            own = all(owner == seat for _, owner, _ in hand)
            words = {
                ".".join(filter(None, (kind, "" if own else str(owner), country))): (country, owner, kind)
                for country, owner, kind in hand
            }
            country, owner, kind = words[self.must(seat, "move.piece", words)]
            hand.remove((country, owner, kind))
            crowded = self.crowded(hand, country, kind, stay)
            places = [route for route in self.posts if self.fits(route, kind) and self.leads(country, route, stay)]
            if crowded:
                places = [route for route in places if not self.fits(route, "trader") or self.ships_free(route)]
                self.note("traders taken off keep the houses")
            route = self.must(seat, "move.to", places)
            self.put(seat, route, (owner, kind), crowded)

    def ships_free(self, route: str) -> int:
        return 0
