"""E) Create a trade route, in the rulebook's fixed order: city points, the marker, then at most one of office, ability
and special prestige; then the marker printed at the route, then the end of the game, if this claim brought it.

Between the marker and the reward, and once more before a claim that ends the game is closed, markers owned before may
be used (switch ``markers_inside_actions``).
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa import desk, final, markers, offices, permanent, routes
from engine.hansa.board import COMPLETED, FAILED, TAKEN
from engine.hansa.desk import PRIVILEGE_VALUES
from engine.hansa.kinds import (
    ABILITIES,
    ABILITY,
    BOX,
    EXTRA_OFFICE,
    KIND,
    KIND_WORDS,
    KINDS,
    MARKER,
    MARKER_KINDS,
    MARKERS,
    MERCHANT,
    PRIVILEGE,
    STEPS,
    TRACKS,
)
from engine.hansa.points import give, now
from engine.title import Step

NONE, DONE = "none", "done"


def _ask_route(game: Game, seat: int) -> tuple[str, ...]:
    board = game.board
    keys: tuple[str, ...] = board.map.keys(board.full[seat])
    return keys


def _take_route(game: Game, seat: int, key: str) -> None:
    board = game.board
    route = board.map.route[key]
    for city in board.map.ends[route]:
        holder = board.control[city] - 1
        if holder >= 0:
            give(game, holder, BOX.city, "city", board.map.cities[city].key, now(game))
    game.push(CLOSE, seat)
    game.push(REWARD, seat, route)
    if board.lying[route]:
        markers.take(game, seat, route)


# ---- step 3


def kinds_on(game: Game, seat: int, route: int) -> int:
    """The kinds a seat has on a route: 1 traders, 2 merchants, 3 both."""
    here, trader = game.board.here, seat * KINDS
    found: int = (here[trader] >> route & 1) | (here[trader + 1] >> route & 1) << 1
    return found


def owns_extra(game: Game, seat: int) -> bool:
    """Whether a seat owned an extra office before this claim (ruling 46)."""
    board = game.board
    count: int = board.owned[seat * MARKER_KINDS + EXTRA_OFFICE] - (board.clock[TAKEN] == EXTRA_OFFICE + 1)
    return count > 0


def free_spaces(game: Game, seat: int) -> list[int]:
    """The special-prestige spaces that a seat could take: free, their colour uncovered (ruling 44)."""
    board = game.board
    privilege = PRIVILEGE_VALUES[board.desk[seat * TRACKS + PRIVILEGE]]
    return [
        space
        for space, each in enumerate(board.map.special_spaces)
        if not board.special[space] and each.privilege <= privilege
    ]


def inside(game: Game, seat: int) -> tuple[str, ...]:
    """The markers that may be used in the middle of this claim."""
    if not game.board.have[seat] or game.options["markers_inside_actions"] != "claim_window":
        return ()
    usable = markers.usable(game, seat, inside=True)
    return tuple(f"marker.{MARKERS[kind]}" for kind in markers.INSIDE if usable >> kind & 1)


def _ask_reward(game: Game, seat: int, route: int) -> tuple[str, ...]:
    board = game.board
    side, ends = board.map, board.map.ends[route]
    kinds = kinds_on(game, seat, route)
    keys = [f"office.{side.cities[city].key}" for city in ends if offices.may_establish(game, seat, city, kinds)]
    for city in ends:
        for ability in side.cities[city].abilities:
            if board.desk[seat * TRACKS + ability] < STEPS[ability]:
                keys.append(f"ability.{ABILITIES[ability]}")
    if route == side.special_route and kinds >> MERCHANT & 1:
        keys += [f"prestige.{side.special_spaces[space].points}" for space in free_spaces(game, seat)]
    if board.have[seat]:
        if owns_extra(game, seat):
            keys += [f"extra.{side.cities[city].key}" for city in ends if offices.may_add(game, city)]
        keys += inside(game, seat)
    return (*keys, NONE)


def _take_reward(game: Game, seat: int, key: str, route: int) -> None:
    board, trader = game.board, seat * KINDS
    what, _, which = key.partition(".")
    if what == "marker":
        game.push(REWARD, seat, route)
        markers.use(game, seat, MARKER[which])
    elif what == "office":
        city = board.map.city[which]
        piece = trader + board.map.offices[offices.next_vacant(game, city)].kind
        leave(game, seat, route, piece)
        offices.establish(game, city, piece)
    elif what == "extra":
        markers.spend(game, seat, EXTRA_OFFICE)
        game.push(EXTRA_KIND, seat, route, board.map.city[which])
    elif what == "prestige":
        space = next(s for s, each in enumerate(board.map.special_spaces) if str(each.points) == which)
        leave(game, seat, route, trader + MERCHANT)
        game.put(board.special, space, seat + 1)
    else:
        leave(game, seat, route)
        if what == "ability":
            desk.develop(game, seat, ABILITY[which])


def leave(game: Game, seat: int, route: int, kept: int = -1) -> None:
    """All pieces of the route to the stock but the one ``kept``; a marker printed at the route comes after step 3."""
    if game.board.map.permanent[route]:
        permanent.follow(game, seat, route, kept)
    routes.clear(game, seat, route, kept)


def _ask_extra(game: Game, seat: int, route: int, city: int) -> tuple[str, ...]:
    """Which kind becomes the extra office, if both are on the route."""
    return KIND_WORDS if kinds_on(game, seat, route) == 3 else ()


def _take_extra(game: Game, seat: int, key: str | None, route: int, city: int) -> None:
    kind = KIND[key] if key else kinds_on(game, seat, route) - 1
    leave(game, seat, route, seat * KINDS + kind)
    offices.add(game, city, seat * KINDS + kind)


# ---- the end of the claim


def ending(game: Game) -> bool:
    """Whether one of the three triggers has come up (rulings 68 and 70)."""
    board = game.board
    clock = board.clock
    return bool(
        clock[FAILED] or clock[COMPLETED] >= board.map.cities_to_end or max(game.points) >= board.map.prestige_to_end
    )


def _ask_close(game: Game, seat: int) -> tuple[str, ...]:
    if not ending(game):
        return ()
    keys = inside(game, seat)
    return (*keys, DONE) if keys else ()


def _take_close(game: Game, seat: int, key: str | None) -> None:
    board = game.board
    if key is not None and key != DONE:
        game.push(CLOSE, seat)
        markers.use(game, seat, MARKER[key.partition(".")[2]])
        return
    if board.clock[TAKEN]:
        game.put(board.clock, TAKEN, 0)
    if ending(game):
        final.begin(game)


ROUTE = Step("claim.route", _ask_route, _take_route)
REWARD = Step("route.reward", _ask_reward, _take_reward)
EXTRA_KIND = Step("extra.kind", _ask_extra, _take_extra)
CLOSE = Step("claim.close", _ask_close, _take_close)
