"""Bonus markers: taking one from a route, drawing its replacement, and what a used one does.

A marker is used between actions, or inside a claim if it was owned before it (switch ``markers_inside_actions``).
Used and unused ones count alike at the end. Extra offices belong to the claim, replacements to ``plate``.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.hansa import desk, offices, routes
from engine.hansa.board import FAILED, FREE, MARKED, SUPPLY, TAKEN
from engine.hansa.kinds import (
    ABILITIES,
    ABILITY,
    ACTIONS_3,
    ACTIONS_4,
    BOX,
    DEVELOP,
    EXCHANGE,
    EXTRA_OFFICE,
    KIND_WORDS,
    KINDS,
    MARKER,
    MARKER_KINDS,
    MARKERS,
    MERCHANT,
    MOVE_3,
    PIECE,
    PIECE_KEYS,
    TRADER,
)
from engine.hansa.maps import members
from engine.hansa.pieces import marker_label
from engine.title import Step
from engine.words import Seat, Text

DONE = "done"
MOST_MOVED = 3

# Markers that do something in the middle of a claim.
INSIDE = (EXCHANGE, MOVE_3, DEVELOP)


# ---- taking and drawing


def gain(game: Game, seat: int, kind: int, by: int = 1) -> None:
    """An unused marker comes to a seat, or goes from it (``by`` −1)."""
    board, place = game.board, seat * MARKER_KINDS + kind
    game.put(board.owned, place, board.owned[place] + by)
    had = board.have[seat]
    now = had | 1 << kind if board.owned[place] else had & ~(1 << kind)
    if now != had:
        game.put(board.have, seat, now)


def lay(game: Game, route: int, kind: int) -> None:
    """A marker beside a route, face up."""
    board = game.board
    game.put(board.lying, route, kind + 1)
    game.put(board.sets, MARKED, board.sets[MARKED] | 1 << route)


def take(game: Game, seat: int, route: int) -> None:
    """The marker of a claimed route comes to the seat; at once a replacement is drawn to its plate, face down.

    If the supply is empty the game ends after this action (rulings 70 and 71).
    """
    board = game.board
    kind = board.lying[route] - 1
    game.put(board.lying, route, 0)
    game.put(board.sets, MARKED, board.sets[MARKED] & ~(1 << route))
    gain(game, seat, kind)
    game.put(board.clock, TAKEN, kind + 1)
    game.tell(
        "marker", seat, Text("{seat} takes {marker}", seat=Seat(seat), marker=marker_label(game, kind)), 0, "bonus"
    )
    if not board.clock[SUPPLY]:
        game.put(board.clock, FAILED, 1)
        return
    game.put(board.clock, SUPPLY, board.clock[SUPPLY] - 1)
    game.put(board.plate, seat, board.plate[seat] + 1)
    if game.options["drawn_marker"] == "shown":
        game.push(REVEAL, TABLE, seat)


def _ask_reveal(game: Game, _: int, seat: int) -> tuple[str, ...]:
    """Which marker it is: any that was not seen yet."""
    return tuple(word for word, count in zip(MARKERS, game.board.unseen, strict=True) if count)


def _take_reveal(game: Game, _: int, key: str, seat: int) -> None:
    board, kind = game.board, MARKER[key]
    game.put(board.unseen, kind, board.unseen[kind] - 1)
    game.put(board.plate, seat, board.plate[seat] - 1)
    place = seat * MARKER_KINDS + kind
    game.put(board.down, place, board.down[place] + 1)
    game.tell("revealed", TABLE, marker_label(game, kind), 0, "bonus")


REVEAL = Step("marker.reveal", _ask_reveal, _take_reveal)


# ---- using


def usable(game: Game, seat: int, inside: bool = False) -> int:
    """The markers that a seat can use now, a bit each; ``inside`` a claim only those it owned before, and only those
    that do anything there (rulings 46 and 73)."""
    board = game.board
    have: int = board.have[seat]
    if inside:
        taken = board.clock[TAKEN] - 1
        if taken >= 0 and board.owned[seat * MARKER_KINDS + taken] == 1:
            have &= ~(1 << taken)
        have &= 1 << EXCHANGE | 1 << MOVE_3 | 1 << DEVELOP
    have &= ~(1 << EXTRA_OFFICE)
    if have >> EXCHANGE & 1 and not any(True for _ in _exchange_cities(game, seat)):
        have &= ~(1 << EXCHANGE)
    if have >> DEVELOP & 1 and not desk.open_tracks(game, seat):
        have &= ~(1 << DEVELOP)
    if have >> MOVE_3 & 1 and not _others_stand(game, seat):
        have &= ~(1 << MOVE_3)
    for module in board.modules:
        have = module.usable(game, seat, have, inside)
    return have


def spend(game: Game, seat: int, kind: int) -> None:
    """A marker is turned face down; it still counts at the end."""
    board, place = game.board, seat * MARKER_KINDS + kind
    gain(game, seat, kind, -1)
    game.put(board.used, place, board.used[place] + 1)


def use(game: Game, seat: int, kind: int) -> None:
    """A marker is used: its effect, or the first question of it."""
    spend(game, seat, kind)
    if any(module.use(game, seat, kind) for module in game.board.modules):
        return
    if kind in (ACTIONS_3, ACTIONS_4):
        desk.more_actions(game, BOX.markers[kind].actions)
    elif kind == DEVELOP:
        game.push(DEVELOP_ABILITY, seat)
    elif kind == EXCHANGE:
        game.push(EXCHANGE_CITY, seat)
    else:
        game.push(LIFT_ROUTE, seat, 0)


# ---- develop 1 ability


def _ask_ability(game: Game, seat: int) -> tuple[str, ...]:
    return tuple(ABILITIES[ability] for ability in desk.open_tracks(game, seat))


def _take_ability(game: Game, seat: int, key: str) -> None:
    desk.develop(game, seat, ABILITY[key])


DEVELOP_ABILITY = Step("develop.ability", _ask_ability, _take_ability)


# ---- exchange offices


def _exchange_cities(game: Game, seat: int) -> list[int]:
    board = game.board
    return [
        city for city in range(len(board.map.cities)) if board.filled[city] > 1 and offices.exchanges(game, seat, city)
    ]


def _ask_exchange_city(game: Game, seat: int) -> tuple[str, ...]:
    cities = game.board.map.cities
    return tuple(cities[city].key for city in _exchange_cities(game, seat))


def _take_exchange_city(game: Game, seat: int, key: str) -> None:
    game.push(EXCHANGE_PAIR, seat, game.board.map.city[key])


def _ask_pair(game: Game, seat: int, city: int) -> tuple[str, ...]:
    return tuple(f"{place + 1}-{place + 2}" for place in offices.exchanges(game, seat, city))


def _take_pair(game: Game, seat: int, key: str, city: int) -> None:
    offices.exchange(game, city, int(key[0]) - 1)


EXCHANGE_CITY = Step("exchange.city", _ask_exchange_city, _take_exchange_city)
EXCHANGE_PAIR = Step("exchange.pair", _ask_pair, _take_pair)


# ---- move 3: up to three pieces of others are taken off, then each is put on any free post (rulings 65 and 67)


def _others_stand(game: Game, seat: int) -> int:
    return routes.opponents(game, seat, TRADER) | routes.opponents(game, seat, MERCHANT)


def _ask_lift_route(game: Game, seat: int, lifted: int) -> tuple[str, ...]:
    keys: tuple[str, ...] = game.board.map.keys(_others_stand(game, seat))
    return (*keys, DONE) if lifted else keys


def _take_lift_route(game: Game, seat: int, key: str, lifted: int) -> None:
    if key == DONE:
        set_next(game, seat)
    else:
        game.push(LIFT_PIECE, seat, lifted, game.board.map.route[key])


def standing(game: Game, seat: int, route: int) -> list[int]:
    """The pieces of other seats that stand on a route, each once."""
    here = game.board.here
    return [piece for piece in range(len(here)) if piece // KINDS != seat and here[piece] >> route & 1]


def _ask_lift_piece(game: Game, seat: int, lifted: int, route: int) -> tuple[str, ...]:
    return tuple(PIECE_KEYS[piece] for piece in standing(game, seat, route))


def _take_lift_piece(game: Game, seat: int, key: str, lifted: int, route: int) -> None:
    piece = PIECE[key]
    routes.take_off(game, route, piece)
    routes.move(game, game.board.hand, piece, 1)
    if lifted + 1 < MOST_MOVED and _others_stand(game, seat):
        game.push(LIFT_ROUTE, seat, lifted + 1)
    else:
        set_next(game, seat)


LIFT_ROUTE = Step("move3.from", _ask_lift_route, _take_lift_route)
LIFT_PIECE = Step("move3.piece", _ask_lift_piece, _take_lift_piece)


# ---- putting down what was taken off, for Move and Move 3


def set_next(game: Game, seat: int) -> None:
    """Put down the next piece that was taken off, if there is one; which one is asked only if they differ."""
    found = [piece for piece, count in enumerate(game.board.hand) if count]
    if len(found) > 1:
        game.push(SET_PIECE, seat)
    elif found:
        game.push(SET_ROUTE, seat, found[0])


def _ask_set_piece(game: Game, seat: int) -> tuple[str, ...]:
    found = [piece for piece, count in enumerate(game.board.hand) if count]
    if all(piece // KINDS == seat for piece in found):
        return KIND_WORDS
    return tuple(PIECE_KEYS[piece] for piece in found)


def _take_set_piece(game: Game, seat: int, key: str) -> None:
    game.push(SET_ROUTE, seat, PIECE[key] if "." in key else seat * KINDS + KIND_WORDS.index(key))


def _ask_set_route(game: Game, seat: int, piece: int) -> tuple[str, ...]:
    board = game.board
    keys: tuple[str, ...] = board.map.keys(board.sets[FREE])
    return keys


def _take_set_route(game: Game, seat: int, key: str, piece: int) -> None:
    board = game.board
    routes.move(game, board.hand, piece, -1)
    routes.put_down(game, board.map.route[key], piece)
    set_next(game, seat)


SET_PIECE = Step("move.piece", _ask_set_piece, _take_set_piece)
SET_ROUTE = Step("move.to", _ask_set_route, _take_set_route)


def collected(game: Game, seat: int) -> int:
    """How many markers a seat has collected, used or not."""
    board, first = game.board, seat * MARKER_KINDS
    found: int = sum(board.owned[first : first + MARKER_KINDS]) + sum(board.used[first : first + MARKER_KINDS])
    return found


def on_board(game: Game) -> list[int]:
    """The routes with a marker."""
    return list(members(game.board.sets[MARKED]))
