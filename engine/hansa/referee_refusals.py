"""Answers that are not legal now, and why, in words a player understands.

Reads the open decision and the boxes and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Game
from engine.hansa import board_words, claim, desk, moving, offices, routes, turns
from engine.hansa.board import FREE, LEFT, TAKEN
from engine.hansa.displacement import FEE
from engine.hansa.kinds import (
    ABILITIES,
    ABILITY,
    KIND,
    KIND_WORDS,
    KINDS,
    MARKER,
    MARKER_KINDS,
    MARKERS,
    MERCHANT,
    PIECE,
    PIECE_KEYS,
    PRIVILEGE,
    SEAT_KEYS,
    TRADER,
    copies,
)
from engine.hansa.maps import members
from engine.hansa.pieces import ABILITY_LABELS, KIND_LABELS, PRIVILEGE_LABELS, marker_label, route_label
from engine.words import Seat, Text

_ROUTES = (
    "place.route",
    "displace.route",
    "displaced.from",
    "displaced.route",
    "move.from",
    "move.to",
    "move3.from",
    "any.from",
    "permanent.from",
    "permanent.route",
    "claim.route",
    "marker.route",
)


def every(game: Game) -> tuple[str, ...]:
    """Every answer that the open question may ever have."""
    decision, side = game.asked, game.board.map
    kind, seat = decision.kind, decision.seat
    if kind == "turn.action":
        unused = game.board.have[seat]
        mine = tuple(f"marker.{word}" for index, word in enumerate(MARKERS) if unused >> index & 1)
        return tuple(key for key in turns.ALL_KEYS if not key.startswith("marker.") or key in mine)
    if kind in _ROUTES:
        every: tuple[str, ...] = side.keys(side.every_route)
        return every
    if kind == "route.reward":
        route = game.details[0]
        ends = [side.cities[city] for city in side.ends[route]]
        keys = [f"office.{city.key}" for city in ends]
        keys += [f"ability.{ABILITIES[ability]}" for city in ends for ability in city.abilities]
        if route == side.special_route:
            keys += [f"prestige.{space.points}" for space in side.special_spaces]
        keys += [f"extra.{city.key}" for city in ends]
        return tuple(keys)
    if kind == "develop.ability":
        return ABILITIES
    if kind == "exchange.city":
        return tuple(city.key for city in side.cities)
    if kind == "exchange.pair":
        city = game.details[0]
        count = len(side.cities[city].offices) or len(offices.exchangeable(game, city))
        return tuple(f"{place}-{place + 1}" for place in range(1, count))
    if kind in ("displace.piece", "move3.piece", "any.piece"):
        return PIECE_KEYS[: game.players * KINDS]
    if kind == "marker.reveal":
        return tuple(word for word, count in zip(MARKERS, copies(game.options), strict=True) if count)
    return ()


def why_not(game: Game, key: str) -> Text | None:
    """Why that key is not a legal answer now."""
    side, kind = game.board.map, game.asked.kind
    if kind in _ROUTES and key in side.route:
        return _WHY_ROUTE[kind](game, side.route[key])
    why = _why_start if kind.startswith("start.") else _WHY.get(kind)
    found = why(game, key) if why is not None else None
    if found is not None:
        return found
    if kind in _ROUTES and key.count("-") == 1 and all(part in side.city for part in key.split("-")):
        a, b = (side.cities[side.city[part]].name for part in key.split("-"))
        return Text("no route joins {city} and {other} directly on this side of the board", city=a, other=b)
    return None


# ---- actions


def _why_action(game: Game, key: str) -> Text | None:
    board, seat = game.board, game.asked.seat
    first = seat * KINDS
    supply = board.supply[first] + board.supply[first + 1]
    what, _, which = key.partition(".")
    if what == "marker" and which in MARKER:
        return _why_marker(game, MARKER[which])
    if key == turns.PASS:
        return Text("a turn goes on as long as an action is legal: the table plays so")
    if key not in turns.ALL_KEYS:
        return None
    if not board.clock[LEFT]:
        return Text("no action is left in this turn")
    if key == turns.PLACE:
        return _why_nowhere(game) if supply else Text("the personal supply is empty")
    if key == turns.CLAIM:
        return Text("no route has all its posts full of {seat}'s pieces", seat=Seat(seat))
    if key == turns.MOVE:
        return Text("{seat} has no piece on any post", seat=Seat(seat))
    if key == turns.DISPLACE:
        if supply <= FEE[TRADER]:
            return Text("displacing takes {need} pieces of the supply, there is {count}", need=2, count=supply)
        if supply <= FEE[MERCHANT] and routes.opponents(game, seat, MERCHANT):
            return Text(
                "displacing a merchant takes {need} pieces of the supply, there is {count}", need=3, count=supply
            )
        return board_words.no_target(game)
    if key == turns.LESS and board.stock[first] + board.stock[first + 1]:
        return Text("one piece is in the general stock: there is no fewer to take")
    return Text("the general stock is empty")


def _why_nowhere(game: Game) -> Text:
    """Why no piece can be placed, though there is one: what stands against it at the first route with a free post."""
    free = game.board.sets[FREE]
    return _why_place(game, next(iter(members(free)))) if free else Text("no post is free on the board")


def _why_marker(game: Game, kind: int) -> Text:
    board, seat = game.board, game.asked.seat
    marker = marker_label(game, kind)
    place = seat * MARKER_KINDS + kind
    if not board.owned[place]:
        if board.used[place]:
            return Text("{marker} has been used", marker=marker)
        return Text("{seat} has no marker {marker}", seat=Seat(seat), marker=marker)
    for module in board.modules:
        found: Text | None = module.why_marker(game, seat, kind)
        if found is not None:
            return found
    if MARKERS[kind] == "extra-office":
        return Text("an extra office is established inside a claim, instead of an office")
    if MARKERS[kind] == "exchange":
        return Text("no city has two occupied neighbouring printed offices, one of them {seat}'s", seat=Seat(seat))
    if MARKERS[kind] == "develop":
        return Text("the desk is fully developed")
    if MARKERS[kind] == "move-3":
        return Text("no other seat has a piece on any post")
    if game.asked.kind == "claim.close":
        return Text("the game ends with this claim")
    return Text("{marker} can be used after this action", marker=marker)


# ---- routes


def _why_place(game: Game, route: int) -> Text:
    first = game.asked.seat * KINDS
    in_hand = sum(game.board.supply[first : first + KINDS])
    for module in game.board.modules:
        found: Text | None = module.why_place(game, route, in_hand)
        if found is not None:
            return found
    return board_words.permission(game, route) or board_words.full(game, route)


def _why_displace(game: Game, route: int) -> Text:
    board, seat = game.board, game.asked.seat
    label = route_label(board.map, route)
    here = [piece for piece in range(len(board.here)) if board.here[piece] >> route & 1 and piece // KINDS != seat]
    if not here:
        return Text("no other seat has a piece on {route}", route=label)
    why = board_words.permission(game, route) or board_words.displace(game, route)
    if why is not None:
        return why
    count = board.supply[seat * KINDS] + board.supply[seat * KINDS + 1]
    return Text("a merchant takes {need} pieces of the supply, there is {count}", need=3, count=count)


def _why_displaced(game: Game, route: int) -> Text:
    board = game.board
    at = game.details[0]
    label = route_label(board.map, route)
    piece = game.details[3]
    if any(module.anywhere(game, game.asked.seat) for module in board.modules):
        return board_words.full(game, route)
    if route == at:
        return Text("a displaced piece leaves its route {route}", route=label)
    if not board.map.reach[board.map.country[at]] >> route & 1:
        return board_words.other_country(game, at, route)
    if not routes.free_for(game, piece % KINDS) >> route & 1:
        return board_words.full(game, route)
    return Text(
        "{route} is further away than a free post: {nearer}",
        route=label,
        nearer=tuple(route_label(board.map, near) for near in members(routes.near(game, at, piece % KINDS)))[:2],
    )


def _why_own(game: Game, route: int) -> Text:
    label = route_label(game.board.map, route)
    decision = game.asked
    if decision.kind == "displaced.from":
        return Text("no such piece of {seat} stands on {route}", seat=Seat(decision.seat), route=label)
    return Text("{seat} has no piece on {route}", seat=Seat(decision.seat), route=label)


def _why_others(game: Game, route: int) -> Text:
    return Text("no other seat has a piece on {route}", route=route_label(game.board.map, route))


def _why_claim(game: Game, route: int) -> Text:
    board, seat = game.board, game.asked.seat
    mine = sum(routes.count(game, route, seat * KINDS + kind) for kind in range(KINDS))
    return Text(
        "{seat} has {count} of the {posts} posts of {route}",
        seat=Seat(seat),
        count=mine,
        posts=board.map.posts[route],
        route=route_label(board.map, route),
    )


def _why_marker_route(game: Game, route: int) -> Text:
    board = game.board
    label, posts = route_label(board.map, route), board.map.posts[route]
    never = board_words.marker(game, route)
    if never is not None:
        return never
    if board.lying[route]:
        return Text("a marker lies at {route}", route=label)
    if board.room[route] < posts:
        return Text("a piece stands on {route}", route=label)
    return Text("both cities of {route} have no vacant printed office", route=label)


_WHY_ROUTE: dict[str, Callable[[Game, int], Text]] = {
    "place.route": _why_place,
    "displace.route": _why_displace,
    "displaced.from": _why_own,
    "displaced.route": _why_displaced,
    "move.from": _why_own,
    "move.to": board_words.put_down,
    "move3.from": _why_others,
    "any.from": lambda game, route: Text("no piece stands on {route}", route=route_label(game.board.map, route)),
    "permanent.from": _why_own,
    "permanent.route": board_words.printed,
    "claim.route": _why_claim,
    "marker.route": _why_marker_route,
}


# ---- the reward of a claim


def _why_reward(game: Game, key: str) -> Text | None:
    board, seat = game.board, game.asked.seat
    side, route = board.map, game.details[0]
    label = route_label(side, route)
    what, _, which = key.partition(".")
    if what in ("office", "extra"):
        if which not in side.city or side.city[which] not in side.ends[route]:
            return Text("{city} is no end of {route}", city=which, route=label)
        return (
            _why_office(game, seat, route, side.city[which])
            if what == "office"
            else _why_extra(game, seat, side.city[which])
        )
    if what == "ability" and which in ABILITY:
        if not any(ABILITY[which] in side.cities[city].abilities for city in side.ends[route]):
            return Text("no city of {route} develops {ability}", route=label, ability=ABILITY_LABELS[ABILITY[which]])
        return Text("{ability} is fully developed", ability=ABILITY_LABELS[ABILITY[which]])
    if what == "prestige":
        return _why_prestige(game, seat, route, which)
    return _why_inside(game, key)


def _why_inside(game: Game, key: str) -> Text | None:
    """Why a marker cannot be used in the middle of a claim."""
    seat = game.asked.seat
    what, _, which = key.partition(".")
    if what == "marker" and which in MARKER:
        if game.options["markers_inside_actions"] != "claim_window":
            return Text("markers are used between actions only: the table plays so")
        owned = game.board.owned[seat * MARKER_KINDS + MARKER[which]]
        if owned == 1 and game.board.clock[TAKEN] == MARKER[which] + 1:
            return Text("a marker cannot be used in the claim in which it was taken")
        return _why_marker(game, MARKER[which])
    return None


def _why_office(game: Game, seat: int, route: int, city: int) -> Text:
    side = game.board.map
    name, office = side.cities[city].name, offices.next_vacant(game, city)
    if not side.cities[city].offices:
        return Text("{city} is a green city: only an extra office or the printed marker brings one", city=name)
    if office < 0:
        return Text("{city} has no vacant office", city=name)
    needs = side.offices[office]
    if desk.value(game, seat, PRIVILEGE) < needs.privilege:
        colour = PRIVILEGE_LABELS[needs.privilege]
        return Text("the next office of {city} needs the privilege {colour}", city=name, colour=colour)
    return Text(
        "the next office of {city} takes a {piece}: none is on the route", city=name, piece=KIND_LABELS[needs.kind]
    )


def _why_extra(game: Game, seat: int, city: int) -> Text:
    board = game.board
    kind = MARKER["extra-office"]
    if not board.owned[seat * MARKER_KINDS + kind]:
        return _why_marker(game, kind)
    if not claim.owns_extra(game, seat):
        return Text("a marker cannot be used in the claim in which it was taken")
    return Text("the leftmost office of {city} is vacant", city=board.map.cities[city].name)


def _why_prestige(game: Game, seat: int, route: int, which: str) -> Text | None:
    board = game.board
    spaces = [str(each.points) for each in board.map.special_spaces]
    if which not in spaces:
        return None
    space = spaces.index(which)
    if route != board.map.special_route:
        name = route_label(board.map, board.map.special_route)
        return Text("special prestige is reached by {route} only", route=name)
    if board.special[space]:
        return Text("{seat} has that space", seat=Seat(board.special[space] - 1))
    if not claim.kinds_on(game, seat, route) >> MERCHANT & 1:
        return Text("special prestige takes a merchant: none is on the route")
    colour = PRIVILEGE_LABELS[board.map.special_spaces[space].privilege]
    return Text("that space needs the privilege {colour}", colour=colour)


# ---- the other questions


def _why_ability(game: Game, key: str) -> Text | None:
    return Text("{ability} is fully developed", ability=ABILITY_LABELS[ABILITY[key]]) if key in ABILITY else None


def _why_exchange(game: Game, key: str) -> Text | None:
    side = game.board.map
    if key not in side.city:
        return None
    city = side.city[key]
    name, seat = side.cities[city].name, game.asked.seat
    if game.board.filled[city] < 2:
        return Text("{city} has no two occupied printed offices", city=name)
    return Text("{seat} has none of the printed offices of {city}", seat=Seat(seat), city=name)


def _why_pair(game: Game, key: str) -> Text | None:
    if key not in every(game):
        return None
    city = game.details[0]
    if int(key.partition("-")[2]) > len(offices.exchangeable(game, city)):
        return Text("one of these offices is vacant")
    return Text("one of the two must be {seat}'s", seat=Seat(game.asked.seat))


def _why_piece(game: Game, key: str) -> Text | None:
    decision = game.asked
    if key not in PIECE or PIECE[key] // KINDS >= game.players:
        return None
    piece = PIECE[key]
    if piece // KINDS == decision.seat and decision.kind != "any.piece":
        return Text("one's own piece cannot be chosen")
    route = game.details[0] if decision.kind == "displace.piece" else game.details[-1]
    if routes.count(game, route, piece):
        if not routes.ashore(game, route, piece) and not game.board.supply[decision.seat * KINDS + MERCHANT]:
            return Text("a merchant on a ship makes way for a merchant only")
        return Text("a merchant takes {need} pieces of the supply", need=1 + FEE[MERCHANT])
    where = route_label(game.board.map, route)
    return Text("no such piece of {seat} stands on {route}", seat=Seat(piece // KINDS), route=where)


def _why_number(game: Game, key: str) -> Text | None:
    keys = game.asked.keys
    if key.isascii() and key.isdigit():
        return Text("{found} cannot be: {least} to {most}", found=key, least=keys[0], most=keys[-1])
    return None


def _why_reveal(game: Game, key: str) -> Text | None:
    return Text("every {marker} has been seen", marker=marker_label(game, MARKER[key])) if key in MARKER else None


def _why_kind(game: Game, key: str) -> Text | None:
    if key == "none" and "none" not in game.asked.keys:
        return Text("the displaced piece itself must be placed")
    return Text("there is no {piece} to choose", piece=KIND_LABELS[KIND[key]]) if key in KIND_WORDS else None


def _why_done(game: Game, key: str) -> Text | None:
    if key == moving.DONE:
        return Text("one piece at least is taken off")
    if key == "none" and game.asked.kind == "displaced.route":
        _, must, _, piece, _ = game.details
        itself = piece == must
        return Text("the displaced piece itself must be placed" if itself else "the piece that was chosen is placed")
    return None


def _why_city(game: Game, key: str) -> Text | None:
    side = game.board.map
    return Text("{city} is no green city", city=side.cities[side.city[key]].name) if key in side.city else None


def _why_start(game: Game, key: str) -> Text | None:
    if key in MARKER:
        return Text("{marker} is no start marker left to lay", marker=marker_label(game, MARKER[key]))
    return Text("nobody sits there") if key in SEAT_KEYS else None


_WHY: dict[str, Callable[[Game, str], Text | None]] = {
    "turn.action": _why_action,
    "route.reward": _why_reward,
    "claim.close": _why_inside,
    "develop.ability": _why_ability,
    "exchange.city": _why_exchange,
    "exchange.pair": _why_pair,
    "displace.piece": _why_piece,
    "move3.piece": _why_piece,
    "income.total": _why_number,
    "income.merchants": _why_number,
    "displace.fee": _why_number,
    "marker.reveal": _why_reveal,
    "displaced.piece": _why_kind,
    "displaced.route": _why_done,
    "move.from": _why_done,
    "move3.from": _why_done,
    "any.piece": _why_piece,
    "permanent.city": _why_city,
}
