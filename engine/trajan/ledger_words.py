"""The words of Trajan's ledger: reasons, places and times, as every way writes them.

Knows nothing of a game; the score is the same list whoever keeps it.
"""

from __future__ import annotations

from engine.trajan.components import components
from engine.trajan.pieces import trajan_tile_label
from engine.trajan.points import FINAL, QUARTER_END
from engine.words import Text

_BONUS = {tile.word: Text(tile.label) for tile in components().bonus_tiles}
_TYPES = {kind.word: Text(kind.label) for kind in components().construction_types}

# every reason a line of the ledger may have
REASONS = {
    "tile": Text("Trajan tiles"),
    "construction": Text("Construction"),
    "province": Text("Provinces"),
    "ship": Text("Ships"),
    "senate": Text("Senate"),
    "demands": Text("Demands"),
    "bonus": Text("Bonus tiles"),
    "hand": Text("Cards in hand"),
    "camps": Text("Camps"),
    "circle": Text("Action circle"),
    "sets": Text("Sets"),
    "other": Text("Other"),
    "correction": Text("Correction"),
}
_PROVINCES = {province.word: Text(province.label) for province in components().provinces}
_SHIPS = {ship.word: Text(ship.label) for ship in components().ships}
_TRAJAN_TILES = {tile.word: trajan_tile_label(tile) for stack in components().stacks for tile in stack.tiles}
_CAMPS = {"workers": Text("workers"), "legionnaires": Text("legionnaires")}


def reason(reason: str) -> Text:
    return REASONS.get(reason) or Text(reason)


def place(place: str) -> Text:
    """The second word of a ledger line: an answer ("build.3"), a space, a tile, or what a correction puts right."""
    for known in (REASONS, _TYPES, _BONUS, _CAMPS, _PROVINCES, _TRAJAN_TILES):
        if place in known:
            return known[place]
    kind, _, number = place.partition(".")
    if kind == "space":
        return Text("space {space}", space=int(number))
    if kind == "unmet":
        return Text("{count} unmet", count=int(number))
    if kind == "build":
        return Text("tile {points}", points=int(number))
    if kind in _TYPES:
        return Text("{type} {value}", type=_TYPES[kind], value=int(number))
    if kind in _SHIPS:
        return Text("{ship}: {units}", ship=_SHIPS[kind], units=int(number))
    if kind in ("province", "ship", "tile"):
        return Text("worth {points}", points=int(number))
    return Text(place)


def when(when: int) -> Text:
    if when >= FINAL:
        return Text("final")
    quarter_, round_ = divmod(when, 10)
    if round_ == QUARTER_END:
        return Text("Q{quarter} end", quarter=quarter_)
    return Text("Q{quarter} R{round}", quarter=quarter_, round=round_)
