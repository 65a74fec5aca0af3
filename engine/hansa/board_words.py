"""What the referee says of ships, countries, green cities and printed markers: questions, hints, refusals, rules.

Reads the open decision and the boxes and changes nothing. The tables of the other words take theirs from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Game
from engine.hansa import desk, moving, offices, permissions, routes
from engine.hansa.board import NOBODY, SPENT
from engine.hansa.kinds import ABILITY, KINDS, MERCHANT
from engine.hansa.pieces import COUNTRY_LABELS, KIND_LABELS, route_label
from engine.words import Seat, Text

QUESTIONS = {
    "post.to": Text("House or ship?"),
    "post.from": Text("Which merchant?"),
    "displace.post": Text("Which merchant?"),
    "any.from": Text("Move any from where?"),
    "any.piece": Text("Take off which?"),
    "permanent.develop": Text("Printed marker?"),
    "permanent.city": Text("Office in a green city?"),
    "permanent.kind": Text("Which piece?"),
    "permanent.piece": Text("Place a piece?"),
    "permanent.from": Text("Taken from where?"),
}
QUESTION_ICONS = dict.fromkeys(("any.from", "permanent.develop", "permanent.city", "permanent.piece"), "bonus")
ANSWERS = {moving.HOUSE: Text("on a house"), moving.SHIP: Text("on a ship")}
FORCED = {
    "any.piece": "takes off {answer}",
    "permanent.from": "taken from {answer}",
    "permanent.route": "placed on {answer}",
}


def question(game: Game) -> Text:
    """``permanent.route``: where the piece goes."""
    return Text("{piece} to where?", piece=KIND_LABELS[game.details[1] % KINDS])


def country_of(game: Game, route: int) -> Text:
    """The country of a route, on a board that has countries."""
    side = game.board.map
    return COUNTRY_LABELS[side.countries[side.country[route]]]


# ---- at the right of a row


def _develop(game: Game, key: str) -> Text | None:
    return desk.change(game, game.asked.seat, ABILITY[key]) if key in ABILITY else None


def _city(game: Game, key: str) -> Text | None:
    side = game.board.map
    return Text("{count}", count=len(offices.pieces(game, side.city[key]))) if key in side.city else None


def _posts(game: Game, key: str) -> Text | None:
    side = game.board.map
    return Text("{count} free", count=game.board.room[side.route[key]]) if key in side.route else None


RIGHTS: dict[str, Callable[[Game, str], Text | None]] = {
    "permanent.develop": _develop,
    "permanent.city": _city,
    "permanent.route": _posts,
}


# ---- below the list


def _ships(game: Game, key: str) -> Text | None:
    """How many of the free posts of a route are ships."""
    side = game.board.map
    ships = routes.berths(game, side.route[key]) if key in side.route else 0
    return Text("free ships: {count}", count=ships) if ships else None


def _anybody(game: Game, key: str) -> Text | None:
    """Who stands on a route."""
    side, stand = game.board.map, game.board.here
    if key not in side.route:
        return None
    found = {piece // KINDS for piece, here in enumerate(stand) if here >> side.route[key] & 1}
    return Text("{seats}", seats=tuple(map(Seat, sorted(found))))


HINTS: dict[str, Callable[[Game, str], Text | None]] = {
    "place.route": _ships,
    "displaced.route": _ships,
    "move.to": _ships,
    "permanent.route": _ships,
    "any.from": _anybody,
}


# ---- refusals


def full(game: Game, route: int) -> Text:
    """Why a piece finds no post on a route."""
    label = route_label(game.board.map, route)
    if game.board.room[route]:
        return Text("only a merchant finds a post on {route}: its free posts are ships", route=label)
    return Text("every post of {route} is taken", route=label)


def permission(game: Game, route: int) -> Text | None:
    """Why a seat may neither place nor displace on a route; None if it may."""
    board, seat = game.board, game.asked.seat
    side = board.map
    if not side.guarded >> route & 1 or permissions.open_to(game, seat) >> route & 1:
        return None
    country = COUNTRY_LABELS[side.countries[side.country[route]]]
    found = []
    for which, each in enumerate(side.permissions):
        if not each.routes >> route & 1:
            continue
        city, holder = side.cities[each.city].name, permissions.holder(game, which)
        if holder == NOBODY:
            found.append(Text("nobody in {city}", city=city))
        elif holder != seat:
            found.append(Text("{seat} in {city}", seat=Seat(holder), city=city))
        elif board.leave[SPENT] >> which & 1:
            found.append(Text("{city} used in this turn", city=city))
        else:
            found.append(Text("{city} from the next turn on", city=city))
    return Text("{country} needs a permission, the rightmost office: {who}", country=country, who=tuple(found))


def displace(game: Game, route: int) -> Text | None:
    """Why a seat cannot displace a merchant on a ship: it has none to take its place; None otherwise."""
    seat = game.asked.seat
    here = routes.standing(game, seat, route)
    merchants = all(piece % KINDS == MERCHANT and not routes.ashore(game, route, piece) for piece in here)
    if merchants and game.board.map.ships[route] and not game.board.supply[seat * KINDS + MERCHANT]:
        return Text("a merchant on a ship makes way for a merchant only")
    return None


def no_target(game: Game) -> Text:
    """Why a seat with pieces enough in its supply can displace nobody."""
    if moving.others_stand(game, game.asked.seat):
        return Text("no other seat has a piece where it may be displaced")
    return Text("no other seat has a piece on any post")


def other_country(game: Game, at: int, route: int) -> Text:
    """Why a piece from one route cannot go to another."""
    there, here = country_of(game, route), country_of(game, at)
    label = route_label(game.board.map, route)
    return Text("{route} is in {country}: the piece comes from {other}", route=label, country=there, other=here)


def put_down(game: Game, route: int) -> Text:
    """Why a piece that was taken off cannot be put on a route."""
    place, stay = game.details
    side = game.board.map
    if not moving.allowed(game, place, stay) >> route & 1:
        came = COUNTRY_LABELS[side.countries[place // (KINDS * game.players)]]
        label, there = route_label(side, route), country_of(game, route)
        return Text("{route} is in {country}: the piece comes from {other}", route=label, country=there, other=came)
    if place % KINDS == MERCHANT and routes.houses(game, route) and not routes.berths(game, route):
        return Text("the traders taken off need the houses of {route}", route=route_label(side, route))
    return full(game, route)


def marker(game: Game, route: int) -> Text | None:
    """Why a drawn marker is never placed at a route; None if it may be."""
    side = game.board.map
    if side.permanent[route]:
        return Text("a marker is printed at {route}", route=route_label(side, route))
    if not side.markable >> route & 1:
        return Text("{country} takes no drawn marker", country=country_of(game, route))
    return None


def printed(game: Game, route: int) -> Text:
    """``permanent.route``: why a piece that a printed marker places cannot go to a route."""
    where, piece = game.details[:2]
    if not where >> route & 1:
        return Text("the printed marker places outside {country}", country=country_of(game, route))
    return full(game, route) if not routes.free_for(game, piece % KINDS) >> route & 1 else Text("that can be answered")


# ---- rules

_POST = (Text("A ship takes a merchant only, a house either piece."),)
_PLACED = (
    Text("A printed marker may be used once, at the end of the claim, after office and ability."),
    Text("It is not taken and does not count."),
)
RULES: dict[str, Sequence[Text]] = {
    "post.to": _POST,
    "post.from": _POST,
    "displace.post": _POST,
    "any.from": (*_PLACED, Text("Up to two pieces of anybody; each stays in its country.")),
    "any.piece": (Text("A merchant counts one, as a trader does."),),
    "permanent.develop": _PLACED,
    "permanent.city": (*_PLACED, Text("A piece of the supply, right of all that stand there.")),
    "permanent.kind": (Text("Either kind may become an office in a green city."),),
    "permanent.piece": (*_PLACED, Text("Up to two pieces onto free posts.")),
    "permanent.from": (Text("Stock and supply are empty: a piece of one's own from any post."),),
    "permanent.route": (Text("A free post; ships take merchants only."),),
}
