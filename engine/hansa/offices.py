"""Offices: where one may be established, what it brings at once, who controls a city, the east-west connection.

Serves claims, the Exchange marker and corrections. Points of a coin and of the connection are written here, since they
belong to the establishing; city points and final scoring are not.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.hansa import network
from engine.hansa.board import COMPLETED, VACANT
from engine.hansa.desk import PRIVILEGE_VALUES
from engine.hansa.kinds import KINDS, PRIVILEGE, TRACKS
from engine.hansa.points import give, now
from engine.words import Text


def next_vacant(game: Game, city: int) -> int:
    """The number of the leftmost vacant printed office of a city; -1 if it has none (ruling 37: none is skipped)."""
    place = game.board.map.cities[city]
    filled: int = game.board.filled[city]
    return place.first + filled if filled < len(place.offices) else -1


def may_establish(game: Game, seat: int, city: int, kinds: int) -> bool:
    """Whether a seat could establish the next office of a city from a route; ``kinds`` is the set of kinds it has
    there (1 traders, 2 merchants): one fitting piece is enough (ruling 35)."""
    office = next_vacant(game, city)
    if office < 0:
        return False
    needs = game.board.map.offices[office]
    privilege = PRIVILEGE_VALUES[game.board.desk[seat * TRACKS + PRIVILEGE]]
    return privilege >= needs.privilege and bool(kinds >> needs.kind & 1)


def may_add(game: Game, city: int) -> bool:
    """Whether an extra office may come to a city: its leftmost printed office, if it has one, is occupied (ruling
    56)."""
    board = game.board
    return not board.map.cities[city].offices or bool(board.office[board.map.cities[city].first])


def establish(game: Game, city: int, piece: int) -> None:
    """A piece onto the next vacant printed office of a city: coin, completed city, control, connection."""
    board = game.board
    place = board.map.cities[city]
    office = place.first + board.filled[city]
    game.put(board.office, office, piece + 1)
    game.put(board.filled, city, board.filled[city] + 1)
    seat = piece // KINDS
    give(game, seat, board.map.offices[office].points, "coin", place.key, now(game))
    if board.filled[city] == len(place.offices):
        complete(game, city)
    settle(game, city)
    network.connect(game, seat)
    for module in board.modules:
        module.established(game, city)


def add(game: Game, city: int, piece: int) -> None:
    """A piece to the left of everything in a city: no coin; it completes a city that has no printed office and none
    yet."""
    _added(game, city, piece, game.board.extra, game.board.extras)


def add_right(game: Game, city: int, piece: int) -> None:
    """The same to the right of everything."""
    _added(game, city, piece, game.board.beyond, game.board.beyonds)


def _added(game: Game, city: int, piece: int, box: list[int], count: list[int]) -> None:
    first = not game.board.map.cities[city].offices and not pieces(game, city)
    game.put(box, count[0], city << 4 | piece + 1)
    game.put(count, 0, count[0] + 1)
    if first:
        complete(game, city)
    settle(game, city)
    network.connect(game, piece // KINDS)
    for module in game.board.modules:
        module.established(game, city)


def complete(game: Game, city: int) -> None:
    """The last printed office of a city is filled, or the first of a city that has none: the marker on the track goes
    on, the city's routes may lose their right to a new marker."""
    board = game.board
    game.put(board.clock, COMPLETED, board.clock[COMPLETED] + 1)
    game.put(board.sets, VACANT, vacant(game))
    name = board.map.cities[city].name
    game.tell("city", TABLE, Text("{city} is full: {count}", city=name, count=board.clock[COMPLETED]), 0, "city")


def vacant(game: Game) -> int:
    """The routes with a vacant printed office in an end city (ruling 50)."""
    board, found = game.board, 0
    for city, place in enumerate(board.map.cities):
        if board.filled[city] < len(place.offices):
            found |= board.map.touching[city]
    return found


def completed(game: Game) -> int:
    """How many cities are completed, counted anew: every printed office filled, or any office where none is printed."""
    board = game.board
    return sum(
        board.filled[city] == len(place.offices) if place.offices else bool(pieces(game, city))
        for city, place in enumerate(board.map.cities)
    )


def pieces(game: Game, city: int) -> list[int]:
    """The pieces of a city's offices from left to right: the newest extra office first."""
    board = game.board
    place = board.map.cities[city]
    extra = [entry - 1 & 15 for entry in board.extra[: board.extras[0]] if entry >> 4 == city]
    first = place.first
    row = extra[::-1] + [piece - 1 for piece in board.office[first : first + board.filled[city]]]
    return row + right(game, city) if board.beyonds[0] else row


def right(game: Game, city: int) -> list[int]:
    """The pieces to the right of a city's printed offices."""
    board = game.board
    return [entry - 1 & 15 for entry in board.beyond[: board.beyonds[0]] if entry >> 4 == city]


def settle(game: Game, city: int) -> None:
    """Work out anew who controls a city: most offices, among the tied the one furthest right (rulings 28, 29, 59)."""
    board = game.board
    owners = [piece // KINDS for piece in pieces(game, city)]
    most, holder = 0, -1
    for seat in owners[::-1]:
        count = owners.count(seat)
        if count > most:
            most, holder = count, seat
    if board.control[city] != holder + 1:
        game.put(board.control, city, holder + 1)


def controller(game: Game, city: int) -> int:
    """Who controls a city; -1 for nobody."""
    found: int = game.board.control[city]
    return found - 1


def _exchangeable(game: Game, city: int) -> list[tuple[list[int], int]]:
    """The offices of a city that may change places, from the left: the box that keeps each, and where in it. Printed
    ones; in a city without any, by the switch ``green_city_exchange`` those that came from the right, or all."""
    board = game.board
    place = board.map.cities[city]
    if place.offices:
        return [(board.office, place.first + at) for at in range(board.filled[city])]
    rule = game.options["green_city_exchange"]
    if rule == "no":
        return []
    right = [(board.beyond, at) for at in range(board.beyonds[0]) if board.beyond[at] >> 4 == city]
    left = [(board.extra, at) for at in range(board.extras[0]) if board.extra[at] >> 4 == city]
    return left[::-1] + right if rule == "yes" else right


def exchangeable(game: Game, city: int) -> list[int]:
    """The pieces of the offices of a city that may change places, from the left."""
    return [(box[at] & 15) - 1 for box, at in _exchangeable(game, city)]


def exchanges(game: Game, seat: int, city: int) -> tuple[int, ...]:
    """The places (0 leftmost) from which an office may change with its right neighbour: both occupied, one at least the
    seat's own (rulings 62 and 64)."""
    owners = [piece // KINDS for piece in exchangeable(game, city)]
    return tuple(place for place in range(len(owners) - 1) if seat in owners[place : place + 2])


def exchange_cities(game: Game, seat: int) -> list[int]:
    """The cities where a seat could exchange two offices."""
    board = game.board
    found = [city for city, filled in enumerate(board.filled) if filled > 1 and exchanges(game, seat, city)]
    return found + [city for city in board.map.green if exchanges(game, seat, city)]


def exchange(game: Game, city: int, place: int) -> None:
    """Two neighbouring offices change their pieces; no coin is paid (ruling 40)."""
    (box, at), (other_box, other) = _exchangeable(game, city)[place : place + 2]
    one, two = box[at], other_box[other]
    game.put(box, at, two)
    game.put(other_box, other, one)
    settle(game, city)
