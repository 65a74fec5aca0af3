"""The boards of Hansa Teutonica, read from ``boards/*.toml``, with everything about them that is worth a table.

Cities, offices and routes are numbered as in the file; a set of routes or cities is one number with a bit for each.
Printed facts and what follows from them (which routes share a city, how far each is from another); no state, no rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from engine.errors import BadPlayers
from engine.hansa.kinds import ABILITY, BOX, MERCHANT, TRADER

_PRIVILEGE = {word[0].upper(): index for index, word in enumerate(BOX.privileges)}
_SHAPE = {"s": TRADER, "r": MERCHANT}
_CHUNK = 10  # routes whose keys are looked up at once
_BITS = (1 << _CHUNK) - 1


class Office(NamedTuple):
    """A printed office: the privilege it needs (0 white … 3 black), the kind of piece it takes, the points of its
    coin. A special-prestige space has the same shape."""

    privilege: int
    kind: int
    points: int


class City(NamedTuple):
    """A city. ``first`` is the number of its leftmost office; ``at`` its place for a drawing, in parts of the board."""

    key: str
    name: str
    offices: tuple[Office, ...]
    abilities: tuple[int, ...]
    first: int
    at: tuple[float, float]


class Route(NamedTuple):
    """A route between two cities with so many posts. ``order`` has their kinds from the first end: "h" a house for
    either piece, "s" a ship for merchants only; ``permanent`` is the marker printed there, "" for none."""

    key: str
    ends: tuple[int, int]
    posts: int
    tavern: bool
    order: str
    permanent: str


class Permission(NamedTuple):
    """What the rightmost office of a city brings its owner: one piece a turn on the routes of these countries."""

    city: int
    routes: int


class Region(NamedTuple):
    """A country whose cities are scored at the end: points of the first, second … there."""

    word: str
    points: tuple[int, ...]
    cities: tuple[int, ...]


class Map:
    """A side of a board. ``touching`` has the set of routes of each city, ``beside`` the set of its neighbours;
    ``rings`` of each route the sets of routes at distance 1, 2 …, itself in none.

    ``ships`` has how many posts of each route take merchants only, ``maritime`` the set of routes with any. ``country``
    is that of each route, as a number; ``within`` each country's routes, ``reach`` where a piece that leaves a route of
    that country may go to; a board without countries is one country. ``guarded`` are the routes that need one of
    ``permissions``; ``markable`` those beside which a drawn marker may be placed. ``green`` are the cities without a
    printed office.
    """

    __slots__ = (
        "_chunks",
        "beside",
        "cities",
        "cities_to_end",
        "city",
        "countries",
        "country",
        "east_west",
        "east_west_points",
        "ends",
        "every_route",
        "green",
        "guarded",
        "label",
        "maritime",
        "markable",
        "name",
        "offices",
        "permanent",
        "permissions",
        "players",
        "posts",
        "prestige_to_end",
        "reach",
        "regions",
        "rings",
        "route",
        "routes",
        "ships",
        "special_city",
        "special_route",
        "special_spaces",
        "taverns",
        "touching",
        "within",
    )

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["name"]
        self.label: str = data["label"]
        self.players: tuple[int, ...] = tuple(data["players"])
        self.cities_to_end: int = data["cities_to_end"]
        self.prestige_to_end: int = data["prestige_to_end"]
        cities: list[City] = []
        first = 0
        for each in data["city"]:
            offices = tuple(_office(text) for text in each["offices"])
            abilities = tuple(ABILITY[word] for word in each["abilities"])
            cities.append(City(each["key"], each["name"], offices, abilities, first, (each["at"][0], each["at"][1])))
            first += len(offices)
        self.cities = tuple(cities)
        self.city = {city.key: index for index, city in enumerate(cities)}
        self.offices = tuple(office for city in cities for office in city.offices)
        self.routes = tuple(self._route(each) for each in data["route"])
        self.route = {route.key: index for index, route in enumerate(self.routes)}
        self.posts = tuple(route.posts for route in self.routes)
        self.ends = tuple(route.ends for route in self.routes)
        self.every_route = (1 << len(self.routes)) - 1
        self.taverns = tuple(index for index, route in enumerate(self.routes) if route.tavern)
        self.touching = tuple(
            sum(1 << index for index, ends in enumerate(self.ends) if city in ends) for city in range(len(cities))
        )
        self.beside = tuple(
            sum(1 << (a if b == city else b) for a, b in self.ends if city in (a, b)) for city in range(len(cities))
        )
        self.rings = tuple(self._rings(route) for route in range(len(self.routes)))
        self.east_west = tuple(self.city[key] for key in data["east_west"])
        self.east_west_points: tuple[int, ...] = tuple(data["east_west_points"])
        self.special_city = self.city[data["special_city"]]
        self.special_route = self.route["-".join(data["special_route"])]
        self.special_spaces = tuple(_office(text) for text in data["special_spaces"])
        self.green = tuple(city for city, place in enumerate(cities) if not place.offices)
        self.permanent = tuple(route.permanent for route in self.routes)
        self.ships = tuple(route.order.count("s") for route in self.routes)
        self.maritime = sum(1 << route for route, ships in enumerate(self.ships) if ships)
        self._lands(data)
        self._chunks = self._tables([route.key for route in self.routes])

    def _route(self, data: dict[str, Any]) -> Route:
        one, other = data["ends"]
        return Route(
            f"{one}-{other}",
            (self.city[one], self.city[other]),
            data["posts"],
            data.get("tavern", False),
            data.get("order", "h" * data["posts"]),
            data.get("permanent", ""),
        )

    def _lands(self, data: dict[str, Any]) -> None:
        """Countries: the first is open to everybody."""
        self.countries: tuple[str, ...] = tuple(data.get("countries", ("",)))
        lies_in = {country: number for number, country in enumerate(self.countries)}
        self.country = tuple(lies_in[each.get("country", "")] for each in data["route"])
        self.within = tuple(
            sum(1 << route for route, land in enumerate(self.country) if land == number) for number in lies_in.values()
        )
        self.reach = tuple(routes | self.within[0] for routes in self.within)
        self.guarded = self.every_route & ~self.within[0]
        self.markable = self.within[0] & ~sum(1 << route for route, marker in enumerate(self.permanent) if marker)
        self.permissions = tuple(
            Permission(self.city[each["city"]], sum(self.within[lies_in[land]] for land in each["countries"]))
            for each in data.get("permission", ())
        )
        self.regions = tuple(
            Region(
                each["country"],
                tuple(each["points"]),
                tuple(number for number, city in enumerate(data["city"]) if each["country"] in city["countries"]),
            )
            for each in data.get("region", ())
        )

    def _rings(self, route: int) -> tuple[int, ...]:
        found: list[int] = []
        seen = 1 << route
        ring = seen
        while True:
            near = 0
            for each in members(ring):
                a, b = self.ends[each]
                near |= self.touching[a] | self.touching[b]
            ring = near & ~seen
            if not ring:
                return tuple(found)
            found.append(ring)
            seen |= ring

    def _tables(self, keys: Sequence[str]) -> tuple[tuple[tuple[str, ...], ...], ...]:
        parts = [keys[start : start + _CHUNK] for start in range(0, 4 * _CHUNK, _CHUNK)]
        return tuple(
            tuple(tuple(key for bit, key in enumerate(part) if chosen >> bit & 1) for chosen in range(1 << len(part)))
            for part in parts
        )

    def keys(self, routes: int) -> tuple[str, ...]:
        """The keys of a set of routes, in their order."""
        one, two, three, four = self._chunks
        return (
            one[routes & _BITS]
            + two[routes >> _CHUNK & _BITS]
            + three[routes >> 2 * _CHUNK & _BITS]
            + four[routes >> 3 * _CHUNK]
        )


def members(chosen: int) -> Iterable[int]:
    """The numbers in a set, lowest first."""
    while chosen:
        low = chosen & -chosen
        yield low.bit_length() - 1
        chosen ^= low


def _office(text: str) -> Office:
    return Office(_PRIVILEGE[text[0]], _SHAPE[text[1]], int(text[2:] or 0))


@cache
def board_map(name: str) -> Map:
    """The side of that name ("standard-45"), read at the first call."""
    with files("engine.hansa").joinpath("boards", f"{name}.toml").open("rb") as stream:
        return Map(tomllib.load(stream))


# the boards by the value of the option ``board``, each with its sides
BOARDS = {
    "standard": ("standard-23", "standard-45"),
    "east": ("east",),
    "britannia": ("britannia-23", "britannia-45"),
}
SIDES = tuple(side for sides in BOARDS.values() for side in sides)


@cache
def map_for(players: int, board: str) -> Map:
    """The side of that board for so many players. Raises BadPlayers if it is not for so many."""
    sides = [board_map(name) for name in BOARDS[board]]
    found = next((side for side in sides if players in side.players), None)
    if found is None:
        fewest, most = min(sides[0].players), max(sides[-1].players)
        raise BadPlayers(f"the board {sides[0].label} is for {fewest} to {most} players, not {players}")
    return found
