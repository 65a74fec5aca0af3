"""The words of Hansa Teutonica's ledger: reasons, places and times, as every way writes them.

Knows nothing of a game; the score is the same list whoever keeps it.
"""

from __future__ import annotations

from engine.hansa.kinds import ABILITY
from engine.hansa.maps import SIDES, board_map
from engine.hansa.pieces import ABILITY_LABELS, COUNTRY_LABELS
from engine.hansa.points import FINAL
from engine.words import Text

# every reason a line of the ledger may have
REASONS = {
    "city": Text("City"),
    "coin": Text("Coin"),
    "eastwest": Text("East–West"),
    "abilities": Text("Abilities"),
    "markers": Text("Markers"),
    "special": Text("Special prestige"),
    "cities": Text("Cities controlled"),
    "network": Text("Network"),
    "country": Text("Country"),
    "missions": Text("Mission card"),
    "other": Text("Other"),
    "correction": Text("Correction"),
}
_CITIES = {city.key: Text(city.name) for side in map(board_map, SIDES) for city in side.cities}


def reason(reason: str) -> Text:
    return REASONS.get(reason) or Text("{word}", word=reason)


def place(place: str) -> Text:
    """The second word of a ledger line: a city, an ability, a count, "7x3" offices and key value, or a reason."""
    if place in COUNTRY_LABELS:
        return COUNTRY_LABELS[place]
    if place in _CITIES:
        return _CITIES[place]
    if place in ABILITY:
        return ABILITY_LABELS[ABILITY[place]]
    if place in REASONS:
        return REASONS[place]
    if place == "all":
        return Text("all three")
    kind, _, number = place.partition(".")
    if number.isdecimal() and number.isascii():
        if kind == "count":
            return Text("{count} markers", count=int(number))
        if kind == "space":
            return Text("space {points}", points=int(number))
        if kind == "cities":
            return Text("{count} cities", count=int(number))
    offices, _, keys = place.partition("x")
    if offices.isascii() and offices.isdecimal() and keys.isascii() and keys.isdecimal():
        return Text("{offices} offices × {keys}", offices=int(offices), keys=int(keys))
    return Text("{word}", word=place)


def when(when: int) -> Text:
    return Text("final") if when >= FINAL else Text("R{round}", round=when)
