"""Corrections: keys that begin with ``!`` and put the scorekeeper's state right instead of answering a question.

    !score.SEAT.+N.REASON     N points more or fewer (``-N``), with what they are for
    !time.N                   the time marker stands N spaces past the start space
    !time.N.ROUNDS            the same, and so many rounds end: with this turn once its markers are sown, else at once,
                              since they were over with the turn before
    !senate.SEAT.SPACE.HEIGHT a disc lies on that space, so high in its stack (0 lowest)
    !turn.SEAT                that seat is to move
    !demands.A.B.C            these demands show; "none" for a space that is still hidden. If a new demand is asked for
                              and more show than before, it is among them
    !leave.SEAT               that seat is skipped from now on; two must stay
    !count                    final scoring now

Only ranges are checked: the table knows better. Seats, spaces and heights count from 0. Which options may change during
play (``Game.amendments``) is said here as well.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import corrections
from engine.corrections import Correction, number, number_field, refuse, seat_field, staying_in
from engine.game import TABLE, Game
from engine.title import Step
from engine.trajan import calendar, circle, demands, ledger_words, quarter, senate, turns
from engine.trajan.calendar import AT, CAME_FROM, COUNTING, EARLY, FULL, LAPS, LOOP, MOVER, PLAYING, staying
from engine.trajan.points import FINAL, give
from engine.words import Amendment, Field, Seat, Text, to_move

LEAST_STAYING = 2
HIDDEN = "none"
_TURN_KINDS = ("turn.markers", "turn.points", "other.amount")


def _time_now(game: Game) -> int:
    if game.board.clock[COUNTING] != PLAYING:
        return FINAL
    return calendar.quarter_ending(game) if _settling(game) else calendar.now(game)


def _to_come(game: Game, step: Step) -> bool:
    """Whether a step is still on the agenda."""
    return any(each is step for each, _, _ in game.to_come())


def _settling(game: Game) -> bool:
    """Whether a quarter is being settled, whatever is asked just now."""
    return _to_come(game, calendar.QUARTER_RESET)


# ---- what may be corrected when


def allowed(game: Game) -> tuple[str, ...]:
    """The words of the corrections that may be made now."""
    return tuple(word for word in KNOWN if refusal(game, word) is None)


def refusal(game: Game, word: str) -> Text | None:
    """Why there is no correction of that word now; None if there is."""
    decision, counting = game.decision, game.board.clock[COUNTING] != PLAYING
    if decision is not None and decision.kind == calendar.START_PLAYER:
        return Text("first comes who starts")
    if word in ("score", "senate"):
        if decision is not None and decision.kind == "quarter.bonus" and word == "senate":
            return Text("the vote is over: correct the senate when its bonus tiles are out")
        return None
    if decision is None:
        return Text("the game is over: only points and the senate can be corrected")
    if word == "leave":
        return Text("{least} seats must stay", least=LEAST_STAYING) if len(staying(game)) <= LEAST_STAYING else None
    if counting:
        return Text("final scoring has begun: only points and the senate can be corrected")
    if word == "turn" and (decision.kind not in _TURN_KINDS or not _to_come(game, calendar.TURN_END)):
        return Text("the turn is over")
    return None


def may_change(game: Game) -> tuple[str, ...]:
    """The options that a scorekeeper goes by and that may be changed now, since no past answer depends on them."""
    decision = game.decision
    if decision is not None and decision.kind == calendar.START_PLAYER:
        return ()
    if game.board.clock[COUNTING] != PLAYING:
        return ("final_tie",)
    vice = () if _to_come(game, quarter.BONUS) else ("vice_consul_needs_vote",)
    return ("refuse_demand", "wild_demand_for_bonus", *vice, "final_tie")


def _time(game: Game) -> list[Amendment]:
    clock = game.board.clock
    fields = [number_field(Text("Spaces past the start"), clock[LOOP] - 1, clock[AT])]
    if most := _rounds_that_may_end(game):
        fields.append(number_field(Text("Rounds that end"), most, clock[LAPS]))
    return [Amendment("!time", Text("Time marker"), "time", tuple(fields))]


def _sown(game: Game) -> bool | None:
    """Whether the markers of the turn going on have been sown; None if the open question is none of that
    turn's own."""
    if _to_come(game, turns.RESUME):
        return None  # rounds that were over with the turn before end first
    return circle.sown(game) if game.way.name == "referee" else turns.sown(game)


