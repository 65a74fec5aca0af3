"""Hansa Teutonica once more, written from the fact sheet alone: it reads the answers of a referee's game and plays them
on a board of its own, from set-up to result, in the order of the rulebook.

It shares no code and no table with the engine. Pieces are pairs of seat and word, a route is a list of pieces, every
rule is spelled out plainly and slowly, nothing is kept that can be counted; who asks for an answer that is not there
yet gets ``Open`` with all that could be answered. ``notes`` collects which rules have come up. What other boards do in
another way is a method of its own here, plain for the base board; ``second_boards`` overrides it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

# The 4-5 side, as the tables of the fact sheet give it; then what differs on the 2-3 side.
CITIES = """
Groningen: Ws1 Or, book
Emden: Wr Ps
Stade: Wr, privilege
Hamburg: Ws Os Bs
Lübeck: Ws1 Ps, bank
Kampen: Or Bs
Osnabrück: Ws Os Bs
Bremen: Wr Ps
Hannover: Ws Ps
Lüneburg: Or Bs
Perleberg: Ws Ps Br
Arnheim: Ws Wr Os Ps
Münster: Wr Os
Minden: Ws Os Ps Bs
Brunswiek: Os
Stendal: Ws Wr Os Ps
Duisburg: Ws
Dortmund: Wr Os Ps
Paderborn: Ws Br
Hildesheim: Ws Bs
Goslar: Ws Bs
Magdeburg: Wr Os
Coellen: Ws1 Ps
Warburg: Os Ps
Göttingen: Ws Wr Ps, actions
Quedlinburg: Or Pr
Halle: Ws1 Os, keys"""
ROUTES = """
Groningen - Emden 3
Emden - Osnabrück 4
Emden - Stade 3
Stade - Hamburg 3
Hamburg - Lübeck 3
Hamburg - Lüneburg 4
Hamburg - Bremen 4
Kampen - Osnabrück 2
Kampen - Arnheim 3
Bremen - Osnabrück 3 tavern
Bremen - Minden 3
Bremen - Hannover 3
Minden - Hannover 3
Hannover - Lüneburg 3
Lüneburg - Perleberg 3 tavern
Perleberg - Stendal 3
Stendal - Magdeburg 3
Stendal - Brunswiek 4
Brunswiek - Minden 4
Minden - Münster 3
Minden - Paderborn 3
Münster - Arnheim 3
Arnheim - Duisburg 3
Duisburg - Dortmund 2
Dortmund - Paderborn 3
Paderborn - Hildesheim 3
Paderborn - Warburg 3
Warburg - Coellen 4
Warburg - Göttingen 3
Göttingen - Quedlinburg 3
Quedlinburg - Halle 4
Quedlinburg - Goslar 4
Goslar - Hildesheim 3 tavern
Goslar - Magdeburg 2"""
SMALL_CITIES = """
Stade: Wr1, privilege
Kampen: Os Bs
Bremen: Ps
Lüneburg: Wr
Dortmund: Wr Os
Goslar: Ws
Warburg: Os1 Ps
Göttingen: Ws Os, actions
"""
SMALL_LACKS = ("emden-stade", "warburg-goettingen")
COLOURS = "WOPB"
TRACKS = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
KEY_VALUES, ACTION_VALUES, BOOK_VALUES = [1, 2, 2, 3, 4], [2, 3, 3, 4, 4, 5], [2, 3, 4, 5]
BANK_VALUES = {"3-4-7-all": [3, 4, 7, 1000], "3-5-7-all": [3, 5, 7, 1000]}
MARKERS = Counter({"extra-office": 4, "exchange": 3, "move-3": 2, "develop": 2, "actions-3": 2, "actions-4": 2})
START = ("extra-office", "exchange", "move-3")
PRESTIGE = {7: "W", 8: "O", 9: "P", 11: "B"}
MARKER_POINTS = [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21]
KINDS = ("trader", "merchant")
TABLE = -1


def key_of(name: str) -> str:
    """The name of a city as it stands in keys."""
    for letter, spelt in (("ü", "ue"), ("ö", "oe"), ("ä", "ae"), (" ", ""), ("-", "")):
        name = name.replace(letter, spelt)
    return name.lower()


class Open(Exception):
    """No answer is left: this is asked, of that seat."""

    def __init__(self, seat: int, kind: str, options: list[str]) -> None:
        super().__init__(f"seat {seat} is asked {kind}: {options}")
        self.seat, self.kind, self.options = seat, kind, options


class Over(Exception):
    """The game has ended."""


class City:
    """A city: its printed offices as "Ws1", who stands there, extra offices with the newest first, and on boards with
    green cities those on the right."""

    def __init__(self, offices: list[str], abilities: list[str]) -> None:
        self.printed, self.abilities = offices, abilities
        self.filled: list[tuple[int, str]] = []
        self.extra: list[tuple[int, str]] = []
        self.right: list[tuple[int, str]] = []

    def row(self) -> list[tuple[int, str]]:
        return [*self.extra, *self.filled, *self.right]

    def controller(self) -> int | None:
        owners = [seat for seat, _ in self.row()]
        if not owners:
            return None
        most = max(owners.count(seat) for seat in owners)
        return [seat for seat in owners if owners.count(seat) == most][-1]

    def full(self) -> bool:
        return len(self.filled) == len(self.printed)


class Desk:
    """A seat's own things."""

    def __init__(self) -> None:
        self.steps = dict.fromkeys(TRACKS, 0)
        self.supply = Counter({"trader": 0, "merchant": 1})
        self.stock = Counter({"trader": 27 - 15 - 1, "merchant": 0})
        self.unused: list[str] = []
        self.used: list[str] = []
        self.hidden = 0
        self.turned: list[str] = []


