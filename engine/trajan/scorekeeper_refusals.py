"""Answers that are not legal now, and why, in words a player understands.

Reads the open decision and the boxes and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.trajan import demands, final, quarter, senate, turns
from engine.trajan.calendar import BEFORE, NOBODY
from engine.trajan.components import components
from engine.words import Seat, Text

_BOX = components()
_LABELS = {tile.word: Text(tile.label) for tile in _BOX.bonus_tiles}


def every(game: Game) -> tuple[str, ...]:
    """Every answer that the open question may ever have."""
    kind = game.asked.kind
    if kind == "turn.markers":
        return (turns.FORGOT, *turns.MARKER_KEYS)
    if kind == "turn.points":
        return turns.point_keys(game.players)
    if kind == "quarter.unmet":
        return (turns.FORGOT, *quarter.UNMET_KEYS)
    if kind == "demand.reveal":
        return demands.DEMANDS
    if kind == "quarter.votes":
        return senate.SUMS
    if kind in ("quarter.bonus", "final.start"):
        return tuple(_LABELS)
    if kind.partition(".")[2] in final.TYPES:
        return tuple(str(count) for count in range(len(_BOX.construction_values) + 1))
    return ()


def why_not(game: Game, key: str) -> Text | None:
    """Why that key is not a legal answer now."""
    seat, kind, keys = game.asked
    if key in every(game):
        return _known(game, kind, seat, key)
    if kind == "turn.points" and key.partition(".")[0] in turns.REASONS:
        return Text("no {source} brings {found}: take other", source=Text(key.partition(".")[0]), found=key)
    if _is_number(key) and _is_number(keys[-1]):
        return _number(kind, keys, key)
    return None


def _is_number(key: str) -> bool:
    return key.isascii() and key.lstrip("+-").isdigit() and len(key) - len(key.lstrip("+-")) <= 1


def _number(kind: str, keys: Sequence[str], key: str) -> Text:
    """Why a number is no answer to a question for one: how it is written, or its size."""
    value = int(key)
    if str(value) != key and str(value) in keys:
        return Text("{found} is written {number}", found=key, number=str(value))
    numbers = [int(each) for each in keys if _is_number(each)]
    if value < numbers[0]:
        if kind == "turn.markers":
            return Text("{least} marker at least is sown", least=numbers[0])
        return Text("{found} is too few: {least} at least", found=str(value), least=str(numbers[0]))
    if value > numbers[-1]:
        if kind == "turn.markers":
            return Text("{most} markers at most lie in a tray", most=numbers[-1])
        return Text("{found} is too many: {most} at most", found=str(value), most=str(numbers[-1]))
    return Text("{found} points are no score", found=str(value))


def _known(game: Game, kind: str, seat: int, key: str) -> Text:
    if key == turns.FORGOT:
        return _nothing_forgotten(game, kind)
    if kind == "turn.points":
        if key == "senate":
            return Text("{seat} is on the last space of the senate: the action brings nothing", seat=Seat(seat))
        return Text("a Trajan tile comes before the action, and one a turn")
    if kind == "demand.reveal":
        return Text("all {count} {demand} tiles have been seen", count=_BOX.demands_each, demand=Text(key))
    if kind == "quarter.votes":
        return Text("the vote tiles left cannot make {votes}", votes=int(key))
    if kind in ("quarter.bonus", "final.start"):
        owner = abs(game.board.owner[quarter.TILE_INDEX[key]]) - 1
        return Text("{seat} has {tile}", seat=Seat(owner), tile=_LABELS[key])
    return Text("the others have {count} of these", count=len(_BOX.construction_values) + 1 - len(_keys(game)))


def _nothing_forgotten(game: Game, kind: str) -> Text:
    """Why there is nobody who can have forgotten something, or why it is too late."""
    seat = game.board.clock[BEFORE]
    if seat == NOBODY:
        return Text("nobody who still plays has moved before in this quarter")
    if game.board.left[seat]:
        return Text("{seat} has left", seat=Seat(seat))
    assert kind == "quarter.unmet"
    return Text("what was forgotten comes before the first unmet demands: correct the score instead")


def _keys(game: Game) -> tuple[str, ...]:
    return game.decision.keys if game.decision else ()
