"""Pages to look at: one for each area of the board, then one for each seat with its desk.

Reads the boxes of either way and changes nothing; nothing is hidden from anyone.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.hansa import (
    desk,
    ends,
    keeping,
    markers,
    offices,
    permissions,
    plate,
    referee_page,
    regions,
    routes,
    scorekeeper_page,
)
from engine.hansa.board import NOBODY, SPENT
from engine.hansa.ends import Ends
from engine.hansa.kinds import BOX, KINDS, MARKER_KINDS, MARKERS, TRACKS
from engine.hansa.pieces import ABILITY_LABELS, COUNTRY_LABELS, counted, marker_label, route_label
from engine.words import Leaf, Row, Seat, Text


def _ends(now: Ends) -> Leaf:
    return Leaf(Text("The game ends when"), "prestige", ends.rows(now))


def _desk(steps: Sequence[int], bank: str) -> tuple[Row, ...]:
    return tuple(
        Row(ABILITY_LABELS[ability], step, each.icon, values=tuple(map(Text, desk.track(ability, bank))))
        for ability, (each, step) in enumerate(zip(BOX.abilities, steps, strict=True))
    )


def _special(points_of: Sequence[int], owners: Sequence[int]) -> Leaf:
    rows = tuple(
        Row(
            Text("Prestige {points}", points=points),
            points,
            "prestige",
            owner - 1 if owner else None,
            note=Text("{seat}", seat=Seat(owner - 1)) if owner else Text("free"),
        )
        for points, owner in zip(points_of, owners, strict=True)
    )
    return Leaf(Text("Special prestige"), "prestige", rows)


# ---- referee


def _cities(game: Game) -> Leaf:
    """Every city with an office: who sits there from left to right, who controls it."""
    board, rows = game.board, []
    for city, place in enumerate(board.map.cities):
        row = offices.pieces(game, city)
        if row:
            holder = offices.controller(game, city)
            seats = tuple(Seat(piece // KINDS) for piece in row)
            vacant = len(place.offices) - board.filled[city]
            rows.append(Row(Text(place.name), len(row), "city", holder, vacant, Text("{seats}", seats=seats)))
    return Leaf(Text("Cities"), "city", tuple(rows) or (Row(Text("no office yet")),))


def _routes(game: Game) -> Leaf:
    """Every route with a piece or a marker: free posts, who stands there."""
    board, rows = game.board, []
    pieces = KINDS * game.players
    for route, posts in enumerate(board.map.posts):
        here = board.at[route * pieces : (route + 1) * pieces]
        laid = board.lying[route]
        if not any(here) and not laid:
            continue
        found: list[Text] = [
            Text("{seat}: {pieces}", seat=Seat(piece // KINDS), pieces=counted(piece % KINDS, count))
            for piece, count in enumerate(here)
            if count
        ]
        if laid:
            found.append(marker_label(game, laid - 1))
        if routes.berths(game, route):
            found.append(Text("free ships: {count}", count=routes.berths(game, route)))
        note = Text("{pieces}", pieces=tuple(found))
        icon = "bonus" if laid else "link"
        rows.append(Row(route_label(board.map, route), board.room[route], icon, aside=posts, note=note))
    return Leaf(Text("Routes"), "link", tuple(rows))


def _countries(game: Game) -> list[Leaf]:
    """Who holds which permission, and what each country would score today; on a board with countries."""
    board = game.board
    side = board.map
    rows = []
    for which, each in enumerate(side.permissions):
        holder, city = permissions.holder(game, which), side.cities[each.city].name
        label = Text("{city}: nobody", city=city)
        if holder != NOBODY:
            label = Text("{city}: {seat}", city=city, seat=Seat(holder))
        within = zip(side.countries, side.within, strict=True)
        lands = tuple(COUNTRY_LABELS[word] for word, lie in within if lie & each.routes)
        note = Text("used in this turn") if board.leave[SPENT] >> which & 1 else Text("{countries}", countries=lands)
        rows.append(Row(label, icon="city", note=note))
    found = [Leaf(Text("Permissions"), "city", tuple(rows))] if rows else []
    for region in side.regions:
        cities, counts = regions.standing(game, region)
        points = regions.points(cities, counts, region.points, game.options["region_tie"])
        lines = tuple(
            Row(
                Text("{seat}: {points}", seat=Seat(seat), points=points[seat]),
                icon="prestige",
                note=Text("cities {cities}, offices {offices}", cities=cities[seat], offices=counts[seat]),
            )
            for seat in range(game.players)
        )
        found.append(Leaf(COUNTRY_LABELS[region.word], "city", lines))
    return found


def _markers(game: Game) -> Leaf:
    board = game.board
    rows = [
        Row(marker_label(game, board.lying[route] - 1), icon="bonus", note=route_label(board.map, route))
        for route in markers.on_board(game)
    ]
    rows += [
        Row(marker_label(game, kind), count, "bonus", note=Text("not seen yet"))
        for kind, count in enumerate(board.unseen)
        if count
    ]
    return Leaf(Text("Markers"), "bonus", tuple(rows))


def _seat(game: Game, seat: int) -> Leaf:
    board, first, kinds = game.board, seat * KINDS, seat * MARKER_KINDS
    rows = list(_desk(board.desk[seat * TRACKS : (seat + 1) * TRACKS], game.options["bank"]))
    for name, box in ((Text("Supply"), board.supply), (Text("Stock"), board.stock)):
        traders, merchants = box[first : first + KINDS]
        note = Text("{traders} + {merchants}", traders=traders, merchants=merchants)
        rows.append(Row(name, icon="trader merchant", note=note))
    for kind in range(len(MARKERS)):
        for box, note in ((board.owned, Text("unused")), (board.used, Text("used"))):
            if box[kinds + kind]:
                rows.append(Row(marker_label(game, kind), box[kinds + kind], "bonus", note=note))
    waiting = plate.waiting(game, seat)
    if waiting:
        rows.append(Row(Text("On the plate"), waiting, "bonus"))
    note = Text("{traders} + {merchants} in supply", traders=board.supply[first], merchants=board.supply[first + 1])
    return Leaf(Text("{seat}", seat=Seat(seat)), "seat", tuple(rows), seat, note)


def referee(game: Game) -> list[Leaf]:
    """The areas, then the seats."""
    board = game.board
    special = _special([space.points for space in board.map.special_spaces], board.special)
    areas = [_ends(referee_page.ends(game)), _cities(game), _routes(game), *_countries(game), _markers(game), special]
    return [*areas, *(_seat(game, seat) for seat in range(game.players))]


# ---- scorekeeper


def scorekeeper(game: Game) -> list[Leaf]:
    """The ends of the game and special prestige, then the seats as far as they were entered."""
    board = game.board
    special = _special([space.points for space in keeping.side(game).special_spaces], board.special)
    seats = []
    for seat in range(game.players):
        rows = list(_desk(board.desk[seat * TRACKS : (seat + 1) * TRACKS], game.options["bank"]))
        rows.append(Row(Text("Markers taken"), board.taken[seat], "bonus"))
        rows.append(Row(Text("Markers used"), board.used[seat], "bonus"))
        seats.append(Leaf(Text("{seat}", seat=Seat(seat)), "seat", tuple(rows), seat))
    return [_ends(scorekeeper_page.ends(game)), special, *seats]
