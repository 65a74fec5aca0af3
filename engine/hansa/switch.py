"""From referee to scorekeeper in the middle of a game: everything that the scorekeeper knows is kept.

Desks, markers, completed cities, the connections, special prestige and every line of the score go over as they are. The
turn that is going on stays that seat's; an action half done is for the table to finish and to enter. The new game
cannot be taken back beyond this point.
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa import keeping, markers
from engine.hansa.board import COMPLETED, LINKS, MOVER, PLAY, PLAYING, TURN_ACTIONS
from engine.hansa.kinds import MARKER_KINDS
from engine.hansa.plate import waiting

SCOREKEEPER = "scorekeeper"


def ways_on(game: Game) -> tuple[str, ...]:
    """The scorekeeper can take over any game that has begun and is not over."""
    return (SCOREKEEPER,) if game.decision is not None and game.board.clock[PLAY] == PLAYING else ()


def to_scorekeeper(game: Game) -> Game:
    """A scorekeeper's game that goes on where this referee's game is. ValueError if that is not kept by a referee, or
    has not begun or has ended."""
    if game.way.name != "referee" or not ways_on(game):
        raise ValueError("only a referee's game that is going on can be switched")
    other = game.onward(SCOREKEEPER)
    mine, theirs = game.board, other.board
    theirs.desk[:] = mine.desk
    theirs.special[:] = mine.special
    theirs.link[:] = mine.link
    theirs.tiles[:] = mine.tiles
    for seat in range(game.players):
        theirs.taken[seat] = markers.collected(game, seat)
        theirs.used[seat] = theirs.taken[seat] - sum(_unused(game, seat))
    clock = theirs.clock
    given_up = any(module.forgoes(game) for module in mine.modules)
    clock[keeping.MOVER], clock[keeping.TURN_ACTIONS] = mine.clock[MOVER], 0 if given_up else mine.clock[TURN_ACTIONS]
    clock[keeping.COMPLETED], clock[keeping.LINKS] = mine.clock[COMPLETED], mine.clock[LINKS]
    clock[keeping.DRAWN], clock[keeping.PLAY] = waiting(game, mine.clock[MOVER]), keeping.PLAYING
    other.push(keeping.TURN, clock[keeping.MOVER])
    other.resume()
    return other


def _unused(game: Game, seat: int) -> list[int]:
    found: list[int] = game.board.owned[seat * MARKER_KINDS : (seat + 1) * MARKER_KINDS]
    return found
