"""What the scorekeeper says: its questions, the labels, icons and hints of their answers, which one a tag names.

Reads the open decision and the boxes and changes nothing. The wording is that of the rulebook, short enough for a
row of twenty letters. A hint of two lines has a line break between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from engine.game import Game
from engine.trajan import calendar, demands, final, quarter, scoring, senate, turns
from engine.trajan.calendar import AT, LOOP, laps
from engine.trajan.components import BonusTile, components
from engine.words import Hint, Seat, Text, Track

_TILES = {tile.word: tile for tile in components().bonus_tiles}
_SOURCE_ICONS = {"build": "construction", "province": "military", "ship": "seaport", "tile": "arch"}
_SOURCE_LABELS = {
    "build": "build {signed}",
    "province": "province {signed}",
    "ship": "ship {signed}",
    "tile": "tile {signed}",
}


_OWED = {
    quarter.VOTES.kind: Text("vote tiles to count"),
    quarter.UNMET.kind: Text("demands to settle"),
    quarter.BONUS.kind: Text("bonus tiles to give"),
    calendar.DEMAND.kind: Text("a demand to turn up"),
}


def owed(game: Game) -> list[Text]:
    """What the rules still owe before the turn can end, beyond the open question: the next first, each once."""
    found: list[Text] = []
    for step, _, _ in islice(game.to_come(), 1, None) if game.turn[0] else ():
        more = calendar.owed(game) if step is calendar.TURN_END else []
        if step.kind in _OWED and (step is not calendar.DEMAND or demands.showing(game) < demands.SPACES):
            more.append(_OWED[step.kind])
        found += [text for text in more if text not in found]
    return found


def _bonus_label(tile: BonusTile) -> Text:
    return Text("{demand} left", demand=Text(tile.label)) if tile.counts == "demand" else Text(tile.label)


def _bonus_hint(tile: BonusTile, yellow: bool) -> Text:
    halves = tile.yellow_halves if yellow else tile.gray_halves
    if tile.counts == "demand":
        return Text("{points} once", points=halves // 2)
    return Text("½ each") if halves == 1 else Text("{points} each", points=halves // 2)


# ---- questions

_QUESTIONS = {
    "start.player": Text("Who starts?"),
    "turn.markers": Text("markers"),
    "other.amount": Text("other points"),
    "demand.reveal": Text("New demand?"),
    "quarter.unmet": Text("cannot meet"),
    "quarter.votes": Text("vote tiles"),
    "final.hand": Text("cards in hand"),
    "final.workers": Text("workers in camp"),
    "final.legionnaires": Text("legionnaires in camp"),
    "final.circle": Text("tiles in the circle"),
    "final.wilds": Text("wild constructions"),
    "final.start": Text("starting bonus tile"),
    "final.sites": Text("workers on sites"),
    "final.provinces": Text("legionnaires placed"),
    "final.commodity": Text("wild commodities"),
    "final.demand": Text("wild demands"),
}
_QUESTION_ICONS = {
    "start.player": "seat",
    "turn.markers": "time",
    "other.amount": "pencil",
    "quarter.unmet": "demand-unmet",
    "quarter.votes": "vote",
    "final.hand": "hand",
    "final.workers": "worker",
    "final.legionnaires": "legionnaire",
    "final.circle": "arch",
    "final.wilds": "construction",
    "final.start": "bonus",
    "final.sites": "worker",
    "final.provinces": "legionnaire",
    "final.commodity": "hand",
    "final.demand": "wilddemand",
}


def question(game: Game) -> Text:
    """The open question."""
    if game.decision is None:
        winner = scoring.final_order(game)[0]
        return Text("{seat} wins", seat=Seat(winner))
    kind = game.decision.kind
    if kind in _QUESTIONS:
        return _QUESTIONS[kind]
    if kind == "turn.points":
        last = game.details[2]
        return Text("{last}, and?", last=_points(last)) if last else Text("Points?")
    if kind == "quarter.bonus":
        return Text("consul picks") if game.details[0] else Text("vice-consul takes")
    word = kind.partition(".")[2]
    if word in _TILES:
        tile = _TILES[word]
        return Text("{demand} tile left?", demand=Text(word)) if tile.counts == "demand" else Text(tile.label)
    return Text("{type} tiles", type=Text(word))


# ---- answers


def _points(key: str) -> Text:
    source, _, value = key.partition(".")
    return Text(_SOURCE_LABELS[source], signed=int(value)) if source in _SOURCE_LABELS else Text(key)


def answer(game: Game, key: str) -> Text:
    """The label of an answer, also of one that is not legal now."""
    if game.decision is None:
        return Text(key)
    kind, seat = game.decision.kind, game.decision.seat
    if kind == "start.player":
        return Text("{seat}", seat=Seat(_after(key, "seat.")))
    if key == turns.FORGOT and kind in ("turn.markers", "quarter.unmet"):
        before = turns.before(game)
        return Text("{seat} +", seat=Seat(before)) if before >= 0 else Text("Forgotten points")
    if kind == "turn.points":
        if key == "none":
            return Text("No more") if game.details[2] else Text("No score")
        if key == "senate":
            points = senate.next_points(game, seat)
            return Text("senate {points}", points=points) if points else Text("senate")
        return _points(key) if key in turns.AMOUNTS else Text(key)
    if kind == "other.amount":
        return Text("{signed}", signed=int(key)) if key in turns.OTHER_KEYS else Text(key)
    if key in _TILES and kind in ("quarter.bonus", "final.start"):
        return _bonus_label(_TILES[key])
    return {"yes": Text("Yes"), "no": Text("No")}.get(key) or Text(key)


def starts(game: Game) -> tuple[str, ...]:
    """What is scored most often of each source."""
    return ("build.3", "province.6", "ship.6", "tile.5")


def _after(key: str, stem: str) -> int:
    rest = key.removeprefix(stem)
    return int(rest) if rest.isascii() and rest.isdigit() and len(rest) == 1 else 0


def icon(game: Game, key: str | None) -> str:
    """The icon of an answer or, for None, of the question."""
    if game.decision is None:
        return "consul16" if key is None else ""
    kind = game.decision.kind
    word = kind.partition(".")[2]
    if key is None:
        if kind == "quarter.bonus":
            return "consul" if game.details[0] else "vice"
        return _QUESTION_ICONS.get(kind) or (
            _TILES[word].icon if word in _TILES else word if word in final.TYPES else ""
        )
    if kind == "demand.reveal":
        return key + "16" if key in demands.DEMANDS else ""
    if key == turns.FORGOT:
        return "pencil"
    if kind == "turn.points":
        return "senate" if key == "senate" else _SOURCE_ICONS.get(key.partition(".")[0], "")
    if kind in ("quarter.bonus", "final.start") and key in _TILES:
        return _TILES[key].icon
    return "seat" if kind == "start.player" else ""


_FORMS = {
    "start.player": "list",
    "turn.markers": "dial",
    "turn.points": "grid",
    "other.amount": "dial",
    "demand.reveal": "cells",
    "quarter.unmet": "cells",
    "quarter.votes": "dial",
    "quarter.bonus": "list",
    "final.start": "list",
}


def form(game: Game) -> str:
    """How the open question is best asked."""
    if game.decision is None:
        return "list"
    kind = game.decision.kind
    return _FORMS.get(kind) or ("yes-no" if game.decision.keys == final.YES_NO else "dial")


def usual(game: Game) -> str | None:
    """The answer on which the cursor starts."""
    kind = game.decision.kind if game.decision else ""
    return {"turn.markers": "2", "turn.points": "none", "other.amount": "1", "quarter.unmet": "0"}.get(kind)


def closes(game: Game) -> str | None:
    """*No score*, or *No more*."""
    return "none" if game.decision is not None and game.decision.kind == "turn.points" else None


# ---- hints


def _markers_hint(game: Game, key: str) -> Hint | None:
    clock = game.board.clock
    if key == turns.FORGOT:
        return Hint(Text("what was forgotten"))
    spaces, at, loop = int(key), clock[AT], clock[LOOP]
    track = Track(loop, at, spaces)
    ended, over = laps(game, spaces), (at + spaces) % loop
    if not ended:
        return Hint(Text("{left} left then", left=loop - at - spaces), track=track)
    ends = calendar.ends(game, ended)
    last = calendar.ends_game(game, ended)
    return Hint(ends if last else Text("{ends}, {over} over", ends=ends, over=over), True, track)


def _points_hint(game: Game, key: str) -> Hint | None:
    if key == "senate":
        space = game.board.space[game.asked.seat] + 1
        return Hint(Text("to space {space}", space=space))
    return None


def _demand_hint(game: Game, key: str) -> Hint | None:
    return Hint(Text("{count} not seen yet", count=demands.left(game, key)))


def _unmet_hint(game: Game, key: str) -> Hint | None:
    if key == turns.FORGOT:
        return Hint(Text("what was forgotten"))
    return Hint(Text("{signed}", signed=-demands.PENALTY[int(key)]))


def _votes_hint(game: Game, key: str) -> Hint | None:
    seat, tiles = game.asked.seat, int(key)
    space = senate.POINTS[game.board.space[seat]]
    consul, vice = senate.ranking(game, (seat, tiles))[:2]

    def has(each: int) -> int:
        return space + tiles if each == seat else senate.votes(game, each)

    return Hint(
        Text(
            "space {space} + tiles {tiles} = {votes}\nnow {consul}, {most} to {second}",
            space=space,
            tiles=tiles,
            votes=space + tiles,
            consul=Seat(consul),
            most=has(consul),
            second=has(vice),
        )
    )


def _bonus_side_hint(game: Game, key: str) -> Hint | None:
    return Hint(_bonus_hint(_TILES[key], bool(game.details[0])))


def _start_hint(game: Game, key: str) -> Hint | None:
    return Hint(_bonus_hint(_TILES[key], True))


def _final_hint(game: Game, key: str) -> Hint | None:
    """What the answer scores, wherever one answer alone decides it."""
    kind, seat = game.asked.kind, game.asked.seat
    word = kind.partition(".")[2]
    details = game.details
    if kind in ("final.hand", "final.workers", "final.legionnaires", "final.circle"):
        each = final.WORTH[details[0]][2]
        return Hint(Text("{each} point each: {signed}", each=each, signed=each * int(key)))
    if word in final.TYPES:
        return Hint(Text("{signed} for a set", signed=scoring.best_sets([int(key)], 0)[0]))
    if kind == "final.wilds":
        gain = sum(scoring.best_sets(final.types(game, seat), int(key)))
        return Hint(Text("{signed} for all sets", signed=gain))
    if kind in ("final.commodity", "final.demand"):
        return Hint(Text("not used up"))
    tile = quarter.TILES[details[0]]
    yellow = game.board.owner[details[0]] > 0
    if key in final.YES_NO:
        return Hint(Text("{signed}", signed=tile.points(final.NO_YES.index(key), yellow)))
    return Hint(Text("{hint}: {signed}", hint=_bonus_hint(tile, yellow), signed=tile.points(int(key), yellow)))


_HINTS: dict[str, Callable[[Game, str], Hint | None]] = {
    "turn.markers": _markers_hint,
    "turn.points": _points_hint,
    "demand.reveal": _demand_hint,
    "quarter.unmet": _unmet_hint,
    "quarter.votes": _votes_hint,
    "quarter.bonus": _bonus_side_hint,
    "final.start": _start_hint,
}


def hint(game: Game, key: str) -> Hint | None:
    """What an answer of the open question will do; None for one that is not legal now."""
    decision = game.decision
    if decision is None or key not in decision.keys:
        return None
    found = _HINTS.get(decision.kind)
    if found is None and decision.kind.startswith("final."):
        found = _final_hint
    return found(game, key) if found else None


def odds(game: Game) -> Sequence[int]:
    """Weights of the open TABLE answers: tiles of each demand not seen yet; every start player alike."""
    decision = game.asked
    if decision.kind == "demand.reveal":
        return tuple(demands.left(game, key) for key in decision.keys)
    return (1,) * len(decision.keys)


# ---- tags


def _tagged() -> dict[str, str]:
    box = components()
    found = {
        f"construction.{kind.word}.{value}": f"build.{value}"
        for kind in box.construction_types
        for value in box.construction_values
    }
    found |= {f"trajan.{tile.word}": f"tile.{tile.points}" for stack in box.stacks for tile in stack.tiles}
    return found


_POINT_TAGS = _tagged()
_SHIP_TAGS = {
    f"ship.{ship.word}": tuple(f"ship.{points}" for points in (*ship.coloured, *ship.gray))
    for ship in components().ships
}


def named(game: Game, word: str) -> Sequence[str]:
    """The answers that a tag's word names: a demand tile, a bonus tile, a construction or Trajan tile, a ship."""
    decision = game.decision
    if decision is None:
        return ()
    kind = decision.kind
    stem, _, rest = word.partition(".")
    if kind == "turn.points":
        found: tuple[str, ...] = _SHIP_TAGS.get(word, (_POINT_TAGS.get(word, ""),))
    elif (stem == "demand" and kind == "demand.reveal") or (
        stem == "bonus" and kind in ("quarter.bonus", "final.start")
    ):
        found = (rest,)
    else:
        found = ()
    return tuple(key for key in decision.keys if key in found)
