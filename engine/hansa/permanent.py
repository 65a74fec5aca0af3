"""The markers printed at some routes (hansa.md 3.9 and 3.10): whoever claims the route may use one once, at the end of
that action, after step 3. They are not taken and do not count; the map says which lies where.

Each is a small step or two of its own; the one that moves any two pieces is in ``moving``.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Game
from engine.hansa import desk, displacement, moving, offices, routes
from engine.hansa.kinds import ABILITIES, KIND, KIND_WORDS, KINDS, MERCHANT, PRIVILEGE, STEPS, TRACKS, TRADER
from engine.title import Step

NONE = "none"
MOST_PLACED = 2
FROM_STOCK = -1  # in place of how many pieces of each kind may be placed: what stock, supply or board have


def follow(game: Game, seat: int, route: int, kept: int) -> None:
    """The marker of a route comes next. To be called with the route's pieces still there; ``kept`` is one of them that
    does not go to the stock, −1 for none."""
    _FOLLOW[game.board.map.permanent[route]](game, seat, route, kept)


# ---- move any two


def _any_two(game: Game, seat: int, route: int, kept: int) -> None:
    game.push(moving.ANY_ROUTE, seat, 0, True)


# ---- develop Privilege


def _privilege(game: Game, seat: int, route: int, kept: int) -> None:
    game.push(DEVELOP, seat)


def _ask_develop(game: Game, seat: int) -> tuple[str, ...]:
    closed = game.board.desk[seat * TRACKS + PRIVILEGE] == STEPS[PRIVILEGE]
    return () if closed else (ABILITIES[PRIVILEGE], NONE)


def _take_develop(game: Game, seat: int, key: str | None) -> None:
    if key == ABILITIES[PRIVILEGE]:
        desk.develop(game, seat, PRIVILEGE)


DEVELOP = Step("permanent.develop", _ask_develop, _take_develop)


# ---- an office in a green city


def _green(game: Game, seat: int, route: int, kept: int) -> None:
    game.push(CITY, seat)


def _ask_city(game: Game, seat: int) -> tuple[str, ...]:
    board = game.board
    if not board.supply[seat * KINDS] and not board.supply[seat * KINDS + 1]:
        return ()
    return (*(board.map.cities[city].key for city in board.map.green), NONE)


def _take_city(game: Game, seat: int, key: str | None) -> None:
    if key is not None and key != NONE:
        game.push(KIND_STEP, seat, game.board.map.city[key])


def _ask_kind(game: Game, seat: int, city: int) -> tuple[str, ...]:
    supply = game.board.supply
    return KIND_WORDS if supply[seat * KINDS] and supply[seat * KINDS + 1] else ()


def _take_kind(game: Game, seat: int, key: str | None, city: int) -> None:
    board, trader = game.board, seat * KINDS
    piece = trader + (KIND[key] if key else TRADER if board.supply[trader] else MERCHANT)
    routes.move(game, board.supply, piece, -1)
    offices.add_right(game, city, piece)


CITY = Step("permanent.city", _ask_city, _take_city)
KIND_STEP = Step("permanent.kind", _ask_kind, _take_kind)


# ---- up to two pieces onto free posts: of the claimed route, or outside the open country. ``where`` are the routes;
# ``traders`` and ``merchants`` how many of the route's own are left, FROM_STOCK if they come from stock,
# supply or board


def _from_route(game: Game, seat: int, route: int, kept: int) -> None:
    traders, merchants = (
        routes.count(game, route, piece) - (piece == kept) for piece in (seat * KINDS, seat * KINDS + 1)
    )
    game.push(PIECE, seat, MOST_PLACED, game.board.map.every_route, traders, merchants)


def _outside(game: Game, seat: int, route: int, kept: int) -> None:
    game.push(PIECE, seat, MOST_PLACED, game.board.map.guarded, FROM_STOCK, FROM_STOCK)


def _kinds(game: Game, seat: int, where: int, traders: int, merchants: int) -> list[int]:
    if traders == FROM_STOCK:
        sources = displacement.sources(game, seat)
        if sources is None:
            sources = [piece for piece in (seat * KINDS, seat * KINDS + 1) if game.board.here[piece]]
        found = [piece % KINDS for piece in sources]
    else:
        found = [kind for kind, left in ((TRADER, traders), (MERCHANT, merchants)) if left]
    return [kind for kind in found if routes.free_for(game, kind) & where]


def _ask_piece(game: Game, seat: int, left: int, where: int, traders: int, merchants: int) -> tuple[str, ...]:
    kinds = _kinds(game, seat, where, traders, merchants) if left else ()
    return (*(KIND_WORDS[kind] for kind in kinds), NONE) if kinds else ()


def _take_piece(game: Game, seat: int, key: str | None, left: int, where: int, traders: int, merchants: int) -> None:
    if key is None or key == NONE:
        return
    kind = KIND[key]
    if traders == FROM_STOCK:
        game.push(PIECE, seat, left - 1, where, FROM_STOCK, FROM_STOCK)
        step = TO if displacement.sources(game, seat) is not None else FROM
    else:
        game.push(PIECE, seat, left - 1, where, traders - (kind == TRADER), merchants - (kind == MERCHANT))
        step = TO
    game.push(step, seat, where, seat * KINDS + kind)


def _ask_from(game: Game, seat: int, where: int, piece: int) -> tuple[str, ...]:
    board = game.board
    keys: tuple[str, ...] = board.map.keys(board.here[piece])
    return keys


def _take_from(game: Game, seat: int, key: str, where: int, piece: int) -> None:
    board = game.board
    routes.move(game, board.hand, piece, 1)
    game.push(TO, seat, where, piece)
    moving.take_off(game, seat, board.map.route[key], piece)


def _ask_to(game: Game, seat: int, where: int, piece: int) -> tuple[str, ...]:
    keys: tuple[str, ...] = game.board.map.keys(routes.free_for(game, piece % KINDS) & where)
    return keys


def _take_to(game: Game, seat: int, key: str, where: int, piece: int) -> None:
    board = game.board
    source = next(box for box in (board.hand, board.stock, board.supply) if box[piece])
    routes.move(game, source, piece, -1)
    moving.put_down(game, seat, board.map.route[key], piece)


PIECE = Step("permanent.piece", _ask_piece, _take_piece)
FROM = Step("permanent.from", _ask_from, _take_from)
TO = Step("permanent.route", _ask_to, _take_to)


_FOLLOW: dict[str, Callable[[Game, int, int, int], None]] = {
    "move-any-2": _any_two,
    "develop-privilege": _privilege,
    "office-in-green-city": _green,
    "place-2-from-route": _from_route,
    "place-2-outside-england": _outside,
}
