"""Who plays, as a command line or a request says it: a number, or names.

A seat without a name is called by its colour. Knows no game in progress.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.catalogue import seats
from engine.errors import BadPlayers
from engine.title import Title


def read(title: Title, text: str | None) -> tuple[int, tuple[str, ...]]:
    """How many play and what they are called, from ``3``, ``Ana,Bo,Cy`` or None (the most that can).

    Raises BadPlayers if a name is missing or the title is not for so many.
    """
    if text is None:
        return named(title, seats(title)[1])
    if text.strip().lstrip("+-").isdigit():
        return named(title, int(text.strip()[:9]))
    return named(title, [name.strip() for name in text.split(",")])


def named(title: Title, players: int | Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """The same from a number or a list of names."""
    fewest, most = seats(title)
    count = players if isinstance(players, int) else len(players)
    if not fewest <= count <= most:
        raise BadPlayers(f"{title.label} is for {fewest} to {most} players, not {count}")
    if isinstance(players, int):
        return count, tuple(colour.capitalize() for colour in title.colours[:count])
    if not all(players):
        raise BadPlayers(f"seat {list(players).index('') + 1} has an empty name")
    return count, tuple(players)
