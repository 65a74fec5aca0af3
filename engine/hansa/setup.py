"""A set-up of Hansa Teutonica from a code: which side of the board, who starts, the start markers, what everyone has.

Each area has its own stream. The other markers and the mission cards lie face down: the table shuffles them, and they
are not drawn here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.hansa import modules
from engine.hansa.kinds import BOX, MARKERS, START_MARKERS
from engine.hansa.maps import BOARDS, Map, map_for
from engine.hansa.module import Module
from engine.hansa.pieces import named_by, route_label
from engine.randomiser import Area, Item, Layout, Stream, written
from engine.words import Seat, Text


def layout(code: str, players: int, options: Mapping[str, str]) -> Layout:
    """The whole set-up. ``options`` must be complete. Raises BadCode. The start player is drawn if the option
    ``start_player`` is "random"."""
    side = map_for(players, options["board"])
    start = Stream(code, "hansa", "start").below(players) if options["start_player"] == "random" else None
    drawn = Stream(code, "hansa", "markers").shuffled(START_MARKERS)
    areas = [_board(side, players)]
    answers = {}
    if start is not None:
        areas.append(_start(start))
        answers["start.player"] = f"seat.{start}"
    played = modules.chosen(options, side)
    areas.append(_markers(side, drawn, played))
    answers |= {
        f"start.{side.routes[route].key}": MARKERS[kind] for route, kind in zip(side.taverns, drawn, strict=True)
    }
    for module in played:
        found = module.laid_out(code, players)
        if found is not None:
            areas.append(found[0])
            answers |= found[1]
    areas.append(_pieces(start, players))
    return Layout(written(code), tuple(areas), answers)


def _board(side: Map, players: int) -> Area:
    few, many = side.players[0], side.players[-1]
    if few == many:
        thing = Text("Side for {few} players", few=few)
    elif many == few + 1:
        thing = Text("For {few} and {many} players", few=few, many=many)
    else:
        thing = Text("For {few} to {many} players", few=few, many=many)
    note = Text("{label}", label=side.label)
    if side.name not in BOARDS["standard"]:
        # with a choice of boards its name comes first
        thing, note = note, thing
    item = Item(Text("Board"), thing, "link", f"board.{side.name}", note, at="board")
    return Area("board", Text("Board"), (item,))


def _start(start: int) -> Area:
    note = Text("Begins, then clockwise")
    item = Item(Text("Start player"), Text("{seat}", seat=Seat(start)), "seat", f"seat.{start}", note, at="start")
    return Area("start", Text("Start player"), (item,))


def _markers(side: Map, drawn: list[int], played: Sequence[Module]) -> Area:
    items = [
        Item(
            route_label(side, route),
            named_by(played, kind),
            "bonus",
            f"marker.{MARKERS[kind]}",
            Text("Gold marker, face up"),
            at=side.routes[route].key,
        )
        for route, kind in zip(side.taverns, drawn, strict=True)
    ]
    return Area("markers", Text("Start markers"), tuple(items))


def _pieces(start: int | None, players: int) -> Area:
    """What each seat begins with, in the order of turns; by seat if the start player is known."""
    note = Text("Desk full; the rest: stock")
    items = []
    for place in range(players):
        seat = None if start is None else (start + place) % players
        where = Text("{place}. in the order", place=place + 1) if seat is None else Text("{seat}", seat=Seat(seat))
        thing = Text(
            "{traders} traders, {merchants} merchant", traders=BOX.supply[place], merchants=BOX.supply_merchants
        )
        word = f"supply.{BOX.supply[place]}"
        items.append(Item(where, thing, "trader", word, note, seat, f"supply.{place if seat is None else seat}"))
    return Area("pieces", Text("Personal supply"), tuple(items))
