"""What a title brings: its facts, its options, and for each way to keep it the steps, boxes and words.

``engine.game`` drives these; nothing outside ``engine`` needs to know which title it has in hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.words import Amendment, Drawing, Hint, Leaf, Page, Reply, Row, Standings, Text

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


def nothing(game: Game, seat: int, *details: Any) -> tuple[str, ...]:
    """The ``ask`` of a step that asks nothing: it happens."""
    return ()


class When(NamedTuple):
    """When an option matters: ``applies`` is asked with the way, the number of players and every option in force;
    ``words`` say the same."""

    applies: Callable[[str, int, Mapping[str, str]], bool]
    words: Text


@dataclass(frozen=True, slots=True)
class Option:
    """An open point of the rules with its values; the first is the default.

    ``counted`` is the range of whole numbers that are legal too (both ends), for options that a table counts.
    ``letters`` is how many letters a text may have, for options that a table words: any printing signs are legal then.
    ``in_play`` if it may be changed during play (``Way.may_change`` says when). ``ask`` is what a box asks of a thing
    on the table, once, and remembers, for options that the table cannot choose; nobody else needs to be asked.
    ``when`` it has an effect at all, None for always: at other times it is legal, and nobody is asked about it.
    """

    name: str
    values: tuple[str, ...]
    label: Text
    in_play: bool = False
    counted: tuple[int, int] | None = None
    letters: int = 0
    ask: Text | None = None
    when: When | None = None


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
        """The open question (``key`` None) or the label of one of its answers; also for keys of ``every``."""

    @abstractmethod
    def why_not(self, game: Game, key: str) -> Text | None:
        """Why that key is not a legal answer to the open question; None if there is nothing to say but that."""

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

    def ways_on(self, game: Game) -> Sequence[str]:
        """Names of the other ways in which this game could be gone on with now."""
        return ()

    def switched(self, game: Game, way: str) -> Game:
        """A new game, kept in that way (one of ``ways_on``), that goes on where this one is."""
        raise NotImplementedError  # asked only of ways that there are ways on from

    def may_change(self, game: Game) -> Sequence[str]:
        """Names of the options (of those with ``in_play``) that may be changed now: where no past answer depends on
        them, and only those that this way goes by."""
        return () if game.over else tuple(option.name for option in game.title.options if option.in_play)

    def forced(self, game: Game, key: str) -> Text:
        """An answer that was taken since it was the only one, in words that need no question before them."""
        return self.words(game, key)

    def drawn(self, game: Game) -> bool:
        """Whether chance answers the open question of the TABLE; False where the table decides: as to who starts, by
        the option ``start_player`` if the title has it."""
        starting = game.decision is not None and game.decision.kind == "start.player"
        return not (starting and game.options.get("start_player") == "chosen")

    def form(self, game: Game) -> str:
        """How the open question is best asked: "list", "dial", "cells", "grid", "ring", "marks" or "yes-no"."""
        return "list"

    def places(self, game: Game) -> Sequence[tuple[str, Row]]:
        """For the forms "ring" and "marks": the places as they lie on the table, three in a row for a ring, each with
        its key, or "" if it cannot be taken now. The row: its sign ("VI"), how many are there, its icon, a note.
        Rows of "marks" without a key are lines below; for "yes-no" no row has one: icons with a sign, else a title."""
        return ()

    def private(self, game: Game) -> bool:
        """Whether the answers to the open question are for the eyes of the seat alone that they are about."""
        return False

    def lots(self, game: Game) -> bool:
        """Whether a seat may leave the open question, and those of its kind that follow, to chance."""
        return False

    def closes(self, game: Game) -> str | None:
        """The answer to the open question that enters nothing (more), where leaving it out would leave out the question
        too: when an earlier answer is put right, it goes away with its question, or comes with it. None for none."""
        return None

    def starts(self, game: Game) -> Sequence[str]:
        """For the form "grid": the answers on which fast turning stops, one for each row that is to have one."""
        return ()

    def usual(self, game: Game) -> str | None:
        """The answer on which the cursor starts; None for the first."""
        return None

    def hint(self, game: Game, key: str) -> Hint | None:
        """What that answer of the open question will do."""
        return None

    def icon(self, game: Game, key: str | None) -> str:
        """The icon of an answer or, for None, of the question; "" for none."""
        return ""

    def every(self, game: Game) -> Sequence[str]:
        """Every answer that the open question may ever have, legal now or not; none if there are no others."""
        return ()

    def odds(self, game: Game) -> Sequence[int]:
        """Weights of the open TABLE answers, in the order of the keys."""
        return (1,) * len(game.decision.keys) if game.decision else ()

    def liking(self, game: Game) -> Sequence[int]:
        """How likely a lively player of simulated games takes each open answer, in the order of the keys, each above
        0: for titles that uniformly random play hardly ever ends. No rule depends on it."""
        return (1,) * len(game.decision.keys) if game.decision else ()

    def named(self, game: Game, word: str) -> Sequence[str]:
        """The answers to the open question that a component names (a tag's word): usually one or none."""
        return (word,) if game.decision and word in game.decision.keys else ()

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        """The lines of that seat's final score ("before" first), as far as they are known."""
        return ()

    def owed(self, game: Game) -> Sequence[Text]:
        """What the rules still owe before the turn can end, beyond what the open question itself is about."""
        return ()

    def mover(self, game: Game) -> int:
        """The seat whose turn is going on, whoever is asked meanwhile; -1 outside of turns, and where nobody is asked
        in another's turn."""
        return -1

    def replies(self, game: Game) -> Sequence[Reply]:
        """The rows of the open question, if it is a list whose rows are more, or others, than one for each answer."""
        return ()

    def beside(self, game: Game) -> Text | None:
        """What to keep in mind with the open question, in a few words that stand beside it."""
        return None

    def about(self, game: Game, seat: int) -> Sequence[Text]:
        """Lines of that seat's page, for anybody's eyes; none: the notes of the page stand there."""
        return ()

    def rules(self, game: Game) -> Sequence[Text]:
        """The rules that matter for the open question, in our own words, a sentence a Text."""
        return ()

    def boards(self, game: Game, viewer: int | None) -> Sequence[Leaf]:
        """A page for each area of the board, then one for each seat, as that seat may see them; None: anybody."""
        return ()

    def drawing(self, game: Game, viewer: int | None) -> Drawing | None:
        """A picture of the board as that seat may see it, None: anybody; None where the title has none."""
        return None

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
