"""The board of the second table: cities, routes, desks, who stands where; and what other boards do in another way.

A city's offices and a route are lists of pieces; nothing is kept that can be counted. No code or table of the engine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from tests.engine.hansa.second_printed import (
    ACTION_VALUES,
    BANK_VALUES,
    BOOK_VALUES,
    CITIES,
    KEY_VALUES,
    KINDS,
    MARKERS,
    ROUTES,
    SMALL_CITIES,
    SMALL_LACKS,
    START,
    TRACKS,
    key_of,
)
from tests.engine.second import Second


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


class Board(Second):
    """What lies on the table, and what differs from board to board."""

    RED = ("stendal", "arnheim")
    PRESTIGE_ROUTE = "warburg-coellen"
    CITIES_TO_END, ALL_CITIES = 10, "ten cities"

    def __init__(self, players: int, rules: Mapping[str, str], answers: Iterable[tuple[int, str]]) -> None:
        super().__init__(players, rules, answers)
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
