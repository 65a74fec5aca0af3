"""The pieces of Trajan as small numbers, for the boxes of the referee.

Every kind of tile, card and place has an index, and most questions are answered by a table made here once: the markers
of a tray as one packed number, the keys of every set of kinds. No state and no rule; the facts are the components'.

A tray's markers are one number: two bits a colour, blue lowest. A set of kinds is one number with a bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from engine.trajan.components import TrajanTile, components

Value = TypeVar("Value")

BOX = components()
SKIP = "skip"
DONE = "done"

# ---- action circle

ACTIONS = BOX.actions  # by tray and slot, clockwise from I
TRAYS = len(ACTIONS)
ACTION = {word: index for index, word in enumerate(ACTIONS)}
OFF = TRAYS  # the arch stands beside the circle

COLOURS = BOX.markers
_INITIAL = {word[0].upper(): index for index, word in enumerate(COLOURS)}
ONE = tuple(1 << 2 * colour for colour in range(len(COLOURS)))  # a single marker, as a packed number
COLOUR = {word: ONE[index] for index, word in enumerate(COLOURS)}


class _Worked(dict[int, Value]):
    """A table of what belongs to a number, worked out where it is first looked up."""

    def __init__(self, work: Callable[[int], Value]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, number: int) -> Value:
        value = self[number] = self._work(number)
        return value


def count(packed: int, colour: int) -> int:
    """How many markers of a colour are in a packed number."""
    return packed >> 2 * colour & 3


def _holds(packed: int) -> int:
    found = 0
    for colour in range(len(COLOURS)):
        number = count(packed, colour)
        found |= (number > 0) << colour | (number > 1) << len(COLOURS) + colour
    return found


# Of a tray's markers: how many, which colours, and what a Trajan tile may need of them (a bit for one marker of a
# colour, a bit further up for two).
MARKERS = _Worked(lambda packed: sum(count(packed, colour) for colour in range(len(COLOURS))))
COLOUR_KEYS = _Worked(lambda packed: tuple(word for colour, word in enumerate(COLOURS) if count(packed, colour)))
HOLDS = _Worked(_holds)
ALL_MARKERS = sum(BOX.markers_each * one for one in ONE)


# Two markers as an answer: "blue-yellow", in the order of the colours.
PAIRS = {
    f"{COLOURS[one]}-{COLOURS[other]}": ONE[one] + ONE[other]
    for one in range(len(COLOURS))
    for other in range(one, len(COLOURS))
}

PAIR_NEEDS = {key: HOLDS[pair] for key, pair in PAIRS.items()}


# ---- Trajan tiles: an index for each kind; only two of the 54 are equal


def _tiles() -> tuple[tuple[TrajanTile, ...], tuple[int, ...], tuple[int, ...]]:
    found: dict[str, tuple[TrajanTile, int, int]] = {}
    for place, stack in enumerate(BOX.stacks):
        for tile in stack.tiles:
            copies = found[tile.word][2] if tile.word in found else 0
            found[tile.word] = (tile, place, copies + 1)
    tiles, stacks, copies_ = zip(*found.values(), strict=True)
    return tiles, stacks, copies_


def _needs(tile: TrajanTile) -> int:
    one, other = (_INITIAL[letter] for letter in tile.colours)
    return 1 << len(COLOURS) + one if one == other else 1 << one | 1 << other


TILES, TILE_STACK, TILE_COPIES = _tiles()
TILE_WORDS = tuple(f"trajan.{tile.word}" for tile in TILES)
TILE = {word: index for index, word in enumerate(TILE_WORDS)}
NEEDS = tuple(_needs(tile) for tile in TILES)
STACKS = tuple(stack.word for stack in BOX.stacks)
STACK_KEYS = tuple(f"stack.{word}" for word in STACKS)
STACK = {key: index for index, key in enumerate(STACK_KEYS)}
STACK_TILES = tuple(
    tuple(index for index in range(len(TILES)) if TILE_STACK[index] == stack) for stack in range(len(STACKS))
)

# ---- forum tiles, then the extra action tiles with a back of their own: one numbering for market and mats

FORUM_WORDS = tuple(f"forum.{tile.word}" for tile in BOX.forum_tiles)
EXTRA_WORDS = tuple(f"extra.{word}" for word in ACTIONS)
GOODS = (*FORUM_WORDS, *EXTRA_WORDS)
GOOD = {word: index for index, word in enumerate(GOODS)}
GREEN = len(FORUM_WORDS)  # kinds from here on have the yellow back
GOOD_COPIES = (*(tile.copies for tile in BOX.forum_tiles), *(BOX.extra_each for _ in ACTIONS))
VOTES = (*(tile.votes for tile in BOX.forum_tiles), *(0 for _ in ACTIONS))
VOTE_TILES = tuple(kind for kind, votes in enumerate(VOTES) if votes)
DEMAND_TILES = tuple(GOOD[f"forum.{word}"] for word in BOX.demands)
WILD_COMMODITY, WILD_DEMAND, WILD_CONSTRUCTION, WILD_EXTRA = (
    GOOD[f"forum.wild-{what}"] for what in ("commodity", "demand", "construction", "extra")
)
# by action: the tile with the forum back, then the one with the yellow back
EXTRA_TILES = tuple((GOOD[f"forum.extra-{word}"], GOOD[f"extra.{word}"]) for word in ACTIONS)


@cache
def good_keys(kinds: int) -> tuple[str, ...]:
    """The words of a set of kinds of forum and extra action tiles."""
    return words_of(GOODS, kinds)


# ---- commodities

CARDS = BOX.commodities
CARD = {word: index for index, word in enumerate(CARDS)}
CARD_WORDS = tuple(f"card.{word}" for word in CARDS)
CARD_OF = {word: index for index, word in enumerate(CARD_WORDS)}
PILES = BOX.discard_piles
DECK = len(CARDS) * BOX.commodity_each
SHIPS = tuple(ship.word for ship in BOX.ships)
IDENTICAL, PAIRS_SHIP, DIFFERENT = range(len(SHIPS))


@cache
def card_keys(kinds: int) -> tuple[str, ...]:
    """The words of a set of commodities."""
    return words_of(CARDS, kinds)


@cache
def discard_keys(kinds: int) -> tuple[str, ...]:
    """A card of that set onto either discard pile: "fish-1"."""
    return tuple(f"{word}-{pile + 1}" for word in words_of(CARDS, kinds) for pile in range(PILES))


DISCARD = {f"{word}-{pile + 1}": (card, pile) for word, card in CARD.items() for pile in range(PILES)}

# ---- provinces

PROVINCES = tuple(province.word for province in BOX.provinces)
CAMP = len(PROVINCES)
PROVINCE_POINTS = tuple(province.points for province in BOX.provinces)
_HERE = {word: index for index, word in enumerate((*PROVINCES, "camp"))}
LEADER_TO = {f"leader.{word}": index for index, word in enumerate(PROVINCES)}
BORDERS = (
    *(tuple(_HERE[word] for word in province.next_to if word != "camp") for province in BOX.provinces),
    tuple(index for index, province in enumerate(BOX.provinces) if "camp" in province.next_to),
)

# ---- construction district

ROWS, COLUMNS = BOX.construction_rows, BOX.construction_columns
SITES = ROWS * COLUMNS
ALL_SITES = (1 << SITES) - 1
_FIRST_COLUMN = sum(1 << row * COLUMNS for row in range(ROWS))
_LAST_COLUMN = _FIRST_COLUMN << COLUMNS - 1
SITE_KEYS = tuple(f"site.{site}" for site in range(SITES))
SITE = {key: site for site, key in enumerate(SITE_KEYS)}
TYPES = tuple(kind.word for kind in BOX.construction_types)
VALUES = BOX.construction_values
BUILDINGS = tuple(f"construction.{word}.{value}" for word in TYPES for value in VALUES)
BUILDING = {word: index for index, word in enumerate(BUILDINGS)}
GRANTS = tuple(ACTION[kind.grants] for kind in BOX.construction_types)


@cache
def site_keys(sites: int) -> tuple[str, ...]:
    """The keys of a set of sites."""
    return words_of(SITE_KEYS, sites)


def beside(sites: int) -> int:
    """The sites that share an edge with one of a set; none of the set itself."""
    spread = (sites & ~_LAST_COLUMN) << 1 | (sites & ~_FIRST_COLUMN) >> 1 | sites << COLUMNS | sites >> COLUMNS
    return spread & ALL_SITES & ~sites


# ---- bonus tiles

BONUS = BOX.bonus_tiles
BONUS_WORDS = tuple(f"bonus.{tile.word}" for tile in BONUS)
BONUS_OF = {word: index for index, word in enumerate(BONUS_WORDS)}


def words_of(words: Sequence[str], kinds: int) -> tuple[str, ...]:
    """The words of a set of kinds, in their order."""
    return tuple(word for kind, word in enumerate(words) if kinds >> kind & 1)
