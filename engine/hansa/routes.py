"""Posts and pieces on the routes: putting one down, taking one off, clearing a route; who stands where.

Keeps the sets that the questions are made of: routes with a free post, without a piece, where a piece stands, whose
posts are all one seat's. Which pieces a post takes is the map's: a ship takes merchants only, so of each seat's
merchants on a route with ships it is known how many are ``aboard``. Knows no question and no point.
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa.board import AFLOAT, EMPTY, FREE
from engine.hansa.kinds import KINDS, MERCHANT, TRADER


def put_down(game: Game, route: int, piece: int, ship: bool | None = None) -> None:
    """One piece, from wherever it came, onto a free post of a route. ``ship`` says whether a merchant goes aboard
    one; None for wherever there is room, a ship first."""
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
    if board.map.maritime & bit:
        aboard = piece % KINDS == MERCHANT and (berths(game, route) > 0 if ship is None else ship)
        change_ship(game, route, piece // KINDS, int(aboard))


def take_off(game: Game, route: int, piece: int, ship: bool | None = None) -> None:
    """One piece off a route; where it goes is the caller's business. ``ship`` says whether a merchant leaves one; None
    for wherever it stands, a ship first."""
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
    if board.map.maritime & bit:
        seat = piece // KINDS
        aboard = piece % KINDS == MERCHANT and (board.aboard[route * game.players + seat] > 0 if ship is None else ship)
        change_ship(game, route, seat, -int(aboard))


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
    if board.map.maritime & bit:
        change_ship(game, route, seat, -board.aboard[route * game.players + seat])


# ---- ships


def change_ship(game: Game, route: int, seat: int, by: int) -> None:
    """So many more (fewer, if below 0) of a seat's merchants on a route stand on its ships; then whether a trader finds
    a post there is worked out anew."""
    board, place = game.board, route * game.players + seat
    if by:
        game.put(board.aboard, place, board.aboard[place] + by)
    bit = 1 << route
    only_ships = board.room[route] > 0 and not houses(game, route)
    if only_ships != bool(board.sets[AFLOAT] & bit):
        game.put(board.sets, AFLOAT, board.sets[AFLOAT] ^ bit)


def berths(game: Game, route: int) -> int:
    """How many ships of a route are free."""
    board, first = game.board, route * game.players
    found: int = board.map.ships[route]
    return found - sum(board.aboard[first : first + game.players]) if found else 0


def houses(game: Game, route: int) -> int:
    """How many posts of a route are free that a trader may take."""
    room: int = game.board.room[route]
    return room - berths(game, route)


def on_ships(game: Game, route: int, seat: int) -> int:
    """How many of a seat's merchants stand on the ships of a route."""
    board = game.board
    return board.aboard[route * game.players + seat] if board.map.ships[route] else 0


def ashore(game: Game, route: int, piece: int) -> int:
    """How many of a piece stand on the houses of a route."""
    found = count(game, route, piece)
    return found - on_ships(game, route, piece // KINDS) if piece % KINDS == MERCHANT else found


# ---- who stands where


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


def standing(game: Game, seat: int, route: int) -> list[int]:
    """The pieces of other seats that stand on a route, each once."""
    here = game.board.here
    return [piece for piece in range(len(here)) if piece // KINDS != seat and here[piece] >> route & 1]


def free_for(game: Game, kind: int) -> int:
    """The routes with a free post that takes that kind."""
    sets = game.board.sets
    found: int = sets[FREE] if kind == MERCHANT else sets[FREE] & ~sets[AFLOAT]
    return found


def near(game: Game, route: int, kind: int) -> int:
    """The routes of the nearest ring round a route that has a free post for that kind where a piece displaced from
    there may go; 0 if there is none on the board.

    Rings are counted anew for each piece (rulings 19 and 20), over all routes, whatever country they lie in; the route
    itself is in none.
    """
    side = game.board.map
    free = free_for(game, kind) & side.reach[side.country[route]]
    for ring in side.rings[route]:
        found: int = ring & free
        if found:
            return found
    return 0


def move(game: Game, box: list[int], piece: int, by: int) -> None:
    """So many of a piece more (fewer, if below 0) in one of the boxes supply, stock and hand."""
    game.put(box, piece, box[piece] + by)
