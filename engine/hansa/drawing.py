"""The board of Hansa Teutonica as a picture: what is printed on it, and what lies there as far as the way knows it.

Made from the map alone, whichever side it is; reads the boxes and changes nothing. How it is drawn is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from engine.hansa import ends, keeping, offices, referee_page, scorekeeper_page
from engine.hansa.kinds import BOX, KINDS, MARKERS, MERCHANT, TRADER, copies
from engine.hansa.maps import Map, Office
from engine.hansa.pieces import (
    ABILITY_LABELS,
    COUNTRY_LABELS,
    KIND_LABELS,
    MARKER_LABELS,
    PRIVILEGE_LABELS,
    route_label,
)
from engine.words import Drawing, Piece, Road, Seat, Space, Spot, Text

RATIO = 1.45  # of every board, width by height
SHAPES = ("square", "round")  # of offices and pieces, by kind
SIGNS = {"extra-office": "+1", "exchange": "⇄", "move-3": "M3", "develop": "▲", "actions-3": "+3", "actions-4": "+4"}
PRINTS = tuple(BOX.privileges)  # the colours of offices are those of the privileges they need
SHIP = "blue"  # the colour of a post that takes merchants only
PERMANENT = "∞"  # stands for a marker that is printed at its route

# the questions that are about one route, by what they begin with, and the place of the route in their details
_ROUTE_AT = (("place.kind", 0), ("displace.", 0), ("displaced.", 0), ("route.", 0), ("extra.", 0), ("move.kind", 1),
             ("move3.piece", 1), ("start.", 0))  # fmt: skip


def referee(game: Game, viewer: int | None) -> Drawing:
    """The whole board with all that lies on it."""
    board, side = game.board, game.board.map
    asked = _Asked(game, side)
    spots = []
    for city, place in enumerate(side.cities):
        row = offices.pieces(game, city)
        extra = len(row) - board.filled[city]
        spaces = [_extra(piece) for piece in row[:extra]]
        spaces += [_office(office, piece) for office, piece in zip(place.offices, _padded(row[extra:]), strict=False)]
        holder = offices.controller(game, city)
        spots.append(asked.spot(city, spaces, holder, board.special))
    roads = []
    pieces = game.players * KINDS
    for route in range(len(side.routes)):
        here = board.at[route * pieces : (route + 1) * pieces]
        standing = [piece for piece, count in enumerate(here) for _ in range(count)]
        laid = board.lying[route]
        roads.append(asked.road(route, standing, _marker(laid - 1) if laid else None))
    notes = (*ends.notes(referee_page.ends(game)), *_connected(side, board.link))
    return _drawing(game, side, spots, roads, notes)


def scorekeeper(game: Game, viewer: int | None) -> Drawing:
    """The board as it is printed, and who holds special prestige: more is not known."""
    side = keeping.side(game)
    asked = _Asked(game, side)
    spots = [
        asked.spot(city, [_office(office, -1) for office in place.offices], -1, game.board.special)
        for city, place in enumerate(side.cities)
    ]
    roads = [asked.road(route, [], None) for route in range(len(side.routes))]
    notes = (*ends.notes(scorekeeper_page.ends(game)), *_connected(side, game.board.link))
    return _drawing(game, side, spots, roads, notes)


class _Asked:
    """Makes spots and roads, with what the open question asks of them."""

    def __init__(self, game: Game, side: Map) -> None:
        self.side = side
        self._roads: dict[int, list[str]] = {}
        self._spots: dict[int, list[str]] = {}
        self._route, self._city = _about(game)
        for key in game.decision.keys if game.decision else ():
            what, _, which = key.partition(".")
            if key in side.route:
                self._roads.setdefault(side.route[key], []).append(key)
            elif key in side.city or (what in ("office", "extra") and which in side.city):
                self._spots.setdefault(side.city[which or key], []).append(key)
            elif self._route >= 0 and key in keeping.ABILITY_KEYS:
                ability = keeping.ABILITY_KEYS.index(key)
                for city in side.ends[self._route]:
                    if ability in side.cities[city].abilities:
                        self._spots.setdefault(city, []).append(key)
            elif what == "prestige":
                self._spots.setdefault(side.special_city, []).append(key)

    def spot(self, city: int, spaces: list[Space], holder: int, special: list[int]) -> Spot:
        place, side = self.side.cities[city], self.side
        rows = [tuple(spaces)]
        if city == side.special_city:
            rows.append(tuple(_special(*each) for each in zip(side.special_spaces, special, strict=True)))
        return Spot(
            place.key,
            Text(place.name),
            place.at,
            tuple(row for row in rows if row),
            holder if holder >= 0 else None,
            tuple((BOX.abilities[each].icon, ABILITY_LABELS[each]) for each in place.abilities),
            Text("{seat} controls it", seat=Seat(holder)) if holder >= 0 else None,
            f"city.{place.key}",
            tuple(self._spots.get(city, ())),
            city in side.east_west,
            city == self._city,
        )

    def road(self, route: int, standing: list[int], marker: Piece | None) -> Road:
        side = self.side
        printed = side.routes[route]
        if marker is None and printed.permanent:
            label = Text("printed here: {marker}", marker=printed.permanent.replace("-", " "))
            marker = Piece("tile", label, None, PERMANENT)
        country = side.countries[side.country[route]]
        notes = ((Text("Tavern"),) if printed.tavern else ()) + ((COUNTRY_LABELS[country],) if country else ())
        return Road(
            printed.key,
            route_label(side, route),
            printed.ends,
            _posts(printed.order, standing),
            marker,
            Text("{notes}", notes=notes) if notes else None,
            tuple(self._roads.get(route, ())),
            route == self._route,
            printed.tavern,
        )


def _posts(order: str, standing: list[int]) -> tuple[Space, ...]:
    """The posts of a route in their order: merchants on its ships first, whatever is left from the first end on."""
    merchants = [piece for piece in standing if piece % KINDS == MERCHANT]
    ships = order.count("s")
    aboard, ashore = merchants[:ships], [piece for piece in standing if piece % KINDS == TRADER] + merchants[ships:]
    spaces = []
    for kind in order:
        waiting = aboard if kind == "s" else ashore
        piece = waiting.pop(0) if waiting else -1
        if piece >= 0:
            spaces.append(Space("post", _whose(piece), SHIP if kind == "s" else "", "", _piece(piece)))
        elif kind == "s":
            spaces.append(Space("post", Text("free ship, for a merchant"), SHIP))
        else:
            spaces.append(Space("post", Text("free post")))
    return tuple(spaces)


def _about(game: Game) -> tuple[int, int]:
    """The route and the city that the open question is about, -1 for none."""
    if game.decision is None:
        return -1, -1
    kind, details = game.decision.kind, game.details
    if kind == "exchange.pair":
        return -1, int(details[0])
    if kind.startswith("start.player"):
        return -1, -1
    place = next((place for begins, place in _ROUTE_AT if kind.startswith(begins) and len(details) > place), None)
    return (-1 if place is None else int(details[place])), -1


def _padded(pieces: list[int]) -> Iterable[int]:
    yield from pieces
    while True:
        yield -1


def _whose(piece: int) -> Text:
    return Text("{piece} of {seat}", piece=KIND_LABELS[piece % KINDS], seat=Seat(piece // KINDS))


def _piece(piece: int) -> Piece:
    return Piece(SHAPES[piece % KINDS], _whose(piece), piece // KINDS)


def _office(office: Office, piece: int) -> Space:
    label = Text("{privilege} office for a {piece}", privilege=PRIVILEGE_LABELS[office.privilege],
                 piece=KIND_LABELS[office.kind])  # fmt: skip
    if piece >= 0:
        label = _whose(piece)
    elif office.points:
        label = Text("{office}, {count} prestige at once", office=label, count=office.points)
    coin = f"{office.points}" if office.points else ""
    return Space(SHAPES[office.kind], label, PRINTS[office.privilege], coin, _piece(piece) if piece >= 0 else None)


def _extra(piece: int) -> Space:
    label = Text("extra office: {piece}", piece=_whose(piece))
    return Space(SHAPES[piece % KINDS], label, "", "", _piece(piece))


def _special(space: Office, owner: int) -> Space:
    label = Text("{count} prestige at the end, for a merchant", count=space.points)
    piece = Piece(SHAPES[space.kind], label, owner - 1) if owner else None
    return Space(SHAPES[space.kind], label, PRINTS[space.privilege], f"{space.points}", piece)


def _marker(kind: int) -> Piece:
    word = MARKERS[kind]
    return Piece("tile", MARKER_LABELS[kind], None, SIGNS.get(word, word[:2].upper()))


def _connected(side: Map, links: list[int]) -> tuple[Text, ...]:
    """Who has connected east and west, the first first; what the next would have."""
    points, cities = side.east_west_points, tuple(Text(side.cities[city].name) for city in side.east_west)
    made = sorted((link, seat) for seat, link in enumerate(links) if link)
    said = [
        Text("{seat} connected {cities}: {signed_count}", seat=Seat(seat), cities=cities,
             signed_count=points[link - 1] if link <= len(points) else 0)
        for link, seat in made
    ]  # fmt: skip
    if len(made) < len(points):
        said.append(Text("Connect {cities}: {signed_count}", cities=cities, signed_count=points[len(made)]))
    return tuple(said)


def _drawing(game: Game, side: Map, spots: list[Spot], roads: list[Road], notes: tuple[Text, ...]) -> Drawing:
    return Drawing(Text(side.label), RATIO, tuple(spots), tuple(roads), _legend(game, side), notes)


def _legend(game: Game, side: Map) -> tuple[Space, ...]:
    """What the shapes and the colours of the offices mean, and the markers that the game is played with."""
    colours = [
        Space("square", Text("office for privilege {privilege}", privilege=label), colour)
        for label, colour in zip(PRIVILEGE_LABELS, PRINTS, strict=True)
    ]
    pieces = [Space("post", label, "", "", Piece(SHAPES[kind], label)) for kind, label in enumerate(KIND_LABELS)]
    ships = [Space("post", Text("ship, for a merchant"), SHIP)] if any(side.ships) else []
    inns = [Space("ring", Text("tavern"))] if side.taverns else []
    marks = [_marker(kind) for kind, count in enumerate(copies(game.options)) if count]
    if any(side.permanent):
        marks.append(Piece("tile", Text("marker printed at a route"), None, PERMANENT))
    return (*colours, *pieces, *ships, *inns, *(Space("post", each.label, "", "", each) for each in marks))
