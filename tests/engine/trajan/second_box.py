"""What lies in the box of Trajan, as the tables of the fact sheet give it, for the second table.

No table of the engine.
"""

from __future__ import annotations

from collections import Counter

ACTIONS = ["seaport", "forum", "military", "senate", "trajan", "construction"]
COLOURS = ["blue", "yellow", "green", "orange", "pink", "white"]
LETTERS = {"B": "blue", "Y": "yellow", "G": "green", "O": "orange", "P": "pink", "W": "white"}
DEMANDS = ["bread", "games", "religion"]
CARDS = ["columns", "hides", "scrolls", "oils", "fruit", "lamps", "wine", "fish", "goldware", "gems", "cattle", "wheat"]
SHIPS = {
    "identical": ([2, 6, 12, 20], [0, 1, 7, 15]),
    "pairs": ([5, 10, 15], [1, 6, 11]),
    "different": ([2, 4, 6, 8], [0, 1, 3, 5]),
}
STACKS: dict[str, list[str]] = {
    "cards": [f"cards.{pair}" for pair in ["BB", "OO", "YY", "BO", "WB", "GP", "PW", "OY", "YG"]],
    "nine": [f"nine.{pair}" for pair in ["BB", "GG", "OO", "PP", "WW", "YY", "BW", "OW", "YW"]],
    "workers": [f"workers.{pair}" for pair in ["GO", "PO", "WO", "YO", "BG", "OO", "YY", "OY", "BY"]],
    "legionnaires": [f"legionnaires.{pair}" for pair in ["BB", "GB", "PB", "WB", "YB", "GY", "PY", "WY", "OB"]],
    "plus-two": [f"plus-two.{pair}" for pair in ["PP", "WW", "BP", "GP", "OP", "YP", "PW", "PW", "GW"]],
    "demand": [
        "bread.PP",
        "bread.GG",
        "bread.OG",
        "games.GG",
        "games.PG",
        "games.YG",
        "religion.WW",
        "religion.WG",
        "religion.BO",
    ],
}
TWO_TOKENS = (
    *("workers.OO", "workers.YY", "workers.OY", "workers.BY"),
    *("legionnaires.GY", "legionnaires.PY", "legionnaires.WY", "legionnaires.OB"),
)
FORUM = Counter(
    {f"forum.vote.{n}": 3 for n in (2, 3, 4, 5)}
    | {f"forum.{word}": 14 for word in DEMANDS}
    | {"forum.wild-commodity": 3, "forum.wild-demand": 3, "forum.wild-construction": 2, "forum.wild-extra": 2}
    | {f"forum.extra-{word}": 1 for word in ACTIONS}
)
PROVINCES = {
    "alpes": (3, "narbonensis lugudunensis belgica raetia"),
    "raetia": (3, "alpes belgica germania-superior noricum"),
    "noricum": (5, "raetia"),
    "narbonensis": (6, "aquitania lugudunensis alpes"),
    "lugudunensis": (6, "aquitania narbonensis alpes belgica britannia"),
    "belgica": (6, "lugudunensis alpes raetia germania-superior germania-inferior britannia"),
    "germania-superior": (6, "belgica raetia germania-inferior"),
    "aquitania": (10, "lugudunensis narbonensis"),
    "britannia": (10, "lugudunensis belgica germania-inferior"),
    "germania-inferior": (10, "belgica germania-superior britannia"),
}
GRANTS = {"stairs": "forum", "door": "senate", "fountain": "seaport", "roof": "trajan", "window": "military"}
BONUS_CARDS = ["columns-hides", "scrolls-oils", "fruit-lamps", "wine-fish", "goldware-gems", "cattle-wheat"]
BONUS = [*BONUS_CARDS, *DEMANDS, "workers", "legionnaires", "yellow"]
