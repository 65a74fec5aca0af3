"""C) Displace: an opponent's piece makes way, against a fee; its owner places it, and up to two more, nearby.

The order is the rulebook's: which piece, what takes its post, what pays the fee; then the displaced seat at once, piece
by piece: the source is looked at anew for each (stock, else supply, else its own posts), and so is the nearest ring
with a free post that takes it.
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa import moving, permissions, routes
from engine.hansa.kinds import KIND, KIND_WORDS, KINDS, MERCHANT, PIECE, PIECE_KEYS, TRADER
from engine.hansa.maps import members
from engine.title import Step

NONE = "none"
FEE = (1, 2)  # by kind of the displaced piece; and so many more pieces may its owner place
_NO_PIECE = -1
_NUMBERS = ("0", "1", "2")


def targets(game: Game, seat: int, in_supply: int) -> int:
    """The routes with a piece that a seat with so many pieces in its supply can displace (rulings 10 and 11)."""
    found = routes.opponents(game, seat, TRADER) if in_supply > FEE[TRADER] else 0
    if in_supply > FEE[MERCHANT]:
        found |= routes.opponents(game, seat, MERCHANT)
    side = game.board.map
    if side.maritime and not game.board.supply[seat * KINDS + MERCHANT]:
        for route in members(found & side.maritime):
            if not _victims(game, seat, route, in_supply):
                found &= ~(1 << route)
    return found & permissions.open_to(game, seat) if side.guarded else found


def _victims(game: Game, seat: int, route: int, in_supply: int) -> list[int]:
    """The pieces on a route that a seat with so many in its supply can displace: a merchant on a ship only by one."""
    found = [piece for piece in routes.standing(game, seat, route) if in_supply > FEE[piece % KINDS]]
    if game.board.map.ships[route] and not game.board.supply[seat * KINDS + MERCHANT]:
        found = [piece for piece in found if routes.ashore(game, route, piece)]
    return found


def _in_supply(game: Game, seat: int) -> int:
    supply = game.board.supply
    found: int = supply[seat * KINDS] + supply[seat * KINDS + 1]
    return found


# ---- the active seat


def _ask_route(game: Game, seat: int) -> tuple[str, ...]:
    keys: tuple[str, ...] = game.board.map.keys(targets(game, seat, _in_supply(game, seat)))
    return keys


def _take_route(game: Game, seat: int, key: str) -> None:
    route = game.board.map.route[key]
    permissions.spend(game, seat, route)
    game.push(VICTIM, seat, route)


def _ask_victim(game: Game, seat: int, route: int) -> tuple[str, ...]:
    return tuple(PIECE_KEYS[piece] for piece in _victims(game, seat, route, _in_supply(game, seat)))


def _take_victim(game: Game, seat: int, key: str, route: int) -> None:
    game.push(POST, seat, route, PIECE[key])


def _ask_post(game: Game, seat: int, route: int, victim: int) -> tuple[str, ...]:
    """Which of its owner's merchants, if one stands on a house and one on a ship: a ship takes a merchant only."""
    if victim % KINDS == TRADER or not routes.on_ships(game, route, victim // KINDS):
        return ()
    if not game.board.supply[seat * KINDS + MERCHANT] or not routes.ashore(game, route, victim):
        return ()
    return moving.POSTS


def _take_post(game: Game, seat: int, key: str | None, route: int, victim: int) -> None:
    if key is not None:
        ship = key == moving.SHIP
    else:
        ship = victim % KINDS == MERCHANT and not routes.ashore(game, route, victim)
    game.push(WITH, seat, route, victim, ship)


def _ask_with(game: Game, seat: int, route: int, victim: int, ship: bool) -> tuple[str, ...]:
    """Which kind takes the post, if the seat has both and the post takes both."""
    supply = game.board.supply
    return KIND_WORDS if supply[seat * KINDS] and supply[seat * KINDS + 1] and not ship else ()


def _take_with(game: Game, seat: int, key: str | None, route: int, victim: int, ship: bool) -> None:
    board, trader = game.board, seat * KINDS
    piece = trader + (KIND[key] if key else TRADER if board.supply[trader] and not ship else MERCHANT)
    routes.move(game, board.supply, piece, -1)
    routes.take_off(game, route, victim, ship)
    routes.move(game, board.hand, victim, 1)
    routes.put_down(game, route, piece, ship)
    game.push(PAY, seat, route, victim)


def _ask_pay(game: Game, seat: int, route: int, victim: int) -> tuple[str, ...]:
    """How many merchants are in the fee, if there is a choice (ruling 13)."""
    supply, fee = game.board.supply, FEE[victim % KINDS]
    fewest, most = _merchants(supply[seat * KINDS], supply[seat * KINDS + 1], fee)
    return _NUMBERS[fewest : most + 1] if fewest < most else ()


def _merchants(traders: int, merchants: int, fee: int) -> tuple[int, int]:
    return max(0, fee - traders), min(fee, merchants)


def _take_pay(game: Game, seat: int, key: str | None, route: int, victim: int) -> None:
    board, trader, fee = game.board, seat * KINDS, FEE[victim % KINDS]
    merchants = int(key) if key else _merchants(board.supply[trader], board.supply[trader + 1], fee)[0]
    for piece, count in ((trader, fee - merchants), (trader + 1, merchants)):
        if count:
            routes.move(game, board.supply, piece, -count)
            routes.move(game, board.stock, piece, count)
    for module in board.modules:
        fee = module.extras(game, victim, fee)
    _next(game, victim // KINDS, route, victim, fee)


ROUTE = Step("displace.route", _ask_route, _take_route)
VICTIM = Step("displace.piece", _ask_victim, _take_victim)
POST = Step("displace.post", _ask_post, _take_post)
WITH = Step("displace.with", _ask_with, _take_with)
PAY = Step("displace.fee", _ask_pay, _take_pay)


# ---- the displaced seat. ``must`` is the displaced piece until it is placed, then −1; ``extras`` may still follow.


def sources(game: Game, seat: int) -> list[int] | None:
    """The pieces of which an extra one can be taken: those of the stock, else of the supply; None: from its posts."""
    board = game.board
    mine = (seat * KINDS, seat * KINDS + 1)
    for box in (board.stock, board.supply):
        found = [piece for piece in mine if box[piece]]
        if found:
            return found
    return None


def choice(game: Game, seat: int, must: int, extras: int) -> list[int]:
    """The pieces, one of each kind, of which the displaced seat may place one now."""
    found = set() if must == _NO_PIECE else {must}
    if extras:
        boxes = sources(game, seat)
        if boxes is None:
            boxes = [piece for piece in (seat * KINDS, seat * KINDS + 1) if game.board.here[piece]]
        found.update(boxes)
    return sorted(found)


def around(game: Game, seat: int, route: int, kind: int) -> int:
    """The routes where a piece of a seat that was displaced from a route may be placed, if it is of that kind."""
    if any(module.anywhere(game, seat) for module in game.board.modules):
        return routes.free_for(game, kind)
    return routes.near(game, route, kind)


def _next(game: Game, seat: int, route: int, must: int, extras: int) -> None:
    """The next piece of the displaced seat, if there is one and a post for it."""
    if must != _NO_PIECE and not around(game, seat, route, must % KINDS):
        # no free post for it on the whole board: to the owner's stock
        routes.move(game, game.board.hand, must, -1)
        routes.move(game, game.board.stock, must, 1)
        must = _NO_PIECE
    pieces = [piece for piece in choice(game, seat, must, extras) if around(game, seat, route, piece % KINDS)]
    if len(pieces) > 1:
        game.push(WHICH, seat, route, must, extras)
    elif pieces:
        _chosen(game, seat, route, must, extras, pieces[0], True)


def _ask_which(game: Game, seat: int, route: int, must: int, extras: int) -> tuple[str, ...]:
    return KIND_WORDS if must != _NO_PIECE else (*KIND_WORDS, NONE)


def _take_which(game: Game, seat: int, key: str, route: int, must: int, extras: int) -> None:
    if key != NONE:
        _chosen(game, seat, route, must, extras, seat * KINDS + KIND[key], False)


def _chosen(game: Game, seat: int, route: int, must: int, extras: int, piece: int, only: bool) -> None:
    """That piece is next. If it was the ``only`` one and is none that must, the coming question offers to decline."""
    optional = only and must == _NO_PIECE
    if piece != must and sources(game, seat) is None:
        game.push(FROM, seat, route, must, extras, piece, optional)
    else:
        game.push(TO, seat, route, must, extras, piece, optional)


def _ask_from(game: Game, seat: int, route: int, must: int, extras: int, piece: int, optional: bool) -> tuple[str, ...]:
    """From which of its own posts the extra piece comes: stock and supply are empty (ruling 14)."""
    board = game.board
    keys: tuple[str, ...] = board.map.keys(board.here[piece])
    return (*keys, NONE) if optional else keys


def _take_from(game: Game, seat: int, key: str, route: int, must: int, extras: int, piece: int, optional: bool) -> None:
    if key == NONE:
        return
    board = game.board
    routes.move(game, board.hand, piece, 1)
    game.push(TO, seat, route, must, extras, piece, False)
    moving.take_off(game, seat, board.map.route[key], piece)


def _ask_to(game: Game, seat: int, route: int, must: int, extras: int, piece: int, optional: bool) -> tuple[str, ...]:
    keys: tuple[str, ...] = game.board.map.keys(around(game, seat, route, piece % KINDS))
    return (*keys, NONE) if optional else keys


def _take_to(game: Game, seat: int, key: str, route: int, must: int, extras: int, piece: int, optional: bool) -> None:
    if key == NONE:
        return
    board = game.board
    if piece == must:
        routes.move(game, board.hand, piece, -1)
        must = _NO_PIECE
    else:
        mine = seat * KINDS
        in_stock = board.stock[mine] or board.stock[mine + 1]
        source = board.hand if board.hand[piece] else board.stock if in_stock else board.supply
        routes.move(game, source, piece, -1)
        extras -= 1
    game.push(NEXT, seat, route, must, extras)
    moving.put_down(game, seat, board.map.route[key], piece)


def _ask_next(game: Game, seat: int, route: int, must: int, extras: int) -> tuple[str, ...]:
    return ()


def _take_next(game: Game, seat: int, _: str | None, route: int, must: int, extras: int) -> None:
    _next(game, seat, route, must, extras)


WHICH = Step("displaced.piece", _ask_which, _take_which)
FROM = Step("displaced.from", _ask_from, _take_from)
TO = Step("displaced.route", _ask_to, _take_to)
NEXT = Step("displaced.next", _ask_next, _take_next)
