"""Posts and pieces on the routes: putting one down, taking one off, clearing a route; who stands where.

Keeps the sets that the questions are made of: routes with a free post, without a piece, where a piece stands, whose
posts are all one seat's. Knows no question and no point.
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa.board import EMPTY, FREE
from engine.hansa.kinds import KINDS, MERCHANT, TRADER


def put_down(game: Game, route: int, piece: int) -> None:
    """One piece, from wherever it came, onto a free post of a route."""
    board, put = game.board, game.put
    place = route * KINDS * game.players + piece
    at, room, bit = board.at, board.room, 1 << route
    put(at, place, at[place] + 1)
    if at[place] == 1:
        put(board.here, piece, board.here[piece] | bit)
    posts = board.map.posts[route]
    if room[route] == posts:
        put(board.sets, EMPTY, board.sets[EMPTY] & ~bit)
    put(room, route, room[route] - 1)
    if not room[route]:
        put(board.sets, FREE, board.sets[FREE] & ~bit)
        if at[place] + at[place ^ 1] == posts:
            seat = piece // KINDS
            put(board.full, seat, board.full[seat] | bit)


def take_off(game: Game, route: int, piece: int) -> None:
    """One piece off a route; where it goes is the caller's business."""
    board, put = game.board, game.put
    place = route * KINDS * game.players + piece
    at, room, bit = board.at, board.room, 1 << route
    put(at, place, at[place] - 1)
    if not at[place]:
        put(board.here, piece, board.here[piece] & ~bit)
    if not room[route]:
        put(board.sets, FREE, board.sets[FREE] | bit)
        seat = piece // KINDS
        if board.full[seat] & bit:
            put(board.full, seat, board.full[seat] & ~bit)
    put(room, route, room[route] + 1)
    if room[route] == board.map.posts[route]:
        put(board.sets, EMPTY, board.sets[EMPTY] | bit)


def clear(game: Game, seat: int, route: int, kept: int = -1) -> None:
    """Every piece of a claimed route to its owner's general stock; ``kept`` is one of them that goes elsewhere."""
    board, put = game.board, game.put
    bit, start = 1 << route, route * KINDS * game.players
    for piece in (seat * KINDS + TRADER, seat * KINDS + MERCHANT):
        count = board.at[start + piece]
        if count:
            put(board.at, start + piece, 0)
            put(board.here, piece, board.here[piece] & ~bit)
            count -= piece == kept
            if count:
                put(board.stock, piece, board.stock[piece] + count)
    put(board.room, route, board.map.posts[route])
    put(board.sets, FREE, board.sets[FREE] | bit)
    put(board.sets, EMPTY, board.sets[EMPTY] | bit)
    put(board.full, seat, board.full[seat] & ~bit)


def count(game: Game, route: int, piece: int) -> int:
    """How many of a piece stand on a route."""
    found: int = game.board.at[route * KINDS * game.players + piece]
    return found


def stands(game: Game, seat: int) -> int:
    """The routes on which a seat has any piece."""
    here = game.board.here
    found: int = here[seat * KINDS] | here[seat * KINDS + 1]
    return found


def opponents(game: Game, seat: int, kind: int) -> int:
    """The routes on which any other seat has a piece of that kind."""
    here, found = game.board.here, 0
    for piece in range(kind, KINDS * game.players, KINDS):
        if piece // KINDS != seat:
            found |= here[piece]
    return found


def near(game: Game, route: int) -> int:
    """The routes of the nearest ring round a route that has a free post; 0 if there is none on the board.

    Rings are counted anew for each piece (rulings 19 and 20); the route itself is in none.
    """
    board = game.board
    free: int = board.sets[FREE]
    for ring in board.map.rings[route]:
        found: int = ring & free
        if found:
            return found
    return 0


def move(game: Game, box: list[int], piece: int, by: int) -> None:
    """So many of a piece more (fewer, if below 0) in one of the boxes supply, stock and hand."""
    game.put(box, piece, box[piece] + by)
