"""A game with what can be taken back: groups of answers, the redo list, changes of earlier answers, draws.

What was played is the fold of a game's operations. The same code plays them when they are new and when they are read
back, and every one leaves a digest, so that a difference is found at its place. This module must not know the journal,
time or devices; it draws only from the secret that the game was begun with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine import catalogue
from engine.errors import EngineError, IllegalAnswer, UnknownTitle
from engine.game import TABLE, Game, Past
from engine.randomiser import Stream
from engine.record import Header
from engine.title import Title
from engine.words import News, Seat, Text
from firmware_py.errors import Differs, NothingToTakeBack
from firmware_py.operations import Operation, Start

Titles = Callable[[str], Title]
COUNT_NOW = "!count"  # the correction that goes to final scoring before its time


class Change(NamedTuple):
    """An earlier answer that was replaced: its number from 0, the new key, the key before."""

    answer: int
    key: str
    was: str


class Group(NamedTuple):
    """What one input did: the keys it gave, or the change it made, and what was drawn after it."""

    keys: tuple[str, ...]
    drawn: tuple[str, ...] = ()
    change: Change | None = None


class Undone(NamedTuple):
    """What went back: the keys in the order of play, whose question was first, the answers and it in words."""

    keys: tuple[str, ...]
    seat: int
    words: Text
    question: Text


@dataclass(slots=True)
class Play:
    """A game being played. ``finished`` says how it was ended, "" while it is open."""

    number: int
    start: Start
    game: Game
    done: list[Group] = field(default_factory=list)
    again: list[Group] = field(default_factory=list)
    finished: str = ""

    @property
    def header(self) -> Header:
        start = self.start
        return Header(
            title=start.title,
            rules=start.rules,
            way=start.way,
            seats=tuple(zip(start.names, start.colours, strict=True)),
            options=dict(self.game.agreed),
            setup=start.setup or None,
            started=start.started or None,
        )

    def give(self, keys: Sequence[str]) -> tuple[list[News], Text]:
        """Answer with all of the keys, or raise what the engine raises and leave everything as it was.

        Returns what they brought about, and the answers in words.
        """
        group = Group(tuple(keys))
        news, words = self._answer(group.keys)
        if self.again and self.again[-1].keys == group.keys and self.again[-1].change is None:
            self.again.pop()
        else:
            self.again.clear()
        self.done.append(group)
        return news, words

    def drawn(self, keys: Sequence[str]) -> list[News]:
        """Answers for the table that were drawn: they join the last group. What one seat alone may see is not told."""
        news: list[News] = []
        for key in keys:
            words, secret = self.game.words(key), self.game.way.private(self.game)
            self.game.answer(key)
            told = [] if secret else [News("drawn", TABLE, words, icon=self.game.way.icon(self.game, None))]
            news += [*told, *self.game.news]
            last = self.done[-1]
            self.done[-1] = last._replace(drawn=(*last.drawn, key))
        return news

    def draw(self) -> list[str]:
        """What the open questions to the table are answered with, if the companion draws; nothing is answered yet.

        Draws join an input; what is asked before the first one is for the table to answer, and so is what it decides.
        """
        if self.start.draws != "companion" or not self.done or not self.game.drawn():
            return []
        game, keys = self.game.copy(past=True), list[str]()
        while game.drawn():
            keys.append(self._drawn_key(game))
            game.answer(keys[-1])
        return keys

    def undo(self) -> Undone:
        """Take the last group back. Raises NothingToTakeBack."""
        if not self.done:
            raise NothingToTakeBack("nothing is left to take back")
        group = self.done[-1]
        for _ in group.drawn:
            self.game.undo()
        if group.change is not None:
            undone = self._swapped(group.change, group.change.was)
        else:
            words, seat = [], TABLE
            for _ in group.keys:
                key = self.game.undo()
                words.append(label(self.game, key))
                seat = self.game.decision.seat if self.game.decision else TABLE
            undone = Undone(group.keys, seat, listed(words[::-1]), question(self.game, group.keys[0]))
        self.again.append(group)
        self.done.pop()
        return undone

    def redo(self) -> list[News]:
        """Let the last group that was taken back come again. Raises NothingToTakeBack."""
        if not self.again:
            raise NothingToTakeBack("nothing was taken back")
        group = self.again[-1]
        if group.change is not None:
            self._swapped(group.change, group.change.key)
            news = list(self.game.news)
        else:
            news, _ = self._answer(group.keys)
        self.done.append(Group(group.keys, (), group.change))
        self.again.pop()
        return news + self.drawn(group.drawn)

    def change(self, answer: int, key: str) -> list[News]:
        """Replace answer number ``answer`` (from 0), and answer all later ones again.

        Raises IllegalAnswer, naming the first later answer that no longer fits, and leaves everything as it was.
        """
        if not 0 <= answer < len(self.game.past):
            raise IllegalAnswer(Text("There is no such answer any more."))
        change = Change(answer, key, self.game.past[answer].key)
        self._swapped(change, key)
        if self.again and self.again[-1].change == change:
            self.again.pop()
        else:
            self.again.clear()
        self.done.append(Group((), (), change))
        return list(self.game.news)

    def reveals(self) -> Text | None:
        """What hands must turn down again if the last group goes back; None if nothing was revealed by it."""
        if not self.done:
            return None
        count = len(self.done[-1].keys) + len(self.done[-1].drawn)
        if not any(past.seat == TABLE for past in self.game.past[len(self.game.past) - count :]):
            return None
        game, words = self.game.copy(past=True), list[Text]()
        for _ in range(count):
            key = game.undo()
            if _reveals(game, key):
                words.append(game.words(key))
        return listed(words[::-1]) if words else None

    def ending(self) -> dict[str, object]:
        """The payload of ``finish``: what shows the game for ever, whatever becomes of its title."""
        ledger = [list(entry) for entry in self.game.ledger]
        return {"how": self.finished, "names": self.start.names, "colours": self.start.colours, "ledger": ledger}

    def _answer(self, keys: Sequence[str]) -> tuple[list[News], Text]:
        news: list[News] = []
        words: list[Text] = []
        try:
            for key in keys:
                asked = self.game.decision
                known = key[:1] == "!" or (asked is not None and key in asked.keys)
                said = label(self.game, key) if known else Text("")
                self.game.answer(key)
                words.append(said)
                news += self.game.news
        except BaseException:
            for _ in words:
                self.game.undo()
            raise
        return news, listed(words)

    def _swapped(self, change: Change, key: str) -> Undone:
        """The game with that answer replaced, by a copy that answers all later ones again.

        An answer that enters nothing more goes with its question, or is given to one that is new, until the questions
        are the old ones again: the same change back finds every answer where it was.
        """
        game, later = self.game.copy(past=True), list[tuple[Past, bool]]()
        while len(game.past) > change.answer:
            past = game.past[-1]
            game.undo()
            later.append((past, past.key == game.way.closes(game)))
        words = label(game, key)
        seat = game.decision.seat if game.decision else TABLE
        game.answer(key)
        again = False  # whether a later question is the old one
        for number, (past, closed) in enumerate(later[-2::-1], change.answer + 1):
            corrects = past.key[:1] == "!"
            if not again and not corrects and not _asks(game, past):
                if closed:
                    continue
                while not _asks(game, past) and (closing := game.way.closes(game)) is not None:
                    game.answer(closing)
            why: Text | None = None
            if not corrects and not _asks(game, past):
                why = Text("another question is open")
            else:
                again = again or not corrects
                try:
                    game.answer(past.key)
                except IllegalAnswer as refused:
                    why = refused.text
                except EngineError as refused:
                    why = Text("{why}", why=str(refused))
            if why is not None:
                raise IllegalAnswer(
                    Text(
                        "Turn {turn}, {who}: {what} does not fit then: {why}",
                        turn=past.turn,
                        who=Seat(past.seat) if past.seat != TABLE else Text("table"),
                        what=self._label_of(number),
                        why=why,
                    )
                )
        self.game = game
        return Undone((key,), seat, words, Text("As before"))

    def _label_of(self, answer: int) -> Text:
        game = self.game.copy(past=True)
        key = ""
        while len(game.past) > answer:
            key = game.undo()
        return label(game, key)

    def _drawn_key(self, game: Game) -> str:
        decision = game.decision
        assert decision is not None
        odds = game.odds()
        place = Stream(self.start.secret, self.start.title, f"draw.{len(game.past)}").below(sum(odds))
        for key, weight in zip(decision.keys, odds, strict=True):
            place -= weight
            if place < 0:
                return key
        raise AssertionError("a number below the sum of the odds lies within one of them")


def begin(number: int, start: Start, titles: Titles = catalogue.title) -> Play:
    """A game at its first question, under the rules it was begun with. Raises what the engine raises."""
    latest = titles(start.title)
    title = latest if start.rules == latest.rules_version else catalogue.under_rules(latest, start.rules)
    if title is None:
        raise UnknownTitle(f"rules {start.rules} of {start.title} are not known here: update the program")
    return Play(number, start, catalogue.new_game(title, start.way, start.players, start.options))


def apply(play: Play, operation: Operation) -> None:
    """Do again what an operation did."""
    play.finished = ""  # whatever is done to a finished game opens it again
    match operation.op:
        case "give":
            play.give(operation.keys)
        case "draw":
            play.drawn(operation.keys)
        case "undo":
            play.undo()
        case "redo":
            play.redo()
        case "change":
            details = operation.details()
            play.change(int(details["answer"]), str(details["key"]))
        case "header":
            play.start = play.start.headed(operation.details())
        case "finish":
            play.finished = str(operation.details().get("how", "finished"))
        case "reopen" | "cut":
            pass
        case other:
            raise ValueError(f"no operation is called {other!r}")


def fold(operations: Sequence[Operation], titles: Titles = catalogue.title) -> Play:
    """The game that the operations of its whole story add up to. Raises Differs at the first that does not."""
    kept = uncut(operations)
    first = kept[0]
    agreed = turn = 0
    operation = first
    try:
        if first.op != "new":
            raise ValueError("the beginning is missing")
        play = begin(first.game, Start.read(first.details()), titles)
        for operation in kept:
            if operation is not first:
                apply(play, operation)
            if (found := digest(play.game)) != operation.digest:
                raise ValueError(f"the state is {found}, saved was {operation.digest}")
            agreed, turn = operation.number, operation.turn
    except Exception as problem:  # whatever a title may raise on answers that it no longer takes
        why = f"{type(problem).__name__}: {problem}" if not isinstance(problem, ValueError) else str(problem)
        raise Differs(first.game, operation.number, turn, operations[-1].totals, agreed, why) from problem
    return play


def uncut(operations: Sequence[Operation]) -> list[Operation]:
    """The operations without those that a later ``cut`` made void."""
    kept: list[Operation] = []
    for operation in operations:
        if operation.op == "cut":
            after = int(operation.details().get("after", operation.number))
            kept = [each for each in kept if each.number <= after]
        kept.append(operation)
    return kept


def digest(game: Game) -> str:
    """What the state and the totals come to, in sixteen letters."""
    whole = [game.state(None), game.totals()]
    text = json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def ended(game: Game) -> str:
    """The word for how a game came to its end: "counted" if it went to final scoring before its time, else "over"."""
    return "counted" if any(past.key == COUNT_NOW for past in game.past) else "over"


def label(game: Game, key: str) -> Text:
    """An answer to the open question in words; a correction by its name."""
    if key[:1] != "!":
        return game.words(key)
    for amendment in game.amendments():
        if key == amendment.stem or key.startswith(f"{amendment.stem}."):
            return amendment.label
    return Text("Correction")


def question(game: Game, key: str) -> Text:
    """What an answer answers, in words."""
    return game.words() if key[:1] != "!" and game.decision is not None else Text("Correction")


def listed(words: Sequence[Text]) -> Text:
    """Texts as one, parted by commas."""
    return words[0] if len(words) == 1 else Text("{words}", words=tuple(words))


def _asks(game: Game, past: Past) -> bool:
    """Whether the open question is the one that was answered then: the same of the same seat."""
    asked, was = game.decision, past.decision
    return (asked and asked[:2]) == (was and was[:2])


def _reveals(game: Game, key: str) -> bool:
    """Whether that answer of the table turns something up; who starts, for one, is only said."""
    if key[:1] == "!" or game.decision is None or game.decision.seat != TABLE:
        return False
    ahead = game.copy()
    ahead.answer(key)
    return any(item.kind == "revealed" for item in ahead.news)
