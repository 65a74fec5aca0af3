"""The set-up as the referee asks for it: what lies on the table, then what the players choose (rule sheet, section 3).

What is drawn is an answer of the TABLE, one question a place (``lay.raetia``, ``lay.site.7``), so that a set-up code,
the companion's draws or hands at the table can give it; the keys are the words of the pieces' tags. Then, in turn
order: starting markers, first cards, first Trajan tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import TABLE, Game
from engine.title import Step, nothing
from engine.trajan import arch, calendar, cards, forum, kinds, senate
from engine.trajan.board import HIDDEN, SEEN
from engine.trajan.kinds import (
    ACTION,
    ACTIONS,
    ALL_MARKERS,
    BONUS_OF,
    BONUS_WORDS,
    BOX,
    BUILDING,
    BUILDINGS,
    CARD_WORDS,
    GOOD,
    HOLDS,
    PAIR_NEEDS,
    PAIRS,
    PILES,
    PROVINCES,
    SITES,
    STACK,
    STACKS,
    TILE,
    TRAYS,
    count,
)

HANDS = ("hidden", "seen")
FIRST_DRAW = "draw"
_TAKE = tuple(f"take.{pile + 1}" for pile in range(PILES))
_SLOTS = BOX.first_tile_slots


def begin(game: Game) -> None:
    game.push(START, TABLE)


# ---- start player, hands


def _ask_start(game: Game, _: int) -> tuple[str, ...]:
    return calendar.SEAT_KEYS[: game.players]


def _take_start(game: Game, _: int, key: str) -> None:
    start = int(key.removeprefix("seat."))
    order = [(start + step) % game.players for step in range(game.players)]
    senate.stack(game, order)
    game.put(game.board.clock, calendar.MOVER, start)
    # the agenda is a stack: what comes last is pushed first
    game.push(BEGIN, start)
    _push_draft(game, order)
    for seat in reversed(order):
        game.push(FIRST_CARD, seat, BOX.first_cards)
    game.push(SEE_HANDS, TABLE)
    _push_markers(game, order)
    _push_table(game, order)


def _ask_hands(game: Game, _: int) -> tuple[str, ...]:
    return HANDS


def _take_hands(game: Game, _: int, key: str) -> None:
    game.put(game.board.hands, 0, SEEN if key == "seen" else HIDDEN)


def _take_begin(game: Game, seat: int, _: str | None) -> None:
    calendar.start_turn(game, seat)


# ---- what lies on the table


def _push_table(game: Game, order: list[int]) -> None:
    players = game.players
    for pile in reversed(range(PILES)):
        game.push(LAY[f"discard.{pile}"], TABLE, pile)
    for place in reversed(range(BOX.bonus_tiles_a_quarter)):
        game.push(LAY[f"senate.{place}"], TABLE, place)
    for seat in reversed(order):
        game.push(LAY[f"seat.{seat}"], TABLE, seat)
    for stack in reversed(range(len(STACKS))):
        game.push(LAY[f"stack.{STACKS[stack]}"], TABLE, stack)
    for site in reversed(range(SITES)):
        game.push(LAY[f"site.{site}"], TABLE, site)
    for space in reversed(range(BOX.yellow_spaces)):
        game.push(LAY[f"yellow.{space}"], TABLE, True)
    for space in reversed(range(BOX.forum_spaces[players])):
        game.push(LAY[f"green.{space}"], TABLE, False)
    for province in reversed(range(len(PROVINCES))):
        game.push(LAY[PROVINCES[province]], TABLE, province)


def ask_province(game: Game, _: int, province: int) -> Sequence[str]:
    return forum.face_down(game, False)


def take_province(game: Game, _: int, key: str | None, province: int) -> None:
    if key is not None:
        kind = GOOD[key]
        game.put(game.board.stock, kind, game.board.stock[kind] - 1)
        game.put(game.board.lying, province, kind + 1)


def ask_space(game: Game, _: int, yellow: bool) -> Sequence[str]:
    return forum.face_down(game, yellow)


def take_space(game: Game, _: int, key: str | None, yellow: bool) -> None:
    if key is not None:
        forum.onto_market(game, GOOD[key])


def _ask_site(game: Game, _: int, site: int) -> Sequence[str]:
    laid = set(game.board.standing)
    return [word for building, word in enumerate(BUILDINGS, 1) if building not in laid]


def _take_site(game: Game, _: int, key: str, site: int) -> None:
    game.put(game.board.standing, site, BUILDING[key] + 1)


def _ask_stack(game: Game, _: int, stack: int) -> Sequence[str]:
    return arch.TURN.ask(game, TABLE, stack)


def _take_stack(game: Game, _: int, key: str, stack: int) -> None:
    arch.turn(game, stack, TILE[key])


def ask_bonus(game: Game, *_: int) -> Sequence[str]:
    return [word for word, there in zip(BONUS_WORDS, game.board.bag, strict=True) if there]


def _take_own_bonus(game: Game, _: int, key: str, seat: int) -> None:
    tile = BONUS_OF[key]
    game.put(game.board.bag, tile, 0)
    game.put(game.board.owner, tile, seat + 1)
    game.put(game.board.first, seat, tile + 1)


def take_beside(game: Game, _: int, key: str, place: int) -> None:
    tile = BONUS_OF[key]
    game.put(game.board.bag, tile, 0)
    game.put(game.board.beside, place, tile + 1)


def _ask_discard(game: Game, _: int, pile: int) -> Sequence[str]:
    return [word for word, number in zip(CARD_WORDS, game.board.unseen, strict=True) if number]


def _take_discard(game: Game, _: int, key: str, pile: int) -> None:
    cards.TURN_UP.take(game, TABLE, key, pile)


# ---- markers


def _push_markers(game: Game, order: list[int]) -> None:
    chosen = game.options["starting_markers"] == "chosen"
    for seat in reversed(order):
        for tray in reversed(range(TRAYS)):
            if chosen:
                game.push(MARKERS, seat, seat, tray)
            else:
                game.push(LAY[f"tray.{seat}.{tray}"], TABLE, seat, tray)


def markers_left(game: Game, seat: int) -> int:
    """The markers of a seat that lie in no tray yet, packed."""
    trays: list[int] = game.board.trays[seat * TRAYS : (seat + 1) * TRAYS]
    return ALL_MARKERS - sum(trays)


def pair_odds(left: int, key: str) -> int:
    """In how many ways these two markers can be drawn from those left; 0 if they cannot."""
    one, other = (kinds.COLOURS.index(word) for word in key.split("-"))
    number = count(left, one)
    return number * (number - 1) // 2 if one == other else number * count(left, other)


def _ask_markers(game: Game, _: int, seat: int, tray: int) -> Sequence[str]:
    holds = HOLDS[markers_left(game, seat)]
    return [key for key, needs in PAIR_NEEDS.items() if holds & needs == needs]


def _take_markers(game: Game, _: int, key: str, seat: int, tray: int) -> None:
    game.put(game.board.trays, seat * TRAYS + tray, PAIRS[key])


# ---- first cards


def _ask_card(game: Game, seat: int, number: int) -> Sequence[str]:
    drawn = (FIRST_DRAW,) if cards.can_draw(game) else ()
    return (*drawn, *(key for pile, key in enumerate(_TAKE) if game.board.heights[pile]))


def _take_card(game: Game, seat: int, key: str | None, number: int) -> None:
    if key is None:
        return
    if number > 1:
        game.push(FIRST_CARD, seat, number - 1)
    if key == FIRST_DRAW:
        cards.draw(game, seat, 1)
    else:
        cards.take_top(game, seat, _TAKE.index(key))


# ---- first Trajan tiles


def _push_draft(game: Game, order: list[int]) -> None:
    """At once: each seat names the tile for each slot in turn. One by one: once a round, tile and slot."""
    if game.options["draft"] == "three_at_once":
        for seat in reversed(order):
            for slot in reversed(_SLOTS):
                game.push(DRAFT, seat, slot)
    else:
        for _ in range(BOX.first_tiles):
            for seat in reversed(order):
                game.push(DRAFT, seat, -1)


def _from_stacks(game: Game, seat: int) -> set[int]:
    """The stacks of which the seat has a tile."""
    circle = game.board.circle[seat * TRAYS : (seat + 1) * TRAYS]
    return {kinds.TILE_STACK[tile - 1] for tile in circle if tile}


def _ask_draft(game: Game, seat: int, slot: int) -> Sequence[str]:
    taken = _from_stacks(game, seat)
    return [key for key in arch.stacks(game) if STACK[key] not in taken]


def _take_draft(game: Game, seat: int, key: str, slot: int) -> None:
    if slot < 0:
        game.push(SLOT, seat, STACK[key])
    else:
        arch.take(game, seat, STACK[key], slot)


def _ask_slot(game: Game, seat: int, stack: int) -> Sequence[str]:
    return [ACTIONS[slot] for slot in _SLOTS if not game.board.circle[seat * TRAYS + slot]]


def _take_slot(game: Game, seat: int, key: str, stack: int) -> None:
    arch.take(game, seat, stack, ACTION[key])


START = Step("start.player", _ask_start, _take_start)
SEE_HANDS = Step("hands.seen", _ask_hands, _take_hands)
MARKERS = Step("setup.tray", _ask_markers, _take_markers)
FIRST_CARD = Step("setup.card", _ask_card, _take_card)
DRAFT = Step("draft.tile", _ask_draft, _take_draft)
SLOT = Step("draft.slot", _ask_slot, _take_slot)
BEGIN = Step("setup.done", nothing, _take_begin)


def _laid() -> dict[str, Step]:
    """A step for every place that something is laid out on, named as the place is in a set-up (``Item.at``)."""
    most = BOX.players[1]
    places: dict[str, tuple[Callable[..., Sequence[str]], Callable[..., None]]] = {}
    places |= dict.fromkeys(PROVINCES, (ask_province, take_province))
    places |= {f"green.{space}": (ask_space, take_space) for space in range(BOX.forum_spaces[most])}
    places |= {f"yellow.{space}": (ask_space, take_space) for space in range(BOX.yellow_spaces)}
    places |= {f"site.{site}": (_ask_site, _take_site) for site in range(SITES)}
    places |= {f"stack.{word}": (_ask_stack, _take_stack) for word in STACKS}
    places |= {f"seat.{seat}": (ask_bonus, _take_own_bonus) for seat in range(most)}
    places |= {f"senate.{place}": (ask_bonus, take_beside) for place in range(BOX.bonus_tiles_a_quarter)}
    places |= {f"discard.{pile}": (_ask_discard, _take_discard) for pile in range(PILES)}
    places |= {f"tray.{seat}.{tray}": (_ask_markers, _take_markers) for seat in range(most) for tray in range(TRAYS)}
    return {place: Step(f"lay.{place}", ask, take) for place, (ask, take) in places.items()}


LAY = _laid()
