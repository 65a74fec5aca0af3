"""Permissions: the rightmost office of a city may let its owner place or displace one piece a turn in other countries.

The holder is who owns the rightmost occupied office, not who controls the city (ruling 88). Each is used once a turn,
and they add up; the one for the fewest countries is used first, so that none is wasted. One that is gained in the
middle of a turn counts at once, or from the next turn on (switch ``permission_gained``). Claims, moves and markers need
none. A board whose country is open to everybody has no permission at all.
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa.board import HELD, NOBODY, SPENT
from engine.hansa.kinds import KINDS


def holder(game: Game, which: int) -> int:
    """Who has the rightmost occupied office of a permission's city; NOBODY if it is empty."""
    board = game.board
    city = board.map.permissions[which].city
    filled = board.filled[city]
    if not filled:
        return NOBODY
    found: int = (board.office[board.map.cities[city].first + filled - 1] - 1) // KINDS
    return found


def refresh(game: Game, seat: int) -> None:
    """A turn begins: nothing is spent."""
    board = game.board
    held = sum(1 << which for which in range(len(board.map.permissions)) if holder(game, which) == seat)
    for place, value in ((SPENT, 0), (HELD, held)):
        if board.leave[place] != value:
            game.put(board.leave, place, value)


def usable(game: Game, seat: int) -> list[int]:
    """The permissions that a seat has and has not spent in this turn."""
    board = game.board
    counts = ~board.leave[SPENT]
    if game.options["permission_gained"] == "next_turn":
        counts &= board.leave[HELD]
    return [which for which in range(len(board.map.permissions)) if counts >> which & 1 and holder(game, which) == seat]


def open_to(game: Game, seat: int) -> int:
    """The routes on which a seat may place or displace now."""
    side = game.board.map
    found: int = side.within[0]
    for which in usable(game, seat):
        found |= side.permissions[which].routes
    return found


def spend(game: Game, seat: int, route: int) -> None:
    """A piece is placed or displaced on a route: what it needs is spent."""
    board = game.board
    if not board.map.guarded >> route & 1:
        return
    which = next(each for each in usable(game, seat) if board.map.permissions[each].routes >> route & 1)
    game.put(board.leave, SPENT, board.leave[SPENT] | 1 << which)
