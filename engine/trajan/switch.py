"""From referee to scorekeeper in the middle of a game: everything that the scorekeeper knows is kept.

Time, demands, senate, bonus tiles won and every line of the score go over as they are; of a turn that is going on, the
scorekeeper asks what it has not seen yet. The bonus tiles drawn at the start it does not know before final scoring.
The new game cannot be taken back beyond this point.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.trajan import calendar, circle, kinds, quarter, settlement, turns

_KEPT = (
    *(calendar.TURN_END, calendar.NEXT_TURN, calendar.ROUND_END, calendar.DEMAND, calendar.QUARTER_RESET),
    turns.RESUME,
)
SCOREKEEPER = "scorekeeper"
_SHARED = ("clock", "shown", "seen", "space", "height", "tie", "left")


def ways_on(game: Game) -> tuple[str, ...]:
    """The scorekeeper can take over any game that has begun and is not over."""
    return (SCOREKEEPER,) if game.decision is not None and game.turn[0] else ()


def to_scorekeeper(game: Game) -> Game:
    """A scorekeeper's game that goes on where this referee's game is. ValueError if that is not kept by a referee, or
    has not begun or has ended."""
    if game.way.name != "referee" or not ways_on(game):
        raise ValueError("only a referee's game that is going on can be switched")
    other = game.onward(SCOREKEEPER)
    for name in _SHARED:
        getattr(other.board, name)[:] = getattr(game.board, name)
    other.board.owner[:] = [0 if tile + 1 in game.board.first else owner for tile, owner in enumerate(game.board.owner)]
    other.board.pool[0] = 1 << _vote_tiles_left(game)
    _carry(game, other)
    other.resume()
    return other


def _vote_tiles_left(game: Game) -> int:
    """The vote tiles that are still in the game, as the number of a remainder (``senate.remainders``)."""
    counts = [kinds.GOOD_COPIES[kind] - game.board.gone[kind] for kind in kinds.VOTE_TILES]
    found, unit = 0, 1
    for kind, number in zip(kinds.VOTE_TILES, counts, strict=True):
        found += unit * number
        unit *= kinds.GOOD_COPIES[kind] + 1
    return found


def _carry(game: Game, other: Game) -> None:
    """Fill the agenda: what the calendar has to do stays; what the referee would ask is asked as a scorekeeper does."""
    steps = list(game.to_come())
    for step, seat, details in reversed(steps):
        if step in _KEPT:
            other.push(step, seat, *details)
            if step is calendar.TURN_END:
                _turn_question(other, seat, [step for step, _, _ in steps])
        elif step is settlement.VOTE:
            _push_votes(game, other)
        elif step is settlement.PAY:
            other.push(quarter.UNMET, seat)
        elif step is settlement.BONUS_TILE:
            other.push(quarter.BONUS, seat, *details)
        elif step is settlement.RESTACK:
            other.push(quarter.RESTACK, TABLE, *details)
    if any(step is settlement.RESTACK for step, _, _ in steps):
        other.board.votes[:] = [max(votes, 0) for votes in game.board.votes]


def _push_votes(game: Game, other: Game) -> None:
    """The vote is to come: every seat is asked for its tiles."""
    other.push(quarter.RESULT, TABLE)
    for seat in reversed(calendar.from_next(game)):
        other.push(quarter.VOTES, seat)


def _turn_question(other: Game, mover: int, steps: list[object]) -> None:
    """What is asked of the turn going on: the markers if they are not sown yet, else the points."""
    if circle.TRAY in steps or circle.SOW in steps:
        other.push(turns.MARKERS, mover)
    else:
        other.push(turns.POINTS, mover, circle.FULFIL in steps, False, "")
