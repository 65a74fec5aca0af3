"""The end of a quarter as the scorekeeper asks for it: unmet demands, vote tiles, bonus tiles.

The order is the rulebook's: demands of every seat, then the senate. What the answers mean is in ``demands``,
``senate`` and ``scoring``; here are only the questions. The box ``pool`` has one place: the possible remainders of the
vote tiles; ``owner`` one a bonus tile: 0 not known, seat + 1 yellow side up, −(seat + 1) gray side up.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.title import Step
from engine.trajan import calendar, demands, senate
from engine.trajan.calendar import MOVER, QUARTER, staying
from engine.trajan.components import components
from engine.trajan.points import QUARTER_END
from engine.words import Text

TILES = components().bonus_tiles
TILE_INDEX = {tile.word: index for index, tile in enumerate(TILES)}
UNMET_KEYS = tuple(str(number) for number in range(len(demands.PENALTY)))


def settle(game: Game) -> None:
    """Push the questions of a quarter's end: each seat from the one that moves next, demands before the senate."""
    first = calendar.following(game, game.board.clock[MOVER])
    seats = sorted(staying(game), key=lambda seat: (seat - first) % game.players)
    game.push(RESULT, TABLE)
    for seat in reversed(seats):
        game.push(VOTES, seat)
    for seat in reversed(seats):
        game.push(UNMET, seat)


# ---- demands


def _ask_unmet(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else UNMET_KEYS


def _take_unmet(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        demands.charge(game, seat, int(key), game.board.clock[QUARTER], QUARTER_END)


# ---- senate


def _ask_votes(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else senate.sums(game.board.pool[0])


def _take_votes(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        board = game.board
        game.put(board.votes, seat, int(key))
        game.put(board.pool, 0, senate.spent(board.pool[0], int(key)))


def _ask_nothing(game: Game, seat: int, *details: object) -> tuple[str, ...]:
    return ()


def _take_result(game: Game, seat: int, _: str | None) -> None:
    order = senate.ranking(game)
    consul, vice = order[0], order[1]
    game.tell("senate", consul, Text("Q{quarter} senate", quarter=game.board.clock[QUARTER]), 0, "consul16")
    game.push(RESTACK, TABLE, tuple(order))
    if game.options["vice_consul_needs_vote"] != "yes" or senate.votes(game, vice):
        game.push(BONUS, vice, False)
    game.push(BONUS, consul, True)


def unowned(game: Game) -> tuple[str, ...]:
    """The bonus tiles that nobody is known to have."""
    return tuple(tile.word for tile, owner in zip(TILES, game.board.owner, strict=True) if not owner)


def own(game: Game, seat: int, word: str, yellow: bool) -> None:
    """Note whose the bonus tile is, and which side is up."""
    game.put(game.board.owner, TILE_INDEX[word], seat + 1 if yellow else -(seat + 1))


def _ask_bonus(game: Game, seat: int, yellow: bool) -> tuple[str, ...]:
    return () if game.board.left[seat] else unowned(game)


def _take_bonus(game: Game, seat: int, key: str | None, yellow: bool) -> None:
    if key is not None:
        own(game, seat, key, yellow)


def _take_restack(game: Game, seat: int, _: str | None, order: tuple[int, ...]) -> None:
    senate.restack(game, [each for each in order if not game.board.left[each]])


UNMET = Step("quarter.unmet", _ask_unmet, _take_unmet)
VOTES = Step("quarter.votes", _ask_votes, _take_votes)
RESULT = Step("senate.result", _ask_nothing, _take_result)
BONUS = Step("quarter.bonus", _ask_bonus, _take_bonus)
RESTACK = Step("senate.restack", _ask_nothing, _take_restack)
