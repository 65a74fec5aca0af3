"""Demand tiles (board: the three spaces below the quarter-year tiles): what shows, what is left, what unmet ones cost.

Boxes: ``shown``, three places in the order of turning up (0 hidden, else the demand's index + 1); ``seen``, how many
tiles of each demand have been turned up in the whole game. Which three tiles were removed at the set-up nobody knows.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.trajan.components import components
from engine.trajan.points import give, when
from engine.words import Text

DEMANDS = components().demands
SPACES = components().demands_shown
PENALTY = components().penalty
_EACH = components().demands_each
_INDEX = {word: index for index, word in enumerate(DEMANDS)}


def shown() -> list[int]:
    """The box ``shown`` at the start."""
    return [0] * SPACES


def seen() -> list[int]:
    """The box ``seen`` at the start."""
    return [0] * len(DEMANDS)


def showing(game: Game) -> int:
    """How many demands show."""
    box: list[int] = game.board.shown
    return SPACES - box.count(0)


def words(game: Game) -> tuple[str, ...]:
    """The demands that show, in the order of turning up."""
    return tuple(DEMANDS[value - 1] for value in game.board.shown if value)


def hidden(game: Game, seat: int) -> tuple[str, ...]:
    """The demands that may be turned up next: those of which not all five have been seen; none if three show."""
    if showing(game) == SPACES:
        return ()
    counts = game.board.seen
    return tuple(word for index, word in enumerate(DEMANDS) if counts[index] < _EACH)


def left(game: Game, word: str) -> int:
    """How many tiles of that demand have not been seen yet, the removed ones included."""
    count: int = game.board.seen[_INDEX[word]]
    return _EACH - count


def reveal(game: Game, word: str) -> None:
    """Turn up a demand tile."""
    board, index = game.board, _INDEX[word]
    game.put(board.shown, showing(game), index + 1)
    game.put(board.seen, index, board.seen[index] + 1)
    game.tell("revealed", TABLE, Text("new demand: {demand}", demand=Text(word)), 0, word + "16")


def clear(game: Game) -> None:
    """Take the tiles that show out of the game."""
    for space in range(SPACES):
        game.put(game.board.shown, space, 0)


def lay(game: Game, wanted: tuple[str, ...]) -> bool:
    """Let exactly these demands show. False, and nothing is changed, if there are not so many tiles of one."""
    board = game.board
    counts = board.seen[:]
    for value in board.shown:
        if value:
            counts[value - 1] -= 1
    for word in wanted:
        counts[_INDEX[word]] += 1
    if max(counts) > _EACH or len(wanted) > SPACES:
        return False
    for index, count in enumerate(counts):
        game.put(board.seen, index, count)
    for space in range(SPACES):
        game.put(board.shown, space, _INDEX[wanted[space]] + 1 if space < len(wanted) else 0)
    return True


def charge(game: Game, seat: int, unmet: int, quarter: int, round_: int) -> None:
    """Take the points for unmet demands: 0, 4, 9 or 15 for none, one, two or three."""
    give(game, seat, -PENALTY[unmet], "demands", f"unmet.{unmet}", when(quarter, round_))
