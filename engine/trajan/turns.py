"""A turn as the scorekeeper asks for it: start player, markers sown, points scored, and what was forgotten.

The table plays; these few questions keep time and score. Every amount that can come up is an answer of its own,
worked out from the components: source and amount in one. Shared with nobody: the referee knows the moves themselves.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.title import Step, nothing
from engine.trajan import calendar, senate
from engine.trajan.calendar import (
    BEFORE,
    BEFORE_TURN,
    BEFORE_WHEN,
    LOOP,
    MOVER,
    NOBODY,
    SEAT_KEYS,
    START_PLAYER,
    now,
    staying,
)
from engine.trajan.components import components
from engine.trajan.points import give
from engine.words import to_move

FORGOT = "forgot"
OTHER_LEAST, OTHER_MOST = -20, 40


def _reachable(players: int) -> dict[str, tuple[int, ...]]:
    """The points that one action can bring, by the first part of the key."""
    box = components()
    provinces = {
        province.points - box.per_opponent * opposing for province in box.provinces for opposing in range(players)
    }
    ships = {points for ship in box.ships for side in (ship.coloured, ship.gray) for points in side}
    tiles = {tile.points for stack in box.stacks for tile in stack.tiles}
    found = {"build": set(box.construction_values), "province": provinces, "ship": ships, "tile": tiles}
    return {source: tuple(sorted(value for value in values if value > 0)) for source, values in found.items()}


REASONS = {"build": "construction", "province": "province", "ship": "ship", "tile": "tile"}
_COUNTS = range(components().players[0], components().players[1] + 1)
_REACHABLE = {players: _reachable(players) for players in _COUNTS}
AMOUNTS = {
    f"{source}.{value}": (source, value)
    for reachable in _REACHABLE.values()
    for source, values in reachable.items()
    for value in values
}

MARKER_KEYS = tuple(str(number) for number in range(1, len(components().markers) * components().markers_each + 1))
_MARKERS_OR_FORGOT = (FORGOT, *MARKER_KEYS)
OTHER_KEYS = tuple(str(amount) for amount in range(OTHER_LEAST, OTHER_MOST + 1) if amount)


def _point_keys(players: int, with_tile: bool, with_senate: bool) -> tuple[str, ...]:
    rows = ("build", "province", "ship", "tile") if with_tile else ("build", "province", "ship")
    keys = [f"{source}.{value}" for source in rows for value in _REACHABLE[players][source]]
    return ("none", *(("senate",) if with_senate else ()), "other", *keys)


# by players, whether a Trajan tile may still come (it comes before the action), whether the senate scores
_POINT_KEYS = {
    players: tuple(tuple(_point_keys(players, tile, rises) for rises in (False, True)) for tile in (False, True))
    for players in _COUNTS
}


def point_keys(players: int) -> tuple[str, ...]:
    """Every answer there is to "turn.points"."""
    return _POINT_KEYS[players][True][True]


# ---- start player


def _ask_start(game: Game, seat: int) -> tuple[str, ...]:
    return SEAT_KEYS[: game.players]


def _take_start(game: Game, seat: int, key: str) -> None:
    start = int(key[len("seat.") :])
    senate.stack(game, [(start + step) % game.players for step in range(game.players)])
    calendar.start_turn(game, start)


# ---- markers


def before(game: Game) -> int:
    """The seat that moved before, if something of its turn may still be entered; NOBODY otherwise.

    Not past the end of a quarter once the first seat has answered for its demands.
    """
    board = game.board
    seat: int = board.clock[BEFORE]
    return NOBODY if seat == NOBODY or board.left[seat] else seat


def remember(game: Game) -> None:
    """Ask what the seat that moved before has forgotten to enter."""
    game.push(POINTS, before(game), True, True, "")


def _ask_markers(game: Game, seat: int) -> tuple[str, ...]:
    if game.board.left[seat]:
        return ()
    return MARKER_KEYS if before(game) == NOBODY else _MARKERS_OR_FORGOT


def _take_markers(game: Game, seat: int, key: str | None) -> None:
    if key is None:
        return
    if key == FORGOT:
        game.push(MARKERS, seat)
        remember(game)
    else:
        calendar.advance(game, int(key))
        game.push(POINTS, seat, True, False, "")


# ---- points


def _date(game: Game, forgotten: bool) -> tuple[int, int]:
    """The ledger's time and turn of what is entered now: those of the turn before for what was forgotten in it."""
    clock = game.board.clock
    return (clock[BEFORE_WHEN], clock[BEFORE_TURN]) if forgotten else (now(game), 0)


