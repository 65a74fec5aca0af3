"""Commodity cards: the face-down pile, the two discard piles, hands and displays (board: harbour).

Where hands are hidden a hand is a set of known cards and a number of unknown ones; ``unseen`` counts the cards that
are in the pile or in unknown hands. Whatever card is consistent with that may be shown; a known one goes first, which
leaves exactly the hands that are still possible. Where hands are seen, every card drawn is an answer of the TABLE.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import TABLE, Game
from engine.title import Step
from engine.trajan import kinds
from engine.trajan.board import SEEN
from engine.trajan.kinds import CARD_WORDS, CARDS, DECK, PILES
from engine.words import Text

_KINDS = len(CARDS)

# ---- what anyone may ask


def can_draw(game: Game) -> bool:
    """Whether the face-down pile has a card, or could be made anew from the discards."""
    board = game.board
    if board.pile[0]:
        return True
    return game.options["reshuffle"] == "yes" and max(board.heights) > 1


def in_hand(game: Game, seat: int) -> int:
    """How many cards the seat holds."""
    board = game.board
    first = seat * _KINDS
    known: list[int] = board.hand[first : first + _KINDS]
    return sum(known) + int(board.unknown[seat])


def unseen_set(game: Game) -> int:
    """The set of kinds that may lie in the pile or in unknown hands."""
    found = 0
    for card, number in enumerate(game.board.unseen):
        if number:
            found |= 1 << card
    return found


def may_show(game: Game, seat: int) -> int:
    """The set of kinds that the seat may hold at least one card of."""
    board = game.board
    held: int = board.holding[seat]
    return held | unseen_set(game) if board.unknown[seat] else held


def most(game: Game, seat: int, card: int) -> int:
    """How many cards of a kind the seat may hold at most."""
    board = game.board
    known: int = board.hand[seat * _KINDS + card]
    return known + min(board.unknown[seat], board.unseen[card]) if board.unknown[seat] else known


def top(game: Game, pile: int) -> int:
    """The card on top of a discard pile; −1 if the pile is empty."""
    board = game.board
    height: int = board.heights[pile]
    return board.discards[pile * DECK + height - 1] if height else -1


# ---- moving cards


def gain(game: Game, seat: int, card: int) -> None:
    """A known card comes into a hand."""
    board, put = game.board, game.put
    place = seat * _KINDS + card
    had = board.hand[place]
    put(board.hand, place, had + 1)
    if not had:
        put(board.holding, seat, board.holding[seat] | 1 << card)


def lose(game: Game, seat: int, card: int) -> None:
    """A card leaves a hand and is seen: a known one, or else one of the unknown."""
    board, put = game.board, game.put
    place = seat * _KINDS + card
    had = board.hand[place]
    if had:
        put(board.hand, place, had - 1)
        if had == 1:
            put(board.holding, seat, board.holding[seat] & ~(1 << card))
    else:
        put(board.unknown, seat, board.unknown[seat] - 1)
        put(board.unseen, card, board.unseen[card] - 1)


def show(game: Game, seat: int, card: int) -> None:
    """A card goes from the hand into the display."""
    lose(game, seat, card)
    place = seat * _KINDS + card
    game.put(game.board.display, place, game.board.display[place] + 1)


def discard(game: Game, seat: int, card: int, pile: int) -> None:
    """A card goes from the hand onto a discard pile."""
    lose(game, seat, card)
    _lay(game, card, pile)


def _lay(game: Game, card: int, pile: int) -> None:
    board = game.board
    height = board.heights[pile]
    game.put(board.discards, pile * DECK + height, card)
    game.put(board.heights, pile, height + 1)


def _from_pile(game: Game, card: int) -> None:
    board = game.board
    game.put(board.unseen, card, board.unseen[card] - 1)
    game.put(board.pile, 0, board.pile[0] - 1)


def _ready(game: Game) -> bool:
    """Make sure that the face-down pile has a card, from the discards if need be (option ``reshuffle``): all but the
    two top ones. False if there is none."""
    board = game.board
    if board.pile[0]:
        return True
    if not can_draw(game):
        return False
    found = 0
    for pile in range(PILES):
        first, height = pile * DECK, board.heights[pile]
        if height > 1:
            for place in range(first, first + height - 1):
                card = board.discards[place]
                game.put(board.unseen, card, board.unseen[card] + 1)
            game.put(board.discards, first, board.discards[first + height - 1])
            game.put(board.heights, pile, 1)
            found += height - 1
    game.put(board.pile, 0, found)
    game.tell("drawn", TABLE, Text("{count} discards are shuffled: a new pile", count=found), 0, "hand")
    return True


def draw(game: Game, seat: int, number: int) -> None:
    """A seat draws so many cards from the face-down pile, as far as there are any: seen ones are asked of the TABLE."""
    board = game.board
    if board.hands[0] == SEEN:
        if number and _ready(game):
            game.push(DRAW, TABLE, seat, number)
        return
    drawn = 0
    while drawn < number and _ready(game):
        game.put(board.pile, 0, board.pile[0] - 1)
        drawn += 1
    game.put(board.unknown, seat, board.unknown[seat] + drawn)


def take_top(game: Game, seat: int, pile: int) -> None:
    """A seat takes the top card of a discard pile. An emptied pile gets the top card of the face-down pile."""
    board = game.board
    gain(game, seat, top(game, pile))
    game.put(board.heights, pile, board.heights[pile] - 1)
    if not board.heights[pile]:
        turn_up(game, pile)


def turn_up(game: Game, pile: int) -> None:
    """The top card of the face-down pile is turned onto a discard pile, if there is one."""
    if _ready(game):
        game.push(TURN_UP, TABLE, pile)


# ---- answers of the TABLE


def _ask_drawn(game: Game, _: int, *details: int) -> Sequence[str]:
    return [word for word, number in zip(CARD_WORDS, game.board.unseen, strict=True) if number]


def _take_drawn(game: Game, _: int, key: str, seat: int, number: int) -> None:
    card = kinds.CARD_OF[key]
    _from_pile(game, card)
    gain(game, seat, card)
    draw(game, seat, number - 1)


def _take_turned(game: Game, _: int, key: str, pile: int) -> None:
    card = kinds.CARD_OF[key]
    _from_pile(game, card)
    _lay(game, card, pile)


def odds(game: Game) -> list[int]:
    """Weights of the cards that may come from the pile, in the order of the keys."""
    return [number for number in game.board.unseen if number]


DRAW = Step("card.draw", _ask_drawn, _take_drawn)
TURN_UP = Step("card.turn", _ask_drawn, _take_turned)
