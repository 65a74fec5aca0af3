"""The action circle: sowing markers tray by tray, and the Trajan tile of the target tray (board: mats).

Markers are sown clockwise, the owner choosing the colour for each tray; with six and more the emptied tray gets one
too (``skip_start_tray``). The time marker moves as many spaces. Only the tile of the target tray can be fulfilled,
before the action, by the markers that lie in the tray then. What happens after it is the business of ``actions``.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.title import Step
from engine.trajan import actions, calendar, cards
from engine.trajan.calendar import MOVER, TURN_END, now
from engine.trajan.demands import DEMANDS
from engine.trajan.kinds import (
    ACTION,
    ACTIONS,
    COLOUR,
    COLOUR_KEYS,
    HOLDS,
    MARKERS,
    NEEDS,
    OFF,
    TILES,
    TRAYS,
    words_of,
)
from engine.trajan.pieces import trajan_tile_icon, trajan_tile_label
from engine.trajan.points import give
from engine.words import Text

YES, NO = "yes", "no"
_YES_NO = (YES, NO)
_REST = {word: Text("the rest: {colour}", colour=Text(word)) for word in COLOUR}
_NEXT = tuple((tray + 1) % TRAYS for tray in range(TRAYS))
_ACTION_SETS = tuple(words_of(ACTIONS, kinds) for kinds in range(1 << TRAYS))
_ALL_ACTIONS = (1 << TRAYS) - 1


def begin_turn(game: Game, seat: int) -> None:
    if game.board.spent[0]:
        game.put(game.board.spent, 0, 0)
    game.push(TRAY, seat)


def reseat(game: Game, seat: int) -> None:
    """The turn that has just begun is that seat's."""
    step, _, _given, rest = game.agenda or (TRAY, 0, (), None)
    assert step is TRAY and rest is not None and rest[0] is TURN_END
    game.agenda = rest[3]
    game.push(TURN_END, seat)
    game.push(TRAY, seat)
    game.put(game.board.clock, MOVER, seat)


def sown(game: Game) -> bool | None:
    """Whether the markers of the turn going on have been sown; None while they are in the hand, and between turns."""
    agenda = game.agenda
    if agenda is None or agenda[0] is SOW:
        return None
    step, rest = agenda[0], agenda[3]
    while rest is not None and rest[0] is not TURN_END:
        rest = rest[3]
    return None if rest is None else step is not TRAY


# ---- sowing


def _ask_tray(game: Game, seat: int) -> Sequence[str]:
    trays, first = game.board.trays, seat * TRAYS
    return [word for word, markers in zip(ACTIONS, trays[first : first + TRAYS], strict=True) if markers]


def _take_tray(game: Game, seat: int, key: str) -> None:
    tray = ACTION[key]
    trays = game.board.trays
    held = trays[seat * TRAYS + tray]
    game.put(trays, seat * TRAYS + tray, 0)
    _sow(game, seat, _NEXT[tray], held, MARKERS[held])


def _take_colour(game: Game, seat: int, key: str, tray: int, held: int, markers: int) -> None:
    one = COLOUR[key]
    place = seat * TRAYS + tray
    trays = game.board.trays
    game.put(trays, place, trays[place] + one)
    if held == one:
        _landed(game, seat, tray, markers)
    else:
        _sow(game, seat, _NEXT[tray], held - one, markers)


def _sow(game: Game, seat: int, tray: int, held: int, markers: int) -> None:
    """On with the markers in hand: where one colour is left there is nothing to choose."""
    keys = COLOUR_KEYS[held]
    if len(keys) > 1:
        game.push(SOW, seat, tray, held, markers)
        return
    one = COLOUR[keys[0]]
    trays, first = game.board.trays, seat * TRAYS
    while True:
        game.put(trays, first + tray, trays[first + tray] + one)
        held -= one
        if not held:
            break
        tray = _NEXT[tray]
    game.tell("forced", seat, _REST[keys[0]])
    _landed(game, seat, tray, markers)


def _ask_colour(game: Game, seat: int, tray: int, held: int, markers: int) -> tuple[str, ...]:
    return COLOUR_KEYS[held]


def _landed(game: Game, seat: int, tray: int, markers: int) -> None:
    """The last marker lies in its tray: time passes, then the tile there, then the action."""
    calendar.advance(game, markers)
    game.push(actions.ACTION[tray], seat, tray)
    if fulfilled(game, seat, tray):
        game.push(FULFIL, seat, tray)


# ---- Trajan tiles


def fulfilled(game: Game, seat: int, tray: int) -> bool:
    """Whether a tile lies at that tray, and all that it needs lies in it."""
    board, place = game.board, seat * TRAYS + tray
    tile = board.circle[place]
    if not tile:
        return False
    needs = NEEDS[tile - 1]
    return bool(HOLDS[board.trays[place]] & needs == needs)


def _ask_fulfil(game: Game, seat: int, tray: int) -> tuple[str, ...]:
    return () if game.options["fulfil"] == "mandatory" else _YES_NO


def _take_fulfil(game: Game, seat: int, key: str | None, tray: int) -> None:
    """The tile scores, has its effect and leaves the circle. An arch that stood beside the circle comes to its slot."""
    if key == NO:
        return
    board, put = game.board, game.put
    place = seat * TRAYS + tray
    index = board.circle[place] - 1
    tile = TILES[index]
    game.tell("forced", seat, Text("Fulfilled: {tile}", tile=trajan_tile_label(tile)), 0, trajan_tile_icon(tile))
    give(game, seat, tile.points, "tile", tile.word, now(game))
    put(board.circle, place, 0)
    put(board.fulfilled, index, board.fulfilled[index] + 1)
    if board.arch[seat] == OFF:
        put(board.arch, seat, tray)
    if tile.effect == "cards":
        cards.draw(game, seat, tile.amount)
    elif tile.effect == "plus-two":
        game.push(PLUS_TWO, seat)
    elif tile.effect == "demand":
        kept = seat * len(DEMANDS) + tile.amount
        put(board.kept, kept, board.kept[kept] + 1)
    elif tile.effect != "points":
        # a short supply gives what it has (``short_supply``)
        camp = board.workers if tile.effect == "workers" else board.legionnaires
        tokens = min(tile.amount, board.supply[seat])
        put(board.supply, seat, board.supply[seat] - tokens)
        put(camp, seat, camp[seat] + tokens)


def _ask_plus_two(game: Game, seat: int) -> tuple[str, ...]:
    """The actions without a +2 marker. If all have one the tile brings its points only (``plus_two_full``)."""
    return _ACTION_SETS[_ALL_ACTIONS & ~game.board.plus[seat]]


def _take_plus_two(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        game.put(game.board.plus, seat, game.board.plus[seat] | 1 << ACTION[key])


TRAY = Step("sow.tray", _ask_tray, _take_tray)
SOW = Step("sow.colour", _ask_colour, _take_colour)
FULFIL = Step("tile.fulfil", _ask_fulfil, _take_fulfil)
PLUS_TWO = Step("tile.plus-two", _ask_plus_two, _take_plus_two)
