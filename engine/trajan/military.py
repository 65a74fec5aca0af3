"""The military action: new legionnaires, the leader's way, legionnaires into provinces (board: provinces, camp).

A province scores its value less three for each opposing legionnaire there, never below 0 (``province_floor``); leaders
do not count. The leader takes the tile that lies where it arrives and never returns to the camp.
"""

from __future__ import annotations

from engine.game import Game
from engine.trajan import forum
from engine.trajan.calendar import now
from engine.trajan.kinds import BORDERS, BOX, CAMP, LEADER_TO, PROVINCE_POINTS, PROVINCES
from engine.trajan.points import give

RAISE, SETTLE = "raise", "settle"
_MOVES = tuple(tuple(f"leader.{PROVINCES[to]}" for to in borders) for borders in BORDERS)
# by place of the leader, whether a legionnaire can be placed there, whether the supply has a token
_OPTIONS = tuple(
    tuple(
        tuple((*moves, *((SETTLE,) if settle else ()), *((RAISE,) if more else ())) for more in (0, 1))
        for settle in (0, 1)
    )
    for moves in _MOVES
)


def options(game: Game, seat: int) -> tuple[str, ...]:
    """Where the leader can go, whether a legionnaire can be placed, whether there is a new one."""
    board = game.board
    here: int = board.leader[seat]
    settle = here != CAMP and board.legionnaires[seat] and not board.legion[seat] >> here & 1
    return _OPTIONS[here][1 if settle else 0][1 if board.supply[seat] else 0]


def opposing(game: Game, seat: int, province: int) -> int:
    """How many legionnaires of others stand in a province."""
    found = 0
    for other, provinces in enumerate(game.board.legion):
        if provinces >> province & 1 and other != seat:
            found += 1
    return found


def worth(game: Game, seat: int, province: int) -> int:
    """What a legionnaire of that seat would score there now."""
    return max(PROVINCE_POINTS[province] - BOX.per_opponent * opposing(game, seat, province), BOX.province_least)


def do(game: Game, seat: int, key: str) -> None:
    board, put = game.board, game.put
    if key == RAISE:
        put(board.supply, seat, board.supply[seat] - 1)
        put(board.legionnaires, seat, board.legionnaires[seat] + 1)
    elif key == SETTLE:
        here = board.leader[seat]
        put(board.legionnaires, seat, board.legionnaires[seat] - 1)
        put(board.legion, seat, board.legion[seat] | 1 << here)
        give(game, seat, worth(game, seat, here), "province", PROVINCES[here], now(game))
    else:
        to = LEADER_TO[key]
        put(board.leader, seat, to)
        tile = board.lying[to]
        if tile:
            put(board.lying, to, 0)
            forum.onto_mat(game, seat, tile - 1)