def _ask_points(game: Game, seat: int, tile: bool, forgotten: bool, last: str) -> tuple[str, ...]:
    if game.board.left[seat]:
        return ()
    return _POINT_KEYS[game.players][tile][game.board.space[seat] != senate.LAST]


def _take_points(game: Game, seat: int, key: str | None, tile: bool, forgotten: bool, last: str) -> None:
    if key is None or key == "none":
        return
    at, turn = _date(game, forgotten)
    if key == "senate":
        senate.climb(game, seat, at, turn)
    elif key == "other":
        game.push(OTHER, seat, forgotten)
    else:
        source, value = AMOUNTS[key]
        give(game, seat, value, REASONS[source], key, at, turn)
        # a Trajan tile comes before the action; a first tile of a type grants another one
        if source in ("tile", "build"):
            game.push(POINTS, seat, False, forgotten, key)


def _ask_other(game: Game, seat: int, forgotten: bool) -> tuple[str, ...]:
    return () if game.board.left[seat] else OTHER_KEYS


def _take_other(game: Game, seat: int, key: str | None, forgotten: bool) -> None:
    if key is not None:
        give(game, seat, int(key), "other", "", *_date(game, forgotten))


START = Step(START_PLAYER, _ask_start, _take_start)
MARKERS = Step("turn.markers", _ask_markers, _take_markers)
POINTS = Step("turn.points", _ask_points, _take_points)
OTHER = Step("other.amount", _ask_other, _take_other)


def begin(game: Game) -> None:
    game.push(START, TABLE)


# ---- for corrections


def sown(game: Game) -> bool | None:
    """Whether the markers of the turn going on have been sown; None if the open question is none of that turn's own."""
    if game.agenda is None:
        return None
    step, _, details, _ = game.agenda
    if step is MARKERS:
        return False
    own = (step is POINTS and not details[1]) or (step is OTHER and not details[0])
    return True if own else None


def most_rounds(game: Game) -> int:
    """How many rounds a turn may end: two only if the loop is so short that all markers can pass its start twice."""
    loop = game.board.clock[LOOP]
    once = game.options.get("double_crossing") == "one_round"
    return 1 if once else max(1, (loop - 1 + len(MARKER_KEYS)) // loop)


def end_rounds(game: Game, rounds: int) -> None:
    """So many rounds were over with the turn before: they end now, before the markers of this turn are sown."""
    clock = game.board.clock
    seat = clock[MOVER]
    game.push(RESUME, seat)
    for _ in range(rounds):
        game.push(calendar.ROUND_END, TABLE)
    game.put(clock, MOVER, next(each for each in staying(game) if calendar.following(game, each) == seat))


def _take_resume(game: Game, seat: int, _: str | None) -> None:
    game.put(game.board.clock, MOVER, seat)
    if not game.board.left[seat]:
        game.tell("turn", seat, to_move(seat))


RESUME = Step("turn.resume", nothing, _take_resume)


def reseat(game: Game, seat: int) -> None:
    """The turn going on is that seat's: whatever of it is still on the agenda. What was forgotten stays where it is."""
    steps = []
    for step, of, details in game.to_come():
        forgotten = (step is POINTS and details[1]) or (step is OTHER and details[0])
        own = step in (MARKERS, POINTS, OTHER, calendar.TURN_END) and not forgotten
        steps.append((step, seat if own else of, details))
    game.agenda = None
    for step, of, details in reversed(steps):
        game.push(step, of, *details)
    game.put(game.board.clock, calendar.MOVER, seat)
