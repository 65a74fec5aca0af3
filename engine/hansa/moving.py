"""Moving pieces on the board: first all are taken off, then each is put on a free post, those just vacated included.

Serves the action Move (own pieces), the marker Move 3 (pieces of others) and the printed marker that moves any two. A
piece of one's own may leave its country for the open one (``Map.reach``), one moved by a marker stays in its country
(``Map.within``), so the box ``hand`` keeps apart from which country each piece came. Where a merchant could stand on a
house or on a ship, its seat is asked: that question is this module's too.
"""

from __future__ import annotations

from functools import cache
from itertools import compress

from engine.game import Game
from engine.hansa import desk, routes
from engine.hansa.board import FREE
from engine.hansa.kinds import BOOK, KIND_WORDS, KINDS, MERCHANT, PIECE, PIECE_KEYS, TRADER
from engine.hansa.maps import members
from engine.title import Step

DONE = "done"
HOUSE, SHIP = "house", "ship"
POSTS = (HOUSE, SHIP)
MOST_MOVED = 3
MOST_ANY = 2


# ---- houses and ships


def _take_came_to(game: Game, seat: int, key: str, route: int, piece: int) -> None:
    if key == HOUSE:
        routes.change_ship(game, route, piece // KINDS, -1)


def _take_left(game: Game, seat: int, key: str, route: int, piece: int) -> None:
    if key == HOUSE:
        routes.change_ship(game, route, piece // KINDS, 1)


def _ask_post(game: Game, seat: int, route: int, piece: int) -> tuple[str, ...]:
    return POSTS


CAME_TO = Step("post.to", _ask_post, _take_came_to)
LEFT = Step("post.from", _ask_post, _take_left)


def put_down(game: Game, seat: int, route: int, piece: int, houses: int = 1) -> None:
    """A piece onto a route; the seat is asked whether a merchant goes to a house or a ship, if it could go to either
    and so many ``houses`` are free there. To be called last: the question comes next."""
    if piece % KINDS == MERCHANT and game.board.map.ships[route]:
        either = routes.berths(game, route) and routes.houses(game, route) >= houses
        routes.put_down(game, route, piece)
        if either:
            game.push(CAME_TO, seat, route, piece)
    else:
        routes.put_down(game, route, piece)


def take_off(game: Game, seat: int, route: int, piece: int) -> None:
    """A piece off a route; the seat is asked which merchant, if one stands on a house and one on a ship. To be called
    last: the question comes next."""
    aboard = routes.on_ships(game, route, piece // KINDS) if piece % KINDS == MERCHANT else 0
    either = aboard and routes.ashore(game, route, piece)
    routes.take_off(game, route, piece)
    if either:
        game.push(LEFT, seat, route, piece)


# ---- the hand


def in_hand(game: Game) -> list[int]:
    """The places of ``hand`` with any piece: number of the country × pieces + piece."""
    hand = game.board.hand
    return [*compress(range(len(hand)), hand)]


def piece_at(game: Game, place: int) -> int:
    """The piece of a place of ``hand``."""
    return place % (KINDS * game.players)


def _from(game: Game, route: int, piece: int) -> int:
    country: int = game.board.map.country[route]
    return country * KINDS * game.players + piece


# ---- D) move


def _ask_lift(game: Game, seat: int, lifted: int) -> tuple[str, ...]:
    here: int = routes.stands(game, seat)
    keys: tuple[str, ...] = game.board.map.keys(here)
    return (*keys, DONE) if lifted else keys


def _take_lift(game: Game, seat: int, key: str, lifted: int) -> None:
    board = game.board
    if key == DONE:
        set_next(game, seat, False)
        return
    route, trader = board.map.route[key], seat * KINDS
    bit = 1 << route
    if board.here[trader] & bit and board.here[trader + 1] & bit:
        game.push(LIFT_KIND, seat, lifted, route)
    else:
        _lift(game, seat, lifted, route, trader if board.here[trader] & bit else trader + 1)


def _ask_lift_kind(game: Game, seat: int, lifted: int, route: int) -> tuple[str, ...]:
    return KIND_WORDS


def _take_lift_kind(game: Game, seat: int, key: str, lifted: int, route: int) -> None:
    _lift(game, seat, lifted, route, seat * KINDS + KIND_WORDS.index(key))


def _lift(game: Game, seat: int, lifted: int, route: int, piece: int) -> None:
    board = game.board
    routes.move(game, board.hand, _from(game, route, piece), 1)
    if lifted + 1 < desk.value(game, seat, BOOK) and _another(game, seat, route):
        game.push(LIFT, seat, lifted + 1)
    else:
        set_next(game, seat, False)
    if board.map.maritime:
        take_off(game, seat, route, piece)
    else:
        routes.take_off(game, route, piece)


def _another(game: Game, seat: int, route: int) -> bool:
    """Whether a seat has any piece on the routes but one of those on this route."""
    own = (seat * KINDS + TRADER, seat * KINDS + MERCHANT)
    return routes.stands(game, seat) != 1 << route or sum(routes.count(game, route, piece) for piece in own) > 1


LIFT = Step("move.from", _ask_lift, _take_lift)
LIFT_KIND = Step("move.kind", _ask_lift_kind, _take_lift_kind)


# ---- pieces of others (rulings 65 and 67), or of anybody


def others_stand(game: Game, seat: int) -> int:
    """The routes on which any other seat has a piece."""
    return routes.opponents(game, seat, TRADER) | routes.opponents(game, seat, MERCHANT)


def _there(game: Game, seat: int, mine: bool) -> int:
    return others_stand(game, seat) | (routes.stands(game, seat) if mine else 0)


def _ask_from(game: Game, seat: int, lifted: int, mine: bool) -> tuple[str, ...]:
    there = _there(game, seat, mine) if lifted < (MOST_ANY if mine else MOST_MOVED) else 0
    keys: tuple[str, ...] = game.board.map.keys(there)
    return (*keys, DONE) if keys and (lifted or mine) else keys


def _take_from(game: Game, seat: int, key: str | None, lifted: int, mine: bool) -> None:
    if key is None or key == DONE:
        set_next(game, seat, True)
    else:
        game.push(ANY_PIECE if mine else LIFT_PIECE, seat, lifted, mine, game.board.map.route[key])


def _ask_piece(game: Game, seat: int, lifted: int, mine: bool, route: int) -> tuple[str, ...]:
    here = game.board.here
    found = range(len(here)) if mine else routes.standing(game, seat, route)
    return tuple(PIECE_KEYS[piece] for piece in found if here[piece] >> route & 1)


def _take_piece(game: Game, seat: int, key: str, lifted: int, mine: bool, route: int) -> None:
    piece = PIECE[key]
    routes.move(game, game.board.hand, _from(game, route, piece), 1)
    game.push(ANY_ROUTE if mine else LIFT_ROUTE, seat, lifted + 1, mine)
    take_off(game, seat, route, piece)


# Move 3; its first question has no way out, since the marker is used
LIFT_ROUTE = Step("move3.from", _ask_from, _take_from)
LIFT_PIECE = Step("move3.piece", _ask_piece, _take_piece)
# the printed marker that moves any two, or fewer
ANY_ROUTE = Step("any.from", _ask_from, _take_from)
ANY_PIECE = Step("any.piece", _ask_piece, _take_piece)


# ---- putting down what was taken off


def set_next(game: Game, seat: int, stay: bool) -> None:
    """Put down the next piece that was taken off, if there is one; which one is asked only if they differ. ``stay`` if
    each stays in its country."""
    found = in_hand(game)
    if len(found) > 1:
        game.push(SET_PIECE, seat, stay)
    elif found:
        game.push(SET_ROUTE, seat, found[0], stay)


def _ask_set_piece(game: Game, seat: int, stay: bool) -> tuple[str, ...]:
    return hand_keys(game, seat, tuple(in_hand(game)))


def hand_keys(game: Game, seat: int, places: tuple[int, ...]) -> tuple[str, ...]:
    """Keys of pieces in the hand: "trader" if all are the seat's own, else "trader.1"; with its country where the
    board has any."""
    return _hand_keys(seat, game.players, game.board.map.countries, places)


@cache
def _hand_keys(seat: int, players: int, countries: tuple[str, ...], places: tuple[int, ...]) -> tuple[str, ...]:
    found = [divmod(place, KINDS * players) for place in places]
    own = all(piece // KINDS == seat for _, piece in found)
    words = [KIND_WORDS[piece % KINDS] if own else PIECE_KEYS[piece] for _, piece in found]
    if len(countries) == 1:
        return tuple(words)
    return tuple(f"{word}.{countries[country]}" for word, (country, _) in zip(words, found, strict=True))


def _take_set_piece(game: Game, seat: int, key: str, stay: bool) -> None:
    found = in_hand(game)
    game.push(SET_ROUTE, seat, found[hand_keys(game, seat, tuple(found)).index(key)], stay)


def allowed(game: Game, place: int, stay: bool) -> int:
    """The routes onto which a piece of the hand may be put, were there a post."""
    side, country = game.board.map, place // (KINDS * game.players)
    found: int = side.within[country] if stay else side.reach[country]
    return found


def _tight(game: Game, place: int, stay: bool) -> bool:
    """Whether the traders in the hand need every free house, so that no merchant may take one."""
    board, pieces = game.board, KINDS * game.players
    country = place // pieces
    hand = board.hand[country * pieces : (country + 1) * pieces] if stay else board.hand
    traders = sum(hand[TRADER::KINDS])
    if not traders:
        return False
    there = allowed(game, place, stay) & board.sets[FREE]
    free = sum(routes.houses(game, route) for route in members(there))
    return free <= int(traders)


def _ask_set_route(game: Game, seat: int, place: int, stay: bool) -> tuple[str, ...]:
    board = game.board
    side, kind = board.map, place % KINDS
    if side.maritime:
        free = routes.free_for(game, kind) & allowed(game, place, stay)
        if kind == MERCHANT and _tight(game, place, stay):
            free = sum(1 << route for route in members(free & side.maritime) if routes.berths(game, route))
    else:
        free = board.sets[FREE] & allowed(game, place, stay)
    keys: tuple[str, ...] = side.keys(free)
    return keys


def _take_set_route(game: Game, seat: int, key: str | None, place: int, stay: bool) -> None:
    board, piece = game.board, piece_at(game, place)
    ships = board.map.maritime
    tight = ships and piece % KINDS == MERCHANT and _tight(game, place, stay)
    routes.move(game, board.hand, place, -1)
    set_next(game, seat, stay)
    if key is None:
        # no post that takes it: to its owner's stock, as a displaced piece would go
        routes.move(game, board.stock, piece, 1)
    elif ships:
        put_down(game, seat, board.map.route[key], piece, BOARDFUL if tight else 1)
    else:
        routes.put_down(game, board.map.route[key], piece)


BOARDFUL = 1000  # more houses than there are on any board: a merchant goes aboard a ship
SET_PIECE = Step("move.piece", _ask_set_piece, _take_set_piece)
SET_ROUTE = Step("move.to", _ask_set_route, _take_set_route)
