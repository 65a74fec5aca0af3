"""A turn: the five actions and the markers in any order, the end of the turn, the next seat; Income and Place.

``turn.action`` comes back after every action until none is left and no marker can be used, or until the seat passes.
An action is paid for when it is chosen. Displace, Move and Create route have modules of their own.
"""

from __future__ import annotations

from functools import cache

from engine.game import Game
from engine.hansa import claim, desk, displacement, final, markers, moving, permissions, plate, routes
from engine.hansa.board import AFLOAT, ENDS, FREE, LEFT, MOVER, PLAY, PLAYING, TURN_ACTIONS
from engine.hansa.kinds import ACTIONS, BANK, KIND, KIND_WORDS, KINDS, MARKERS
from engine.title import Step, nothing
from engine.words import to_move

INCOME, LESS, PLACE, DISPLACE, MOVE, CLAIM = ("income", "income-less", "place", "displace", "move", "claim")
PASS = "pass"
_ACTIONS = (PLACE, CLAIM, DISPLACE, MOVE, INCOME, LESS)
_USES = tuple(f"marker.{word}" for word in MARKERS)
ALL_KEYS = (*_ACTIONS, *_USES, PASS)
BIT = {key: 1 << index for index, key in enumerate(ALL_KEYS)}
_MARKER_SHIFT = len(_ACTIONS)
_PLACE, _CLAIM, _DISPLACE, _MOVE, _INCOME, _LESS, _PASS = (
    BIT[key] for key in (PLACE, CLAIM, DISPLACE, MOVE, INCOME, LESS, PASS)
)
NUMBERS = tuple(str(number) for number in range(40))


@cache
def _keys(chosen: int) -> tuple[str, ...]:
    return tuple(key for key in ALL_KEYS if chosen & BIT[key])


# ---- the frame


def start_turn(game: Game, seat: int) -> None:
    """The turn of ``seat`` begins."""
    clock = game.board.clock
    game.put(game.turn, 0, game.turn[0] + 1)
    game.put(clock, MOVER, seat)
    if clock[PLAY] != PLAYING:
        game.put(clock, PLAY, PLAYING)
    refresh(game, seat)
    game.tell("turn", seat, to_move(seat))
    game.push(END, seat)
    game.push(TURN, seat)


def refresh(game: Game, seat: int) -> None:
    """The actions that a seat's desk gives for a turn."""
    clock, actions = game.board.clock, desk.value(game, seat, ACTIONS)
    for module in game.board.modules:
        actions += module.turn(game, seat)
    game.put(clock, LEFT, actions)
    if clock[TURN_ACTIONS] != actions:
        game.put(clock, TURN_ACTIONS, actions)
    if game.board.map.permissions:
        permissions.refresh(game, seat)


def possible(game: Game, seat: int) -> int:
    """The actions that a seat could take, were any left: a bit each, as in ``BIT``."""
    board = game.board
    first = seat * KINDS
    supply, stock, here = board.supply, board.stock, board.here
    found = 0
    in_stock = stock[first] + stock[first + 1]
    if in_stock:
        found = _INCOME if in_stock == 1 else _INCOME | _LESS
    in_hand = supply[first] + supply[first + 1]
    if in_hand:
        if placeable(game, seat):
            found |= _PLACE
        if in_hand > 1 and displacement.targets(game, seat, in_hand):
            found |= _DISPLACE
    if here[first] | here[first + 1]:
        found |= _MOVE
        if board.full[seat]:
            found |= _CLAIM
    return found


def placeable(game: Game, seat: int) -> int:
    """The routes onto which a seat with anything in its supply could place a piece of it."""
    board, first = game.board, seat * KINDS
    side, supply = board.map, board.supply
    found: int = board.sets[FREE]
    if side.maritime and not supply[first + 1]:
        found &= ~board.sets[AFLOAT]
    if side.guarded:
        found &= permissions.open_to(game, seat)
    for module in board.modules:
        found = module.placeable(game, found, supply[first] + supply[first + 1])
    return found


def _ask_turn(game: Game, seat: int) -> tuple[str, ...]:
    board = game.board
    chosen = 0
    if board.have[seat]:
        chosen = markers.usable(game, seat) << _MARKER_SHIFT
    if board.clock[LEFT]:
        actions = possible(game, seat)
        if not actions or game.options["end_turn_early"] == "yes":
            chosen |= _PASS
        chosen |= actions
    elif chosen:
        chosen |= _PASS
    keys = _keys(chosen)
    for module in board.modules:
        keys += module.turn_keys(game, seat)
    return keys