class Table:
    """The whole table. ``rules`` are the options; ``answers`` pairs of seat and key."""

    RED = ("stendal", "arnheim")
    PRESTIGE_ROUTE = "warburg-coellen"
    CITIES_TO_END, ALL_CITIES = 10, "ten cities"

    def __init__(self, players: int, rules: dict[str, str], answers: Iterable[tuple[int, str]]) -> None:
        self.players, self.rules, self.answers = players, rules, list(answers)
        self.given = 0
        self.ledger: list[tuple[int, int, str, str]] = []
        self.notes: set[str] = set()
        self.winner = -1
        self.cities: dict[str, City] = {}
        cities, routes, lacks = self.printed()
        for line in cities.split("\n"):
            if line:
                name, _, rest = line.partition(":")
                offices, _, abilities = rest.partition(",")
                self.cities[key_of(name)] = City(offices.split(), abilities.split())
        self.posts: dict[str, int] = {}
        self.on: dict[str, list[tuple[int, str]]] = {}
        self.marker: dict[str, str | None] = {}
        self.taverns: list[str] = []
        for line in routes.split("\n"):
            ends, *more = re.split(r" (?=\d)", line, maxsplit=1)
            route = "-".join(map(key_of, ends.split(" - ")))
            if more and route not in lacks:
                words = more[0].split()
                self.posts[route], self.on[route], self.marker[route] = int(words[0]), [], None
                self.taverns += [route] if "tavern" in words else []
                self.route_printed(route, words[1:])
        self.desks = [Desk() for _ in range(players)]
        self.prestige: dict[int, int] = {}
        self.unseen, self.supply = MARKERS - Counter(START), 12
        self.completed = 0
        self.connected: list[int] = []
        self.draw_failed = False
        self.just_taken: str | None = None
        self.actions = 0
        self.kept: Counter[str] = Counter()
        self.note(f"{players} players", f"bank {rules['bank']}")

    # ---- what differs from board to board

    def printed(self) -> tuple[str, str, tuple[str, ...]]:
        """The lines of the cities, a later one in place of an earlier; of the routes; routes that are not there."""
        few = self.players < 4
        return CITIES + (SMALL_CITIES if few else ""), ROUTES, SMALL_LACKS if few else ()

    def route_printed(self, route: str, words: list[str]) -> None:
        """What else the line of a route says."""

    def fits(self, route: str, kind: str) -> bool:
        """Whether a free post of the route takes that kind."""
        return len(self.on[route]) < self.posts[route]

    def permitted(self, seat: int, route: str) -> bool:
        """Whether the seat may place and displace on the route now."""
        return True

    def permission_used(self, seat: int, route: str) -> None:
        """It does."""

    def country(self, route: str) -> str:
        return ""

    def leads(self, country: str, route: str, stay: bool) -> bool:
        """Whether a piece that leaves that country, or stays in it, may go onto the route."""
        return True

    def put(self, seat: int, route: str, piece: tuple[int, str], crowded: bool = False) -> None:
        """A piece onto a free post; the seat is asked which, where that makes a difference. ``crowded`` if no merchant
        may take a house."""
        self.on[route].append(piece)

    def lift(self, seat: int, route: str, piece: tuple[int, str]) -> None:
        self.on[route].remove(piece)

    def which_post(self, seat: int, route: str, owner: int, kind: str) -> str:
        """From which kind of post the piece is displaced: "ship", "house", "" where that makes no difference."""
        return ""

    def exchanged(self, post: str, route: str, displaced: tuple[int, str], piece: tuple[int, str]) -> None:
        """On the route the displaced piece gives its post to another."""
        self.on[route].remove(displaced)
        self.on[route].append(piece)

    def crowded(self, hand: list[tuple[str, int, str]], country: str, kind: str, stay: bool) -> bool:
        """Whether the others of the hand need every free post that a piece could take and they, too."""
        return False

    def printed_marker(self, seat: int, route: str, left: Counter[str]) -> None:
        """The claim is done; ``left`` are the pieces of the route that went to the stock."""

    def markable(self, route: str) -> bool:
        """Whether a drawn marker may ever be placed there."""
        return True

    def exchangeable(self, city: City) -> list[tuple[list[tuple[int, str]], int]]:
        """The offices that may change places, from the left: the list that each is in, and where."""
        return [(city.filled, place) for place in range(len(city.filled))]

    def countries_scored(self, seat: int) -> None:
        """Further lines of a seat's final score."""

    def new_turn(self, seat: int) -> None:
        """A turn begins."""

    # ---- small things

    def note(self, *words: str) -> None:
        self.notes.update(words)

    def ask(self, seat: int, kind: str, options: Iterable[str]) -> str | None:
        """The answer to a question: None for no option, the only one without asking, else the next of the game's."""
        keys = list(dict.fromkeys(options))
        if len(keys) < 2:
            return keys[0] if keys else None
        if self.given == len(self.answers):
            raise Open(seat, kind, keys)
        who, key = self.answers[self.given]
        assert who == seat and key in keys, f"answer {self.given}: {who} {key}, but seat {seat} is asked {kind}: {keys}"
        self.given += 1
        return key

    def must(self, seat: int, kind: str, options: Iterable[str]) -> str:
        key = self.ask(seat, kind, options)
        assert key is not None, kind
        return key

    def score(self, seat: int, amount: int, reason: str, place: str = "") -> None:
        if amount:
            self.ledger.append((seat, amount, reason, place))

    def totals(self) -> list[int]:
        return [sum(line[1] for line in self.ledger if line[0] == seat) for seat in range(self.players)]

    def placeable(self, seat: int) -> list[str]:
        """The routes onto which the seat could place a piece of its supply."""
        hand = [kind for kind in KINDS if self.desks[seat].supply[kind]]
        return [
            route
            for route in self.posts
            if self.permitted(seat, route) and any(self.fits(route, kind) for kind in hand)
        ]

    def mine(self, seat: int, route: str) -> list[str]:
        return [kind for owner, kind in self.on[route] if owner == seat]

    def others(self, seat: int, route: str) -> list[tuple[int, str]]:
        return [piece for piece in self.on[route] if piece[0] != seat]

    def full_routes(self, seat: int) -> list[str]:
        return [route for route, posts in self.posts.items() if len(self.mine(seat, route)) == posts]

    def colour(self, seat: int) -> int:
        return self.desks[seat].steps["privilege"]

    def value(self, seat: int, ability: str) -> int:
        step = self.desks[seat].steps[ability]
        bank = BANK_VALUES[self.rules["bank"]]
        return {"keys": KEY_VALUES, "actions": ACTION_VALUES, "book": BOOK_VALUES, "bank": bank}[ability][step]

    def open_tracks(self, seat: int) -> list[str]:
        return [track for track, pieces in TRACKS.items() if self.desks[seat].steps[track] < pieces]

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