def _rounds_that_may_end(game: Game) -> int:
    """How many rounds can end with the turn going on or, before its markers are sown, with the one before it."""
    sown = _sown(game)
    return 0 if sown is None or (not sown and game.turn[0] == 1) else turns.most_rounds(game)


def _senate(game: Game) -> list[Amendment]:
    stacks = _as_it_counts(game)
    return [
        Amendment(f"!senate.{seat}", Text("Senate: {seat}", seat=Seat(seat)), "senate", (_place_field(stacks, seat),))
        for seat in staying(game)
    ]


def _as_it_counts(game: Game) -> Game:
    """The discs as the order of seats at the end reads them: as they lie or, where the option ``final_tie`` says so,
    as they lay before they were stacked anew (then in one stack, since only their order is left)."""
    if game.board.clock[COUNTING] != FULL or game.options["final_tie"] != "track":
        return game
    stacks = game.copy()
    senate.stack(stacks, sorted(staying(game), key=lambda seat: -game.board.tie[seat]))
    return stacks


def _place_field(game: Game, seat: int) -> Field:
    """Every place that a disc can have: a space, and on which disc of its stack it lies there."""
    board = game.board
    values, labels = [], []
    for space in range(senate.LAST + 1):
        lying = {board.height[other]: other for other in staying(game) if other != seat and board.space[other] == space}
        below = [lying[height] for height in sorted(lying)]
        for height in range(len(below) + 1):
            values.append(f"{space}.{height}")
            if height:
                on = Seat(below[height - 1])
                labels.append(Text("space {space}, on {seat}", space=space, seat=on))
            else:
                labels.append(Text("space {space}, lowest" if below else "space {space}", space=space))
    return Field(Text("Space"), tuple(values), tuple(labels), f"{board.space[seat]}.{board.height[seat]}")


def _turn(game: Game) -> list[Amendment]:
    field = seat_field(staying(game), game.board.clock[MOVER])
    return [Amendment("!turn", Text("Seat to move"), "seat", (field,))]


def _demands(game: Game) -> list[Amendment]:
    showing = demands.words(game)
    hidden = () if _settling(game) else (HIDDEN,)
    values = (*hidden, *demands.DEMANDS)
    labels = (*map(Text, hidden), *(Text(word) for word in demands.DEMANDS))
    fields = tuple(
        Field(Text("Demand {number}", number=space + 1), values, labels, (showing[space : space + 1] or (HIDDEN,))[0])
        for space in range(demands.SPACES)
    )
    return [Amendment("!demands", Text("Demands"), demands.DEMANDS[0], fields)]


def _leave(game: Game) -> list[Amendment]:
    seats = staying(game)
    return [Amendment("!leave", Text("Seat leaves"), "seat", (seat_field(seats, seats[0]),))]


def _count(game: Game) -> list[Amendment]:
    return [Amendment("!count", Text("Count now"), "consul", ())]


# ---- doing it


def _do_time(game: Game, parts: list[str]) -> None:
    clock, sown = game.board.clock, _sown(game)
    at = number(parts[0], 0, clock[LOOP] - 1, "the time marker's space")
    rounds: int | None = None
    if len(parts) > 1:
        most = _rounds_that_may_end(game)
        if not most:
            if game.decision is not None and game.decision.kind == circle.SOW.kind:
                raise refuse("rounds end with the turn: sow the markers in the hand first")
            raise refuse("no turn is going on with which a round could end")
        rounds = number(parts[1], 0, most, "the number of rounds that end")
    elif sown and at != clock[AT]:
        # the markers of this turn were sown from a space that is known: where it now stands says if it passed the start
        rounds = 0 if at > clock[CAME_FROM] else 1
    game.put(clock, AT, at)
    if sown and rounds is not None:
        game.put(clock, LAPS, rounds)
    game.tell("corrected", TABLE, Text("Time marker: {left} left", left=clock[LOOP] - clock[AT]), 0, "time")
    if not sown and rounds:
        turns.end_rounds(game, rounds)


