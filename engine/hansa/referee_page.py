"""What the referee shows of itself: the page, the plain state, the lines of a seat's final score.

Reads the boxes and changes nothing. Nothing that the engine knows of the base game is hidden from anyone: a marker that
lies face down is not known to it either until the table turns it up.
"""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.hansa import desk, final, markers, offices, permissions, plate, routes
from engine.hansa import ends as ending
from engine.hansa.board import (
    COMPLETED,
    ENDS,
    FAILED,
    LEFT,
    MOVER,
    NOBODY,
    PLAY,
    PLAYING,
    SPENT,
    SUPPLY,
    TAKEN,
    TURN_ACTIONS,
)
from engine.hansa.board import EARLY as ENDED_EARLY
from engine.hansa.ends import Ends
from engine.hansa.kinds import ABILITIES, BOX, KIND_WORDS, KINDS, MARKER_KINDS, MARKERS, TRACKS
from engine.hansa.points import FINAL, now
from engine.words import Row, Seat, Text


def ends(game: Game) -> Ends:
    """How far each of the three ends of the game is."""
    board = game.board
    return ending.ends(game, board.map, board.clock[COMPLETED], board.clock[SUPPLY])


def status(game: Game) -> Text:
    """Where the game stands, in at most 7 letters."""
    if game.decision is None:
        return Text("over")
    return Text("R{round}", round=now(game)) if game.turn[0] else Text("start")


def today(game: Game) -> list[int]:
    """What final scoring would add to each seat now; nothing once it has been done."""
    if final.over(game):
        return [0] * game.players
    return [sum(amount for amount, _, _ in final.lines(game, seat)) for seat in range(game.players)]


def mover(game: Game) -> int:
    """The seat whose turn it is; nobody outside of turns."""
    playing = game.decision is not None and game.board.clock[PLAY] == PLAYING
    return game.board.clock[MOVER] if playing else NOBODY


def rows(game: Game) -> list[Row]:
    """The seat to move shows the actions that are left, every other one its markers."""
    board, totals, found = game.board, game.totals(), []
    for seat in range(game.players):
        name = Text("{seat}", seat=Seat(seat))
        if seat == mover(game):
            left, actions = board.clock[LEFT], board.clock[TURN_ACTIONS]
            found.append(Row(name, totals[seat], "actions", seat, left, of=actions))
        else:
            found.append(Row(name, totals[seat], "bonus", seat, markers.collected(game, seat)))
    return found


def ended_early(game: Game) -> bool:
    """Whether final scoring came before its time."""
    return bool(game.board.clock[PLAY] == ENDED_EARLY)


def _seat(game: Game, seat: int) -> dict[str, Any]:
    board = game.board
    first, kinds = seat * KINDS, seat * MARKER_KINDS

    def by_marker(box: list[int]) -> dict[str, int]:
        return {word: count for word, count in zip(MARKERS, box[kinds : kinds + MARKER_KINDS], strict=True) if count}

    return {
        "supply": dict(zip(KIND_WORDS, board.supply[first : first + KINDS], strict=True)),
        "stock": dict(zip(KIND_WORDS, board.stock[first : first + KINDS], strict=True)),
        "hand": {word: sum(board.hand[first + kind :: len(board.supply)]) for kind, word in enumerate(KIND_WORDS)},
        "desk": dict(zip(ABILITIES, board.desk[seat * TRACKS : (seat + 1) * TRACKS], strict=True)),
        "values": {word: desk.value(game, seat, ability) for ability, word in enumerate(ABILITIES)},
        "markers": {"unused": by_marker(board.owned), "used": by_marker(board.used)},
        "plate": {"face_down": board.plate[seat], "face_up": by_marker(board.down)},
        "east_west": board.link[seat],
    }


