"""Answers that are not legal in the referee's open question, and why, in words a player understands.

Reads the open decision and the boxes and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Game
from engine.trajan import actions, calendar, cards, demands, forum, kinds, opening, seaport, settlement
from engine.trajan.kinds import (
    ACTION,
    ACTIONS,
    BONUS,
    BONUS_WORDS,
    BORDERS,
    BOX,
    BUILDINGS,
    CAMP,
    CARD,
    CARD_WORDS,
    CARDS,
    COLOURS,
    DISCARD,
    DONE,
    GOODS,
    GREEN,
    LEADER_TO,
    OFF,
    PAIRS,
    SITE,
    SITE_KEYS,
    SKIP,
    STACK,
    STACK_KEYS,
    STACK_TILES,
    TILE_WORDS,
    WILD_COMMODITY,
)
from engine.trajan.referee_words import PIECE_TEXT, tray_text
from engine.words import Seat, Text

_PROVINCE_TEXT = tuple(Text(province.label) for province in BOX.provinces)
_SUPPLY = Text("no token is left in your supply")

# every answer that a question of this kind may ever have
_EVERY: dict[str, tuple[str, ...]] = {
    "hands.seen": opening.HANDS,
    "setup.tray": tuple(PAIRS),
    "setup.card": (opening.FIRST_DRAW, *seaport.TAKE),
    "draft.tile": STACK_KEYS,
    "draft.slot": ACTIONS,
    "sow.tray": ACTIONS,
    "sow.colour": COLOURS,
    "tile.fulfil": ("yes", "no"),
    "tile.plus-two": ACTIONS,
    "action.seaport": (seaport.DRAW, *seaport.TAKE, seaport.PLAY, *seaport.SHIP_KEYS, SKIP),
    "action.forum": (*GOODS, SKIP),
    "action.military": (*LEADER_TO, "settle", "raise", SKIP),
    "action.senate": ("senate", SKIP),
    "action.trajan": (*STACK_KEYS, SKIP),
    "action.construction": ("worker", *SITE_KEYS, SKIP),
    "extra.tile": (actions.NO, actions.EXTRA, actions.WILD),
    "card.discard": tuple(DISCARD),
    "card.play": (*CARDS, DONE),
    "ship.identical": (*CARDS, seaport.WILD, DONE),
    "ship.pairs": (*CARDS, seaport.WILD, DONE),
    "ship.different": (*CARDS, seaport.WILD, DONE),
    "ship.second": (*CARDS, seaport.WILD),
    "card.draw": CARD_WORDS,
    "card.turn": CARD_WORDS,
    "demand.reveal": demands.DEMANDS,
    "demand.pay": (settlement.KEPT, settlement.TILE, settlement.WILD, settlement.REFUSE),
    "quarter.bonus": tuple(tile.word for tile in BONUS),
    "refill.bonus": BONUS_WORDS,
    "refill.province": GOODS[:GREEN],
    "refill.forum": GOODS[:GREEN],
    "refill.yellow": GOODS[GREEN:],
}
_LAID = {
    "green": GOODS[:GREEN],
    "yellow": GOODS[GREEN:],
    "site": BUILDINGS,
    "seat": BONUS_WORDS,
    "senate": BONUS_WORDS,
    "discard": CARD_WORDS,
    "tray": tuple(PAIRS),
}


def every(game: Game) -> tuple[str, ...]:
    """Every answer that the open question may ever have."""
    kind = game.asked.kind
    if kind == "start.player":
        return calendar.SEAT_KEYS[: game.players]
    if kind == "stack.turn" or kind.startswith("lay.stack."):
        return tuple(TILE_WORDS[tile] for tile in STACK_TILES[game.details[0]])
    if kind.startswith("lay."):
        return _LAID.get(kind.split(".")[1], GOODS[:GREEN])
    return _EVERY.get(kind, ())


def why_not(game: Game, key: str) -> Text | None:
    """Why that key is not a legal answer now."""
    seat, kind, _ = game.asked
    if key in every(game):
        if kind.startswith(("lay.", "refill.")) or kind in ("card.draw", "card.turn", "stack.turn"):
            return _drawn(game, key)
        return _WHY[kind](game, seat, key)
    return None


# ---- what the table observes


def _drawn(game: Game, key: str) -> Text:
    if key in PAIRS:
        return Text("not so many markers of these colours are left")
    if key in TILE_WORDS:
        return Text("{tile} has been seen", tile=PIECE_TEXT[key])
    if key in GOODS:
        copies = kinds.GOOD_COPIES[GOODS.index(key)]
        if copies > 1:
            return Text("all {count} tiles {tile} have been laid out", count=copies, tile=PIECE_TEXT[key])
    if key in CARD_WORDS:
        return Text("all {count} {card} cards lie face up or in hands", count=BOX.commodity_each, card=PIECE_TEXT[key])
    return Text("{tile} has been laid out", tile=PIECE_TEXT[key])


def _demand(game: Game, seat: int, key: str) -> Text:
    return Text("all {count} {demand} tiles have been seen", count=BOX.demands_each, demand=Text(key))


# ---- set-up


def _markers(game: Game, seat: int, key: str) -> Text:
    return Text("you have two markers of each colour: not so many of these are left")


def _first_card(game: Game, seat: int, key: str) -> Text:
    if key == opening.FIRST_DRAW:
        return Text("no card is left to draw")
    return Text("discard pile {number} is empty", number=seaport.TAKE.index(key) + 1)


def _draft(game: Game, seat: int, key: str) -> Text:
    if not game.board.tops[STACK[key]]:
        return Text("this stack is empty")
    label = Text(BOX.stacks[STACK[key]].label)
    return Text("at most one tile of each stack: you have one of {stack}", stack=label)


def _slot(game: Game, seat: int, key: str) -> Text:
    tray = ACTION[key]
    if tray in BOX.first_tile_slots:
        return Text("a tile lies on slot {slot}", slot=BOX.slots[tray])
    slots = tuple(BOX.slots[each] for each in BOX.first_tile_slots)
    return Text("first tiles go on slots {slots}", slots=slots)


# ---- circle


def _tray(game: Game, seat: int, key: str) -> Text:
    return Text("no marker lies in tray {tray}", tray=tray_text(ACTION[key]))


def _colour(game: Game, seat: int, key: str) -> Text:
    return Text("no {colour} marker is in hand", colour=Text(key))


def _plus_two(game: Game, seat: int, key: str) -> Text:
    return Text("a +2 marker lies on {action} already", action=Text(key))


# ---- actions


def _no_cards(game: Game, seat: int) -> Text:
    if cards.in_hand(game, seat):
        return Text("no two equal cards in hand, and no wild tile for one")
    return Text("no card in hand")


def _seaport(game: Game, seat: int, key: str) -> Text:
    if key == seaport.DRAW:
        return Text("no card is left to draw")
    if key in seaport.TAKE:
        return Text("discard pile {number} is empty", number=seaport.TAKE.index(key) + 1)
    return _no_cards(game, seat)


def _forum(game: Game, seat: int, key: str) -> Text:
    return Text("{tile} does not lie on the forum", tile=PIECE_TEXT[key])


def _military(game: Game, seat: int, key: str) -> Text:
    board = game.board
    here = board.leader[seat]
    if key == "raise":
        return _SUPPLY
    if key == "settle":
        if here == CAMP:
            return Text("your leader is in the camp: lead it into a province first")
        if board.legion[seat] >> here & 1:
            return Text("your legionnaire stands in {province}: one in each province", province=_PROVINCE_TEXT[here])
        return Text("no legionnaire is in your camp")
    to = LEADER_TO[key]
    if to == here:
        return Text("your leader is in {province} already", province=_PROVINCE_TEXT[to])
    if here == CAMP:
        first = tuple(_PROVINCE_TEXT[province] for province in BORDERS[CAMP])
        return Text("from the camp the leader goes to {provinces}", provinces=first)
    near = tuple(_PROVINCE_TEXT[each] for each in BORDERS[here])
    return Text("{here} does not border {other}, only {near}", here=_PROVINCE_TEXT[here],
                other=_PROVINCE_TEXT[to], near=near)  # fmt: skip


def _senate(game: Game, seat: int, key: str) -> Text:
    return Text("{seat} is on the last space of the senate", seat=Seat(seat))


def _trajan(game: Game, seat: int, key: str) -> Text:
    if game.board.arch[seat] == OFF:
        return Text("no slot is free: fulfil a tile first")
    return Text("this stack is empty")


def _construction(game: Game, seat: int, key: str) -> Text:
    board = game.board
    if key == "worker":
        return _SUPPLY
    if not board.workers[seat]:
        return Text("no worker is in your camp")
    if board.sites[seat] >> SITE[key] & 1:
        return Text("your worker stands there: one on each site")
    return Text("a site must share an edge with one of your workers; corners do not count")


def _extra(game: Game, seat: int, key: str) -> Text:
    board = game.board
    action = game.details[0]
    if board.spent[0] and game.options["extra_tiles_per_turn"] == "1":
        return Text("one extra action tile a turn")
    if key == actions.WILD:
        return Text("you have no wild extra action")
    return Text("you have no extra {action} tile: the kinds must match", action=Text(ACTIONS[action]))


# ---- cards


def _not_in_hand(game: Game, seat: int, card: str) -> Text:
    return Text("no {card} in hand", card=Text(card))


def _discard(game: Game, seat: int, key: str) -> Text:
    return _not_in_hand(game, seat, key.rpartition("-")[0])


def _play(game: Game, seat: int, key: str) -> Text:
    return Text("play at least one card") if key == DONE else _not_in_hand(game, seat, key)


def _no_wild(game: Game, seat: int) -> Text:
    if forum.on_mat(game, seat, WILD_COMMODITY):
        return Text("a pair needs two wild tiles, or a card and one")
    return Text("you have no wild commodity tile")


def _ship(game: Game, seat: int, key: str) -> Text:
    decision = game.asked
    if key == DONE:
        return Text("ship at least one card") if decision.kind != "ship.pairs" else Text("ship at least one pair")
    if key == seaport.WILD:
        return _no_wild(game, seat)
    card = CARD[key]
    if not cards.most(game, seat, card):
        return _not_in_hand(game, seat, key)
    used, _, *wild = game.details
    if decision.kind == "ship.identical":
        return Text("wild tiles come last") if wild[0] else Text("this ship takes equal cards")
    if used >> card & 1:
        if decision.kind == "ship.pairs":
            return Text("the pairs are of different commodities: {card} is one already", card=Text(key))
        return Text("this ship takes cards all different: {card} is one already", card=Text(key))
    if decision.kind == "ship.pairs":
        return Text("only one {card} in hand: no pair", card=Text(key))
    return Text("wild tiles come last")


def _second(game: Game, seat: int, key: str) -> Text:
    if key == seaport.WILD:
        return Text("you have no wild commodity tile")
    kind = game.details[0]
    if CARD[key] == kind:
        return Text("no other {card} in hand", card=Text(key))
    return Text("a pair is two equal cards: {card}", card=Text(CARDS[kind]))


# ---- quarter


def _pay(game: Game, seat: int, key: str) -> Text:
    demand = Text(demands.DEMANDS[game.board.shown[game.details[0]] - 1])
    if key == settlement.REFUSE:
        return Text("a demand that can be met must be met")
    if key == settlement.KEPT:
        return Text("no kept Trajan tile with {demand} is left for this quarter", demand=demand)
    if key == settlement.TILE:
        return Text("you have no forum tile with {demand}", demand=demand)
    if forum.on_mat(game, seat, kinds.WILD_DEMAND):
        return Text("the wild tile is needed for another demand, which must be met too")
    return Text("you have no wild demand tile")


def _bonus(game: Game, seat: int, key: str) -> Text:
    return Text("{tile} does not lie beside the senate", tile=PIECE_TEXT[f"bonus.{key}"])


_WHY: dict[str, Callable[[Game, int, str], Text]] = {
    "setup.tray": _markers,
    "setup.card": _first_card,
    "draft.tile": _draft,
    "draft.slot": _slot,
    "sow.tray": _tray,
    "sow.colour": _colour,
    "tile.plus-two": _plus_two,
    "action.seaport": _seaport,
    "action.forum": _forum,
    "action.military": _military,
    "action.senate": _senate,
    "action.trajan": _trajan,
    "action.construction": _construction,
    "extra.tile": _extra,
    "card.discard": _discard,
    "card.play": _play,
    "ship.identical": _ship,
    "ship.pairs": _ship,
    "ship.different": _ship,
    "ship.second": _second,
    "demand.reveal": _demand,
    "demand.pay": _pay,
    "quarter.bonus": _bonus,
}
