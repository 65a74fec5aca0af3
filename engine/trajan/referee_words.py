"""What the referee says: its questions, the labels and icons of their answers, where the cursor starts.

Reads the open decision and the boxes and changes nothing. The wording is that of the rulebook, short enough for a
row of twenty letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.trajan import arch, cards, demands, military, opening, scoring, seaport, senate, settlement
from engine.trajan.kinds import (
    ACTION,
    ACTIONS,
    BONUS,
    BOX,
    BUILDINGS,
    CARD,
    CARDS,
    COLUMNS,
    DISCARD,
    DONE,
    EXTRA_TILES,
    GOODS,
    LEADER_TO,
    MARKERS,
    PAIRS,
    PROVINCES,
    SHIPS,
    SITE,
    SKIP,
    STACK,
    TILE_WORDS,
    TILES,
    TRAYS,
    VALUES,
    WILD_EXTRA,
    count,
)
from engine.trajan.pieces import ACTION_ICONS, ACTION_LABELS, trajan_tile_icon, trajan_tile_label
from engine.words import Seat, Text

SLOTS = BOX.slots
_CARD_TEXT = {word: Text(word) for word in CARDS}
_PROVINCE_TEXT = {province.word: Text(province.label) for province in BOX.provinces}
_SHIP_TEXT = {ship.word: Text(ship.label) for ship in BOX.ships}
_STACK_TEXT = tuple(Text(stack.label) for stack in BOX.stacks)
_TILE_TEXT = tuple(trajan_tile_label(tile) for tile in TILES)
_TILE_ICON = tuple(trajan_tile_icon(tile) for tile in TILES)
_BUILDING_TEXT = tuple(
    Text("{type} {value}", type=Text(kind.label), value=value) for kind in BOX.construction_types for value in VALUES
)
_BONUS_TEXT = {tile.word: Text(tile.label) for tile in BONUS}


def _pieces() -> tuple[dict[str, Text], dict[str, str]]:
    """Label and icon of every piece by its tag's word."""
    labels = {f"forum.{tile.word}": Text(tile.label) for tile in BOX.forum_tiles}
    icons = {f"forum.{tile.word}": tile.icon for tile in BOX.forum_tiles}
    labels |= {f"extra.{word}": Text("extra {action}", action=ACTION_LABELS[word]) for word in ACTIONS}
    icons |= {f"extra.{word}": ACTION_ICONS[word] for word in ACTIONS}
    labels |= dict(zip(BUILDINGS, _BUILDING_TEXT, strict=True))
    icons |= {word: word.split(".")[1] for word in BUILDINGS}
    labels |= {f"bonus.{word}": text for word, text in _BONUS_TEXT.items()}
    icons |= {f"bonus.{tile.word}": tile.icon for tile in BONUS}
    labels |= {f"card.{word}": text for word, text in _CARD_TEXT.items()}
    icons |= {f"card.{word}": word for word in CARDS}
    labels |= dict(zip(TILE_WORDS, _TILE_TEXT, strict=True))
    icons |= dict(zip(TILE_WORDS, _TILE_ICON, strict=True))
    return labels, icons


PIECE_TEXT, PIECE_ICON = _pieces()


def tray_text(tray: int) -> Text:
    return _TRAY_TEXT[tray]


_TRAY_TEXT = tuple(
    Text("{slot} {action}", slot=slot, action=ACTION_LABELS[word]) for slot, word in zip(SLOTS, ACTIONS, strict=True)
)


