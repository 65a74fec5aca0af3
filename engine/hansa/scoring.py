"""Final scoring: what everything is worth at the end, and who wins. Plain functions of numbers, for every way."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hansa.kinds import BOX, STEPS

REASONS = ("abilities", "markers", "special", "cities", "network", "country")


def marker_points(count: int) -> int:
    """Points for so many markers collected."""
    return BOX.marker_points[min(count, len(BOX.marker_points) - 1)]


def full_points(ability: int, steps: int) -> int:
    """Points of a track with so many pieces off it; Keys never score (ruling 80)."""
    return BOX.abilities[ability].full if steps == STEPS[ability] else 0


def ranked(
    totals: Sequence[int], steps: Sequence[int], networks: Sequence[int], left: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The seats from first to last and the place of each: points; then fewer steps developed on Actions; then more
    points from the network; then shared (ruling 82). Seats that left come last."""

    def worth(seat: int) -> tuple[int, int, int, int]:
        return left[seat], -totals[seat], steps[seat], -networks[seat]

    order = sorted(range(len(totals)), key=worth)
    places = [0] * len(totals)
    for at, seat in enumerate(order):
        before = order[at - 1]
        places[seat] = places[before] if at and worth(before) == worth(seat) else at + 1
    return order, places
