"""Corrections in the referee way: keys that begin with ``!``. Every invariant stays true.

    !score.SEAT.+N.REASON             N points more or fewer (``-N``), with what they are for
    !actions.N                        so many actions are left in this turn
    !supply.SEAT.TRADERS.MERCHANTS    what is in the personal supply; the difference comes from the general stock
    !desk.SEAT.ABILITY.STEPS          so many pieces are off that track; the difference comes from the general stock
    !post.ROUTE.SEAT.KIND.N           so many of these pieces stand on the route; likewise
    !ships.ROUTE.SEAT.N               so many of its merchants there stand on ships, the others on houses
    !office.CITY.PLACE.WHO            the printed office (1 leftmost) holds WHO, "trader.0"; "none" empties the last;
                                      in a green city the office that came so from the right
    !marker.ROUTE.KIND                the marker there is another one; the wrong one goes among those not seen
    !turn.SEAT                        that seat is to move
    !count                            final scoring now

Seats count from 0. But for the score and ``!count`` they wait until nothing is half done: the open question is which
action comes next. No correction scores of itself; one that brings an end of the game ends it with this turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import corrections
from engine.corrections import Correction, known, number, number_field, refuse, seat_field, seat_in
from engine.game import TABLE, Game
from engine.hansa import claim, final, markers, modules, offices, routes, turns
from engine.hansa.board import COMPLETED, ENDS, LEFT, MOVER, PLAY, PLAYING, TURN_ACTIONS, VACANT
from engine.hansa.kinds import (
    ABILITIES,
    ABILITY,
    BOX,
    COVER,
    KIND,
    KIND_WORDS,
    KINDS,
    MARKER,
    MARKERS,
    MERCHANT,
    PIECE,
    PIECE_KEYS,
    PIECES,
    STEPS,
    TRACKS,
    copies,
)
from engine.hansa.ledger_words import REASONS
from engine.hansa.pieces import ABILITY_LABELS, KIND_LABELS, marker_label, route_label
from engine.hansa.points import FINAL, give, now
from engine.words import Amendment, Field, Seat, Text, to_move

MOST_ACTIONS = 20


def _offer_supply(game: Game) -> list[Amendment]:
    board, found = game.board, []
    for seat in range(game.players):
        fields = []
        for kind in range(KINDS):
            piece = seat * KINDS + kind
            most = board.supply[piece] + board.stock[piece]
            fields.append(number_field(KIND_LABELS[kind], most, board.supply[piece]))
        found.append(Amendment(f"!supply.{seat}", Text("Supply: {seat}", seat=Seat(seat)), "hand", tuple(fields)))
    return found


def _offer_desk(game: Game) -> list[Amendment]:
    desk, found = game.board.desk, []
    for seat in range(game.players):
        for ability, word in enumerate(ABILITIES):
            label = Text("{ability}: {seat}", ability=ABILITY_LABELS[ability], seat=Seat(seat))
            field = number_field(Text("Pieces off"), STEPS[ability], desk[seat * TRACKS + ability])
            found.append(Amendment(f"!desk.{seat}.{word}", label, BOX.abilities[ability].icon, (field,)))
    return found


def _offer_posts(game: Game) -> list[Amendment]:
    side, seat = game.board.map, game.board.clock[MOVER]
    keys = side.keys(side.every_route)
    labels = tuple(route_label(side, route) for route in range(len(keys)))
    fields = (
        Field(Text("Route"), keys, labels, keys[0]),
        seat_field(range(game.players), seat),
        Field(Text("Piece"), KIND_WORDS, KIND_LABELS, KIND_WORDS[0]),
        number_field(Text("How many"), max(side.posts), routes.count(game, 0, seat * KINDS)),
    )
    return [Amendment("!post", Text("Posts"), "link", fields)]


def _offer_ships(game: Game) -> list[Amendment]:
    side, seat = game.board.map, game.board.clock[MOVER]
    keys = side.keys(side.maritime)
    fields = (
        Field(Text("Route"), keys, tuple(route_label(side, side.route[key]) for key in keys), keys[0]),
        seat_field(range(game.players), seat),
        number_field(Text("On ships"), max(side.ships), routes.on_ships(game, side.route[keys[0]], seat)),
    )
    return [Amendment("!ships", Text("Merchants on ships"), "link", fields)]


def _offer_offices(game: Game) -> list[Amendment]:
    side = game.board.map
    keys = tuple(city.key for city in side.cities)
    who = ("none", *PIECE_KEYS[: game.players * KINDS])
    labels = (
        Text("nobody"),
        *(
            Text("{seat} {piece}", seat=Seat(piece // KINDS), piece=KIND_LABELS[piece % KINDS])
            for piece in range(game.players * KINDS)
        ),
    )
    fields = (
        Field(Text("City"), keys, tuple(Text(city.name) for city in side.cities), keys[0]),
        number_field(Text("Office from the left"), max(len(city.offices) for city in side.cities), 1, 1),
        Field(Text("Who"), who, labels, "none"),
    )
    return [Amendment("!office", Text("Offices"), "office-square", fields)]


def _offer_markers(game: Game) -> list[Amendment]:
    side = game.board.map
    there = [kind for kind, count in enumerate(copies(game.options)) if count]
    words = tuple(MARKERS[kind] for kind in there)
    labels = tuple(marker_label(game, kind) for kind in there)
    return [
        Amendment(
            f"!marker.{side.routes[route].key}",
            Text("Marker {route}", route=route_label(side, route)),
            "bonus",
            (Field(Text("Marker"), words, labels, MARKERS[game.board.lying[route] - 1]),),
        )
        for route in markers.on_board(game)
    ]


def _offer_actions(game: Game) -> list[Amendment]:
    field = number_field(Text("Actions left"), MOST_ACTIONS, game.board.clock[LEFT])
    return [Amendment("!actions", Text("Actions"), "actions", (field,))]


def _offer_turn(game: Game) -> list[Amendment]:
    field = seat_field(range(game.players), game.board.clock[MOVER])
    return [Amendment("!turn", Text("Seat to move"), "seat", (field,))]


# ---- doing it


def _from_stock(game: Game, piece: int, count: int) -> None:
    """So many pieces leave the general stock (come back to it, if below 0)."""
    stock = game.board.stock
    if stock[piece] < count:
        raise refuse(
            "{seat} has {count} of these in the general stock: correct the supply first",
            seat=Seat(piece // KINDS),
            count=stock[piece],
        )
    if count:
        routes.move(game, stock, piece, -count)


def _do_supply(game: Game, parts: list[str]) -> None:
    board, seat = game.board, seat_in(game, parts[0])
    for kind in range(KINDS):
        piece = seat * KINDS + kind
        wanted = number(parts[1 + kind], 0, board.supply[piece] + board.stock[piece], "the supply")
        change = wanted - board.supply[piece]
        if change:
            _from_stock(game, piece, change)
            routes.move(game, board.supply, piece, change)
    game.tell("corrected", seat, Text("Supply: {seat}", seat=Seat(seat)), 0, "hand")


def _do_desk(game: Game, parts: list[str]) -> None:
    board, seat = game.board, seat_in(game, parts[0])
    ability = known(parts[1], ABILITY, "ability")
    place = seat * TRACKS + ability
    wanted = number(parts[2], 0, STEPS[ability], "the pieces off the track")
    _from_stock(game, seat * KINDS + COVER[ability], board.desk[place] - wanted)
    game.put(board.desk, place, wanted)
    text = Text("{ability}: {seat}", ability=ABILITY_LABELS[ability], seat=Seat(seat))
    game.tell("corrected", seat, text, 0, BOX.abilities[ability].icon)


def _do_post(game: Game, parts: list[str]) -> None:
    board = game.board
    route, seat, kind = (
        known(parts[0], board.map.route, "route"),
        seat_in(game, parts[1]),
        known(parts[2], KIND, "piece"),
    )
    piece = seat * KINDS + kind
    here = routes.count(game, route, piece)
    room = board.room[route] if kind == MERCHANT else routes.houses(game, route)
    wanted = number(parts[3], 0, min(here + room, PIECES[kind]), "the number of pieces there")
    _from_stock(game, piece, wanted - here)
    for _ in range(wanted - here):
        routes.put_down(game, route, piece)
    for _ in range(here - wanted):
        routes.take_off(game, route, piece)
    game.tell("corrected", seat, Text("{route} corrected", route=route_label(board.map, route)), 0, "link")


def _do_ships(game: Game, parts: list[str]) -> None:
    board = game.board
    route, seat = known(parts[0], board.map.route, "route"), seat_in(game, parts[1])
    aboard, merchant = routes.on_ships(game, route, seat), seat * KINDS + MERCHANT
    ashore = routes.ashore(game, route, merchant)
    least, most = max(0, aboard - routes.houses(game, route)), aboard + min(ashore, routes.berths(game, route))
    wanted = number(parts[2], least, most, "the number of merchants on ships")
    if wanted != aboard:
        routes.change_ship(game, route, seat, wanted - aboard)
    game.tell("corrected", seat, Text("{route} corrected", route=route_label(board.map, route)), 0, "link")


def _do_office(game: Game, parts: list[str]) -> None:
    board = game.board
    city = known(parts[0], board.map.city, "city")
    place, filled = board.map.cities[city], board.filled[city]
    if not place.offices:
        _do_green(game, city, parts)
        return
    which = number(parts[1], 1, min(filled + 1, len(place.offices)), "the office")
    office, who = place.first + which - 1, ".".join(parts[2:])
    before = board.office[office] - 1
    if who == "none":
        if which != filled:
            raise refuse("{city}: offices are emptied from the right", city=place.name)
        after = -1
    else:
        after = _sitting(game, who)
    if after >= 0:
        _from_stock(game, after, 1)
    if before >= 0:
        _from_stock(game, before, -1)
    game.put(board.office, office, after + 1)
    if (before >= 0) != (after >= 0):
        game.put(board.filled, city, filled + (1 if after >= 0 else -1))
        game.put(board.sets, VACANT, offices.vacant(game))
    _settle(game, city)


def _settle(game: Game, city: int) -> None:
    game.put(game.board.clock, COMPLETED, offices.completed(game))
    offices.settle(game, city)
    game.tell("corrected", TABLE, Text("{city} corrected", city=game.board.map.cities[city].name), 0, "city")


def _do_green(game: Game, city: int, parts: list[str]) -> None:
    """The offices of a city without printed ones that came from the right: 1 is the leftmost of them."""
    board, who = game.board, ".".join(parts[2:])
    places = [at for at in range(board.beyonds[0]) if board.beyond[at] >> 4 == city]
    which = number(parts[1], 1, len(places) + 1, "the office")
    at = places[which - 1] if which <= len(places) else board.beyonds[0]
    if which <= len(places):
        _from_stock(game, (board.beyond[at] & 15) - 1, -1)
    if who == "none":
        if which != len(places):
            raise refuse("{city}: offices are emptied from the right", city=board.map.cities[city].name)
        last = board.beyonds[0] - 1
        for place in range(at, last):
            game.put(board.beyond, place, board.beyond[place + 1])
        game.put(board.beyond, last, 0)
        game.put(board.beyonds, 0, last)
    else:
        piece = _sitting(game, who)
        _from_stock(game, piece, 1)
        game.put(board.beyond, at, city << 4 | piece + 1)
        if which > len(places):
            game.put(board.beyonds, 0, board.beyonds[0] + 1)
    _settle(game, city)


def _sitting(game: Game, who: str) -> int:
    piece = known(who, PIECE, "piece")
    if piece // KINDS >= game.players:
        raise refuse("nobody sits there")
    return piece


def _do_marker(game: Game, parts: list[str]) -> None:
    board = game.board
    route, kind = known(parts[0], board.map.route, "route"), known(parts[1], MARKER, "marker")
    laid = board.lying[route]
    if not laid:
        raise refuse("no marker lies there")
    if laid - 1 != kind:
        if not board.unseen[kind]:
            raise refuse("every {marker} has been seen elsewhere", marker=marker_label(game, kind))
        game.put(board.unseen, kind, board.unseen[kind] - 1)
        game.put(board.unseen, laid - 1, board.unseen[laid - 1] + 1)
        game.put(board.lying, route, kind + 1)
    game.tell("corrected", TABLE, marker_label(game, kind), 0, "bonus")


def _do_actions(game: Game, parts: list[str]) -> None:
    clock = game.board.clock
    left, used = number(parts[0], 0, MOST_ACTIONS, "the number of actions"), clock[TURN_ACTIONS] - clock[LEFT]
    if left > clock[TURN_ACTIONS]:
        game.put(clock, TURN_ACTIONS, left + used)  # more than the turn was known to have
    game.put(clock, LEFT, left)
    game.tell("corrected", TABLE, Text("{count} actions left", count=game.board.clock[LEFT]), 0, "actions")


def _do_turn(game: Game, parts: list[str]) -> None:
    seat = seat_in(game, parts[0])
    game.agenda = None
    game.put(game.board.clock, MOVER, seat)
    turns.refresh(game, seat)
    game.push(turns.END, seat)
    game.push(turns.TURN, seat)
    game.tell("corrected", seat, to_move(seat), 0, "seat")
    game.tell("turn", seat, to_move(seat))


def _do_count(game: Game, parts: list[str]) -> None:
    game.tell("corrected", TABLE, Text("Counted now"))
    final.begin(game, early=True)


# by word
_KNOWN = {
    "score": corrections.score(
        REASONS, give, lambda game: FINAL if final.over(game) else now(game), lambda game: game.board.clock[MOVER]
    ),
    "actions": Correction(_offer_actions, _do_actions, 1),
    "supply": Correction(_offer_supply, _do_supply, 3),
    "desk": Correction(_offer_desk, _do_desk, 3),
    "post": Correction(_offer_posts, _do_post, 4),
    "office": Correction(_offer_offices, _do_office, 3, 1),
    "marker": Correction(_offer_markers, _do_marker, 2),
    "turn": Correction(_offer_turn, _do_turn, 1),
    "count": Correction(lambda game: [Amendment("!count", Text("Count now"), "prestige", ())], _do_count, 0),
}
_SHIPS = {"ships": Correction(_offer_ships, _do_ships, 3)}


def _known(game: Game) -> dict[str, Correction]:
    """The corrections that there are on this board, those of the modules in play included."""
    return _KNOWN | modules.corrections(game) | (_SHIPS if game.board.map.maritime else {})


def allowed(game: Game) -> tuple[str, ...]:
    """The words of the corrections that may be made now."""
    if game.decision is None:
        return ("score",)
    if game.board.clock[PLAY] != PLAYING:
        return ()
    return tuple(_known(game)) if game.decision.kind == "turn.action" else ("score", "count")


def may_change(game: Game) -> Sequence[str]:
    """The options that the referee goes by on this board; neither a past answer nor the open question's depends on
    them."""
    if game.decision is None:
        return ()
    side, kind = game.board.map, game.decision.kind
    here = {
        "region_tie": side.regions,
        "green_city_exchange": side.green and kind not in ("exchange.city", "exchange.pair"),
        "permission_gained": side.permissions and kind not in ("place.route", "displace.route"),
        "markers_in_emperor_turn": modules.named(game, "favour"),
    }
    found = [name for name, any_here in here.items() if any_here]
    return ("end_turn_early", "markers_inside_actions", "drawn_marker", *found)


def _why(game: Game, word: str) -> Text | None:
    if game.decision is not None and game.board.clock[PLAY] == PLAYING:
        return Text("this waits until nothing is half done: finish the action first, or take it back")
    return None


def offered(game: Game) -> list[Amendment]:
    """What may be corrected now, for a knob."""
    return corrections.offered(game, _known(game), allowed(game))


def amend(game: Game, key: str) -> None:
    """Do the correction. Raises IllegalAnswer, in words, if it is none, or none that may be made now."""
    corrections.amend(game, key, _known(game), allowed(game), _why)
    if game.board.clock[PLAY] == PLAYING:
        game.put(game.board.clock, ENDS, int(claim.ending(game)))
