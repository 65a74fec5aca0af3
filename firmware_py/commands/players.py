"""Who plays, as a command line or a request says it: a number, or names.

A seat without a name is called by its colour. Knows no game in progress.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.catalogue import seats
from engine.errors import BadPlayers
from engine.record_text import writable
from engine.title import Title
from engine.words import plain

# A sign and as many digits as anybody could mean; no other writing of a number is one here.
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


def read(title: Title, text: str | None) -> tuple[int, tuple[str, ...]]:
    """How many play and what they are called, from ``3``, ``Ana,Bo,Cy`` or None (the most that can).

    Raises BadPlayers if a name is missing or there twice, or the title is not for so many.
    """
    if text is None:
        return named(title, seats(title)[1])
    if _NUMBER.fullmatch(text.strip()):
        return named(title, int(text))
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        fewest, most = seats(title)
        raise BadPlayers(
            f"{title.label} is for {fewest} to {most} players, not 1: '{plain(text)}' is one name; players are a "
            "number, or names parted by commas"
        )
    return named(title, names)


def named(title: Title, players: int | Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """The same from a number or a list of names, no two alike.

    A name of blanks alone is none, nor is one that no text can hold.
    """
    fewest, most = seats(title)
    count = players if isinstance(players, int) else len(players)
    if not fewest <= count <= most:
        raise BadPlayers(f"{title.label} is for {fewest} to {most} players, not {count}")
    if isinstance(players, int):
        return count, tuple(colour.capitalize() for colour in title.colours[:count])
    for seat, name in enumerate(players, 1):
        if not name.strip():
            raise BadPlayers(f"seat {seat} has an empty name")
        if not writable(name):
            raise BadPlayers(f"seat {seat} has a name that is no text: '{plain(name)}'")
        before = [other.strip().casefold() for other in players[: seat - 1]]
        if name.strip().casefold() in before:
            first = before.index(name.strip().casefold()) + 1
            raise BadPlayers(f"seats {first} and {seat} are both called '{plain(name.strip())}': name them apart")
    return count, tuple(players)
