"""The titles that there are: sub-packages of ``engine`` with a ``TITLE``; and new games of them.

A title is found by its folder alone: nothing lists it. One that cannot be loaded is left out, and said to be; the
others are there all the same. Options are completed and checked here, for every title alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from traceback import extract_tb
from types import MappingProxyType

import engine
from engine.errors import BadOption, BadPlayers, BrokenTitle, UnknownTitle
from engine.game import Game
from engine.record_text import composed
from engine.title import Option, Title
from engine.words import plain

# A counted value has no more digits than this, leading zeros among them: one with more is refused before it is read.
_DIGITS = 4

# Earlier rules, for records that were made under them: title and rules version, and the module whose TITLE they are.
FORMER: Mapping[tuple[str, int], str] = MappingProxyType({})


def names() -> tuple[str, ...]:
    """The folders that may hold a title, in alphabetical order."""
    return tuple(sorted(found.name for found in iter_modules(engine.__path__) if found.ispkg))


def titles() -> tuple[Title, ...]:
    """Every title that can be loaded, in alphabetical order of its name."""
    return tuple(found for found in map(_loaded, names()) if isinstance(found, Title))


def broken() -> dict[str, str]:
    """The folders that cannot be loaded, each with a line that says so."""
    return {name: str(found) for name in names() if isinstance(found := _loaded(name), BrokenTitle)}


def title(name: str) -> Title:
    """The title of that name. Raises BrokenTitle if it cannot be loaded, UnknownTitle, which says what there is."""
    found = _loaded(name) if name in names() else None
    if isinstance(found, Title):
        return found
    if found is not None:
        raise found
    there = "; ".join([f"there is {', '.join(each.name for each in titles())}", *broken().values()])
    raise UnknownTitle(f"there is no title '{plain(name)}'; {there}")


def _loaded(name: str) -> Title | BrokenTitle | None:
    """What a folder holds: a title, one that cannot be loaded, or none."""
    try:
        module = import_module(f"engine.{name}")
    except Exception as problem:  # noqa: BLE001  (whatever a title does when it is loaded is its own affair)
        said, place = f"{type(problem).__name__}: {problem}", extract_tb(problem.__traceback__)[-1]
        if not isinstance(problem, SyntaxError):  # that one says where
            said += f" ({place.filename.rpartition('/')[2]}, line {place.lineno})"
        return BrokenTitle(f"{name} cannot be loaded: {' '.join(said.split())}")
    found = getattr(module, "TITLE", None)
    return found if isinstance(found, Title) else None


def rules_versions(title: Title) -> tuple[int, ...]:
    """The rules versions of a title by which a record can be replayed, oldest first."""
    return tuple(sorted({title.rules_version, *(number for name, number in FORMER if name == title.name)}))


def under_rules(title: Title, number: int) -> Title | None:
    """The title as it was under that rules version; None if it is not known here."""
    if number == title.rules_version:
        return title
    module = FORMER.get((title.name, number))
    return import_module(module).TITLE if module else None


def seats(title: Title) -> tuple[int, int]:
    """The fewest and the most players of the title, over all ways to keep it."""
    ranges = [way.players for way in title.ways.values()]
    return min(fewest for fewest, _ in ranges), max(most for _, most in ranges)


def options(title: Title, players: int, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Every option of the title with its value in force, in the title's order.

    What is not given has its default. A counted option whose value lists one number for each count of players
    (``11/16/21``) becomes the number for this count; a text is kept in composed form, without blanks at its ends.
    Raises BadOption, or BadPlayers if nobody plays it by so many.
    """
    given = given or {}
    fewest, most = seats(title)
    if not fewest <= players <= most:
        raise BadPlayers(f"{title.label} is for {fewest} to {most} players, not {players}")
    known = {option.name: option for option in title.options}
    for name in given:
        if name not in known:
            raise BadOption(f"{title.label} has no option '{plain(name)}'; there is {', '.join(known)}")
    return {name: _in_force(option, given.get(name), players - fewest) for name, option in known.items()}


def applying(title: Title, way: str, players: int, in_force: Mapping[str, str]) -> tuple[Option, ...]:
    """The options of the title that have an effect in that way, by so many players, under those in force (all of
    them)."""
    return tuple(each for each in title.options if each.when is None or each.when.applies(way, players, in_force))


def new_game(of: Title | str, way: str, players: int, given: Mapping[str, str] | None = None) -> Game:
    """A game of a title (or of its name) at its first question, with the options given and the defaults of the rest.

    Raises UnknownTitle (also for the way), BadPlayers or BadOption.
    """
    found = title(of) if isinstance(of, str) else of
    return Game(found, way, players, options(found, players, given))


def _in_force(option: Option, value: str | None, place: int) -> str:
    value = option.values[0] if value is None else value
    if value in option.values:
        return value.split("/")[place] if option.counted and "/" in value else value
    if option.counted and value.isascii() and value.isdigit() and len(value) <= _DIGITS:
        least, most = option.counted
        if least <= int(value) <= most:
            return str(int(value))
    if option.letters:
        value = composed(value).strip()
        if value.isprintable() and len(value) <= option.letters:
            return value
        raise BadOption(
            f"option {option.name} cannot be '{plain(value)}': it is at most {option.letters} printing signs"
        )
    counted = f" or a whole number from {option.counted[0]} to {option.counted[1]}" if option.counted else ""
    raise BadOption(f"option {option.name} cannot be '{plain(value)}': it is {', '.join(option.values)}{counted}")
