"""Set-up codes and the streams drawn from them."""

from __future__ import annotations

from typing import NamedTuple

from engine.words import Text


class Item(NamedTuple):
    """One thing to lay out: where, what, and its stable word for machines. ``note`` says how it lies."""

    place: Text
    thing: Text
    icon: str
    word: str
    note: Text
    seat: int | None = None


class Area(NamedTuple):
    """An area of the board, in the order of laying out. ``name`` is its stable word."""

    name: str
    label: Text
    items: tuple[Item, ...]


class Layout(NamedTuple):
    """A whole set-up: everything random that lies face up, by area, and what the code says of the game's start.

    ``answers`` maps the kind of a TABLE decision to the key that the code gives it ("start.player" → "seat.2").
    """

    code: str
    areas: tuple[Area, ...]
    answers: dict[str, str]
