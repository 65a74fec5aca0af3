"""The Arch of Trajan: six stacks of tiles, of which the top one may be taken, and each seat's arch on its circle.

A tile taken goes to the slot that the arch marks; the arch moves on to the next free slot, and off the circle when none
is free. The new top of a stack is an answer of the TABLE.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import TABLE, Game
from engine.title import Step
from engine.trajan.kinds import OFF, STACK, STACK_KEYS, STACK_TILES, TILE, TILE_WORDS, TRAYS


def stacks(game: Game) -> tuple[str, ...]:
    """The stacks that have a tile."""
    return tuple([key for key, tile in zip(STACK_KEYS, game.board.tops, strict=True) if tile])


def options(game: Game, seat: int) -> tuple[str, ...]:
    """The stacks to take from; none while the arch stands beside the circle."""
    return () if game.board.arch[seat] == OFF else stacks(game)


def do(game: Game, seat: int, key: str) -> None:
    """The Trajan action: the top tile of a stack to the slot of the arch, and the arch to the next free slot."""
    board = game.board
    slot = board.arch[seat]
    take(game, seat, STACK[key], slot)
    game.put(board.arch, seat, next_free(game, seat, slot))


def take(game: Game, seat: int, stack: int, slot: int) -> None:
    """The top tile of a stack goes to a slot; the stack gets its new top."""
    board = game.board
    game.put(board.circle, seat * TRAYS + slot, board.tops[stack])
    game.put(board.tops, stack, 0)
    game.push(TURN, TABLE, stack)


def next_free(game: Game, seat: int, slot: int) -> int:
    """The next free slot clockwise after a slot; OFF if there is none."""
    circle, first = game.board.circle, seat * TRAYS
    for step in range(1, TRAYS):
        after = (slot + step) % TRAYS
        if not circle[first + after]:
            return after
    return OFF


def _ask_turned(game: Game, _: int, stack: int) -> Sequence[str]:
    unturned = game.board.unturned
    return [TILE_WORDS[tile] for tile in STACK_TILES[stack] if unturned[tile]]


def _take_turned(game: Game, _: int, key: str | None, stack: int) -> None:
    if key is not None:
        turn(game, stack, TILE[key])


def turn(game: Game, stack: int, tile: int) -> None:
    """A tile is turned up on top of its stack."""
    board = game.board
    game.put(board.unturned, tile, board.unturned[tile] - 1)
    game.put(board.tops, stack, tile + 1)


def odds(game: Game, stack: int) -> list[int]:
    """Weights of the tiles that may come up, in the order of the keys."""
    return [game.board.unturned[tile] for tile in STACK_TILES[stack] if game.board.unturned[tile]]


TURN = Step("stack.turn", _ask_turned, _take_turned)
