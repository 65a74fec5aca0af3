"""What must hold in a scorekeeper's game after every answer: the invariants that it can know.

Raises InvariantBroken that names the broken one. For tests, ``simulate`` and ``bench``; never needed to play.
"""

from __future__ import annotations

from engine.errors import hold
from engine.game import TABLE, Game
from engine.trajan import demands, final, senate
from engine.trajan.calendar import AT, BEFORE, COUNTING, EARLY, FULL, LAPS, LOOP, MOVER, PLAYING, QUARTER, staying
from engine.trajan.components import components

_BOX = components()
_COPIES = {tile.word: tile.copies for tile in _BOX.forum_tiles}


def check(game: Game) -> None:
    """Every invariant of the scorekeeper."""
    common(game)
    hold(game.board.pool[0] > 0, "more votes were said than there are tiles")
    _bonus(game)
    _sheet(game)


def common(game: Game) -> None:
    """What holds in every way: time, demands, senate, ledger."""
    _calendar(game)
    _demands(game)
    _senate(game)
    _ledger(game)


def _calendar(game: Game) -> None:
    clock, left = game.board.clock, game.board.left
    hold(0 <= clock[AT] < clock[LOOP], f"the time marker is at {clock[AT]} of {clock[LOOP]} spaces")
    hold(1 <= clock[QUARTER] <= _BOX.quarters, f"there is no quarter {clock[QUARTER]}")
    hold(0 <= clock[LAPS] <= 2, f"{clock[LAPS]} rounds end with this turn")
    hold(clock[COUNTING] in (PLAYING, FULL, EARLY), "neither playing nor counting")
    hold(-1 <= clock[BEFORE] < game.players and 0 <= clock[MOVER] < game.players, "a seat is out of range")
    hold(len(staying(game)) >= 2, "fewer than two seats are left")
    if game.decision is None:
        hold(clock[COUNTING] != PLAYING, "nothing is asked, but nothing was counted")
    elif game.decision.seat != TABLE:
        hold(not left[game.decision.seat], f"seat {game.decision.seat} is asked and has left")


def _demands(game: Game) -> None:
    board = game.board
    count = demands.showing(game)
    hold(all(bool(value) == (space < count) for space, value in enumerate(board.shown)), "a hole among the demands")
    hold(max(board.seen) <= _BOX.demands_each and min(board.seen) >= 0, f"demands seen: {board.seen}")
    expected = demands.SPACES * (board.clock[QUARTER] - 1) + count
    hold(sum(board.seen) == expected, f"{sum(board.seen)} demands were turned up, not {expected}")
    if board.clock[COUNTING] == FULL:
        hold(sum(board.seen) == demands.SPACES * _BOX.quarters, "a full game turns up twelve demands")


def _senate(game: Game) -> None:
    board = game.board
    for seat in range(game.players):
        gone = board.left[seat]
        hold((board.space[seat] == senate.GONE) == bool(gone), f"the disc of seat {seat} is in the wrong place")
        hold(gone or 0 <= board.space[seat] <= senate.LAST, f"seat {seat} is on space {board.space[seat]}")
    for space in range(senate.LAST + 1):
        heights = sorted(board.height[seat] for seat in range(game.players) if board.space[seat] == space)
        hold(heights == list(range(len(heights))), f"the stack of space {space} is no strict order: {heights}")


def _bonus(game: Game) -> None:
    board = game.board
    given = [owner for owner in board.owner if owner]
    hold(all(abs(owner) <= game.players for owner in given), "a bonus tile belongs to nobody at the table")
    quarters = board.clock[QUARTER]  # this one's tiles may be out already
    gray = sum(1 for owner in given if owner < 0)
    hold(gray <= quarters, f"{gray} gray bonus tiles in quarter {quarters}")
    hold(
        len(given) <= quarters * _BOX.bonus_tiles_a_quarter + game.players * _BOX.first_bonus_tiles,
        f"{len(given)} bonus tiles are known",
    )


def _sheet(game: Game) -> None:
    for field in range(final.TYPE, final.TYPE + len(final.TYPES)):
        hold(_all(game, field) <= len(_BOX.construction_values), f"too many {final.NAMES[field]} tiles")
    hold(_all(game, final.WILDS) <= _COPIES["wild-construction"], "too many wild construction tiles")
    hold(_all(game, final.COMMODITY) <= _COPIES["wild-commodity"], "too many wild commodities")
    hold(_all(game, final.DEMAND) <= _COPIES["wild-demand"], "too many wild demands")
    for seat in range(game.players):
        hold(final.spare_tokens(game, seat) >= 0, f"seat {seat} has more than {_BOX.tokens} tokens")


def _all(game: Game, field: int) -> int:
    return sum(max(final.said(game, seat, field), 0) for seat in range(game.players))


def _ledger(game: Game) -> None:
    for entry in game.ledger:
        hold(entry.amount != 0, "a line of the ledger is worth nothing")
        hold(0 <= entry.turn <= game.turn[0], f"a line of turn {entry.turn} in turn {game.turn[0]}")
    quarters = [entry.when // 10 for entry in game.ledger]
    hold(quarters == sorted(quarters), "the ledger is not in the order of time")
    if game.options.get("negative_score") == "no":
        hold(min(game.totals()) >= 0, "a score is below zero")
