"""The modules for the second table, from the fact sheet alone: mission cards, Emperor tiles, promo and blank markers,
the first edition's mix and Remove 3. As ``second_table``: no code and no table of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.engine.hansa.second_printed import KINDS
from tests.engine.hansa.second_table import Table
from tests.engine.second import TABLE

SILVER = Counter({"extra-office": 3, "exchange": 2, "move-3": 1, "develop": 2, "actions-3": 2, "actions-4": 2})
FIRST_SILVER = Counter({"extra-office": 4, "exchange": 1, "move-3": 1, "develop": 3, "actions-3": 2, "actions-4": 2})
PROMO = {"bonus-swap": "bonus_swap", "tribute": "tribute", "block": "block"}
BLANK = {"blank-1": "blank_1", "blank-2": "blank_2"}
CARDS = """
osnabrueck stendal paderborn
dortmund minden lueneburg
minden perleberg goslar
arnheim perleberg hannover
dortmund stendal kampen
arnheim osnabrueck hildesheim
arnheim perleberg bremen
minden osnabrueck magdeburg
dortmund stendal muenster"""
TILES = ("anywhere", "action", "income", "traders", "cities", "abilities")
NO_MODULES = {
    "marker_mix": "big_box",
    "move_3": "move",
    "missions": "no",
    "emperor": "no",
    "markers_in_emperor_turn": "no_action_needed",
    "modules_on_other_boards": "no",
    **dict.fromkeys(PROMO.values(), "0"),
    **dict.fromkeys(BLANK.values(), ""),
}


class WithModules(Table):
    """To be put before the table of a board: ``class X(WithModules, Table)``."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        rules = NO_MODULES | dict(self.rules)
        self.rules = rules
        first = rules["marker_mix"] == "first_edition"
        self.unseen = Counter(FIRST_SILVER if first else SILVER)
        self.silver = list(self.unseen)
        for word, option in PROMO.items():
            self.unseen[word] = int(rules[option])
        self.to_aside = sum(int(rules[option]) for option in PROMO.values())
        for word, option in BLANK.items():
            self.unseen[word] = 1 if rules[option] else 0
        self.supply = self.unseen.total() - self.to_aside
        self.lies: list[tuple[str, str, int]] = []  # Tribute and Block on the board: word, route, owner
        base = "arnheim" in self.cities
        self.cards: dict[int, str] | None = {} if rules["missions"] == "yes" and base else None
        with_tiles = rules["emperor"] == "yes" and (base or rules["modules_on_other_boards"] == "yes")
        self.tiles: dict[str, int | None] = {}
        self.tile_places = self.players if with_tiles else 0
        self.opened = self.given_up = self.counting = False
        self.acted = 0
        self.placed_on, self.displacing, self.offices_were = "", -1, self.office_counts()
        self.note(*(["first edition"] if first else []))

    # ---- questions

    def ask(self, seat: int, kind: str, options: Iterable[str]) -> str | None:
        if kind == "marker.reveal":
            options = [word for word, count in self.unseen.items() if count > 0]
        elif kind == "marker.which":
            options = self.desks[seat].turned
        elif kind == "turn.action" and self.may_take_tile(seat):
            key = super().ask(seat, kind, [*options, "favour"])
            if key != "favour":
                return key
            self.take_tile(seat)
            usable = [f"marker.{word}" for word in self.usable(seat)]
            return self.ask(seat, kind, [*usable, "pass"] if usable else [])
        key = super().ask(seat, kind, options)
        if kind == "place.route":
            self.placed_on = str(key)
        return key

    def mix(self, seat: int, question: str, count: int, box: Counter[str], into: Counter[str]) -> None:
        """So many pieces go over; the seat says how many of them are merchants."""
        mixes = [str(m) for m in range(count + 1) if m <= box["merchant"] and count - m <= box["trader"]]
        merchants = int(self.must(seat, question, mixes))
        for kind, some in (("trader", count - merchants), ("merchant", merchants)):
            box[kind] -= some
            into[kind] += some

    @staticmethod
    def every_card() -> list[str]:
        return [line.replace(" ", "-") for line in CARDS.split("\n") if line]

    # ---- the start, a turn

    def open_up(self) -> None:
        for place in range(1, self.to_aside + 1):
            word = self.must(TABLE, f"aside.{place}", [each for each in self.silver if self.unseen[each]])
            self.unseen[word] -= 1
            self.note("a marker is set aside")
        for place in range(1, self.tile_places + 1):
            self.tiles[self.must(TABLE, f"favour.lay.{place}", [t for t in TILES if t not in self.tiles])] = None
        cards = self.every_card()
        if self.cards is not None and self.must(TABLE, "mission.told", ["at-end", "now"]) == "now":
            self.note("mission cards told at the start")
            for seat in range(self.players):
                self.cards[seat] = self.must(seat, "mission.own", cards)

    def turn(self, seat: int) -> None:
        if not self.opened:
            self.opened = True
            self.open_up()
        self.given_up, self.acted = False, 0
        super().turn(seat)

    def has(self, seat: int, tile: str) -> bool:
        return self.tiles.get(tile) == seat

    def value(self, seat: int, ability: str) -> int:
        return super().value(seat, ability) + (ability == "actions" and self.has(seat, "action"))

    def may_take_tile(self, seat: int) -> bool:
        """Before the first action of the turn, for two unused markers, while one lies there."""
        fresh = self.actions > 0 and self.acted == 0 and not self.given_up
        return fresh and len(self.desks[seat].unused) >= 2 and None in self.tiles.values()

    def take_tile(self, seat: int) -> None:
        desk = self.desks[seat]
        tile = self.must(seat, "favour.tile", [each for each, owner in self.tiles.items() if owner is None])
        self.tiles[tile] = seat
        self.given_up, self.actions = True, 0
        self.note("an Emperor tile is taken", f"tile {tile}")
        for _ in range(2):
            word = self.must(seat, "favour.price", desk.unused)
            desk.unused.remove(word)
            desk.used.append(word)

    def develop(self, seat: int, ability: str) -> None:
        super().develop(seat, ability)
        if self.given_up:
            self.actions = 0

    def income(self, seat: int, fewer: bool) -> None:
        self.acted += 1
        super().income(seat, fewer)
        owner = self.tiles.get("income")
        if owner is not None and owner != seat:
            desk = self.desks[owner]
            there = [kind for kind in KINDS if desk.stock[kind]]
            kind = self.ask(owner, "favour.income", ["none", *there] if there else [])
            if kind in KINDS:
                desk.stock[str(kind)] -= 1
                desk.supply[str(kind)] += 1
                self.note("income follows")

    def move(self, seat: int) -> None:
        self.acted += 1
        super().move(seat)

    def claim(self, seat: int) -> None:
        self.acted += 1
        super().claim(seat)

    # ---- place and displace

    def toll(self, route: str) -> int:
        return sum(word == "block" and where == route for word, where, _ in self.lies)

    def placeable(self, seat: int) -> list[str]:
        hand = self.desks[seat].supply.total()
        return [route for route in super().placeable(seat) if hand > self.toll(route)]

    def place(self, seat: int) -> None:
        self.acted += 1
        super().place(seat)
        toll = self.toll(self.placed_on)
        if toll:
            self.mix(seat, "block.merchants", toll, self.desks[seat].supply, self.desks[seat].stock)
            self.note("a piece placed on a blocked route")

    def displace(self, seat: int) -> None:
        self.acted += 1
        super().displace(seat)

    def displaced(self, owner: int, victim: str, route: str, extras: int) -> None:
        if victim == "trader" and self.has(owner, "traders"):
            extras = 2
            self.note("a displaced trader brings two")
        self.displacing = owner
        super().displaced(owner, victim, route, extras)

    def nearest(self, route: str, kind: str) -> list[str]:
        if self.has(self.displacing, "anywhere"):
            self.note("displaced anywhere")
            return [each for each in self.posts if self.fits(each, kind)]
        return super().nearest(route, kind)

    # ---- markers

    def pile(self, seat: int) -> Counter[str]:
        """The used markers of a seat that lie beside the board."""
        return Counter(self.desks[seat].used) - Counter(word for word, _, owner in self.lies if owner == seat)

    def usable(self, seat: int) -> list[str]:
        found, unused = super().usable(seat), set(self.desks[seat].unused)
        if self.rules["move_3"] == "remove":
            found = [word for word in found if word != "move-3"]
            if "move-3" in unused and any(self.on.values()):
                found.append("move-3")
        if "bonus-swap" in unused and any(self.pile(other) for other in range(self.players) if other != seat):
            found.append("bonus-swap")
        if self.desks[seat].supply["trader"]:
            found += [word for word in ("tribute", "block") if word in unused]
        found += [word for word in BLANK if word in unused]
        if self.given_up:
            keep = self.rules["markers_in_emperor_turn"] != "none"
            found = [word for word in found if keep and not word.startswith("actions-")]
        return found

    def inside(self, seat: int) -> list[str]:
        found = super().inside(seat)
        return [key for key in found if key != "marker.move-3"] if self.rules["move_3"] == "remove" else found

    def use(self, seat: int, word: str) -> None:
        removal = word == "move-3" and self.rules["move_3"] == "remove"
        if not removal and word not in PROMO and word not in BLANK:
            if self.given_up:
                self.note("a marker in an Emperor turn")
            super().use(seat, word)
            return
        desk = self.desks[seat]
        desk.unused.remove(word)
        desk.used.append(word)
        self.note("Remove 3" if removal else f"marker {word}")
        if removal:
            self.remove_three(seat)
        elif word == "bonus-swap":
            self.swap(seat)
        elif word in ("tribute", "block"):
            route = self.must(seat, "post.route", self.posts)
            desk.supply["trader"] -= 1
            self.lies.append((word, route, seat))

    def swap(self, seat: int) -> None:
        others = [other for other in range(self.players) if other != seat and self.pile(other)]
        other = int(self.must(seat, "swap.seat", [f"seat.{each}" for each in others])[5:])
        word = self.must(seat, "swap.marker", self.pile(other))
        self.desks[other].used.remove(word)
        self.desks[other].used.append("bonus-swap")
        self.desks[seat].used.remove("bonus-swap")
        self.desks[seat].unused.append(word)

    def remove_three(self, seat: int) -> None:
        for removed in range(3):
            routes = [route for route, pieces in self.on.items() if pieces]
            route = self.ask(seat, "remove3.from", [*routes, *(["done"] if removed and routes else [])])
            if route is None or route == "done":
                return
            pieces = sorted(set(self.on[route]), key=lambda piece: (piece[0], KINDS.index(piece[1])))
            kind, _, owner = self.must(seat, "remove3.piece", [f"{k}.{o}" for o, k in pieces]).partition(".")
            self.desks[int(owner)].supply[kind] += 1
            if int(owner) == seat:
                self.note("an own piece is removed")
            self.lift(seat, route, (int(owner), kind))

    # ---- offices

    def office_counts(self) -> dict[str, int]:
        return {name: len(city.row()) for name, city in self.cities.items()}

    def connect(self, seat: int) -> None:
        super().connect(seat)
        now = self.office_counts()
        grown = next(name for name, count in now.items() if count > self.offices_were[name])
        self.offices_were = now
        for word, route, owner in self.lies:
            if word == "tribute" and grown in route.split("-"):
                desk = self.desks[owner]
                count = min(2, desk.stock.total())
                if count:
                    self.mix(owner, "tribute.merchants", count, desk.stock, desk.supply)
                    self.note("a tribute is paid", *(["a tribute for an own office"] if owner == seat else []))

    # ---- the end

    def final(self) -> None:
        if self.cards is not None:
            told = Counter(self.cards.values())
            unclear = [seat for seat in range(self.players) if told[self.cards.get(seat, "")] != 1]
            self.cards = {seat: card for seat, card in self.cards.items() if seat not in unclear}
            for seat in unclear:
                left = [card for card in self.every_card() if card not in self.cards.values()]
                self.cards[seat] = self.must(TABLE, "mission.shown", left)
                self.note("a mission card is shown at the end")
        self.counting = True
        super().final()

    def score(self, seat: int, amount: int, reason: str, place: str = "") -> None:
        if self.counting and reason == "cities" and self.has(seat, "cities"):
            amount = 4
            self.note("cities score four")
        if self.counting and reason == "abilities" and self.has(seat, "abilities"):
            amount = 7
            self.note("abilities score seven")
        super().score(seat, amount, reason, place)

    def countries_scored(self, seat: int) -> None:
        super().countries_scored(seat)
        if self.cards is None:
            return
        cities = self.cards[seat].split("-")
        for name in cities:
            if any(owner == seat for owner, _ in self.cities[name].row()):
                self.score(seat, 1, "missions", name)
                self.note("a mission city")
        if all(self.cities[name].controller() == seat for name in cities):
            self.score(seat, 5, "missions", "all")
            self.note("a whole mission")
