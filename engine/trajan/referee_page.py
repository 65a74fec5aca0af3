"""What the referee shows of itself: the page, the plain state, the lines of a seat's final score.

Reads the boxes and changes nothing. What a seat holds in hand is for that seat alone: to others it is a number.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.game import Game
from engine.trajan import calendar, cards, count, demands, kinds, scorekeeper_page, sheet
from engine.trajan.board import SEEN
from engine.trajan.calendar import COUNTING, PLAYING
from engine.trajan.kinds import (
    ACTIONS,
    BONUS,
    BUILDINGS,
    CAMP,
    CARDS,
    COLOURS,
    DECK,
    GOODS,
    OFF,
    PILES,
    PROVINCES,
    SHIPS,
    SITES,
    STACKS,
    TILE_WORDS,
    TRAYS,
    TYPES,
)
from engine.words import Page, Row, Text

_SETTLING = ("demand.pay", "quarter.bonus", "refill.")


def page(game: Game) -> Page:
    """The page of the scorekeeper, with a status for what only the referee asks."""
    found = scorekeeper_page.page(game)
    if game.decision is None:
        return found
    if not game.turn[0]:
        return found._replace(status=Text("set-up"), left=Text(""), track=None)
    if game.decision.kind.startswith(_SETTLING):
        return found._replace(status=Text("Q{quarter} ends", quarter=game.board.clock[calendar.QUARTER]))
    return found


def today(game: Game) -> list[int]:
    """What final scoring would add to each seat today; nothing once it has been done."""
    if game.board.clock[COUNTING] != PLAYING:
        return [0] * game.players
    return [sum(line.amount for line in count.lines(game, seat)) for seat in range(game.players)]


def summary(game: Game, seat: int) -> list[Row]:
    """What a seat has, then what final scoring brought; during play, what it would bring today."""
    if game.board.clock[COUNTING] != PLAYING:
        return sheet.summary(game, seat)
    sums = dict.fromkeys(sheet.REASONS, 0)
    for line in count.lines(game, seat):
        sums[line.reason] += line.amount
    return sheet.lines(seat, game.points[seat], sums)


# ---- plain state


def _some(words: tuple[str, ...], counts: list[int]) -> dict[str, int]:
    """The counts that are not 0, by word."""
    return {word: number for word, number in zip(words, counts, strict=True) if number} if any(counts) else {}


@cache
def _markers(packed: int) -> tuple[tuple[str, int], ...]:
    """The markers of a packed number: colour and how many."""
    return tuple((word, kinds.count(packed, index)) for index, word in enumerate(COLOURS) if kinds.count(packed, index))


def _tray(packed: int) -> dict[str, int]:
    return dict(_markers(packed))


def _tile(number: int) -> str | None:
    return TILE_WORDS[number - 1] if number else None


def _hand(game: Game, seat: int) -> dict[str, int]:
    first = seat * len(CARDS)
    return _some(CARDS, game.board.hand[first : first + len(CARDS)])


def _seat(game: Game, seat: int, shown: bool) -> dict[str, Any]:
    board = game.board

    def mine(box: list[int], number: int) -> list[int]:
        return box[seat * number : (seat + 1) * number]

    found: dict[str, Any] = {
        "trays": [_tray(packed) for packed in mine(board.trays, TRAYS)],
        "circle": [_tile(number) for number in mine(board.circle, TRAYS)],
        "arch": None if board.arch[seat] == OFF else board.arch[seat],
        "kept": _some(demands.DEMANDS, mine(board.kept, len(demands.DEMANDS))),
        "plus_two": list(kinds.words_of(ACTIONS, board.plus[seat])),
        "tiles": _some(GOODS, mine(board.mats, len(GOODS))),
        "supply": board.supply[seat],
        "workers": board.workers[seat],
        "legionnaires": board.legionnaires[seat],
        "leader": "camp" if board.leader[seat] == CAMP else PROVINCES[board.leader[seat]],
        "provinces": list(kinds.words_of(PROVINCES, board.legion[seat])),
        "sites": [site for site in range(SITES) if board.sites[seat] >> site & 1],
        "built": _some(TYPES, mine(board.built, len(TYPES))),
        "display": _some(CARDS, mine(board.display, len(CARDS))),
        "cards": cards.in_hand(game, seat),
        "unknown": board.unknown[seat],
        "first_bonus": BONUS[board.first[seat] - 1].word if board.first[seat] else None,
    }
    if shown:
        found["hand"] = _hand(game, seat)
    return found


def state(game: Game, viewer: int | None) -> dict[str, Any]:
    """Everything that the companion knows, as plain data. For a viewer other hands are numbers, and what could be
    worked out of them (the cards not seen) is left out."""
    board = game.board
    found = scorekeeper_page.shared_state(game)
    found |= {
        "hands": "seen" if board.hands[0] == SEEN else "hidden",
        "extra_tiles_spent": board.spent[0],
        "seats": [_seat(game, seat, viewer in (None, seat)) for seat in range(game.players)],
        "stacks": {word: _tile(top) for word, top in zip(STACKS, board.tops, strict=True)},
        "stack_tiles_left": _some(TILE_WORDS, board.unturned),
        "fulfilled": _some(TILE_WORDS, board.fulfilled),
        "forum": _some(GOODS, board.market),
        "face_down": _some(GOODS, board.stock),
        "out": _some(GOODS, board.gone),
        "provinces": {word: GOODS[tile - 1] for word, tile in zip(PROVINCES, board.lying, strict=True) if tile},
        "sites": [BUILDINGS[tile - 1] if tile else None for tile in board.standing],
        "ships": {word: "gray" if gray else "coloured" for word, gray in zip(SHIPS, board.gray, strict=True)},
        "discards": [
            [CARDS[card] for card in board.discards[pile * DECK : pile * DECK + board.heights[pile]]]
            for pile in range(PILES)
        ],
        "pile": board.pile[0],
        "beside_senate": [BONUS[tile - 1].word for tile in board.beside if tile],
        "bag": [tile.word for tile, there in zip(BONUS, board.bag, strict=True) if there],
    }
    if viewer is None:
        found["unseen_cards"] = _some(CARDS, board.unseen)
        decision = game.decision
        found["asked"] = None if decision is None else {"seat": decision.seat, "kind": decision.kind}
    return found
