"""What a module of Hansa Teutonica may add to the rules of the boards: hooks, each of which does nothing here.

A module is data and small steps of its own. The rules of the boards call the hooks of every module in play at the
places named below and know no module; a game without modules has an empty tuple of them. Modules keep their state in
the boxes of the board and none in themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.corrections import Correction
from engine.game import Game
from engine.hansa.maps import Map
from engine.randomiser import Area
from engine.title import Step
from engine.words import Leaf, Row, Text

Line = tuple[int, str, str]  # of final scoring: amount, reason, place


class Part:
    """What a module says and shows, whoever keeps the game. ``kinds`` are the questions that it asks, by what they
    begin with; ``keys`` the answers that it may add to the question of a turn (``turn.action``, ``turn.what``)."""

    name: str = ""
    kinds: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    def __init__(self, options: Mapping[str, str], side: Map) -> None:
        self.options, self.side = options, side

    @classmethod
    def played(cls, options: Mapping[str, str], side: Map) -> bool:
        """Whether these options bring it to that side of the board."""
        return False

    # ---- what is said of it

    def marker_label(self, kind: int) -> Text | None:
        """What a kind of marker is called, if the module has a say in it."""
        return None

    def question(self, game: Game) -> Text:
        """The open question, one of ``kinds``."""
        return Text(game.asked.kind)

    def answer(self, game: Game, key: str) -> Text | None:
        """The label of an answer to one of its questions, or of one of its ``keys``; None as in the base game."""
        return None

    def forced(self, game: Game, key: str) -> Text | None:
        """An answer to one of its questions that was the only one."""
        return None

    def icon(self, game: Game, key: str | None) -> str:
        return "bonus"

    def hint(self, game: Game, key: str) -> Text | None:
        return None

    def rules(self, game: Game) -> Sequence[Text]:
        """Sentences about the open question, one of ``kinds``."""
        return ()

    def every(self, game: Game) -> Sequence[str]:
        """Every answer that its open question may ever have."""
        return ()

    def why_not(self, game: Game, key: str) -> Text | None:
        """Why that key, one of ``every`` or of ``keys``, is not legal now."""
        return None

    def drawn(self, game: Game) -> bool:
        """Whether chance answers its open question, one to the table."""
        return True

    def private(self, game: Game) -> bool:
        return False

    # ---- what is shown of it

    def notes(self, game: Game, seat: int) -> Sequence[Text]:
        """Lines of the page of a seat that looks at it alone."""
        return ()

    def seat_rows(self, game: Game, seat: int, shown: bool) -> Sequence[Row]:
        """Lines of a seat's leaf; ``shown`` if what only it may see may stand there."""
        return ()

    def leaves(self, game: Game) -> Sequence[Leaf]:
        """Leaves of its own."""
        return ()

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        """Plain data, as that seat may see it; None: everything."""
        return {}

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        """Lines of a seat's final score."""
        return ()

    def corrections(self) -> Mapping[str, Correction]:
        """Corrections by their word."""
        return {}

    def check(self, game: Game) -> None:
        """Raise InvariantBroken that names the broken one."""


class Module(Part):
    """What a module adds to the rules of the referee."""

    def opening(self, game: Game) -> None:
        """Push what is asked after the start markers lie."""

    def turn(self, game: Game, seat: int) -> int:
        """A turn of ``seat`` begins: so many actions more than the desk gives."""
        return 0

    def turn_keys(self, game: Game, seat: int) -> tuple[str, ...]:
        """Answers to ``turn.action`` that it adds now (of ``keys``)."""
        return ()

    def act(self, game: Game, seat: int, key: str) -> None:
        """Do one of them."""

    def forgoes(self, game: Game) -> bool:
        """Whether actions that come in this turn are lost."""
        return False

    def usable(self, game: Game, seat: int, have: int, inside: bool) -> int:
        """Of the unused markers ``have`` (a bit each), those that can be used now."""
        return have

    def why_marker(self, game: Game, seat: int, kind: int) -> Text | None:
        """Why a seat cannot use a marker now that it has, if the module has a say in it."""
        return None

    def use(self, game: Game, seat: int, kind: int) -> bool:
        """Do what a marker does that was turned down, if it is one of this module's."""
        return False

    def placeable(self, game: Game, routes: int, in_hand: int) -> int:
        """Of these routes, those on which a seat with so many pieces in its supply can place one."""
        return routes

    def why_place(self, game: Game, route: int, in_hand: int) -> Text | None:
        """Why a seat with so many pieces in its supply cannot place one there, if the module has a say in it."""
        return None

    def placed(self, game: Game, seat: int, route: int) -> None:
        """A piece was placed by the action."""

    def income(self, game: Game, seat: int) -> None:
        """That seat has taken income."""

    def extras(self, game: Game, victim: int, extras: int) -> int:
        """How many extra pieces come with a displaced one."""
        return extras

    def anywhere(self, game: Game, seat: int) -> bool:
        """Whether the displaced pieces of that seat may go to any route."""
        return False

    def established(self, game: Game, city: int) -> None:
        """An office was established in a city."""

    def ending(self, game: Game) -> None:
        """Play is over: push what is asked before the count."""

    def lines(self, game: Game, seat: int, found: list[Line]) -> list[Line]:
        """The lines of a seat's final scoring, given those of the boards."""
        return found

    def laid_out(self, code: str, players: int) -> tuple[Area, dict[str, str]] | None:
        """What a set-up code lays out for it, and what the code answers."""
        return None

    # ---- invariants

    def pieces(self, game: Game, piece: int) -> int:
        """How many of a piece it keeps."""
        return 0


class Kept(Part):
    """What a module adds to the questions of the scorekeeper."""

    reasons: tuple[str, ...] = ()  # of its own lines of final scoring
    final: tuple[Step, ...] = ()  # questions of final scoring, to each seat

    def turn(self, game: Game, seat: int) -> int:
        """A turn of ``seat`` begins: so many actions more than the desk gives."""
        return 0

    def turn_keys(self, game: Game, seat: int, keys: tuple[str, ...]) -> tuple[str, ...]:
        """The answers to ``turn.what``, given those before."""
        return keys

    def act(self, game: Game, seat: int, key: str) -> None:
        """Do one of ``keys``."""

    def usable(self, game: Game, seat: int, words: tuple[str, ...]) -> tuple[str, ...]:
        """The markers that may have been used, given those before."""
        return words

    def used(self, game: Game, seat: int, kind: int) -> bool:
        """Do what a used marker does, if it is one that does not lie among the used ones afterwards."""
        return False

    def ability(self, game: Game, seat: int, usual: int) -> int:
        """What a full ability scores for a seat at the end."""
        return usual

    def city(self, game: Game, seat: int, usual: int) -> int:
        """What a controlled city scores for a seat at the end."""
        return usual
