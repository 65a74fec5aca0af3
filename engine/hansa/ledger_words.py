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


def reason(word: str) -> Text:
    return REASONS.get(word) or Text("{word}", word=word)


def place(word: str) -> Text:
    """The second word of a ledger line: a city, an ability, a count, "7x3" offices and key value, or a reason."""
    if word in COUNTRY_LABELS:
        return COUNTRY_LABELS[word]
    if word in _CITIES:
        return _CITIES[word]
    if word in ABILITY:
        return ABILITY_LABELS[ABILITY[word]]
    if word in REASONS:
        return REASONS[word]
    if word == "all":
        return Text("all three")
    kind, _, number = word.partition(".")
    if number.isdecimal() and number.isascii():
        if kind == "count":
            return Text("{count} markers", count=int(number))
        if kind == "space":
            return Text("space {points}", points=int(number))
        if kind == "cities":
            return Text("{count} cities", count=int(number))
    offices, _, keys = word.partition("x")
    if offices.isascii() and offices.isdecimal() and keys.isascii() and keys.isdecimal():
        return Text("{offices} offices × {keys}", offices=int(offices), keys=int(keys))
    return Text("{word}", word=word)


def when(at: int) -> Text:
    return Text("final") if at >= FINAL else Text("R{round}", round=at)
