"""All that lies on the table, for the referee: the boxes, how many places they have and what they hold at the start.

A piece is ``seat * 2 + kind``; markers, abilities, cities and routes are numbered as in ``kinds`` and ``maps``. No
rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.hansa.kinds import BOX, KINDS, MARKER_KINDS, PIECES, STEPS, TRACKS
from engine.hansa.maps import Map
from engine.hansa.module import Module
from engine.title import Board

# places in the box ``clock``: seat to move, actions left and in all in this turn, completed cities, markers face down
# in the supply, whether a draw failed, the marker taken in the claim going on (kind + 1), how many have connected east
# and west, whether a correction ends the game with this turn, state of play
MOVER, LEFT, TURN_ACTIONS, COMPLETED, SUPPLY, FAILED, TAKEN, LINKS, ENDS, PLAY = range(10)

# values of the place PLAY
OPENING, PLAYING, FULL, EARLY = range(4)

# places in the box ``sets``: routes with a free post, without any piece, with a marker, with a vacant office at an end,
# whose free posts are ships, all of them
FREE, EMPTY, MARKED, VACANT, AFLOAT = range(5)

# places in the box ``leave``: permissions spent in this turn, and those held at its beginning, a bit each
SPENT, HELD = range(2)

NOBODY = -1
EXTRAS = 8  # extra offices there can be: one a marker that brings one, with room for markers used again

_BOXES = (
    "aboard",
    "aside",
    "at",
    "beyond",
    "beyonds",
    "clock",
    "control",
    "desk",
    "down",
    "extra",
    "extras",
    "filled",
    "full",
    "hand",
    "have",
    "here",
    "leave",
    "link",
    "lying",
    "mission",
    "office",
    "owned",
    "plate",
    "posted",
    "room",
    "sets",
    "special",
    "stock",
    "supply",
    "tiles",
    "unseen",
    "used",
)


class RefereeBoard(Board):
    """The whole board; ``map`` is the side played on, ``modules`` are those in play, the rest are boxes. ``face_down``
    are the markers shuffled face down, by kind.

    Routes: ``at`` pieces of each route (so many places a route as there are pieces), ``room`` free posts, ``sets`` sets
    of routes, ``here`` the routes where a piece stands, ``full`` one a seat, the routes whose posts are all its own,
    ``aboard`` merchants on ships, by route and seat, ``lying`` marker + 1. Pieces: ``supply`` and ``stock`` by piece,
    ``hand`` (off the board, about to be placed) by country and piece. Desk: ``desk`` steps developed, 5 a seat. Cities:
    ``office`` piece + 1 of each printed office, ``filled`` one a city, ``control`` seat + 1; ``extra`` one an extra
    office, left of the printed ones, in the order of coming (city * 16 + piece + 1), ``extras`` how many; ``beyond``
    and ``beyonds`` the same for offices on the right; ``special`` seat + 1 of each space; ``leave`` permissions.
    Markers: ``owned`` and ``used`` by seat and kind; ``have`` one a seat, the set of unused kinds; ``plate`` one a
    seat, how many lie there face down; ``down`` by seat and kind, those turned up and not placed yet; ``unseen`` by
    kind, those of supply and plates; ``aside`` by kind, those not played with. ``link`` one a seat: 1 for the first
    to connect east and west, 2 for the second … Of modules: ``mission`` card + 1 of each seat, ``tiles`` (``favour``),
    ``posted`` (``promo``).
    """

    __slots__ = (*_BOXES, "map", "modules")

    map: Map
    modules: tuple[Module, ...]

    def __init__(self, players: int, side: Map, face_down: Sequence[int], modules: tuple[Module, ...] = ()) -> None:
        pieces = players * KINDS
        self.map = side
        self.modules = modules
        self.clock = [0, 0, 0, 0, sum(face_down), 0, 0, 0, 0, OPENING]
        self.at = [0] * (len(side.routes) * pieces)
        self.room = list(side.posts)
        vacant = sum(
            1 << route for route, (a, b) in enumerate(side.ends) if side.cities[a].offices or side.cities[b].offices
        )
        self.sets = [side.every_route, side.every_route, 0, vacant, 0]
        self.here = [0] * pieces
        self.full = [0] * players
        self.aboard = [0] * (len(side.routes) * players if side.maritime else 0)
        self.lying = [0] * len(side.routes)
        self.supply = [0, BOX.supply_merchants] * players
        free = (
            BOX.traders
            - BOX.track_traders
            - sum(s for s, a in zip(STEPS, BOX.abilities, strict=True) if not a.merchants)
        )
        self.stock = [free, 0] * players
        self.hand = [0] * (len(side.countries) * pieces)
        self.desk = [0] * (players * TRACKS)
        self.office = [0] * len(side.offices)
        self.filled = [0] * len(side.cities)
        self.control = [0] * len(side.cities)
        self.extra = [0] * EXTRAS
        self.extras = [0]
        self.beyond = [0] * (sum(PIECES) * players if side.green else 0)
        self.beyonds = [0]
        self.leave = [0, 0]
        self.special = [0] * len(side.special_spaces)
        self.owned = [0] * (players * MARKER_KINDS)
        self.used = [0] * (players * MARKER_KINDS)
        self.have = [0] * players
        self.plate = [0] * players
        self.down = [0] * (players * MARKER_KINDS)
        self.unseen = list(face_down)
        self.aside = [0] * MARKER_KINDS
        self.mission = [0] * players
        self.tiles = [0] * (len(BOX.tiles) + 1)
        self.posted = [0] * sum(each.copies for each in BOX.markers if each.posted)
        self.link = [0] * players

    def copy(self) -> RefereeBoard:
        twin = RefereeBoard.__new__(RefereeBoard)
        for name in _BOXES:
            setattr(twin, name, getattr(self, name)[:])
        twin.map, twin.modules = self.map, self.modules
        return twin

    def boxes(self) -> dict[str, list[int]]:
        return {name: getattr(self, name) for name in _BOXES}


assert PIECES[1] == sum(s for s, a in zip(STEPS, BOX.abilities, strict=True) if a.merchants) + BOX.supply_merchants
