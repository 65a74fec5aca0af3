"""Final scoring: what things are worth, and who wins, for every way.

Sets of construction tiles with wild ones, bonus tiles with left-over wild tiles, the order of seats at the end.
Wild tiles are assigned after the fact, each once, in the way that is best for their owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from engine.game import Game
from engine.title import Step, nothing
from engine.trajan import senate
from engine.trajan.calendar import COUNTING, FULL
from engine.trajan.components import BonusTile, components
from engine.words import Seat, Text

_SETS = components().construction_sets


def _set_points(count: int) -> int:
    return _SETS[min(count, len(_SETS) - 1)]


def best_sets(counts: Sequence[int], wilds: int) -> list[int]:
    """Points of each type of construction tile: 10 for three, 20 for four, with so many wild tiles at their best."""
    best, best_sum = [_set_points(count) for count in counts], -1
    for places in combinations_with_replacement(range(len(counts)), wilds):
        points = [_set_points(count + places.count(index)) for index, count in enumerate(counts)]
        if sum(points) > best_sum:
            best, best_sum = points, sum(points)
    return best


def best_for_wild(tiles: Sequence[tuple[BonusTile, bool]]) -> BonusTile | None:
    """The tile at which one card more is worth most: left-over wild commodities all go there. ``tiles`` are pairs of
    a bonus tile and whether its yellow side is up; None if no tile counts cards."""
    cards = [
        (tile.yellow_halves if yellow else tile.gray_halves, tile) for tile, yellow in tiles if tile.counts == "cards"
    ]
    return max(cards, key=lambda pair: pair[0])[1] if cards else None


def final_order(game: Game) -> list[int]:
    """The seats from first to last: points, then higher in the senate; seats that left come after all others.

    Option ``final_tie``: "new_stack" takes the stack as formed anew after the fourth quarter (so: as it is), "track"
    the order before that. Either order is strict.
    """
    board, totals = game.board, game.totals()
    rank = {seat: place for place, seat in enumerate(senate.standing(game))}
    if game.options["final_tie"] == "track" and board.clock[COUNTING] == FULL:
        rank = dict(enumerate(board.tie))
    return sorted(range(game.players), key=lambda seat: (board.left[seat], -totals[seat], rank.get(seat, seat), seat))


def _take_over(game: Game, _: int, __: str | None) -> None:
    winner = final_order(game)[0]
    game.tell("over", winner, Text("{seat} wins", seat=Seat(winner)), game.points[winner], "consul16")


OVER = Step("game.over", nothing, _take_over)
