"""One game in progress: the open decision, the boxes behind it, and the way back.

The whole engine is here, for every title: an agenda of small steps, a trail of what each answer changed, and a
ledger. A step asks for legal keys; a question with one answer is never asked. Undo writes the trail back down, so it
costs what the answer changed and never a replay. This module knows no title, and neither clock, file nor chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from engine.errors import BadPlayers, EngineError, GameOver, IllegalAnswer, InvariantBroken, NothingToUndo, UnknownTitle
from engine.ledger import Entry, totals
from engine.title import Step, Title, Way
from engine.words import Amendment, Hint, News, Page, Row, Seat, Standings, Text

__all__ = [
    "TABLE",
    "Amendment",
    "Decision",
    "Entry",
    "Game",
    "Hint",
    "IllegalAnswer",
    "News",
    "Page",
    "Past",
    "Row",
    "Seat",
    "Standings",
    "Text",
]

TABLE = -1

Agenda: TypeAlias = "tuple[Step, int, tuple[Any, ...], Agenda] | None"


class Decision(NamedTuple):
    """The open question: who answers (a seat, or TABLE for what the table observes), what kind, the legal keys."""

    seat: int
    kind: str
    keys: tuple[str, ...]


class Past(NamedTuple):
    """An answer that was given, and how to take it back."""

    trail: int
    points: int
    agenda: Agenda
    decision: Decision | None
    key: str
    turn: int

    @property
    def seat(self) -> int:
        return self.decision.seat if self.decision else TABLE


# what a named tuple's own constructor does in the end, without a call in between: every answer makes two
_made = tuple.__new__


class Game:
    """A title kept in one way by so many seats. ``options`` must be complete (``catalogue.new_game`` fills them in).

    Raises UnknownTitle if the title has no such way, BadPlayers if it cannot be kept so by that many.
    """

    __slots__ = (
        "agenda",
        "before",
        "board",
        "decision",
        "ledger",
        "news",
        "options",
        "past",
        "players",
        "title",
        "trail",
        "turn",
        "way",
    )

    def __init__(self, title: Title, way: str, players: int, options: Mapping[str, str]) -> None:
        if way not in title.ways:
            raise UnknownTitle(f"{title.label} is not kept as {way!r}: it can be {' or '.join(title.ways)}")
        self.title: Title = title
        self.way: Way = title.ways[way]
        fewest, most = self.way.players
        if not fewest <= players <= most:
            why = f": {self.way.why_players}" if self.way.why_players is not None else ""
            raise BadPlayers(f"{title.label} as {way} is for {fewest} to {most} players, not {players}{why}")
        self.players = players
        self.options: dict[str, str] = dict(options)
        self.board: Any = self.way.board(players, self.options)
        self.turn: list[int] = [0]  # a box: the number of the turn, from 1; 0 before the first
        self.ledger: list[Entry] = []
        self.news: list[News] = []
        self.past: list[Past] = []
        self.before = 0  # answers given before this copy was made
        self.trail: list[tuple[list[int], int, int]] = []
        self.agenda: Agenda = None
        self.decision: Decision | None = None
        self.way.begin(self)
        self._advance()

    # ---- answering

    def answer(self, key: str) -> None:
        """Give the open decision one of its keys, or amend the state by a key that begins with ``!``.

        Raises IllegalAnswer, which says why, or GameOver; either leaves the game as it was.
        """
        decision, agenda = self.decision, self.agenda
        amended = key[:1] == "!"
        if not amended:
            if decision is None:
                raise GameOver("the game is over: nothing is asked any more")
            if key not in decision.keys:
                raise IllegalAnswer(self.why_not(key))
        news, self.news = self.news, []
        self.past.append(_made(Past, (len(self.trail), len(self.ledger), agenda, decision, key, self.turn[0])))
        try:
            if amended:
                self.way.amend(self, key)
            else:
                assert agenda is not None
                step, seat, details, self.agenda = agenda
                step.take(self, seat, key, *details)
            self._advance()
        except BaseException:
            self._back()
            self.news = news
            raise

    def undo(self) -> str:
        """Take the last answer back and return its key. Raises NothingToUndo."""
        if not self.past:
            raise NothingToUndo("nothing has been answered yet")
        self.news = []
        return self._back()

    def _back(self) -> str:
        mark, points, self.agenda, self.decision, key, _ = self.past.pop()
        trail = self.trail
        for box, place, value in reversed(trail[mark:]):
            box[place] = value
        del trail[mark:]
        del self.ledger[points:]
        return key

    def _advance(self) -> None:
        while (agenda := self.agenda) is not None:
            step, seat, details, rest = agenda
            keys = step.ask(self, seat, *details)
            if len(keys) > 1:
                self.decision = _made(Decision, (seat, step.kind, tuple(keys)))
                return
            if keys:
                # the words of a forced answer are the way's; they need the question to be open
                self.decision = Decision(seat, step.kind, tuple(keys))
                self.news.append(News("forced", seat, self.way.words(self, keys[0])))
                self.agenda = rest
                step.take(self, seat, keys[0], *details)
            else:
                self.agenda = rest
                step.take(self, seat, None, *details)
        self.decision = None

    def resume(self) -> None:
        """Ask what the agenda holds: for a game whose boxes and agenda were filled from elsewhere."""
        self._advance()

    # ---- what steps use

    def push(self, step: Step, seat: int, *details: Any) -> None:
        """Put a step on top of the agenda: it comes next."""
        self.agenda = (step, seat, details, self.agenda)

    def put(self, box: list[int], place: int, value: int) -> None:
        """Change a box. There is no other way to change one."""
        self.trail.append((box, place, box[place]))
        box[place] = value

    def score(self, seat: int, amount: int, reason: str, place: str, when: int) -> None:
        """Write a line of the ledger, with news of it."""
        self.ledger.append(Entry(seat, amount, reason, place, self.turn[0], when, self.before + len(self.past) - 1))
        self.news.append(News("points", seat, self.way.reason(reason), amount))

    def tell(self, kind: str, seat: int, text: Text, amount: int = 0, icon: str = "") -> None:
        """Add a piece of news."""
        self.news.append(News(kind, seat, text, amount, icon))

    # ---- copies

    def copy(self, past: bool = False) -> Game:
        """An independent game in the same state. Without ``past`` it cannot be taken back beyond this point."""
        twin: Game = Game.__new__(Game)
        twin.title, twin.way, twin.players = self.title, self.way, self.players
        twin.options, twin.turn = dict(self.options), self.turn[:]
        twin.board = self.board.copy()
        twin.ledger, twin.news = self.ledger[:], self.news[:]
        twin.agenda, twin.decision = self.agenda, self.decision
        twin.past, twin.trail, twin.before = [], [], self.before + len(self.past)
        if past:
            twin.past, twin.before = self.past[:], self.before
            mine, theirs = self.board.boxes(), twin.board.boxes()
            boxes = {id(box): theirs[name] for name, box in mine.items()} | {id(self.turn): twin.turn}
            twin.trail = [(boxes[id(box)], place, value) for box, place, value in self.trail]
        return twin

    # ---- what anyone may ask

    @property
    def over(self) -> bool:
        return self.decision is None

    def totals(self) -> list[int]:
        return totals(self.ledger, self.players)

    def standings(self) -> Standings:
        return self.way.standings(self)

    def odds(self) -> Sequence[int]:
        return self.way.odds(self) if self.decision and self.decision.seat == TABLE else ()

    def others(self) -> Sequence[str]:
        return self.way.others(self)

    def why_not(self, key: str) -> Text:
        return self.way.why_not(self, key)

    def amendments(self) -> Sequence[Amendment]:
        return self.way.amendments(self)

    def words(self, key: str | None = None) -> Text:
        return self.way.words(self, key)

    def page(self, viewer: int | None = None) -> Page:
        return self.way.page(self, viewer)

    def state(self, viewer: int | None = None) -> dict[str, Any]:
        return self.way.state(self, viewer)

    def check(self) -> None:
        """Every invariant of the engine and of the title; raises InvariantBroken."""
        if self.decision is not None:
            keys = self.decision.keys
            if len(keys) < 2 or len(set(keys)) != len(keys):
                raise InvariantBroken(f"{self.decision.kind} has no choice of distinct answers: {keys}")
            for key in keys:
                if not (key.isascii() and key.isprintable()) or " " in key or "#" in key or key[:1] in ("", "!"):
                    raise InvariantBroken(f"{self.decision.kind} has an answer that no record can hold: {key!r}")
        elif self.agenda is not None:
            raise InvariantBroken("the game is over with steps to come")
        self.way.check(self)

    def fits(self, key: str) -> bool:
        """Whether ``answer(key)`` would be taken: tried on a copy."""
        try:
            self.copy().answer(key)
        except EngineError:
            return False
        return True
