"""Where the spots of a drawing go: near their places on the board, so that nothing overlaps and every road has room.

Pure geometry in units of a picture: boxes with rough centres, roads between them of a least length. Always the same for
the same input. It knows no title and no picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Point: TypeAlias = "tuple[float, float]"

ROUNDS = 700
SETTLING = 400  # the last rounds, in which nothing pulls but want of room: they end when there is none
APART = 9.0  # between two boxes, and between a box and a road that passes it
NEARLY = 0.5  # so little too near is near enough to end
HOME = 0.02  # how strongly a box is drawn to its place on the board, of its distance in each round


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
    for left in range(ROUNDS - 1, -1, -1):
        if left >= SETTLING:
            for here, home in zip(at, homes, strict=True):
                here[0] += (home[0] - here[0]) * HOME
                here[1] += (home[1] - here[1]) * HOME
        worst = 0.0
        for link in links:
            worst = max(worst, _stretch(at, boxes, link))
        if left % 2:
            for link in links:
                worst = max(worst, _clear(at, boxes, link))
        worst = max(worst, _part(at, boxes))
        for here, box in zip(at, boxes, strict=True):
            here[0] = min(max(here[0], box.width / 2 + 2), width - box.width / 2 - 2)
            here[1] = min(max(here[1], box.height / 2 + 2), height - box.height / 2 - 2)
        if left % 2 and left < SETTLING and worst < NEARLY:
            break
    return [(round(x, 1), round(y, 1)) for x, y in at]


def edge(center: Point, box: Box, towards: Point) -> Point:
    """Where the way from the middle of a box to another point leaves the box."""
    dx, dy = towards[0] - center[0], towards[1] - center[1]
    part = min(box.width / 2 / (abs(dx) or 1e-9), box.height / 2 / (abs(dy) or 1e-9), 1.0)
    return center[0] + dx * part, center[1] + dy * part


def visible(at: Sequence[Sequence[float]], boxes: Sequence[Box], ends: tuple[int, int]) -> tuple[Point, Point]:
    """The part of a road between the edges of its two boxes."""
    one, other = ends
    a, b = (at[one][0], at[one][1]), (at[other][0], at[other][1])
    return edge(a, boxes[one], b), edge(b, boxes[other], a)


def nearest(point: Point, start: Point, end: Point) -> Point:
    """The point of a stretch that is nearest to another point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy or 1e-9
    part = min(max(((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length, 0.0), 1.0)
    return start[0] + part * dx, start[1] + part * dy


def _stretch(at: list[list[float]], boxes: Sequence[Box], link: Link) -> float:
    """Move the ends of a road apart until it is long enough; how much was missing."""
    one, other = link.ends
    start, end = visible(at, boxes, link.ends)
    dx, dy = at[other][0] - at[one][0], at[other][1] - at[one][1]
    apart = math.hypot(dx, dy) or 1.0
    there = ((end[0] - start[0]) * dx + (end[1] - start[1]) * dy) / apart
    missing = link.length - there
    if missing <= 0:
        return 0.0
    step = missing * 0.2 / apart
    at[one][0] -= dx * step
    at[one][1] -= dy * step
    at[other][0] += dx * step
    at[other][1] += dy * step
    return missing


def _part(at: list[list[float]], boxes: Sequence[Box]) -> float:
    """Move boxes apart where they overlap, the short way; by how much the worst did."""
    worst = 0.0
    for one, (here, box) in enumerate(zip(at, boxes, strict=True)):
        for other in range(one + 1, len(boxes)):
            there = at[other]
            dx, dy = there[0] - here[0], there[1] - here[1]
            over_x = (box[0] + boxes[other][0]) / 2 + APART - abs(dx)
            if over_x <= 0:
                continue
            over_y = (box[1] + boxes[other][1]) / 2 + APART - abs(dy)
            if over_y <= 0:
                continue
            along = 0 if over_x < over_y else 1
            over = min(over_x, over_y)
            step = math.copysign(over / 4, (dx, dy)[along])
            here[along] -= step
            there[along] += step
            worst = max(worst, over)
    return worst


def _clear(at: list[list[float]], boxes: Sequence[Box], link: Link) -> float:
    """Move every box off a road that only passes it; by how much the worst was too near."""
    one, other = link.ends
    start, end = (at[one][0], at[one][1]), (at[other][0], at[other][1])
    left, right = min(start[0], end[0]), max(start[0], end[0])
    top, bottom = min(start[1], end[1]), max(start[1], end[1])
    worst = 0.0
    for each, box in enumerate(boxes):
        x, y = at[each]
        wide, high = box[0] / 2 + APART, box[1] / 2 + APART
        if x < left - wide or x > right + wide or y < top - high or y > bottom + high or each in link.ends:
            continue
        near = nearest((x, y), start, end)
        dx, dy = x - near[0], y - near[1]
        far = math.hypot(dx, dy)
        if far < 1e-6:
            dx, dy = start[1] - end[1], end[0] - start[0]
            far = 0.0
        norm = math.hypot(dx, dy) or 1.0
        dx, dy = dx / norm, dy / norm
        over = abs(dx) * box[0] / 2 + abs(dy) * box[1] / 2 + APART - far
        if over <= 0:
            continue
        at[each][0] += dx * over / 3
        at[each][1] += dy * over / 3
        for mine in link.ends:
            at[mine][0] -= dx * over / 9
            at[mine][1] -= dy * over / 9
        worst = max(worst, over)
    return worst
