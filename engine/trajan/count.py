"""Final scoring on the whole board: everything is known, so nothing is asked (rule sheet, section 8).

Left-over wild tiles are assigned in the way that is best for their owner, each once. The same sums say at any moment
what final scoring would add today. Plain lines of reason, place and points; only ``begin`` writes them to the ledger.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import TABLE, Game
from engine.title import Step, nothing
from engine.trajan import cards, forum, scoring
from engine.trajan.calendar import staying
from engine.trajan.components import BonusTile
from engine.trajan.kinds import (
    BONUS,
    BOX,
    CARD,
    CARDS,
    GOOD,
    TRAYS,
    TYPES,
    WILD_COMMODITY,
    WILD_CONSTRUCTION,
    WILD_DEMAND,
)
from engine.trajan.points import FINAL, give, told

_LEAST_SET = min(number for number, points in enumerate(BOX.construction_sets) if points)


class Line(NamedTuple):
    """A line of final scoring, as the ledger will hold it."""

    amount: int
    reason: str
    place: str


def lines(game: Game, seat: int) -> list[Line]:
    """What final scoring would add to a seat today, in the order of the rulebook; no line is worth nothing."""
    board = game.board
    circle = board.circle[seat * TRAYS : (seat + 1) * TRAYS]
    found = [
        Line(cards.in_hand(game, seat) * BOX.hand_card, "hand", ""),
        Line(board.workers[seat] * BOX.worker_in_camp, "camps", "workers"),
        Line(board.legionnaires[seat] * BOX.legionnaire_in_camp, "camps", "legionnaires"),
        Line((TRAYS - circle.count(0)) * BOX.trajan_tile_in_circle, "circle", ""),
    ]
    built = board.built[seat * len(TYPES) : (seat + 1) * len(TYPES)]
    wilds = forum.on_mat(game, seat, WILD_CONSTRUCTION)
    if max(built) + wilds >= _LEAST_SET:
        sets = scoring.best_sets(built, wilds)
        found += [Line(points, "sets", word) for word, points in zip(TYPES, sets, strict=True)]
    found += _bonus(game, seat)
    return [line for line in found if line.amount]


def owned(game: Game, seat: int) -> list[tuple[BonusTile, bool]]:
    """The seat's bonus tiles, and whether the yellow side is up."""
    return [(tile, owner > 0) for tile, owner in zip(BONUS, game.board.owner, strict=True) if abs(owner) == seat + 1]


def counted(game: Game, seat: int, tile: BonusTile) -> int:
    """How many of what a bonus tile counts the seat has, without wild tiles."""
    board = game.board
    if tile.counts == "cards":
        first = seat * len(CARDS)
        return sum(board.display[first + CARD[word]] for word in tile.of)
    if tile.counts == "demand":
        return 1 if forum.on_mat(game, seat, GOOD[f"forum.{tile.of[0]}"]) else 0
    if tile.counts == "workers":
        return int(board.sites[seat]).bit_count()
    if tile.counts == "legionnaires":
        return int(board.legion[seat]).bit_count()
    return sum(1 for _, yellow in owned(game, seat) if yellow)


def _bonus(game: Game, seat: int) -> list[Line]:
    tiles = owned(game, seat)
    counts = {tile.word: counted(game, seat, tile) for tile, _ in tiles}
    for_card = scoring.best_for_wild(tiles)
    if for_card is not None:
        counts[for_card.word] += forum.on_mat(game, seat, WILD_COMMODITY)
    if game.options["wild_demand_for_bonus"] == "yes":
        lacking = [(tile, up) for tile, up in tiles if tile.counts == "demand" and not counts[tile.word]]
        lacking.sort(key=lambda pair: pair[0].points(1, pair[1]), reverse=True)
        for tile, _ in lacking[: forum.on_mat(game, seat, WILD_DEMAND)]:
            counts[tile.word] = 1
    return [Line(tile.points(counts[tile.word], up), "bonus", tile.word) for tile, up in tiles]


def by_the_other_ruling(game: Game) -> dict[int, int]:
    """What each seat would have more at the end by the other value of ``wild_demand_for_bonus``."""
    ruled = "no" if game.options["wild_demand_for_bonus"] == "yes" else "yes"
    other = game.copy()
    other.options = {**game.options, "wild_demand_for_bonus": ruled}
    sums = [[sum(line.amount for line in lines(each, seat)) for seat in staying(game)] for each in (game, other)]
    return {seat: then - now for seat, now, then in zip(staying(game), *sums, strict=True)}


# ---- the steps


def begin(game: Game) -> None:
    """Push final scoring, seat by seat."""
    game.push(scoring.OVER, TABLE)
    for seat in reversed(staying(game)):
        game.push(COUNT, seat)


def _take_count(game: Game, seat: int, _: str | None) -> None:
    for line in lines(game, seat):
        give(game, seat, line.amount, line.reason, line.place, FINAL)
    points = game.points[seat]
    game.tell("final", seat, told(seat, points), points)


COUNT = Step("final.count", nothing, _take_count)
