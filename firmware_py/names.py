"""How the names of the seats are shortened: everywhere alike, and so that two of one table never read the same.

A short name is the first letters of the whole one. Where two begin alike, the last letter is the first in which they
differ ("AnM", "AnS"). Knows letters only, neither fonts nor games.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_LETTERS = 12
LEAST_TOLD_APART = 2  # so many letters stay at least of names that begin alike


def shortened(names: Sequence[str], letters: int) -> list[str]:
    """Each name in so many letters; names that are no longer stay whole."""
    first = [_first(name, letters) for name in names]
    found = list(first)
    for place, name in enumerate(names):
        short = first[place]
        alike = [other for other, their in zip(names, first, strict=True) if other != name and _same(short, their)]
        if alike and short != name:
            found[place] = _told_apart(name, alike, max(letters, LEAST_TOLD_APART))
    for place, short in enumerate(found):  # one that another begins with has no letter of its own
        if short != names[place] and sum(_same(short, other) for other in found) > 1:
            found[place] = f"{short[: max(1, letters - 1)]}{place + 1}"
    return found


def _first(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[:letters].rstrip(" -'") or name[:letters]


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _told_apart(name: str, others: Sequence[str], letters: int) -> str:
    """The beginning, and the first letter by which the name is told from all of the others."""
    for place, letter in enumerate(name):
        beginning = name[: place + 1].casefold()
        if letter.isalnum() and not any(other.casefold().startswith(beginning) for other in others):
            return f"{_first(name, letters - 1)}{letter}" if place >= letters - 1 else _first(name, letters)
    return _first(name, letters)
