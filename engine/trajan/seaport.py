"""The seaport action: draw two and discard one, take a discard, play one or two, ship (board: harbour).

Cards of a shipment are named one by one, wild commodity tiles last; each goes into the display at once, and a wild tile
out of the game. The shipment scores the side of the ship that is up; a coloured ship turns gray and stays usable.
"""

from __future__ import annotations

from engine.game import Game
from engine.title import Step
from engine.trajan import cards, forum
from engine.trajan.calendar import now
from engine.trajan.kinds import (
    BOX,
    CARD,
    CARDS,
    DIFFERENT,
    DISCARD,
    DONE,
    IDENTICAL,
    PAIRS_SHIP,
    SHIPS,
    WILD_COMMODITY,
    card_keys,
    discard_keys,
)
from engine.trajan.points import give

DRAW, PLAY = "draw", "play"
TAKE = ("take.1", "take.2")
SHIP_KEYS = tuple(f"ship.{word}" for word in SHIPS)
_SHIP = {key: ship for ship, key in enumerate(SHIP_KEYS)}
WILD = "wild"
NONE = -1
_DRAWN = 2
_PLAYED = 2
MOST = tuple(len(ship.coloured) for ship in BOX.ships)  # cards; for the pairs ship, pairs
_WITH_DONE = {words: (*words, DONE) for words in ((), (WILD,))}


def wilds(game: Game, seat: int) -> int:
    """How many wild commodity tiles the seat has."""
    return forum.on_mat(game, seat, WILD_COMMODITY)


# ---- the action


def options(game: Game, seat: int) -> tuple[str, ...]:
    board = game.board
    keys = [DRAW] if cards.can_draw(game) else []
    heights = board.heights
    if heights[0]:
        keys.append(TAKE[0])
    if heights[1]:
        keys.append(TAKE[1])
    has = board.holding[seat] or board.unknown[seat]
    if has:
        keys.append(PLAY)
    wild = wilds(game, seat)
    if has or wild:
        keys.append(SHIP_KEYS[IDENTICAL])
        first = seat * len(CARDS)
        if wild > 1 or max(board.hand[first : first + len(CARDS)]) > 1 or pair_kinds(game, seat, 0):
            keys.append(SHIP_KEYS[PAIRS_SHIP])
        keys.append(SHIP_KEYS[DIFFERENT])
    return tuple(keys)


def do(game: Game, seat: int, key: str) -> None:
    if key == DRAW:
        game.push(DISCARD_ONE, seat)
        cards.draw(game, seat, _DRAWN)
    elif key == PLAY:
        game.push(PLAY_CARD, seat, 0)
    elif key in TAKE:
        cards.take_top(game, seat, TAKE.index(key))
    else:
        _SHIPMENTS[_SHIP[key]](game, seat)


def _ask_discard(game: Game, seat: int) -> tuple[str, ...]:
    return discard_keys(cards.may_show(game, seat))


def _take_discard(game: Game, seat: int, key: str) -> None:
    card, pile = DISCARD[key]
    cards.discard(game, seat, card, pile)


def _ask_play(game: Game, seat: int, played: int) -> tuple[str, ...]:
    keys = card_keys(cards.may_show(game, seat))
    return (*keys, DONE) if played else keys


def _take_play(game: Game, seat: int, key: str, played: int) -> None:
    if key != DONE:
        cards.show(game, seat, CARD[key])
        played += 1
        if played < _PLAYED:
            game.push(PLAY_CARD, seat, played)
            return
    cards.draw(game, seat, played)


# ---- shipments


def _arrived(game: Game, seat: int, ship: int, units: int) -> None:
    """Score the side that is up and turn a coloured ship to gray."""
    board = game.board
    side = BOX.ships[ship].gray if board.gray[ship] else BOX.ships[ship].coloured
    give(game, seat, side[units - 1], "ship", f"{SHIPS[ship]}.{units}", now(game))
    if not board.gray[ship]:
        game.put(board.gray, ship, 1)


def _use(game: Game, seat: int, key: str) -> None:
    if key == WILD:
        forum.spend(game, seat, WILD_COMMODITY)
    else:
        cards.show(game, seat, CARD[key])


