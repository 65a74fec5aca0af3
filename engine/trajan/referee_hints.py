"""What an answer of the referee's open question will do, in a few words.

Reads the open decision and the boxes and changes nothing. A hint is for the person at the knob: where the last marker
lands, what a shipment brings, which action a building grants.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Game
from engine.trajan import calendar, cards, demands, forum, kinds, military, opening, seaport
from engine.trajan.calendar import AT, LOOP, laps
from engine.trajan.kinds import (
    ACTION,
    ACTIONS,
    BOX,
    CARDS,
    DONE,
    GOODS,
    GRANTS,
    LEADER_TO,
    MARKERS,
    SHIPS,
    SITE,
    SKIP,
    STACK,
    TILES,
    TRAYS,
    VALUES,
)
from engine.trajan.pieces import ACTION_LABELS
from engine.trajan.referee_words import PIECE_TEXT, lacked
from engine.words import Hint, Text, Track

_TILES = {tile.word: tile for tile in kinds.BONUS}


def _track(game: Game, spaces: int) -> tuple[Text, bool, Track]:
    """What so many spaces do to the time marker: in words, whether a round ends, the loop."""
    clock = game.board.clock
    at, loop = clock[AT], clock[LOOP]
    track = Track(loop, at, spaces)
    ended, over = laps(game, spaces), (at + spaces) % loop
    if not ended:
        return Text("{left} left", left=loop - at - spaces), False, track
    ends = calendar.ends(game, ended)
    if ended > 1 or calendar.ends_game(game, ended):
        return ends, True, track
    return Text("{ends}, {over} over", ends=ends, over=over), True, track


def _tray(game: Game, seat: int, key: str) -> Hint:
    tray = ACTION[key]
    markers = MARKERS[game.board.trays[seat * TRAYS + tray]]
    target = (tray + markers) % TRAYS
    time, strong, track = _track(game, markers)
    return Hint(
        Text("{markers} to {action}, {time}", markers=markers, action=ACTION_LABELS[ACTIONS[target]], time=time),
        strong,
        track,
    )


def _fulfil(game: Game, seat: int, key: str) -> Hint:
    tile = game.board.circle[seat * TRAYS + game.details[0]] - 1
    return Hint(PIECE_TEXT[kinds.TILE_WORDS[tile]])


def _colour(game: Game, seat: int, key: str) -> Hint | None:
    """Whether it is a marker that the tile of the target tray still lacks."""
    tray, held, _ = game.details
    if key in lacked(game, seat, (tray + MARKERS[held] - 1) % TRAYS):
        return Hint(Text("wanted by the tile of the target tray"))
    return None


def _seaport(game: Game, seat: int, key: str) -> Hint | None:
    board = game.board
    if key == seaport.DRAW:
        return Hint(Text("then discard any card"))
    if key == seaport.PLAY:
        return Hint(Text("into display, draw as many"))
    if key in seaport.SHIP_KEYS:
        ship = seaport.SHIP_KEYS.index(key)
        side = BOX.ships[ship].gray if board.gray[ship] else BOX.ships[ship].coloured
        points = tuple(side)
        return Hint(Text("gray: {points}", points=points) if board.gray[ship] else Text("{points}", points=points))
    return None


def _military(game: Game, seat: int, key: str) -> Hint | None:
    if key == military.SETTLE:
        here = game.board.leader[seat]
        opposing = military.opposing(game, seat, here)
        return Hint(Text("{points} for {count} opposing", points=military.worth(game, seat, here), count=opposing))
    if key in LEADER_TO:
        province = LEADER_TO[key]
        tile = game.board.lying[province]
        if tile:
            return Hint(Text("takes {tile}", tile=PIECE_TEXT[GOODS[tile - 1]]))
        return Hint(Text("worth {points} there", points=military.worth(game, seat, province)))
    return None


def _construction(game: Game, seat: int, key: str) -> Hint | None:
    site = SITE.get(key)
    if site is None:
        return None
    tile = game.board.standing[site]
    row, space = site // kinds.COLUMNS + 1, site % kinds.COLUMNS + 1
    if not tile:
        return Hint(Text("row {row}, space {space}: no tile", row=row, space=space))
    kind, value = divmod(tile - 1, len(VALUES))
    if game.board.built[seat * len(kinds.TYPES) + kind]:
        return Hint(Text("{signed}, row {row}, space {space}", signed=VALUES[value], row=row, space=space))
    action = ACTION_LABELS[ACTIONS[GRANTS[kind]]]
    return Hint(
        Text("{signed} and {action}, row {row}.{space}", signed=VALUES[value], action=action, row=row, space=space)
    )


def _trajan(game: Game, seat: int, key: str) -> Hint | None:
    tile = game.board.tops[STACK[key]] if key in STACK else 0
    return Hint(Text("{signed} when fulfilled", signed=TILES[tile - 1].points)) if tile else None


def _senate(game: Game, seat: int, key: str) -> Hint | None:
    return Hint(Text("to space {space}", space=game.board.space[seat] + 1)) if key != SKIP else None


def _shipment(game: Game, seat: int, key: str) -> Hint | None:
    """What the shipment scores with this card, or as it is."""
    decision = game.asked
    ship = SHIPS.index(decision.kind.partition(".")[2])
    units = game.details[1] + (key != DONE)
    side = BOX.ships[ship].gray if game.board.gray[ship] else BOX.ships[ship].coloured
    return Hint(Text("{signed}", signed=side[units - 1]))


def _pay(game: Game, seat: int, key: str) -> Hint | None:
    if key == "kept":
        return Hint(Text("stays, once a quarter"))
    demand = game.board.shown[game.details[0]] - 1
    kind = kinds.WILD_DEMAND if key == "wild" else kinds.DEMAND_TILES[demand]
    return None if key == "refuse" else Hint(Text("you have {count}", count=forum.on_mat(game, seat, kind)))


def _bonus(game: Game, seat: int, key: str) -> Hint | None:
    tile = _TILES[key]
    halves = tile.yellow_halves if game.details[0] else tile.gray_halves
    if tile.counts == "demand":
        return Hint(Text("{points} once", points=halves // 2))
    return Hint(Text("½ each") if halves == 1 else Text("{points} each", points=halves // 2))


def _discard(game: Game, seat: int, key: str) -> Hint | None:
    pile = kinds.DISCARD[key][1]
    card = cards.top(game, pile)
    return Hint(Text("onto {card}", card=Text(CARDS[card]))) if card >= 0 else None


def _hands(game: Game, seat: int, key: str) -> Hint | None:
    if key == opening.HANDS[1]:
        return Hint(Text("each card drawn is entered"))
    return Hint(Text("known when a card is shown"))


def _demand(game: Game, seat: int, key: str) -> Hint | None:
    return Hint(Text("{count} not seen yet", count=demands.left(game, key)))


_HINTS: dict[str, Callable[[Game, int, str], Hint | None]] = {
    "hands.seen": _hands,
    "sow.tray": _tray,
    "sow.colour": _colour,
    "tile.fulfil": _fulfil,
    "action.seaport": _seaport,
    "action.military": _military,
    "action.construction": _construction,
    "action.trajan": _trajan,
    "action.senate": _senate,
    "draft.tile": _trajan,
    "ship.identical": _shipment,
    "ship.pairs": _shipment,
    "ship.different": _shipment,
    "card.discard": _discard,
    "demand.reveal": _demand,
    "demand.pay": _pay,
    "quarter.bonus": _bonus,
}


def hint(game: Game, key: str) -> Hint | None:
    """What an answer of the open question will do; None if there is nothing to say or it is not legal now."""
    decision = game.decision
    if decision is None or key not in decision.keys or decision.kind not in _HINTS:
        return None
    return _HINTS[decision.kind](game, decision.seat, key)
