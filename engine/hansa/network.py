"""Networks of offices: the east-west connection during play, the largest connected network at the end.

Cities with an office of the seat are joined by any printed route between them, whoever stands on it (ruling 79).
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa.board import LINKS
from engine.hansa.kinds import KINDS
from engine.hansa.maps import members
from engine.hansa.points import give, now


def offices(game: Game, seat: int) -> list[int]:
    """How many offices a seat has in each city, extra ones among them (ruling 61)."""
    board = game.board
    counts = [0] * len(board.map.cities)
    for city, place in enumerate(board.map.cities):
        for piece in board.office[place.first : place.first + board.filled[city]]:
            if (piece - 1) // KINDS == seat:
                counts[city] += 1
    for entry in (*board.extra[: board.extras[0]], *board.beyond[: board.beyonds[0]]):
        if ((entry & 15) - 1) // KINDS == seat:
            counts[entry >> 4] += 1
    return counts


def reach(game: Game, cities: int, start: int) -> int:
    """The cities of a set that can be reached from one of them without leaving it."""
    beside = game.board.map.beside
    found = ring = 1 << start
    while ring:
        near = 0
        for city in members(ring):
            near |= beside[city]
        ring = near & cities & ~found
        found |= ring
    return found


def connected(game: Game, counts: list[int]) -> bool:
    """Whether offices in these cities connect the two red cities."""
    east, west = game.board.map.east_west
    if not counts[east] or not counts[west]:
        return False
    cities = sum(1 << city for city, count in enumerate(counts) if count)
    return bool(reach(game, cities, east) >> west & 1)


def connect(game: Game, seat: int) -> None:
    """After a seat has established an office: its east-west connection, if this made it. Once for every seat, the first
    three score (ruling 76)."""
    board = game.board
    if board.link[seat] or not connected(game, offices(game, seat)):
        return
    order = board.clock[LINKS]
    game.put(board.clock, LINKS, order + 1)
    game.put(board.link, seat, order + 1)
    points = board.map.east_west_points
    give(game, seat, points[order] if order < len(points) else 0, "eastwest", "", now(game))


def largest(game: Game, seat: int) -> int:
    """Offices in the largest connected network of a seat (ruling 77: a whole component, one only)."""
    counts = offices(game, seat)
    left = sum(1 << city for city, count in enumerate(counts) if count)
    best = 0
    while left:
        found = reach(game, left, (left & -left).bit_length() - 1)
        best = max(best, sum(counts[city] for city in members(found)))
        left &= ~found
    return best
