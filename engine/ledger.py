"""The score as a list: every point has a seat, an amount, a reason, a place and the turn in which it came.

A game keeps what its list comes to (``Game.points``), so that no rule has to sum it; ``Game.check`` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Entry(NamedTuple):
    """One line of the score.

    ``amount`` in points, below 0 for a penalty; ``reason`` and ``place`` are words of the title ("construction",
    "build.3"); ``turn`` counts from 1 over the whole game; ``when`` is the title's own clock (``Way.when`` says it in
    words); ``answer`` is the number of the answer, from 0, that brought it.
    """

    seat: int
    amount: int
    reason: str
    place: str
    turn: int
    when: int
    answer: int


def totals(ledger: Iterable[Entry], players: int) -> list[int]:
    """Points of each seat, seat 0 first."""
    sums = [0] * players
    for entry in ledger:
        sums[entry.seat] += entry.amount
    return sums


def by_reason(ledger: Iterable[Entry], seat: int) -> dict[str, int]:
    """Points of one seat by reason, in the order in which the reasons first came."""
    sums: dict[str, int] = {}
    for entry in ledger:
        if entry.seat == seat:
            sums[entry.reason] = sums.get(entry.reason, 0) + entry.amount
    return sums
