"""Tags at the referee's questions: which answer the word of a piece names.

Reads the open decision and the boxes and changes nothing. A tag's word is mostly the key itself; where the answer is a
place (a stack, a site, a pile), it is the one at which that piece lies.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.trajan import cards, military, seaport
from engine.trajan.kinds import (
    BUILDINGS,
    CARD,
    DISCARD,
    EXTRA_TILES,
    GOODS,
    LEADER_TO,
    SITE,
    STACK,
    TILE_WORDS,
    WILD_EXTRA,
)
from engine.trajan.referee_words import asked_demand


def _named_card(game: Game, kind: str, card: str) -> tuple[str, ...]:
    if kind == "card.discard":
        return tuple(key for key in DISCARD if key.rpartition("-")[0] == card)
    if kind in ("action.seaport", "setup.card"):
        return tuple(key for pile, key in enumerate(seaport.TAKE) if cards.top(game, pile) == CARD[card])
    return (card,)


def _led_to(game: Game, seat: int, stem: str, word: str) -> tuple[str, ...]:
    """A province is led to, or settled where the leader stands; a tile is fetched from where it lies."""
    board, rest = game.board, word.partition(".")[2]
    if stem == "province":
        there = f"leader.{rest}"
        return (military.SETTLE,) if LEADER_TO.get(there) == board.leader[seat] else (there,)
    if word in GOODS:
        return tuple(key for key, province in LEADER_TO.items() if board.lying[province] == GOODS.index(word) + 1)
    return (word,)


def named(game: Game, word: str) -> Sequence[str]:
    """The answers to the open question that a tag's word names."""
    decision = game.decision
    if decision is None:
        return ()
    board, kind = game.board, decision.kind
    stem, _, rest = word.partition(".")
    found: tuple[str, ...] = (word,)
    if stem in ("demand", "bonus") and kind in ("demand.reveal", "quarter.bonus"):
        found = (rest,)
    elif stem == "card" and rest in CARD and word not in decision.keys:
        found = _named_card(game, kind, rest)
    elif stem == "construction" and kind == "action.construction" and word in BUILDINGS:
        tile = BUILDINGS.index(word) + 1
        found = tuple(key for key, site in SITE.items() if board.standing[site] == tile)
    elif stem == "trajan" and kind in ("action.trajan", "draft.tile"):
        found = tuple(
            key for key, stack in STACK.items() if board.tops[stack] and TILE_WORDS[board.tops[stack] - 1] == word
        )
    elif kind == "action.military":
        found = _led_to(game, decision.seat, stem, word)
    elif kind == "extra.tile" and word in GOODS:
        mine = GOODS.index(word)
        found = ("wild",) if mine == WILD_EXTRA else ("extra",) if mine in EXTRA_TILES[game.details[0]] else ()
    elif kind == "demand.pay" and stem == "forum":
        found = ("wild",) if rest == "wild-demand" else (("tile",) if rest == asked_demand(game) else ())
    elif word == "forum.wild-commodity" and kind.startswith("ship."):
        found = ("wild",)
    return tuple(key for key in decision.keys if key in found)
