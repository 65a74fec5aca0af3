"""Writing points: the one place where Trajan adds a line to the ledger.

Knows the rulings about scores as such (zero writes nothing; whether a score may fall below zero) and the clock that
ledger lines carry. Knows no board and no question.
"""

from __future__ import annotations

from engine.game import Game
from engine.words import Seat, Text

QUARTER_END = 5  # the "round" of what happens when a quarter ends
FINAL = 90  # the time of final scoring: later than every quarter


def when(quarter: int, round_: int) -> int:
    """The ledger's time of a round; ``round_`` QUARTER_END for the end of the quarter."""
    return quarter * 10 + round_


def give(game: Game, seat: int, amount: int, reason: str, place: str, at: int, turn: int = 0) -> None:
    """Score ``amount`` points, below 0 for a loss, unless that changes nothing; ``turn`` if they belong to an earlier
    one than that going on.

    A score may fall below zero (option ``negative_score``, default yes: the debt is shown plainly).
    """
    if amount < 0 and game.options.get("negative_score") == "no":
        amount = max(amount, min(0, -game.points[seat]))
    if amount:
        game.score(seat, amount, reason, place, at, turn)


def told(seat: int, points: int) -> Text:
    """How many points a seat has, in words."""
    message = "{seat}: {points} point" if abs(points) == 1 else "{seat}: {points} points"
    return Text(message, seat=Seat(seat), points=points)
