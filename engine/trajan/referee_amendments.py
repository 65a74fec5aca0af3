"""Corrections of a referee's game: those of the scorekeeper that leave every piece where it lies.

    !score.SEAT.+N.REASON  !time.N  !time.N.ROUNDS  !senate.SEAT.SPACE.HEIGHT  !turn.SEAT  !demands.A.B.C  !count

What a move put in the wrong place is taken back by undo, since the companion knows every piece. Nobody can leave: the
board needs its players. None can be made where it would leave cards or markers in the air.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import corrections
from engine.game import Game
from engine.trajan import amendments, circle
from engine.words import Amendment

_BETWEEN = ("demand.reveal", "sow.tray", "tile.fulfil", "extra.tile")


def allowed(game: Game) -> Sequence[str]:
    """The words of the corrections that may be made now."""
    decision = game.decision
    if decision is None:
        return ("score",)
    if not game.turn[0]:
        return ()
    kind = decision.kind
    between = kind in _BETWEEN or kind.startswith("action.")
    # once the bonus tiles go out the vote is over; while the quarter is settled its demands are paid one by one
    senate = () if kind == "quarter.bonus" else ("senate",)
    turn = ("turn",) if kind == "sow.tray" else ()
    return ("score", "time", *senate, *turn, *(("demands", "count") if between else ()))


def may_change(game: Game) -> Sequence[str]:
    """The options that may be changed now: while demands are paid, not whether one may be refused."""
    if game.decision is None:
        return ()
    paying = game.decision.kind == "demand.pay"
    return tuple(
        option.name
        for option in game.title.options
        if option.in_play and not (paying and option.name == "refuse_demand")
    )


_KNOWN = amendments.KNOWN | {"turn": amendments.turn_by(circle.reseat)}


def offered(game: Game) -> list[Amendment]:
    """What may be corrected now, for a knob."""
    return corrections.offered(game, _KNOWN, allowed(game))


def amend(game: Game, key: str) -> None:
    """Do the correction. Raises IllegalAnswer, in words, if it is none, or none that may be made now."""
    corrections.amend(game, key, _KNOWN, allowed(game))
