"""Bonus markers: taking one from a route, drawing its replacement, and what a used one does.

A marker is used between actions, or inside a claim if it was owned before it (switch ``markers_inside_actions``).
Used and unused ones count alike at the end. Extra offices belong to the claim, replacements to ``plate``.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.hansa import desk, moving, offices
from engine.hansa.board import FAILED, MARKED, SUPPLY, TAKEN
from engine.hansa.kinds import (
    ABILITIES,
    ABILITY,
    ACTIONS_3,
    ACTIONS_4,
    BOX,
    DEVELOP,
    EXCHANGE,
    EXTRA_OFFICE,
    MARKER,
    MARKER_KINDS,
    MARKERS,
    MOVE_3,
)
from engine.hansa.maps import members
from engine.hansa.pieces import marker_label
from engine.title import Step
from engine.words import Seat, Text

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
    if have >> EXCHANGE & 1 and not offices.exchange_cities(game, seat):
        have &= ~(1 << EXCHANGE)
    if have >> DEVELOP & 1 and not desk.open_tracks(game, seat):
        have &= ~(1 << DEVELOP)
    if have >> MOVE_3 & 1 and not moving.others_stand(game, seat):
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
        game.push(moving.LIFT_ROUTE, seat, 0, False)


# ---- develop 1 ability


def _ask_ability(game: Game, seat: int) -> tuple[str, ...]:
    return tuple(ABILITIES[ability] for ability in desk.open_tracks(game, seat))


def _take_ability(game: Game, seat: int, key: str) -> None:
    desk.develop(game, seat, ABILITY[key])


DEVELOP_ABILITY = Step("develop.ability", _ask_ability, _take_ability)


# ---- exchange offices


def _ask_exchange_city(game: Game, seat: int) -> tuple[str, ...]:
    cities = game.board.map.cities
    return tuple(cities[city].key for city in offices.exchange_cities(game, seat))


def _take_exchange_city(game: Game, seat: int, key: str) -> None:
    game.push(EXCHANGE_PAIR, seat, game.board.map.city[key])


def _ask_pair(game: Game, seat: int, city: int) -> tuple[str, ...]:
    return tuple(f"{place + 1}-{place + 2}" for place in offices.exchanges(game, seat, city))


def _take_pair(game: Game, seat: int, key: str, city: int) -> None:
    offices.exchange(game, city, int(key[0]) - 1)


EXCHANGE_CITY = Step("exchange.city", _ask_exchange_city, _take_exchange_city)
EXCHANGE_PAIR = Step("exchange.pair", _ask_pair, _take_pair)


def collected(game: Game, seat: int) -> int:
    """How many markers a seat has collected, used or not."""
    board, first = game.board, seat * MARKER_KINDS
    found: int = sum(board.owned[first : first + MARKER_KINDS]) + sum(board.used[first : first + MARKER_KINDS])
    return found


def on_board(game: Game) -> list[int]:
    """The routes with a marker."""
    return list(members(game.board.sets[MARKED]))
