"""The pieces of Hansa Teutonica as small numbers, for the boxes: kinds of piece, abilities, markers.

A piece on the board is one number, ``seat * 2 + kind``. A set of markers is one number with a bit for each kind. No
state and no rule; the facts are the components'.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.hansa.components import Marker, components

BOX = components()

TRADER, MERCHANT = 0, 1
KINDS = 2
KIND_WORDS = ("trader", "merchant")
KIND = {word: kind for kind, word in enumerate(KIND_WORDS)}
PIECES = (BOX.traders, BOX.merchants)  # of a seat, by kind

ABILITIES = tuple(each.word for each in BOX.abilities)
ABILITY = {word: index for index, word in enumerate(ABILITIES)}
TRACKS = len(ABILITIES)
KEYS, ACTIONS, PRIVILEGE, BOOK, BANK = (ABILITY[word] for word in ("keys", "actions", "privilege", "book", "bank"))
COVER = tuple(MERCHANT if each.merchants else TRADER for each in BOX.abilities)

MARKERS = tuple(each.word for each in BOX.markers)
MARKER = {word: index for index, word in enumerate(MARKERS)}
MARKER_KINDS = len(MARKERS)
EXTRA_OFFICE, EXCHANGE, MOVE_3, DEVELOP, ACTIONS_3, ACTIONS_4 = (
    MARKER[word] for word in ("extra-office", "exchange", "move-3", "develop", "actions-3", "actions-4")
)
BONUS_SWAP, TRIBUTE, BLOCK = (MARKER[word] for word in ("bonus-swap", "tribute", "block"))
START_MARKERS = tuple(kind for kind, each in enumerate(BOX.markers) for _ in range(each.start))

# where an Emperor tile is: not in this game, face up, or its owner's (TILE_OWNED + seat)
TILE_OUT, TILE_SHOWN, TILE_OWNED = range(3)

# a piece as an answer where seats are mixed: "trader.2"
PIECE_KEYS = tuple(f"{KIND_WORDS[piece % KINDS]}.{piece // KINDS}" for piece in range(KINDS * len(BOX.colours)))
PIECE = {key: piece for piece, key in enumerate(PIECE_KEYS)}
SEAT_KEYS = tuple(f"seat.{seat}" for seat in range(len(BOX.colours)))


def desk_values(bank: str) -> tuple[tuple[int, ...], ...]:
    """The values of every track, by ability, with the Bank as the switch has it."""
    return tuple(each.values or BOX.banks[bank] for each in BOX.abilities)


# pieces that cover each track at the start
STEPS = tuple(len(values) - 1 for values in desk_values(next(iter(BOX.banks))))


def copies(options: Mapping[str, str]) -> tuple[int, ...]:
    """How many of each kind of marker are taken from the box, those that are then set aside included."""
    first = options["marker_mix"] == "first_edition"
    return tuple(
        _brought(each, options[each.option]) if each.option else each.first if first and each.first else each.copies
        for each in BOX.markers
    )


def _brought(marker: Marker, value: str) -> int:
    """How many an option brings: it says how many, or what the one that there is is called."""
    return int(value) if marker.replaces else int(bool(value))


def face_down(options: Mapping[str, str]) -> tuple[int, ...]:
    """How many of each kind are shuffled face down, those that are then set aside included."""
    return tuple(count - each.start for count, each in zip(copies(options), BOX.markers, strict=True))


def set_aside(options: Mapping[str, str]) -> int:
    """How many silver markers make way for promo markers, so that the total stays."""
    return sum(_brought(each, options[each.option]) for each in BOX.markers if each.replaces)


def all_markers(options: Mapping[str, str]) -> int:
    """How many markers the game is played with."""
    return sum(copies(options)) - set_aside(options)