def _ask_same(game: Game, seat: int, kind: int, units: int, wild: int) -> tuple[str, ...]:
    """Equal cards. ``kind`` is NONE as long as only wild tiles are in the shipment, ``wild`` how many of these."""
    if units == MOST[IDENTICAL]:
        return ()
    more = (WILD,) if wilds(game, seat) else ()
    if not units:
        return card_keys(cards.may_show(game, seat)) + more
    if not wild and cards.most(game, seat, kind):
        return (CARDS[kind], *more, DONE)
    return _WITH_DONE[more]


def _take_same(game: Game, seat: int, key: str | None, kind: int, units: int, wild: int) -> None:
    if key is None or key == DONE:
        _arrived(game, seat, IDENTICAL, units)
        return
    _use(game, seat, key)
    if key == WILD:
        game.push(SAME, seat, kind, units + 1, wild + 1)
    else:
        game.push(SAME, seat, CARD[key], units + 1, wild)


def _ask_different(game: Game, seat: int, used: int, units: int, wild: int) -> tuple[str, ...]:
    """Cards all different. ``used`` is the set of kinds in the shipment."""
    if units == MOST[DIFFERENT]:
        return ()
    more = (WILD,) if wilds(game, seat) else ()
    keys = () if wild else card_keys(cards.may_show(game, seat) & ~used)
    return keys + _WITH_DONE[more] if units else keys + more


def _take_different(game: Game, seat: int, key: str | None, used: int, units: int, wild: int) -> None:
    if key is None or key == DONE:
        _arrived(game, seat, DIFFERENT, units)
        return
    _use(game, seat, key)
    if key == WILD:
        game.push(DIFFER, seat, used, units + 1, wild + 1)
    else:
        game.push(DIFFER, seat, used | 1 << CARD[key], units + 1, wild)


def pair_kinds(game: Game, seat: int, used: int) -> int:
    """The set of kinds, but for those used, of which the seat may make a pair, a wild tile included."""
    least = 1 if wilds(game, seat) else 2
    kinds = cards.may_show(game, seat) & ~used
    if least == 1:
        return kinds
    board = game.board
    if not board.unknown[seat]:
        first = seat * len(CARDS)
        hand = board.hand[first : first + len(CARDS)]
        return sum(1 << card for card, number in enumerate(hand) if number > 1) & kinds
    found = 0
    for card in range(len(CARDS)):
        if kinds >> card & 1 and cards.most(game, seat, card) >= least:
            found |= 1 << card
    return found


def _ask_pairs(game: Game, seat: int, used: int, units: int) -> tuple[str, ...]:
    """Pairs of different commodities: the first card of the next pair, or two wild tiles for a pair of their own."""
    if units == MOST[PAIRS_SHIP]:
        return ()
    keys = card_keys(pair_kinds(game, seat, used))
    more = (WILD,) if wilds(game, seat) > 1 else ()
    return keys + _WITH_DONE[more] if units else keys + more


def _take_pairs(game: Game, seat: int, key: str | None, used: int, units: int) -> None:
    if key is None or key == DONE:
        _arrived(game, seat, PAIRS_SHIP, units)
        return
    _use(game, seat, key)
    if key == WILD:
        _use(game, seat, key)
        game.push(PAIR, seat, used, units + 1)
    else:
        game.push(PAIR, seat, used | 1 << CARD[key], units + 1)
        game.push(SECOND, seat, CARD[key])


def _ask_second(game: Game, seat: int, kind: int) -> tuple[str, ...]:
    more = (WILD,) if wilds(game, seat) else ()
    return (CARDS[kind], *more) if cards.most(game, seat, kind) else more


def _take_second(game: Game, seat: int, key: str, kind: int) -> None:
    _use(game, seat, key)


DISCARD_ONE = Step("card.discard", _ask_discard, _take_discard)
PLAY_CARD = Step("card.play", _ask_play, _take_play)
SAME = Step("ship.identical", _ask_same, _take_same)
DIFFER = Step("ship.different", _ask_different, _take_different)
PAIR = Step("ship.pairs", _ask_pairs, _take_pairs)
SECOND = Step("ship.second", _ask_second, _take_second)
_SHIPMENTS = {
    IDENTICAL: lambda game, seat: game.push(SAME, seat, NONE, 0, 0),
    PAIRS_SHIP: lambda game, seat: game.push(PAIR, seat, 0, 0),
    DIFFERENT: lambda game, seat: game.push(DIFFER, seat, 0, 0, 0),
}
