"""The score sheet at the end: the lines of a seat's final score, and whether a ruling decided who won.

The sources leave open whether a wild demand that is left over serves a bonus tile (option ``wild_demand_for_bonus``).
Where that decides a game, the sheet says so: with the wild demands that lie on the mats or, where nobody was asked for
them (a scorekeeper's game in which they do not count), with those that a seat may have. Reads the game and changes
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.game import Game
from engine.trajan import count, final, scoring
from engine.trajan.calendar import staying
from engine.trajan.points import FINAL
from engine.words import Row, Seat, Text

_SUMMARY = (
    (Text("hand, camps"), ("hand", "camps")),
    (Text("circle"), ("circle",)),
    (Text("sets"), ("sets",)),
    (Text("bonus"), ("bonus",)),
)
REASONS = tuple(reason for _, reasons in _SUMMARY for reason in reasons)  # of final scoring


def summary(game: Game, seat: int) -> list[Row]:
    """The lines of a seat's final score: what it had before, then what final scoring brought so far."""
    before = 0
    sums = dict.fromkeys(REASONS, 0)
    for entry in game.ledger:
        if entry.seat == seat:
            if entry.when == FINAL and entry.reason in sums:
                sums[entry.reason] += entry.amount
            else:
                before += entry.amount
    return lines(seat, before, sums)


def lines(seat: int, before: int, sums: Mapping[str, int]) -> list[Row]:
    """The lines of a final score: what was there before, then what is counted, by its reasons."""
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
    if that changes nothing."""
    if not game.over:
        return None
    winner = scoring.final_order(game)[0]
    return next((other for more in _by_the_other_ruling(game) if (other := first_with(game, more)) != winner), None)


def _by_the_other_ruling(game: Game) -> Iterator[Mapping[int, int]]:
    """What seats would have more: all at once where it is known, else one after the other as much as it may be."""
    seats = staying(game)
    if "sheet" not in game.board.boxes():
        yield count.by_the_other_ruling(game)  # the referee knows every tile
    elif game.options["wild_demand_for_bonus"] == "yes":
        yield {seat: -final.by_wild_demands(game, seat) for seat in seats}
    else:
        yield from ({seat: final.possible_by_wild_demands(game, seat)} for seat in seats)


def first_with(game: Game, more: Mapping[int, int]) -> int:
    """Who would win if these seats had so many points more."""
    then = game.copy()
    for seat, points in more.items():
        if points:
            then.score(seat, points, "other", "", FINAL)
    return scoring.final_order(then)[0]
