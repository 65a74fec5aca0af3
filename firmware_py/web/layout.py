"""Where the spots of a drawing go: near their places on the board, so that nothing overlaps and every road has room.

Pure geometry in units of a picture: boxes with rough centres, roads between them of a least length. Always the same for
the same input. It knows no title and no picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

Point: TypeAlias = "tuple[float, float]"

ROUNDS = 900
APART = 9.0  # between two boxes, and between a box and a road that passes it
HOME = 0.012  # how strongly a box is drawn to its place on the board, of its distance in each round


class Box(NamedTuple):
    """The size of a spot."""

    width: float
    height: float


class Link(NamedTuple):
    """A road between two boxes, by their numbers, and how long it must be between their edges."""

    ends: tuple[int, int]
    length: float


def arranged(
    homes: Sequence[Point], boxes: Sequence[Box], links: Sequence[Link], width: float, height: float
) -> list[Point]:
    """The centres of the boxes on a picture of that size; ``homes`` are the centres that they would like to have."""
    at = [list(home) for home in homes]
    pairs = list(combinations(range(len(boxes)), 2))
    for round_ in range(ROUNDS):
        settling = round_ >= ROUNDS * 2 // 3  # homes pull no more: what is left is room
        if not settling:
            for here, home in zip(at, homes, strict=True):
                here[0] += (home[0] - here[0]) * HOME
                here[1] += (home[1] - here[1]) * HOME
        for link in links:
            _stretch(at, boxes, link)
        for link in links:
            _clear(at, boxes, link)
        for one, other in pairs:
            _part(at, boxes, one, other)
        for here, box in zip(at, boxes, strict=True):
            here[0] = min(max(here[0], box.width / 2 + 2), width - box.width / 2 - 2)
            here[1] = min(max(here[1], box.height / 2 + 2), height - box.height / 2 - 2)
    return [(round(x, 1), round(y, 1)) for x, y in at]


def edge(center: Point, box: Box, towards: Point) -> Point:
    """Where the way from the middle of a box to another point leaves the box."""
    dx, dy = towards[0] - center[0], towards[1] - center[1]
    if not dx and not dy:
        return center
    part = min(
        box.width / 2 / abs(dx) if dx else math.inf,
        box.height / 2 / abs(dy) if dy else math.inf,
    )
    return center[0] + dx * min(part, 1.0), center[1] + dy * min(part, 1.0)


def visible(at: Sequence[Sequence[float]], boxes: Sequence[Box], ends: tuple[int, int]) -> tuple[Point, Point]:
    """The part of a road between the edges of its two boxes."""
    one, other = ends
    a, b = (at[one][0], at[one][1]), (at[other][0], at[other][1])
    return edge(a, boxes[one], b), edge(b, boxes[other], a)


def distance(point: Point, start: Point, end: Point) -> tuple[float, Point]:
    """How far a point is from a stretch, and the point of the stretch that is nearest."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    part = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    near = start[0] + part * dx, start[1] + part * dy
    return math.hypot(point[0] - near[0], point[1] - near[1]), near


def _stretch(at: list[list[float]], boxes: Sequence[Box], link: Link) -> None:
    """Move the ends of a road apart, or a little together, until it is long enough."""
    one, other = link.ends
    start, end = visible(at, boxes, link.ends)
    dx, dy = at[other][0] - at[one][0], at[other][1] - at[one][1]
    apart = math.hypot(dx, dy) or 1.0
    forward = (end[0] - start[0]) * dx + (end[1] - start[1]) * dy
    there = math.copysign(math.hypot(end[0] - start[0], end[1] - start[1]), forward)
    missing = link.length - there
    if missing > 0:
        step = missing * 0.12 / apart
        at[one][0] -= dx * step
        at[one][1] -= dy * step
        at[other][0] += dx * step
        at[other][1] += dy * step


def _part(at: list[list[float]], boxes: Sequence[Box], one: int, other: int) -> None:
    """Move two boxes apart where they overlap, the short way."""
    dx, dy = at[other][0] - at[one][0], at[other][1] - at[one][1]
    over_x = (boxes[one].width + boxes[other].width) / 2 + APART - abs(dx)
    over_y = (boxes[one].height + boxes[other].height) / 2 + APART - abs(dy)
    if over_x <= 0 or over_y <= 0:
        return
    along = 0 if over_x < over_y else 1
    step = (over_x if along == 0 else over_y) / 4
    sign = 1.0 if (dx, dy)[along] >= 0 else -1.0
    at[one][along] -= sign * step
    at[other][along] += sign * step


def _clear(at: list[list[float]], boxes: Sequence[Box], link: Link) -> None:
    """Move every box off a road that only passes it."""
    one, other = link.ends
    start, end = (at[one][0], at[one][1]), (at[other][0], at[other][1])
    for each, box in enumerate(boxes):
        if each in link.ends:
            continue
        here = at[each][0], at[each][1]
        far, near = distance(here, start, end)
        if far > math.hypot(box.width, box.height) / 2 + APART:
            continue
        dx, dy = here[0] - near[0], here[1] - near[1]
        norm = math.hypot(dx, dy)
        if norm < 1e-6:
            dx, dy = start[1] - end[1], end[0] - start[0]
            norm = math.hypot(dx, dy) or 1.0
        dx, dy = dx / norm, dy / norm
        reach = abs(dx) * box.width / 2 + abs(dy) * box.height / 2 + APART
        if far < reach:
            step = (reach - far) / 3
            at[each][0] += dx * step
            at[each][1] += dy * step
            for mine in link.ends:
                at[mine][0] -= dx * step / 3
                at[mine][1] -= dy * step / 3
