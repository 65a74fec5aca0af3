"""The senate (board: the start space and seven more): discs, stacks, votes, consul and vice-consul.

Boxes, one place a seat: ``space`` (0 the start space; −1 has left), ``height`` (place of the disc in the stack of its
space, 0 lowest), ``votes`` (votes on tiles as said at this quarter's end; −1 not said yet), ``tie`` (rank before the
discs were stacked anew for the last time; −1 never). A disc that arrives lies on top. Ties go to the disc that is
further along, then to the one that is higher in its stack; that order is strict.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

from engine.game import Game
from engine.trajan.components import components
from engine.trajan.points import give

POINTS = components().senate  # by space: scored on arriving, and as many votes
LAST = len(POINTS) - 1
GONE = -1
UNSAID = -1


def stack(game: Game, lowest_first: list[int]) -> None:
    """Put the discs of these seats on the start space, one on top of the other."""
    board = game.board
    for height, seat in enumerate(lowest_first):
        game.put(board.space, seat, 0)
        game.put(board.height, seat, height)


def _lift(game: Game, seat: int) -> None:
    """Take a disc off its space; those above it sink."""
    board = game.board
    space, height = board.space[seat], board.height[seat]
    for other in range(game.players):
        if other != seat and board.space[other] == space and board.height[other] > height:
            game.put(board.height, other, board.height[other] - 1)


def on_space(game: Game, space: int, but: int = GONE) -> int:
    """How many discs lie on that space, not counting the one of seat ``but``."""
    return sum(1 for seat, at in enumerate(game.board.space) if at == space and seat != but)


def place(game: Game, seat: int, space: int, height: int) -> None:
    """Move a disc into the stack of a space, at that height (0 lowest, at most on top); those above it rise."""
    board = game.board
    _lift(game, seat)
    for other in range(game.players):
        if other != seat and board.space[other] == space and board.height[other] >= height:
            game.put(board.height, other, board.height[other] + 1)
    game.put(board.space, seat, space)
    game.put(board.height, seat, height)


def remove(game: Game, seat: int) -> None:
    """Take the disc of a seat that leaves out of the senate."""
    _lift(game, seat)
    game.put(game.board.space, seat, GONE)
    game.put(game.board.height, seat, GONE)


def next_points(game: Game, seat: int) -> int:
    """What a senate action would score: 0 on the last space, where it does nothing."""
    space: int = game.board.space[seat]
    return 0 if space == LAST else POINTS[space + 1]


def climb(game: Game, seat: int, at: int, turn: int = 0) -> None:
    """A senate action: one space up, on top of any disc there, and its points. On the last space: nothing. ``turn`` if
    it belongs to an earlier one than that going on."""
    space = game.board.space[seat]
    if space != LAST:
        place(game, seat, space + 1, on_space(game, space + 1))
        give(game, seat, POINTS[space + 1], "senate", f"space.{space + 1}", at, turn)


def votes(game: Game, seat: int) -> int:
    """Votes of the space plus those on tiles, as far as they have been said; 0 for a seat that has left."""
    board = game.board
    space, tiles = board.space[seat], board.votes[seat]
    return 0 if space == GONE else POINTS[space] + max(tiles, 0)


def ranking(game: Game, extra: tuple[int, int] | None = None) -> list[int]:
    """The seats in the senate from consul down: votes, then the space further along, then higher in the stack.

    ``extra`` is a seat and a number of votes on tiles to reckon with instead of what that seat has said.
    """
    board = game.board

    def rank(seat: int) -> tuple[int, int, int]:
        space = board.space[seat]
        tiles = extra[1] if extra and extra[0] == seat else max(board.votes[seat], 0)
        return (POINTS[space] + tiles, space, board.height[seat])

    return sorted((seat for seat in range(game.players) if board.space[seat] != GONE), key=rank, reverse=True)


def standing(game: Game) -> list[int]:
    """The seats in the senate by place alone: further along first, then higher in the stack."""
    board = game.board
    seats = [seat for seat in range(game.players) if board.space[seat] != GONE]
    return sorted(seats, key=lambda seat: (board.space[seat], board.height[seat]), reverse=True)


def restack(game: Game, consul_first: list[int]) -> None:
    """After the vote: all tiles are spent, all discs go back in one stack, fewest votes lowest, consul on top."""
    board = game.board
    for rank, seat in enumerate(standing(game)):
        game.put(board.tie, seat, rank)
    for seat in range(game.players):
        game.put(board.votes, seat, UNSAID)
    stack(game, consul_first[::-1])


# ---- vote tiles, known by their sums alone

_TILES = tuple((tile.votes, tile.copies) for tile in components().forum_tiles if tile.votes)
_MOST = sum(votes * copies for votes, copies in _TILES)
SUMS = tuple(str(total) for total in range(_MOST + 1))
ALL_TILES = 1 << (prod(copies + 1 for _, copies in _TILES) - 1)


class Remainders(NamedTuple):
    """What can be made of the vote tiles. Each remainder of them is a number; a set of remainders has a bit for each.

    ``makes[sum]`` is the set of remainders that hold tiles of that sum; ``uses[remainder]`` pairs of a sum and the
    remainder that is left when tiles of that sum have been used.
    """

    makes: tuple[int, ...]
    uses: tuple[tuple[tuple[int, int], ...], ...]


@cache
def remainders() -> Remainders:
    """Worked out at the first vote: a start of the box has no time for it."""
    makes = [0] * (_MOST + 1)
    uses = []
    units = [prod(copies + 1 for _, copies in _TILES[:place]) for place in range(len(_TILES))]
    for remainder in range(prod(copies + 1 for _, copies in _TILES)):
        here = [remainder // unit % (copies + 1) for unit, (_, copies) in zip(units, _TILES, strict=True)]
        ways = set()
        for taken in product(*(range(count + 1) for count in here)):
            total = sum(votes * count for (votes, _), count in zip(_TILES, taken, strict=True))
            makes[total] |= 1 << remainder
            ways.add((total, remainder - sum(unit * count for unit, count in zip(units, taken, strict=True))))
        uses.append(tuple(sorted(ways)))
    return Remainders(tuple(makes), tuple(uses))


def sums(pool: int) -> tuple[str, ...]:
    """The sums that can be made of the vote tiles not used up yet. ``pool`` is the set of possible remainders."""
    return tuple(key for key, able in zip(SUMS, remainders().makes, strict=True) if pool & able)


def spent(pool: int, total: int) -> int:
    """The possible remainders after tiles of that sum have been used up."""
    after = 0
    for remainder, ways in enumerate(remainders().uses):
        if pool >> remainder & 1:
            for made, left in ways:
                if made == total:
                    after |= 1 << left
    return after
