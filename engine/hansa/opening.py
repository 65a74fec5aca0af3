"""The start of a game in the referee way: who starts, what everyone has, the start markers on the tavern routes.

What lies where is observed by the table; a set-up code answers these questions for it (``setup``).
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.hansa import markers, routes, turns
from engine.hansa.kinds import BOX, KINDS, MARKER, MARKERS, SEAT_KEYS, START_MARKERS, TRADER
from engine.hansa.maps import SIDES, board_map
from engine.title import Step, nothing


def _ask_start(game: Game, seat: int) -> tuple[str, ...]:
    return SEAT_KEYS[: game.players]


def _take_start(game: Game, seat: int, key: str) -> None:
    start = SEAT_KEYS.index(key)
    board = game.board
    for place in range(game.players):
        piece = (start + place) % game.players * KINDS + TRADER
        routes.move(game, board.supply, piece, BOX.supply[place])
        routes.move(game, board.stock, piece, -BOX.supply[place])
    game.push(FIRST_TURN, start)
    for module in reversed(board.modules):
        module.opening(game)
    side = board.map
    for route in reversed(side.taverns):
        game.push(TAVERNS[side.routes[route].key], TABLE, route)


def _take_first_turn(game: Game, seat: int, _: str | None) -> None:
    turns.start_turn(game, seat)


def left(game: Game) -> list[int]:
    """The start markers that lie nowhere yet."""
    found = list(START_MARKERS)
    for laid in game.board.lying:
        if laid:
            found.remove(laid - 1)
    return found


def _ask_marker(game: Game, seat: int, route: int) -> tuple[str, ...]:
    return tuple(MARKERS[kind] for kind in left(game))


def _take_marker(game: Game, seat: int, key: str, route: int) -> None:
    markers.lay(game, route, MARKER[key])


START = Step("start.player", _ask_start, _take_start)
FIRST_TURN = Step("turn.first", nothing, _take_first_turn)

# Each tavern has a question of its own, so that a set-up code can answer it.
TAVERNS = {
    side.routes[route].key: Step(f"start.{side.routes[route].key}", _ask_marker, _take_marker)
    for side in map(board_map, SIDES)
    for route in side.taverns
}


def begin(game: Game) -> None:
    game.push(START, TABLE)