def site_text(site: int) -> Text:
    return Text("row {row}, space {space}", row=site // COLUMNS + 1, space=site % COLUMNS + 1)


# ---- questions

_QUESTIONS = {
    "start.player": Text("Who starts?"),
    "hands.seen": Text("Cards drawn are"),
    "setup.card": Text("First cards"),
    "draft.slot": Text("Which slot?"),
    "sow.tray": Text("Which tray?"),
    "tile.plus-two": Text("+2 marker on"),
    "card.discard": Text("Discard"),
    "quarter.bonus": Text("consul picks"),
    "demand.reveal": Text("New demand?"),
    "refill.bonus": Text("New bonus tile"),
    "refill.forum": Text("New forum tile"),
    "refill.yellow": Text("New extra action"),
    "ship.identical": Text("Equal cards"),
    "ship.different": Text("Different cards"),
    "ship.pairs": Text("Pairs"),
}
_QUESTION_ICONS = {
    "start.player": "seat",
    "hands.seen": "hand",
    "setup.card": "hand",
    "setup.tray": "m-blue",
    "draft.tile": "arch",
    "draft.slot": "arch",
    "tile.fulfil": "arch",
    "tile.plus-two": "actions",
    "card.draw": "hand",
    "card.turn": "hand",
    "card.discard": "hand",
    "card.play": "hand",
    "stack.turn": "arch",
    "quarter.bonus": "consul",
    "extra.tile": "actions",
    "refill.bonus": "bonus",
    "refill.province": "military",
    "refill.forum": "forum",
    "refill.yellow": "actions",
    "ship.second": "ship",
    **{f"ship.{word}": "ship" for word in SHIPS},
    **{f"action.{word}": ACTION_ICONS[word] for word in ACTIONS},
}
_ACTION_QUESTION = {f"action.{word}": Text(word.capitalize()) for word in ACTIONS}


def _laying(game: Game, place: str) -> Text:
    """Which piece lies there: a question of the set-up."""
    area, _, number = place.partition(".")
    if area in _PROVINCE_TEXT:
        return Text("In {province}", province=_PROVINCE_TEXT[area])
    if area == "green":
        return Text("Forum tile {number}", number=int(number) + 1)
    if area == "yellow":
        return Text("Extra action {number}", number=int(number) + 1)
    if area == "site":
        return Text("Site: {place}", place=site_text(int(number)))
    if area == "stack":
        return Text("Top: {stack}", stack=_STACK_TEXT[game.details[0]])
    if area == "seat":
        return Text("{seat}: bonus tile", seat=Seat(int(number)))
    if area == "senate":
        return Text("Beside the senate")
    if area == "discard":
        return Text("Discard pile {number}", number=int(number) + 1)
    seat, tray = game.details
    return Text("{seat}: tray {slot}", seat=Seat(seat), slot=SLOTS[tray])


def question(game: Game) -> Text:
    """The open question."""
    decision = game.decision
    if decision is None:
        return Text("{seat} wins", seat=Seat(scoring.final_order(game)[0]))
    kind = decision.kind
    if kind in _QUESTIONS and kind != "quarter.bonus" and not kind.startswith("ship."):
        return _QUESTIONS[kind]
    if kind in _ACTION_QUESTION:
        return _ACTION_QUESTION[kind]
    given = game.details
    if kind.startswith("lay."):
        return _laying(game, kind[len("lay.") :])
    if kind == "sow.colour":
        return Text("into {tray}", tray=_TRAY_TEXT[given[0]])
    if kind == "setup.tray":
        return Text("Tray {slot}", slot=SLOTS[given[1]])
    if kind == "draft.tile":
        return Text("Tile for slot {slot}", slot=SLOTS[given[0]]) if given[0] >= 0 else Text("First tiles")
    if kind == "tile.fulfil":
        return Text("Fulfil the tile?")
    if kind == "card.play":
        return Text("And another?") if given[0] else Text("Play a card")
    if kind == "ship.second":
        return Text("Second {card}", card=_CARD_TEXT[CARDS[given[0]]])
    if kind.startswith("ship."):
        units = given[1]
        return Text("{ship}: {units}", ship=_QUESTIONS[kind], units=units) if units else _QUESTIONS[kind]
    if kind == "extra.tile":
        return Text("{action} again?", action=Text(ACTIONS[given[0]].capitalize()))
    if kind == "card.draw":
        return Text("{seat} draws", seat=Seat(given[0]))
    if kind == "card.turn":
        return Text("On discard pile {number}", number=given[0] + 1)
    if kind == "stack.turn":
        return Text("Top: {stack}", stack=_STACK_TEXT[given[0]])
    if kind == "demand.pay":
        return Text("{demand}: pay by", demand=Text(demands.DEMANDS[game.board.shown[given[0]] - 1]))
    if kind == "refill.province":
        return Text("In {province}", province=_PROVINCE_TEXT[PROVINCES[given[0]]])
    if kind == "quarter.bonus":
        return Text("consul picks") if given[0] else Text("vice-consul takes")
    return Text(kind)


# ---- answers

_PLAIN = {
    SKIP: Text("skip"),
    DONE: Text("That is all"),
    "seen": Text("entered"),
    "hidden": Text("not shown"),
    "yes": Text("Yes"),
    "no": Text("No"),
    "draw": Text("draw two"),
    "play": Text("play one or two"),
    "raise": Text("new legionnaire"),
    "worker": Text("new worker"),
    "kept": Text("kept Trajan tile"),
    "tile": Text("forum tile"),
    "refuse": Text("leave unmet"),
}
_PLAIN_ICONS = {
    "draw": "hand",
    "play": "hand",
    "raise": "legionnaire",
    "settle": "legionnaire",
    "worker": "worker",
    "kept": "arch",
    "tile": "forum",
    "refuse": "demand-unmet",
    "senate": "senate",
    "take.1": "hand",
    "take.2": "hand",
}


_YELLOW = {f"extra.{word}": Text("extra {action}, yellow", action=ACTION_LABELS[word]) for word in ACTIONS}


def _pile(game: Game, key: str) -> Text:
    number = seaport.TAKE.index(key)
    card = cards.top(game, number)
    if card < 0:
        return Text("pile {number}", number=number + 1)
    if card == cards.top(game, 1 - number):
        return Text("take {card}, pile {number}", card=_CARD_TEXT[CARDS[card]], number=number + 1)
    return Text("take {card}", card=_CARD_TEXT[CARDS[card]])


def _wild(game: Game, kind: str) -> Text:
    if kind == "extra.tile":
        return PIECE_TEXT[GOODS[WILD_EXTRA]]
    return Text("wild demand") if kind == "demand.pay" else Text("wild commodity")


def _site(game: Game, key: str) -> Text:
    site = SITE[key]
    tile = game.board.standing[site]
    return (
        _BUILDING_TEXT[tile - 1]
        if tile
        else Text("empty {row}.{space}", row=site // COLUMNS + 1, space=site % COLUMNS + 1)
    )


def _settle(game: Game, seat: int) -> Text:
    here = game.board.leader[seat]
    if here == len(PROVINCES):
        return Text("legionnaire here")
    return Text("legionnaire {signed}", signed=military.worth(game, seat, here))


def answer(game: Game, key: str) -> Text:
    """The label of an answer, also of one that is not legal now."""
    decision = game.decision
    if decision is None:
        return Text(key)
    kind, seat = decision.kind, decision.seat
    if kind == "sow.colour":
        return Text(key)  # a marker: "yellow" is also the word of a bonus tile
    if key in PIECE_TEXT:
        if kind == "action.forum" and key.startswith("extra."):
            return _YELLOW[key]  # among the forum tiles there are some of the same name
        return PIECE_TEXT[key]
    if key in CARD:
        return _CARD_TEXT[key]
    if kind == "setup.card" and key == opening.FIRST_DRAW:
        return Text("from the pile")
    if key == "extra":
        return PIECE_TEXT[GOODS[EXTRA_TILES[game.details[0]][1]]]
    if key == "wild":
        return _wild(game, kind)
    if key in _PLAIN:
        return _PLAIN[key]
    if key in seaport.TAKE:
        return _pile(game, key)
    if kind in ("sow.tray", "draft.slot", "tile.plus-two") and key in ACTION:
        return _TRAY_TEXT[ACTION[key]]
    stem, _, rest = key.partition(".")
    if stem == "leader" and key in LEADER_TO:
        return _PROVINCE_TEXT[rest]
    if key == military.SETTLE:
        return _settle(game, seat)
    if key in SITE:
        return _site(game, key)
    if key in STACK:
        tile = game.board.tops[STACK[key]]
        return _TILE_TEXT[tile - 1] if tile else _STACK_TEXT[STACK[key]]
    if stem == "ship" and rest in _SHIP_TEXT:
        return Text("ship: {ship}", ship=_SHIP_TEXT[rest])
    if key == "senate":
        points = senate.next_points(game, seat)
        return Text("senate {points}", points=points) if points else Text("senate")
    if key in DISCARD:
        card, pile = DISCARD[key]
        return Text("{card}, pile {number}", card=_CARD_TEXT[CARDS[card]], number=pile + 1)
    if key in PAIRS:
        one, other = key.split("-")
        return Text("{one} + {other}", one=Text(one), other=Text(other))
    if stem == "seat" and rest.isascii() and rest.isdigit() and len(rest) == 1:
        return Text("{seat}", seat=Seat(int(rest)))
    return _BONUS_TEXT.get(key) or Text(key)


def icon(game: Game, key: str | None) -> str:
    """The icon of an answer or, for None, of the question."""
    decision = game.decision
    if decision is None:
        return "consul16" if key is None else ""
    kind = decision.kind
    if key is None:
        return _question_icon(game, kind)
    if kind == "demand.reveal":
        return key + "16" if key in demands.DEMANDS else ""
    if key in PIECE_ICON:
        return PIECE_ICON[key]
    if key in CARD:
        return key
    if kind == "sow.colour":
        return f"m-{key}"
    if key in PAIRS:
        return f"m-{key.partition('-')[0]}"
    if key in ACTION_ICONS and kind in ("sow.tray", "draft.slot", "tile.plus-two", "action.senate"):
        return ACTION_ICONS[key]
    if key == "wild":
        return {"extra.tile": "actions", "demand.pay": "wilddemand"}.get(kind, "seaport")
    if key == "extra":
        return ACTION_ICONS[ACTIONS[game.details[0]]]
    if key in LEADER_TO:
        return "leader"
    if key in SITE:
        tile = game.board.standing[SITE[key]]
        return BUILDINGS[tile - 1].split(".")[1] if tile else "worker"
    if key in STACK:
        tile = game.board.tops[STACK[key]]
        return _TILE_ICON[tile - 1] if tile else "arch"
    if key in DISCARD:
        return CARDS[DISCARD[key][0]]
    stem = key.partition(".")[0]
    if stem in ("ship", "seat"):
        return stem
    if key in _BONUS_TEXT:
        return PIECE_ICON[f"bonus.{key}"]
    return _PLAIN_ICONS.get(key, "")


def _question_icon(game: Game, kind: str) -> str:
    if kind == "quarter.bonus":
        return "consul" if game.details[0] else "vice"
    if kind == "demand.pay":
        return asked_demand(game)
    if kind.startswith("lay."):
        area = kind.split(".")[1]
        icons = {"green": "forum", "yellow": "actions", "site": "construction", "stack": "arch", "seat": "bonus"}
        icons |= {"senate": "bonus", "discard": "hand", "tray": "m-blue"}
        return icons.get(area, "military")
    return _QUESTION_ICONS.get(kind, "")


_FORMS = {"demand.reveal": "cells", "tile.fulfil": "yes-no", "sow.tray": "ring", "sow.colour": "marks"}


def form(game: Game) -> str:
    """How the open question is best asked."""
    return _FORMS.get(game.decision.kind, "list") if game.decision is not None else "list"


def odds(game: Game) -> Sequence[int]:
    """Weights of the open TABLE answers."""
    decision = game.asked
    kind, keys = decision.kind, decision.keys
    if kind in ("card.draw", "card.turn") or kind.startswith("lay.discard."):
        return cards.odds(game)
    if kind == "stack.turn" or kind.startswith("lay.stack."):
        return arch.odds(game, game.details[0])
    if kind == "demand.reveal":
        return [demands.left(game, key) for key in keys]
    if kind == "hands.seen":
        return [0, 1]  # whoever draws for the table knows what was drawn
    if kind.startswith("lay.tray.") or kind == opening.MARKERS.kind:
        left = opening.markers_left(game, game.details[0])
        return [opening.pair_odds(left, key) for key in keys]
    if keys[0] in GOODS:
        return settlement.odds(game)
    return (1,) * len(keys)


# ---- the answer that is most likely meant


def usual(game: Game) -> str | None:
    """The answer on which the cursor starts."""
    decision = game.decision
    if decision is None:
        return None
    kind, keys = decision.kind, decision.keys
    if kind == "sow.colour":
        return _usual_colour(game, decision.seat, keys)
    if kind in ("card.play", "ship.identical", "ship.pairs", "ship.different") and keys[-1] == DONE:
        return keys[0] if kind == "ship.identical" else DONE
    return None


def _usual_colour(game: Game, seat: int, keys: Sequence[str]) -> str:
    """What there is most of; but the one marker that the tile of the target tray still lacks is kept for last."""
    tray, held, _ = game.details
    number = {word: count(held, colour) for colour, word in enumerate(_COLOUR_WORDS) if word in keys}
    lacking = lacked(game, seat, (tray + MARKERS[held] - 1) % TRAYS)
    if len(lacking) == 1:
        number[lacking[0]] = number.get(lacking[0], 0) - len(_COLOUR_WORDS)
    return max(keys, key=lambda key: number[key])


def lacked(game: Game, seat: int, tray: int) -> list[str]:
    """The colours that the tile at a tray needs and that do not lie in it yet; one may be lacking twice."""
    place = seat * TRAYS + tray
    tile = game.board.circle[place]
    if not tile:
        return []
    there = game.board.trays[place]
    found = []
    for word in _COLOUR_WORDS:
        needed = TILES[tile - 1].colours.count(word[0].upper())
        found += [word] * max(needed - count(there, _COLOUR_WORDS.index(word)), 0)
    return found


_COLOUR_WORDS = BOX.markers


def asked_demand(game: Game) -> str:
    shown: list[int] = game.board.shown
    space: int = game.details[0]
    return demands.DEMANDS[shown[space] - 1]