def _do_senate(game: Game, parts: list[str]) -> None:
    seat = staying_in(game, parts[0])
    stacks = _as_it_counts(game)
    space = number(parts[1], 0, senate.LAST, "a senate space")
    height = number(parts[2], 0, senate.on_space(stacks, space, seat), "the height in the stack of that space")
    senate.place(stacks, seat, space, height)
    if stacks is not game:
        for rank, each in enumerate(senate.standing(stacks)):
            game.put(game.board.tie, each, rank)
    game.tell("corrected", seat, Text("{seat}: space {space}", seat=Seat(seat), space=space), 0, "senate")


def turn_by(reseat: Callable[[Game, int], None]) -> Correction:
    """``!turn``, where ``reseat`` gives the turn going on to another seat."""

    def do(game: Game, parts: list[str]) -> None:
        seat = staying_in(game, parts[0])
        reseat(game, seat)
        game.tell("corrected", seat, to_move(seat), 0, "seat")
        game.tell("turn", seat, to_move(seat))

    return Correction(_turn, do, 1)


def _do_demands(game: Game, parts: list[str]) -> None:
    for part in parts:
        if part != HIDDEN and part not in demands.DEMANDS:
            raise refuse("{found} is no demand: {words}", found=part, words=", ".join((*demands.DEMANDS, HIDDEN)))
    wanted = tuple(part for part in parts if part != HIDDEN)
    if _settling(game) and len(wanted) != demands.SPACES:
        raise refuse("the quarter is over: {spaces} demands show", spaces=demands.SPACES)
    more = len(wanted) > demands.showing(game)
    if not demands.lay(game, wanted):
        raise refuse("there are not so many tiles of one demand left in this game")
    if more and game.agenda is not None and game.agenda[0] is calendar.DEMAND:
        game.agenda = game.agenda[3]  # the new demand that is asked for is among them
    count = len(wanted)
    message = "no demand shows" if not count else "{count} demand shows" if count == 1 else "{count} demands show"
    game.tell("corrected", TABLE, Text(message, count=count))


def _do_leave(game: Game, parts: list[str]) -> None:
    seat = staying_in(game, parts[0])
    game.put(game.board.left, seat, 1)
    senate.remove(game, seat)
    quarter.succeed(game)
    game.tell("left", seat, Text("{seat} has left", seat=Seat(seat)), 0, "seat")


def _do_count(game: Game, parts: list[str]) -> None:
    game.tell("corrected", TABLE, Text("Counted now"))
    calendar.start_final(game, EARLY)


# by word
KNOWN = {
    "score": corrections.score(ledger_words.REASONS, give, _time_now, lambda game: game.board.clock[MOVER]),
    "time": Correction(_time, _do_time, 1, 1),
    "senate": Correction(_senate, _do_senate, 3),
    "turn": turn_by(turns.reseat),
    "demands": Correction(_demands, _do_demands, 1, demands.SPACES - 1),
    "leave": Correction(_leave, _do_leave, 1),
    "count": Correction(_count, _do_count, 0),
}


def offered(game: Game) -> list[Amendment]:
    """What may be corrected now, for a knob."""
    return corrections.offered(game, KNOWN, allowed(game))


def amend(game: Game, key: str) -> None:
    """Do the correction. Raises IllegalAnswer, in words, if it is none, or none that may be made now."""
    corrections.amend(game, key, KNOWN, allowed(game), refusal)
