"""The modules of Hansa Teutonica that are in play, and what all of them together say and show.

The one place that knows which modules there are. Ways ask here before their own words; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.corrections import Correction
from engine.game import Game
from engine.hansa import favour, missions
from engine.hansa.blanks import Blanks, KeptBlanks
from engine.hansa.favour import Favour, KeptFavour
from engine.hansa.maps import Map
from engine.hansa.missions import KeptMissions, Missions
from engine.hansa.module import Kept, Module, Part
from engine.hansa.promo import KeptPromo, Promo
from engine.hansa.removal import KeptRemoval, Removal
from engine.title import Component
from engine.words import Hint, Leaf, Row, Text

_MODULES: tuple[type[Module], ...] = (Promo, Blanks, Removal, Favour, Missions)
_KEPT: tuple[type[Kept], ...] = (KeptPromo, KeptBlanks, KeptRemoval, KeptFavour, KeptMissions)
_TURNS = ("turn.action", "turn.what")


def chosen(options: Mapping[str, str], side: Map) -> tuple[Module, ...]:
    """The modules that these options bring to that side of the board."""
    return tuple(module(options, side) for module in _MODULES if module.played(options, side))


def kept(options: Mapping[str, str], side: Map) -> tuple[Kept, ...]:
    """The same for the scorekeeper."""
    return tuple(module(options, side) for module in _KEPT if module.played(options, side))


def named(game: Game, name: str) -> Part | None:
    """The module of that name, if it is in play."""
    return next((module for module in game.board.modules if module.name == name), None)


def asking(game: Game) -> Part | None:
    """The module whose question is open; None if it is one of the base game's, or none is."""
    kind = game.decision.kind if game.decision is not None else ""
    return next((module for module in game.board.modules if kind.startswith(module.kinds)), None)


def adding(game: Game, key: str) -> Part | None:
    """The module that has the open question, or that added this answer to it."""
    found = asking(game)
    if found is None and game.decision is not None and game.decision.kind in _TURNS:
        found = next((module for module in game.board.modules if key in module.keys), None)
    return found


def question(game: Game) -> Text | None:
    """The open question, if a module asks it; so with all of these."""
    module = asking(game)
    return module.question(game) if module is not None else None


def answer(game: Game, key: str) -> Text | None:
    module = adding(game, key)
    return module.answer(game, key) if module is not None else None


def forced(game: Game, key: str) -> Text | None:
    module = asking(game)
    return module.forced(game, key) if module is not None else None


def icon(game: Game, key: str | None) -> str:
    module = asking(game) if key is None else adding(game, key)
    return module.icon(game, key) if module is not None else ""


def hint(game: Game, key: str) -> Hint | None:
    module = adding(game, key)
    if module is None or game.decision is None or key not in game.decision.keys:
        return None
    text = module.hint(game, key)
    return Hint(text) if text is not None else None


def rules(game: Game) -> Sequence[Text]:
    module = asking(game)
    return module.rules(game) if module is not None else ()


def every(game: Game, usual: Sequence[str]) -> Sequence[str]:
    """Every answer that the open question may ever have; ``usual`` are those of the base game."""
    module = asking(game)
    if module is not None:
        return module.every(game)
    if game.asked.kind in _TURNS:
        return (*usual, *(key for each in game.board.modules for key in each.keys))
    return usual


def why_not(game: Game, key: str) -> Text | None:
    """Why an answer that a module brings is not legal now; None for all else."""
    module = adding(game, key)
    return module.why_not(game, key) if module is not None else None


def notes(game: Game, viewer: int | None) -> tuple[Text, ...]:
    """Lines of the page for a seat alone."""
    if viewer is None or viewer < 0:
        return ()
    return tuple(line for module in game.board.modules for line in module.notes(game, viewer))


def leaves(game: Game, viewer: int | None, usual: Sequence[Leaf]) -> list[Leaf]:
    """The leaves of the base game, those of modules before the seats, and what modules add to a seat's."""
    if not game.board.modules:
        return list(usual)
    areas = [leaf for leaf in usual if leaf.seat is None]
    areas += [leaf for module in game.board.modules for leaf in module.leaves(game)]
    return [*areas, *(_with_rows(game, viewer, leaf) for leaf in usual if leaf.seat is not None)]


def _with_rows(game: Game, viewer: int | None, leaf: Leaf) -> Leaf:
    seat = leaf.seat
    assert seat is not None
    rows: list[Row] = [*leaf.rows]
    for module in game.board.modules:
        rows += module.seat_rows(game, seat, viewer == seat)
    return leaf._replace(rows=tuple(rows))


def state(game: Game, viewer: int | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in game.board.modules:
        found |= module.state(game, viewer)
    return found


def summary(game: Game, seat: int) -> list[Row]:
    return [row for module in game.board.modules for row in module.summary(game, seat)]


def corrections(game: Game) -> dict[str, Correction]:
    """The corrections that modules bring, by their word."""
    found: dict[str, Correction] = {}
    for module in game.board.modules:
        found |= module.corrections()
    return found


def drawn(game: Game) -> bool:
    """Whether chance answers the open question for the table, as far as modules say."""
    module = asking(game)
    return module is None or module.drawn(game)


def private(game: Game) -> bool:
    """Whether the answers to the open question are for the eyes of one seat alone."""
    module = asking(game)
    return module is not None and module.private(game)


def tagged() -> list[Component]:
    """The cards and tiles that may carry a tag."""
    return [*missions.tagged(), *favour.tagged()]