def _take_turn(game: Game, seat: int, key: str | None) -> None:
    if key is None or key == PASS:
        return
    game.push(TURN, seat)
    if key not in BIT:
        next(module for module in game.board.modules if key in module.keys).act(game, seat, key)
        return
    if BIT[key] >> _MARKER_SHIFT:
        markers.use(game, seat, MARKERS.index(key[len("marker.") :]))
        return
    clock = game.board.clock
    game.put(clock, LEFT, clock[LEFT] - 1)
    if key == PLACE:
        game.push(PLACE_ROUTE, seat)
    elif key == DISPLACE:
        game.push(displacement.ROUTE, seat)
    elif key == MOVE:
        game.push(moving.LIFT, seat, 0)
    elif key == CLAIM:
        game.push(claim.ROUTE, seat)
    elif key == INCOME:
        game.push(INCOME_MERCHANTS, seat, _whole_income(game, seat))
    else:
        game.push(INCOME_TOTAL, seat)


def _take_end(game: Game, seat: int, _: str | None) -> None:
    """The markers of the plate are placed, as far as they can be; then the next seat moves."""
    if plate.waiting(game, seat) and plate.places(game):
        game.push(END, seat)
        plate.place_next(game, seat)
    elif game.board.clock[ENDS]:
        final.begin(game)
    else:
        start_turn(game, (seat + 1) % game.players)


TURN = Step("turn.action", _ask_turn, _take_turn)
END = Step("turn.end", nothing, _take_end)


# ---- A) income


def _whole_income(game: Game, seat: int) -> int:
    stock = game.board.stock
    whole: int = min(desk.value(game, seat, BANK), stock[seat * KINDS] + stock[seat * KINDS + 1])
    return whole


def _ask_income_total(game: Game, seat: int) -> tuple[str, ...]:
    return NUMBERS[1 : max(_whole_income(game, seat), 2)]


def _take_income_total(game: Game, seat: int, key: str) -> None:
    game.push(INCOME_MERCHANTS, seat, int(key))


def _ask_income_merchants(game: Game, seat: int, total: int) -> tuple[str, ...]:
    """How many of the pieces are merchants, if there is a choice."""
    stock = game.board.stock
    traders, merchants = stock[seat * KINDS], stock[seat * KINDS + 1]
    fewest, most = max(0, total - traders), min(total, merchants)
    return NUMBERS[fewest : most + 1] if fewest < most else ()


def _take_income_merchants(game: Game, seat: int, key: str | None, total: int) -> None:
    board = game.board
    trader = seat * KINDS
    merchants = max(0, total - board.stock[trader]) if key is None else int(key)
    for piece, count in ((trader, total - merchants), (trader + 1, merchants)):
        if count:
            routes.move(game, board.stock, piece, -count)
            routes.move(game, board.supply, piece, count)
    for module in board.modules:
        module.income(game, seat)


INCOME_TOTAL = Step("income.total", _ask_income_total, _take_income_total)
INCOME_MERCHANTS = Step("income.merchants", _ask_income_merchants, _take_income_merchants)


# ---- B) place


def _ask_place(game: Game, seat: int) -> tuple[str, ...]:
    keys: tuple[str, ...] = game.board.map.keys(placeable(game, seat))
    return keys

    return keys


def _take_place(game: Game, seat: int, key: str) -> None:
    board = game.board
    route, trader = board.map.route[key], seat * KINDS
    permissions.spend(game, seat, route)
    if not board.supply[trader] or board.sets[AFLOAT] >> route & 1:
        _place(game, route, trader + 1)
    elif board.supply[trader + 1]:
        game.push(PLACE_KIND, seat, route)
    else:
        _place(game, route, trader)


def _ask_kind(game: Game, seat: int, route: int) -> tuple[str, ...]:
    return KIND_WORDS


def _take_place_kind(game: Game, seat: int, key: str, route: int) -> None:
    _place(game, route, seat * KINDS + KIND[key])


def _place(game: Game, route: int, piece: int) -> None:
    supply = game.board.supply
    game.put(supply, piece, supply[piece] - 1)
    for module in game.board.modules:
        module.placed(game, piece // KINDS, route)
    moving.put_down(game, piece // KINDS, route, piece)


PLACE_ROUTE = Step("place.route", _ask_place, _take_place)
PLACE_KIND = Step("place.kind", _ask_kind, _take_place_kind)
