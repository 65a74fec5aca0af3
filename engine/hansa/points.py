"""Writing points: the one place where Hansa Teutonica adds a line to the ledger, and the clock its lines carry.

The title's clock is the round (each seat has had so many turns), from 1; final scoring comes after every round.
"""

from __future__ import annotations

from engine.game import Game

FINAL = 9999  # the time of final scoring: later than every round


def now(game: Game) -> int:
    """The ledger's time during a turn: the round."""
    return (game.turn[0] - 1) // game.players + 1 if game.turn[0] else 0


def give(game: Game, seat: int, amount: int, reason: str, place: str, at: int) -> None:
    """Score ``amount`` points, unless there are none."""
    if amount:
        game.score(seat, amount, reason, place, at)
