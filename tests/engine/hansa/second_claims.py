"""A claim on the second table, in its fixed order, what it builds, and the markers.

No code and no table of the engine.
"""

from __future__ import annotations

from collections import Counter

from tests.engine.hansa.second_actions import Actions
from tests.engine.hansa.second_board import City, Over
from tests.engine.hansa.second_printed import COLOURS, KINDS, MARKERS, PRESTIGE
from tests.engine.second import TABLE


class Claims(Actions):
    """A board on which routes are claimed and markers used."""

    # ---- E

    def claim(self, seat: int) -> None:
        desk = self.desks[seat]
        route = self.must(seat, "claim.route", self.full_routes(seat))
        ends = route.split("-")
        holders = [self.cities[city].controller() for city in ends]
        for city, holder in zip(ends, holders, strict=True):
            if holder is not None:
                self.score(holder, 1, "city", city)
                self.note("city points for the claimant" if holder == seat else "city points for another")
        if holders == [None, None]:
            self.note("no city points")
        self.just_taken = self.marker[route]
        if self.just_taken:
            self.marker[route] = None
            desk.unused.append(self.just_taken)
            if self.supply:
                self.supply -= 1
                desk.hidden += 1
                if self.rules["drawn_marker"] == "shown":
                    self.turn_up(seat)
                    self.note("a drawn marker is shown at once")
            else:
                self.draw_failed = True
                self.note("the game ends: a draw fails")
        before = Counter(self.mine(seat, route))
        self.reward(seat, route)
        self.printed_marker(seat, route, before - self.kept)
        while self.ending():
            inside = self.inside(seat)
            key = self.ask(seat, "claim.close", [*inside, "done"] if inside else [])
            if key is None or key == "done":
                break
            self.note("a marker inside the claim that ends the game")
            self.use(seat, key[7:])
        self.just_taken = None
        if self.ending():
            if max(self.totals()) >= 20:
                self.note("the game ends: twenty prestige")
                if self.totals()[seat] < 20:
                    self.note("another seat's twenty ends the game")
            if self.completed >= self.CITIES_TO_END:
                self.note(f"the game ends: {self.ALL_CITIES}")
            if self.actions:
                self.note("actions are lost at the end")
            raise Over

    def ending(self) -> bool:
        return self.draw_failed or self.completed >= self.CITIES_TO_END or max(self.totals()) >= 20

    def inside(self, seat: int) -> list[str]:
        if self.rules["markers_inside_actions"] != "claim_window":
            return []
        before = Counter(self.desks[seat].unused) - Counter([self.just_taken] if self.just_taken else [])
        usable = self.usable(seat)
        return [f"marker.{word}" for word in ("exchange", "move-3", "develop") if before[word] and word in usable]

    def reward(self, seat: int, route: str) -> None:
        desk, ends, kinds = self.desks[seat], route.split("-"), set(self.mine(seat, route))
        while True:
            options = [f"office.{city}" for city in ends if self.may_build(seat, self.cities[city], kinds)]
            for city in ends:
                options += [f"ability.{each}" for each in self.cities[city].abilities if each in self.open_tracks(seat)]
            if route == self.PRESTIGE_ROUTE and "merchant" in kinds:
                for points, colour in PRESTIGE.items():
                    if points not in self.prestige and COLOURS.index(colour) <= self.colour(seat):
                        options.append(f"prestige.{points}")
            before = desk.unused.count("extra-office") - (self.just_taken == "extra-office")
            if before:
                options += [
                    f"extra.{city}" for city in ends if self.cities[city].filled or not self.cities[city].printed
                ]
            options += self.inside(seat)
            key = self.must(seat, "route.reward", [*options, "none"])
            what, _, which = key.partition(".")
            if what != "marker":
                break
            self.note("a marker inside a claim")
            self.use(seat, which)
        if what == "none":
            self.note("nothing is built though something could be" if options else "nothing can be built")
        if what == "extra":
            city = self.cities[which]
            kind = self.must(seat, "extra.kind", [kind for kind in KINDS if kind in kinds])
            desk.unused.remove("extra-office")
            desk.used.append("extra-office")
            self.leave(seat, route, kind)
            self.first_in_green(city)
            self.note(*([] if city.printed else ["an extra office in a green city"]))
            city.extra.insert(0, (seat, kind))
            self.note("an extra office", *(["an extra office in a full city"] if city.full() else []))
            self.connect(seat)
        elif what == "office":
            city = self.cities[which]
            office = city.printed[len(city.filled)]
            kind = "trader" if office[1] == "s" else "merchant"
            self.note(f"an office: {COLOURS.index(office[0])}", f"an office for a {kind}")
            self.leave(seat, route, kind)
            city.filled.append((seat, kind))
            if office[2:]:
                self.score(seat, int(office[2:]), "coin", which)
                self.note("a coin")
            if city.full():
                self.completed += 1
                self.note("a city is completed")
            self.connect(seat)
        elif what == "prestige":
            self.leave(seat, route, "merchant")
            if any(points < int(which) and points not in self.prestige for points in PRESTIGE):
                self.note("a lower space of Coellen is skipped")
            self.prestige[int(which)] = seat
            self.note("special prestige")
        else:
            self.leave(seat, route, None)
            if what == "ability":
                self.develop(seat, which)

    def first_in_green(self, city: City) -> None:
        """A city without a printed office is completed by its first one."""
        if not city.printed and not city.row():
            self.completed += 1
            self.note("a green city is completed")

    def leave(self, seat: int, route: str, kept: str | None) -> None:
        self.kept = Counter([kept] if kept else [])
        kinds = Counter(self.mine(seat, route))
        if kept:
            kinds[kept] -= 1
        self.on[route] = []
        for kind in KINDS:
            self.desks[seat].stock[kind] += kinds[kind]

    def may_build(self, seat: int, city: City, kinds: set[str]) -> bool:
        if city.full():
            return False
        office = city.printed[len(city.filled)]
        return COLOURS.index(office[0]) <= self.colour(seat) and ("trader" if office[1] == "s" else "merchant") in kinds

    def develop(self, seat: int, ability: str) -> None:
        desk = self.desks[seat]
        before = self.value(seat, "actions")
        desk.steps[ability] += 1
        desk.supply["merchant" if ability == "book" else "trader"] += 1
        gained = self.value(seat, "actions") - before
        self.actions += gained
        self.note(f"ability {ability}")
        if ability == "actions":
            self.note("an action is gained at once" if gained else "Actions without a gain")

    def connect(self, seat: int) -> None:
        if seat in self.connected:
            return
        mine = {name for name, city in self.cities.items() if any(owner == seat for owner, _ in city.row())}
        if not set(self.RED) <= mine:
            return
        if self.RED[1] in self.network_of(mine, self.RED[0]):
            self.connected.append(seat)
            place = len(self.connected)
            self.score(seat, {1: 7, 2: 4, 3: 2}.get(place, 0), "eastwest")
            self.note(f"east and west are connected: {place}")

    def network_of(self, mine: set[str], start: str) -> set[str]:
        found, new = {start}, [start]
        while new:
            city = new.pop()
            for route in self.posts:
                ends = route.split("-")
                if city in ends:
                    other = ends[1 - ends.index(city)]
                    if other in mine and other not in found:
                        found.add(other)
                        new.append(other)
        return found

    # ---- markers

    def usable(self, seat: int) -> list[str]:
        """The kinds that can be used now; the extra office belongs to a claim."""
        found = []
        for word in MARKERS:
            if word not in self.desks[seat].unused or word == "extra-office":
                continue
            if word == "exchange" and not any(self.pairs(seat, city) for city in self.cities.values()):
                continue
            if word == "move-3" and not any(self.others(seat, route) for route in self.posts):
                continue
            if word == "develop" and not self.open_tracks(seat):
                continue
            found.append(word)
        return found

    def pairs(self, seat: int, city: City) -> list[int]:
        owners = [row[place][0] for row, place in self.exchangeable(city)]
        return [place for place in range(len(owners) - 1) if seat in (owners[place], owners[place + 1])]

    def use(self, seat: int, word: str) -> None:
        desk = self.desks[seat]
        desk.unused.remove(word)
        desk.used.append(word)
        self.note(f"marker {word}")
        if word in ("actions-3", "actions-4"):
            self.actions += int(word[-1])
        elif word == "develop":
            self.develop(seat, self.must(seat, "develop.ability", self.open_tracks(seat)))
        elif word == "exchange":
            names = [name for name, city in self.cities.items() if self.pairs(seat, city)]
            city = self.cities[self.must(seat, "exchange.city", names)]
            places = self.pairs(seat, city)
            place = int(self.must(seat, "exchange.pair", [f"{p + 1}-{p + 2}" for p in places])[0]) - 1
            before = city.controller()
            self.note(*([] if city.printed else ["an exchange in a green city"]))
            (row, at), (other, there) = self.exchangeable(city)[place : place + 2]
            row[at], other[there] = other[there], row[at]
            if city.controller() != before:
                self.note("an exchange changes who controls")
        else:
            hand: list[tuple[str, int, str]] = []
            while len(hand) < 3:
                routes = [route for route in self.posts if self.others(seat, route)]
                if not routes:
                    break
                route = self.must(seat, "move3.from", [*routes, *(["done"] if hand else [])])
                if route == "done":
                    break
                pieces = sorted(self.others(seat, route), key=lambda piece: (piece[0], KINDS.index(piece[1])))
                word = self.must(seat, "move3.piece", [f"{kind}.{owner}" for owner, kind in pieces])
                piece = (int(word.partition(".")[2]), word.partition(".")[0])
                self.lift(seat, route, piece)
                hand.append((self.country(route), *piece))
            self.put_down(seat, hand, stay=True)

    def turn_up(self, seat: int) -> None:
        word = self.must(TABLE, "marker.reveal", [word for word in MARKERS if self.unseen[word]])
        self.unseen[word] -= 1
        self.desks[seat].hidden -= 1
        self.desks[seat].turned.append(word)
