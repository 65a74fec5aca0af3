"""The score sheet at the end: the lines of a seat's final score, and whether a ruling decided who won.

The sources leave open whether a wild demand that is left over serves a bonus tile (option ``wild_demand_for_bonus``).
Where that decides a game, the sheet says so: with the wild demands that were counted or, where they are not, with those
that a seat may have, since nobody was asked for them. Reads the game and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game
from engine.trajan import final, scoring
from engine.trajan.calendar import staying
from engine.trajan.points import FINAL
from engine.words import Row, Seat, Text

_SUMMARY = (
    (Text("hand, camps"), ("hand", "camps")),
    (Text("circle"), ("circle",)),
    (Text("sets"), ("sets",)),
    (Text("bonus"), ("bonus",)),
)


def summary(game: Game, seat: int) -> list[Row]:
    """The lines of a seat's final score: what it had before, then what final scoring brought so far."""
    before = 0
    sums = dict.fromkeys(("hand", "camps", "circle", "sets", "bonus"), 0)
    for entry in game.ledger:
        if entry.seat == seat:
            if entry.when == FINAL and entry.reason in sums:
                sums[entry.reason] += entry.amount
            else:
                before += entry.amount
    rows = [Row(Text("before"), before, seat=seat)]
    rows += [Row(label, sum(sums[reason] for reason in reasons), seat=seat) for label, reasons in _SUMMARY]
    return rows


# ---- who decided it


def notes(game: Game) -> tuple[Text, ...]:
    """What the page of a game that is over says of it."""
    other = other_winner(game)
    if other is None:
        return ()
    counted = game.options["wild_demand_for_bonus"] == "yes"
    return (Text("Decided by wild demands") if counted else Text("Wild demands would decide"),)


def rules(game: Game) -> tuple[Text, ...]:
    """The same in sentences."""
    other = other_winner(game)
    if other is None:
        return ()
    if game.options["wild_demand_for_bonus"] == "yes":
        return (
            Text("Wild demands not used up serve bonus tiles here. Without that {seat} would win.", seat=Seat(other)),
        )
    return (
        Text("Wild demands not used up serve no bonus tile here. If they did, {seat} could win.", seat=Seat(other)),
    )


def other_winner(game: Game) -> int | None:
    """The seat that would or could win by the other value of ``wild_demand_for_bonus``; None while the game goes on, or
    if that changes nothing, or where nobody filled in a sheet (the referee's game)."""
    if not game.over or "sheet" not in game.board.boxes():
        return None
    winner = scoring.final_order(game)[0]
    if game.options["wild_demand_for_bonus"] == "yes":
        found = first_with(game, {seat: -final.by_wild_demands(game, seat) for seat in staying(game)})
        return found if found != winner else None
    for seat in staying(game):
        gain = final.possible_by_wild_demands(game, seat)
        if seat != winner and gain and first_with(game, {seat: gain}) == seat:
            return seat
    return None


def first_with(game: Game, more: Mapping[int, int]) -> int:
    """Who would win if these seats had so many points more."""
    then = game.copy()
    for seat, points in more.items():
        if points:
            then.score(seat, points, "other", "", FINAL)
    return scoring.final_order(then)[0]
