"""What must hold in a scorekeeper's game after every answer: the invariants that it can know.

Raises InvariantBroken that names the broken one. For tests, ``simulate`` and ``bench``; never needed to play.
"""

from __future__ import annotations

from engine.errors import hold
from engine.game import TABLE, Game
from engine.hansa import counting, keeping
from engine.hansa.keeping import COMPLETED, LINKS, MOVER, PLAY, PLAYING, staying
from engine.hansa.kinds import BOX, STEPS, TRACKS, all_markers
from engine.hansa.points import FINAL


def check(game: Game) -> None:
    """Every invariant of the scorekeeper."""
    board = game.board
    clock, side = board.clock, keeping.side(game)
    hold(0 <= clock[MOVER] < game.players, "a seat is out of range")
    hold(0 <= clock[COMPLETED] <= len(side.cities), f"{clock[COMPLETED]} cities are full")
    hold(len(staying(game)) >= 2, "fewer than two seats are left")
    if game.decision is None:
        hold(clock[PLAY] > PLAYING, "nothing is asked, but nothing was counted")
    elif game.decision.seat != TABLE:
        hold(not board.left[game.decision.seat], f"seat {game.decision.seat} is asked and has left")
    hold(sum(board.taken) <= all_markers(game.options), "more markers were taken than there are")
    for seat in range(game.players):
        hold(0 <= board.used[seat] <= board.taken[seat], f"seat {seat} used more markers than it took")
        for ability in range(TRACKS):
            step = board.desk[seat * TRACKS + ability]
            hold(0 <= step <= STEPS[ability], f"seat {seat} has {step} pieces off {BOX.abilities[ability].word}")
    hold(clock[LINKS] == sum(1 for order in board.link if order), "the connections are wrongly counted")
    hold(all(0 <= owner <= game.players for owner in board.special), "a space belongs to nobody at the table")
    cities = sum(max(counting.said(game, seat, counting.CITIES), 0) for seat in range(game.players))
    hold(cities <= len(side.cities), f"{cities} cities are controlled")
    _ledger(game)
    for module in board.modules:
        module.check(game)


def _ledger(game: Game) -> None:
    whens = [entry.when for entry in game.ledger]
    hold(whens == sorted(whens), "the ledger is not in the order of time")
    for entry in game.ledger:
        hold(entry.amount != 0, "a line of the ledger is worth nothing")
        hold(0 <= entry.turn <= game.turn[0], f"a line of turn {entry.turn} in turn {game.turn[0]}")
        hold(entry.when < FINAL or game.board.clock[PLAY] > PLAYING, "a line of final scoring during play")
