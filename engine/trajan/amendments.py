"""Corrections: keys that begin with ``!`` and put the scorekeeper's state right instead of answering a question.

    !score.SEAT.+N.REASON     N points more or fewer (``-N``), with what they are for
    !time.N                   the time marker stands N spaces past the start space
    !senate.SEAT.SPACE.HEIGHT a disc lies on that space, so high in its stack (0 lowest)
    !turn.SEAT                that seat is to move
    !demands.A.B.C            these demands show; "none" for a space that is still hidden
    !leave.SEAT               that seat is skipped from now on; two must stay
    !count                    final scoring now

Only ranges are checked: the table knows better. Seats, spaces and heights count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.trajan import calendar, demands, ledger_words, senate, turns
from engine.trajan.calendar import AT, COUNTING, EARLY, LOOP, MOVER, PLAYING, staying
from engine.trajan.points import FINAL, give
from engine.words import Amendment, Field, Seat, Text

LEAST_STAYING = 2
SCORE_MOST = 99
HIDDEN = "none"
SCORE_REASONS = tuple(word for word in ledger_words.REASONS if word != "correction")
_AMOUNTS = tuple(f"{amount:+d}" for amount in range(-SCORE_MOST, SCORE_MOST + 1) if amount)
_NUMBER_LETTERS = 3


def _refuse(message: str, **args: int | str | Seat | Text) -> IllegalAnswer:
    return IllegalAnswer(Text(message, **args))


def _number(part: str, least: int, most: int, what: str) -> int:
    """A whole number written in the one way that there is; refused in words otherwise."""
    if part.isascii() and part.isdigit() and len(part) <= _NUMBER_LETTERS and str(int(part)) == part:
        value = int(part)
        if least <= value <= most:
            return value
    raise _refuse(
        "{what} cannot be {found}: it is a whole number from {least} to {most}",
        what=Text(what),
        found=part,
        least=least,
        most=most,
    )


def _seat(game: Game, part: str, gone: bool = False) -> int:
    seat = _number(part, 0, game.players - 1, "a seat")
    if game.board.left[seat] and not gone:
        raise _refuse("{seat} has left", seat=Seat(seat))
    return seat


def _time_now(game: Game) -> int:
    if game.board.clock[COUNTING] != PLAYING:
        return FINAL
    settling = game.decision is not None and game.decision.kind.startswith("quarter.")
    return calendar.quarter_ending(game) if settling else calendar.now(game)


def _in_turn(game: Game) -> bool:
    return game.decision is not None and game.decision.kind in ("turn.markers", "turn.points", "other.amount")


# ---- what may be corrected when


def allowed(game: Game) -> tuple[str, ...]:
    """The words of the corrections that may be made now."""
    decision = game.decision
    if decision is None:
        return ("score",)
    if decision.kind == "start.player":
        return ()
    leave = ("leave",) if len(staying(game)) > LEAST_STAYING else ()
    if game.board.clock[COUNTING] != PLAYING:
        return ("score", *leave)
    turn = ("turn",) if _in_turn(game) else ()
    # once the bonus tiles go out the vote is over
    discs = () if decision.kind == "quarter.bonus" else ("senate",)
    return ("score", "time", *discs, *turn, "demands", *leave, "count")


def _seat_field(name: Text, seats: Sequence[int], present: int | None = None) -> Field:
    values = tuple(str(seat) for seat in seats)
    labels = tuple(Text("{seat}", seat=Seat(seat)) for seat in seats)
    return Field(name, values, labels, values[0] if present is None else str(present))


def _number_field(name: Text, most: int, present: int) -> Field:
    values = tuple(str(value) for value in range(most + 1))
    return Field(name, values, tuple(Text("{number}", number=int(value)) for value in values), str(present))


def _score(game: Game) -> list[Amendment]:
    mover = game.board.clock[MOVER]
    labels = tuple(Text("{signed}", signed=int(amount)) for amount in _AMOUNTS)
    fields = (
        _seat_field(Text("Seat"), range(game.players), mover),
        Field(Text("Points"), _AMOUNTS, labels, "+1"),
        Field(Text("What for"), SCORE_REASONS, tuple(ledger_words.reason(word) for word in SCORE_REASONS), "other"),
    )
    return [Amendment("!score", Text("Score"), "pencil", fields)]


def _time(game: Game) -> list[Amendment]:
    clock = game.board.clock
    field = _number_field(Text("Spaces past the start"), clock[LOOP] - 1, clock[AT])
    return [Amendment("!time", Text("Time marker"), "time", (field,))]


def _senate(game: Game) -> list[Amendment]:
    board, seats = game.board, staying(game)
    return [
        Amendment(
            f"!senate.{seat}",
            Text("Senate: {seat}", seat=Seat(seat)),
            "senate",
            (
                _number_field(Text("Space"), senate.LAST, board.space[seat]),
                _number_field(Text("Height in the stack"), len(seats) - 1, board.height[seat]),
            ),
        )
        for seat in seats
    ]


def _turn(game: Game) -> list[Amendment]:
    field = _seat_field(Text("Seat"), staying(game), game.board.clock[MOVER])
    return [Amendment("!turn", Text("Seat to move"), "seat", (field,))]


def _demands(game: Game) -> list[Amendment]:
    showing = demands.words(game)
    values = (HIDDEN, *demands.DEMANDS)
    labels = (Text("none"), *(Text(word) for word in demands.DEMANDS))
    fields = tuple(
        Field(Text("Demand {number}", number=space + 1), values, labels, (showing[space : space + 1] or (HIDDEN,))[0])
        for space in range(demands.SPACES)
    )
    return [Amendment("!demands", Text("Demands"), demands.DEMANDS[0], fields)]


def _leave(game: Game) -> list[Amendment]:
    return [Amendment("!leave", Text("Seat leaves"), "seat", (_seat_field(Text("Seat"), staying(game)),))]


def _count(game: Game) -> list[Amendment]:
    return [Amendment("!count", Text("Count now"), "consul", ())]


# ---- doing it


def _do_score(game: Game, parts: list[str]) -> None:
    seat = _seat(game, parts[0], gone=True)
    if parts[1] not in _AMOUNTS:
        raise _refuse(
            "points cannot be {found}: they are +1 to +{most} or -1 to -{most}", found=parts[1], most=SCORE_MOST
        )
    if parts[2] not in SCORE_REASONS:
        raise _refuse("{found} is not what points are for: {words}", found=parts[2], words=", ".join(SCORE_REASONS))
    at = _time_now(game)
    amount = int(parts[1])
    give(game, seat, amount, "correction", parts[2], at)
    text = Text("{signed} {reason}", signed=amount, reason=ledger_words.reason(parts[2]))
    game.tell("corrected", seat, text, amount, "pencil")


def _do_time(game: Game, parts: list[str]) -> None:
    clock = game.board.clock
    game.put(clock, AT, _number(parts[0], 0, clock[LOOP] - 1, "the time marker's space"))
    game.tell("corrected", TABLE, Text("Time marker: {left} left", left=clock[LOOP] - clock[AT]), 0, "time")


def _do_senate(game: Game, parts: list[str]) -> None:
    seat = _seat(game, parts[0])
    space = _number(parts[1], 0, senate.LAST, "a senate space")
    height = _number(parts[2], 0, senate.on_space(game, space, seat), "the height in the stack of that space")
    senate.place(game, seat, space, height)
    game.tell("corrected", seat, Text("{seat}: space {space}", seat=Seat(seat), space=space), 0, "senate")


def _do_turn(game: Game, parts: list[str], reseat: Callable[[Game, int], None] = turns.reseat) -> None:
    seat = _seat(game, parts[0])
    reseat(game, seat)
    game.tell("corrected", seat, Text("{seat} to move", seat=Seat(seat)), 0, "seat")
    game.tell("turn", seat, Text("{seat} to move", seat=Seat(seat)))


def _do_demands(game: Game, parts: list[str]) -> None:
    for part in parts:
        if part != HIDDEN and part not in demands.DEMANDS:
            raise _refuse("{found} is no demand: {words}", found=part, words=", ".join((*demands.DEMANDS, HIDDEN)))
    wanted = tuple(part for part in parts if part != HIDDEN)
    decision = game.decision
    if decision is not None and decision.kind.startswith("quarter.") and len(wanted) != demands.SPACES:
        raise _refuse("the quarter is over: {spaces} demands show", spaces=demands.SPACES)
    if not demands.lay(game, wanted):
        raise _refuse("there are not so many tiles of one demand left in this game")
    game.tell("corrected", TABLE, Text("{count} demands show", count=len(wanted)))


def _do_leave(game: Game, parts: list[str]) -> None:
    seat = _seat(game, parts[0])
    game.put(game.board.left, seat, 1)
    senate.remove(game, seat)
    game.tell("left", seat, Text("{seat} has left", seat=Seat(seat)), 0, "seat")


def _do_count(game: Game, parts: list[str]) -> None:
    game.tell("corrected", TABLE, Text("Counted now"))
    calendar.start_final(game, EARLY)


# by word: what it offers, what it does, how many parts follow (fewest, most)
_KNOWN: dict[str, tuple[Callable[[Game], list[Amendment]], Callable[[Game, list[str]], None], int, int]] = {
    "score": (_score, _do_score, 3, 3),
    "time": (_time, _do_time, 1, 1),
    "senate": (_senate, _do_senate, 3, 3),
    "turn": (_turn, _do_turn, 1, 1),
    "demands": (_demands, _do_demands, 1, demands.SPACES),
    "leave": (_leave, _do_leave, 1, 1),
    "count": (_count, _do_count, 0, 0),
}


def offered(game: Game, words: Sequence[str] | None = None) -> list[Amendment]:
    """What may be corrected now, for a knob: each with its fields, their values and what is there now.

    ``words`` are those that may be made, for a way with rules of its own about that.
    """
    return [amendment for word in (allowed(game) if words is None else words) for amendment in _KNOWN[word][0](game)]


def amend(
    game: Game,
    key: str,
    words: Sequence[str] | None = None,
    reseat: Callable[[Game, int], None] = turns.reseat,
) -> None:
    """Do the correction. Raises IllegalAnswer, in words, if it is none, or none that may be made now.

    ``reseat`` gives the turn going on to another seat.
    """
    word, *parts = key[1:].split(".")
    if word not in _KNOWN:
        raise _refuse("{found} is no correction: {words}", found=key, words=", ".join(f"!{each}" for each in _KNOWN))
    if word not in (allowed(game) if words is None else words):
        raise _refuse("this cannot be corrected now: {found}", found=key)
    _, do, fewest, most = _KNOWN[word]
    if not fewest <= len(parts) <= most:
        raise _refuse("{found} has too few or too many parts", found=key)
    if word == "turn":
        _do_turn(game, parts, reseat)
    else:
        do(game, parts)
