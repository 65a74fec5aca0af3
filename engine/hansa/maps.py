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
    """A route between two cities with so many posts."""

    key: str
    ends: tuple[int, int]
    posts: int
    tavern: bool


class Map:
    """A side of a board. ``touching`` has the set of routes of each city, ``beside`` the set of its neighbours;
    ``rings`` of each route the sets of routes at distance 1, 2 …, itself in none."""

    __slots__ = (
        "_chunks",
        "beside",
        "cities",
        "cities_to_end",
        "city",
        "east_west",
        "east_west_points",
        "ends",
        "every_route",
        "label",
        "name",
        "offices",
        "players",
        "posts",
        "prestige_to_end",
        "rings",
        "route",
        "routes",
        "special_city",
        "special_route",
        "special_spaces",
        "taverns",
        "touching",
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
        self._chunks = self._tables([route.key for route in self.routes])

    def _route(self, data: dict[str, Any]) -> Route:
        one, other = data["ends"]
        return Route(f"{one}-{other}", (self.city[one], self.city[other]), data["posts"], data.get("tavern", False))

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


BASE = ("standard-23", "standard-45")


@cache
def map_for(players: int) -> Map:
    """The side of the base board for so many players."""
    return next(found for found in map(board_map, BASE) if players in found.players)
