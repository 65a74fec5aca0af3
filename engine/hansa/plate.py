"""The end of a turn: the markers drawn in it are turned up and placed beside routes (rulings 49 to 53).

A route takes one if it has no marker, no piece, and a vacant printed office at an end. If there is none, the marker
stays on the plate until the end of the seat's next turn.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.hansa import markers
from engine.hansa.board import EMPTY, MARKED, VACANT
from engine.hansa.kinds import MARKER, MARKER_KINDS, MARKERS
from engine.title import Step


def places(game: Game) -> int:
    """The routes where a marker may be placed."""
    sets = game.board.sets
    found: int = sets[EMPTY] & sets[VACANT] & ~sets[MARKED] & game.board.map.markable
    return found


def waiting(game: Game, seat: int) -> int:
    """How many markers wait on a seat's plate, face down or up."""
    board, first = game.board, seat * MARKER_KINDS
    found: int = board.plate[seat] + sum(board.down[first : first + MARKER_KINDS])
    return found


def _turned_up(game: Game, seat: int) -> tuple[str, ...]:
    first = seat * MARKER_KINDS
    down = game.board.down[first : first + MARKER_KINDS]
    return tuple(word for word, count in zip(MARKERS, down, strict=True) if count)


def place_next(game: Game, seat: int) -> None:
    """Ask for what is next: first all markers that lie face down are turned up; then they are placed, one after the
    other."""
    if game.board.plate[seat]:
        game.push(markers.REVEAL, TABLE, seat)
    else:
        game.push(WHICH, seat)


def _ask_which(game: Game, seat: int) -> tuple[str, ...]:
    found = _turned_up(game, seat)
    return found if len(found) > 1 else ()


def _take_which(game: Game, seat: int, key: str | None) -> None:
    game.push(WHERE, seat, MARKER[_turned_up(game, seat)[0] if key is None else key])


def _ask_where(game: Game, seat: int, kind: int) -> tuple[str, ...]:
    keys: tuple[str, ...] = game.board.map.keys(places(game))
    return keys


def _take_where(game: Game, seat: int, key: str, kind: int) -> None:
    board, place = game.board, seat * MARKER_KINDS + kind
    game.put(board.down, place, board.down[place] - 1)
    markers.lay(game, board.map.route[key], kind)


WHICH = Step("marker.which", _ask_which, _take_which)
WHERE = Step("marker.route", _ask_where, _take_where)
