"""What a title brings: its facts, its options, and for each way to keep it the steps, boxes and words.

``engine.game`` drives these; nothing outside ``engine`` needs to know which title it has in hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.words import Amendment, Hint, Page, Row, Standings, Text

if TYPE_CHECKING:
    from engine.game import Game
    from engine.randomiser import Layout

BoardT = TypeVar("BoardT", bound="Board")


class Board:
    """The state of a game: boxes, each a flat list of ints, named by ``__slots__`` of the subclass.

    Boxes are changed by ``Game.put`` alone, and never change their length.
    """

    __slots__: tuple[str, ...] = ()

    def copy(self: BoardT) -> BoardT:
        twin = type(self).__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def boxes(self) -> dict[str, list[int]]:
        return {name: getattr(self, name) for name in self.__slots__}


class Step(NamedTuple):
    """A small question. ``ask(game, seat, *details)`` gives the legal keys: none if there is nothing to ask, one if
    the answer is forced. ``take(game, seat, key, *details)`` does it; ``key`` is None if nothing was asked."""

    kind: str
    ask: Callable[..., Sequence[str]]
    take: Callable[..., None]


@dataclass(frozen=True, slots=True)
class Option:
    """An open point of the rules with its values; the first is the default.

    ``counted`` is the range of whole numbers that are legal too (both ends), for options that a table counts.
    ``in_play`` if it may be changed during play.
    """

    name: str
    values: tuple[str, ...]
    label: Text
    in_play: bool = False
    counted: tuple[int, int] | None = None


class Way(ABC):
    """One way to keep a title (``scorekeeper``, ``referee``). Stateless: all state is in the game's board."""

    name: str
    label: Text
    note: Text
    emblem: str  # a 16×16 icon's name
    players: tuple[int, int]  # fewest and most
    why_players: Text | None = None  # why it is not kept for any other number that the title is for

    @abstractmethod
    def board(self, players: int, options: Mapping[str, str]) -> Board:
        """The boxes at the start."""

    @abstractmethod
    def begin(self, game: Game) -> None:
        """Push the first steps."""

    @abstractmethod
    def words(self, game: Game, key: str | None) -> Text:
        """The open question (``key`` None) or the label of one of its answers; also for keys of ``others``."""

    @abstractmethod
    def why_not(self, game: Game, key: str) -> Text:
        """Why that key is not a legal answer now."""

    @abstractmethod
    def amendments(self, game: Game) -> Sequence[Amendment]:
        """What may be corrected now."""

    @abstractmethod
    def amend(self, game: Game, key: str) -> None:
        """Do the correction; raise IllegalAnswer, having changed nothing, if it is out of range."""

    @abstractmethod
    def standings(self, game: Game) -> Standings: ...

    @abstractmethod
    def page(self, game: Game, viewer: int | None) -> Page: ...

    @abstractmethod
    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        """Plain data (what json can write) as that seat may see it; None: everything."""

    @abstractmethod
    def reason(self, reason: str) -> Text:
        """A ledger reason in words ("Construction")."""

    @abstractmethod
    def place(self, place: str) -> Text:
        """A ledger place in words ("stairs"); empty for the empty place."""

    @abstractmethod
    def when(self, when: int) -> Text:
        """A ledger time in words ("Q2 R3")."""

    @abstractmethod
    def check(self, game: Game) -> None:
        """Every invariant; raise InvariantBroken that names the broken one."""

    def form(self, game: Game) -> str:
        """How the open question is best asked: "list", "dial", "cells", "grid" or "yes-no"."""
        return "list"

    def usual(self, game: Game) -> str | None:
        """The answer on which the cursor starts; None for the first."""
        return None

    def hint(self, game: Game, key: str) -> Hint | None:
        """What that answer of the open question will do."""
        return None

    def icon(self, game: Game, key: str | None) -> str:
        """The icon of an answer or, for None, of the question; "" for none."""
        return ""

    def others(self, game: Game) -> Sequence[str]:
        """Answers of this kind that are not legal now."""
        return ()

    def odds(self, game: Game) -> Sequence[int]:
        """Weights of the open TABLE answers, in the order of the keys."""
        return (1,) * len(game.decision.keys) if game.decision else ()

    def named(self, game: Game, word: str) -> Sequence[str]:
        """The answers to the open question that a component names (a tag's word): usually one or none."""
        return (word,) if game.decision and word in game.decision.keys else ()

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        """The lines of that seat's final score ("before" first), as far as they are known."""
        return ()

    def owed(self, game: Game) -> Sequence[Text]:
        """What the rules still owe before the turn can end."""
        return ()

    def rules(self, game: Game) -> Sequence[Text]:
        """The rules that matter for the open question, in our own words, a sentence a Text."""
        return ()

    def result(self, game: Game) -> Sequence[Row]:
        """The outcome of the vote that has just been held, first to last; empty at any other time."""
        return ()


class Component(NamedTuple):
    """A thing that may carry a tag: its word (stable, in the tag's text), its label, how many of it there are."""

    word: str
    label: Text
    icon: str
    copies: int


@dataclass(frozen=True, slots=True)
class Title:
    """A game that the companion can keep."""

    name: str
    label: Text
    emblem: str  # a 16×16 icon's name
    rules_version: int
    colours: tuple[str, ...]
    ways: Mapping[str, Way]
    options: tuple[Option, ...]
    components: Callable[[], Sequence[Component]]
    setup: Callable[[str, int, Mapping[str, str]], Layout]