def _piece(piece: int) -> dict[str, Any]:
    return {"seat": piece // KINDS, "kind": KIND_WORDS[piece % KINDS]}


def _route(game: Game, route: int) -> dict[str, Any]:
    board, pieces = game.board, game.players * KINDS
    here = board.at[route * pieces : (route + 1) * pieces]
    laid, side = board.lying[route], board.map
    found = {
        "posts": side.posts[route],
        "free": board.room[route],
        "pieces": [{**_piece(piece), "count": count} for piece, count in enumerate(here) if count],
        "marker": MARKERS[laid - 1] if laid else None,
    }
    if side.ships[route]:
        aboard = [routes.on_ships(game, route, seat) for seat in range(game.players)]
        found |= {"ships": {"of": side.ships[route], "free": routes.berths(game, route), "merchants": aboard}}
    if side.permanent[route]:
        found["printed"] = side.permanent[route]
    if len(side.countries) > 1:
        found["country"] = side.countries[side.country[route]]
    return found


def _city(game: Game, city: int) -> dict[str, Any]:
    board = game.board
    place, filled = board.map.cities[city], board.filled[city]
    holder = offices.controller(game, city)
    row, right = offices.pieces(game, city), offices.right(game, city)
    extra = len(row) - filled - len(right)
    return {
        "offices": [_piece(piece) for piece in row[extra:]],
        "extra": [_piece(piece) for piece in row[:extra]],
        "vacant": len(place.offices) - filled,
        "control": holder if holder >= 0 else None,
    }


def state(game: Game) -> dict[str, Any]:
    """Everything on the table, as plain data."""
    board = game.board
    clock, side, here = board.clock, board.map, ends(game)
    taken = clock[TAKEN]
    return {
        "board": side.name,
        "round": now(game),
        "turn": game.turn[0],
        "mover": clock[MOVER],
        "actions": {"left": clock[LEFT], "of": clock[TURN_ACTIONS]},
        "ends": {
            "cities": [here.cities, here.cities_to_end],
            "prestige": [here.prestige, here.prestige_to_end],
            "markers": here.markers,
            "draw_failed": bool(clock[FAILED]),
            "corrected": bool(clock[ENDS]),
        },
        "seats": [_seat(game, seat) for seat in range(game.players)],
        "routes": {route.key: _route(game, index) for index, route in enumerate(side.routes)},
        "cities": {city.key: _city(game, index) for index, city in enumerate(side.cities)},
        "extra_offices": [
            {"city": side.cities[entry >> 4].key, **_piece((entry & 15) - 1)}
            for entry in board.extra[: board.extras[0]]
        ],
        "permissions": {
            side.cities[each.city].key: {
                "holder": holder if (holder := permissions.holder(game, which)) != NOBODY else None,
                "spent": bool(board.leave[SPENT] >> which & 1),
            }
            for which, each in enumerate(side.permissions)
        },
        "special": {
            str(space.points): owner - 1 if owner else None
            for space, owner in zip(side.special_spaces, board.special, strict=True)
        },
        "unseen_markers": dict(zip(MARKERS, board.unseen, strict=True)),
        "taken_now": MARKERS[taken - 1] if taken else None,
        "to_place": plate.waiting(game, clock[MOVER]),
        "final": clock[PLAY] > PLAYING,
        "ended_early": ended_early(game),
        "opening": clock[PLAY] < PLAYING,
        "totals": game.totals(),
    }


def summary(game: Game, seat: int) -> list[Row]:
    """The lines of a seat's final score: what it has on the track, then what final scoring brings, or would today."""
    sums: dict[str, int] = {}
    counts: dict[str, int] = {}
    track = 0
    if final.over(game):
        for entry in game.ledger:
            if entry.seat == seat and entry.when == FINAL and entry.reason != "correction":
                sums[entry.reason] = sums.get(entry.reason, 0) + entry.amount
                counts[entry.reason] = counts.get(entry.reason, 0) + 1
            elif entry.seat == seat:
                track += entry.amount
    else:
        track = game.points[seat]
        for amount, reason, _ in final.lines(game, seat):
            sums[reason] = sums.get(reason, 0) + amount
            counts[reason] = counts.get(reason, 0) + 1
    network, keys = final.network_points(game, seat)
    full, cities, collected = counts.get("abilities", 0), counts.get("cities", 0), markers.collected(game, seat)
    worth = max(ability.full for ability in BOX.abilities)
    rows = [
        (Text("track"), track),
        (Text("desk {count}×{each}", count=full, each=worth), sums.get("abilities", 0)),
        (Text("{count} markers", count=collected), sums.get("markers", 0)),
        (Text("special"), sums.get("special", 0)),
        (Text("cities {count}×{each}", count=cities, each=BOX.city_end), sums.get("cities", 0)),
        (Text("net {count}×{keys}", count=network, keys=keys), sums.get("network", 0)),
    ]
    if game.board.map.regions:
        rows.append((Text("countries"), sums.get("country", 0)))
    return [Row(label, number, seat=seat) for label, number in rows]
