"""The forum and the tiles that come from it: market, mats, what leaves the game (board: forum, mats).

A tile on a mat lies there until it is spent; whatever leaves the game is counted in the box ``gone``.
"""

from __future__ import annotations

from engine.game import Game
from engine.trajan.kinds import EXTRA_TILES, EXTRA_WORDS, FORUM_WORDS, GOOD, GOODS, GREEN, VOTES, WILD_EXTRA, good_keys

_KINDS = len(GOODS)
# by kind of tile: the set of actions that it serves as an extra action tile
_SERVES = tuple(
    sum(1 << action for action, tiles in enumerate(EXTRA_TILES) if kind in tiles) or (64 if kind == WILD_EXTRA else 0)
    for kind in range(_KINDS)
)
WILD = 64  # in the box ``extras``: the seat has a tile for any extra action


def options(game: Game, seat: int) -> tuple[str, ...]:
    """The kinds of tiles on the forum."""
    return good_keys(game.board.market_set[0])


def do(game: Game, seat: int, key: str) -> None:
    """The forum action: take any one tile onto the mat."""
    kind = GOOD[key]
    off_market(game, kind, 1)
    onto_mat(game, seat, kind)


def off_market(game: Game, kind: int, number: int) -> None:
    board = game.board
    left = board.market[kind] - number
    game.put(board.market, kind, left)
    if not left:
        game.put(board.market_set, 0, board.market_set[0] & ~(1 << kind))


def onto_market(game: Game, kind: int) -> None:
    board = game.board
    game.put(board.stock, kind, board.stock[kind] - 1)
    game.put(board.market, kind, board.market[kind] + 1)
    game.put(board.market_set, 0, board.market_set[0] | 1 << kind)


def onto_mat(game: Game, seat: int, kind: int) -> None:
    """A tile comes onto a mat, from the forum or from a province. Its votes count at once."""
    board, put = game.board, game.put
    place = seat * _KINDS + kind
    put(board.mats, place, board.mats[place] + 1)
    if VOTES[kind]:
        put(board.votes, seat, max(board.votes[seat], 0) + VOTES[kind])
    elif _SERVES[kind]:
        put(board.extras, seat, board.extras[seat] | _SERVES[kind])


def on_mat(game: Game, seat: int, kind: int) -> int:
    """How many tiles of a kind a seat has."""
    number: int = game.board.mats[seat * _KINDS + kind]
    return number


def spend(game: Game, seat: int, kind: int, number: int = 1) -> None:
    """Tiles of a mat leave the game."""
    board, put = game.board, game.put
    place = seat * _KINDS + kind
    put(board.mats, place, board.mats[place] - number)
    put(board.gone, kind, board.gone[kind] + number)
    served = _SERVES[kind]
    if served and not board.mats[place]:
        first = seat * _KINDS
        others = [other for other in range(_KINDS) if _SERVES[other] == served and board.mats[first + other]]
        if not others:
            put(board.extras, seat, board.extras[seat] & ~served)


def face_down(game: Game, yellow: bool) -> list[str]:
    """The kinds that lie face down, of those with the yellow back or of those with the forum back."""
    stock = game.board.stock
    if yellow:
        return [word for word, number in zip(EXTRA_WORDS, stock[GREEN:], strict=True) if number]
    return [word for word, number in zip(FORUM_WORDS, stock[:GREEN], strict=True) if number]
