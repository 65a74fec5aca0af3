"""One game in progress: the open decision, the boxes behind it, and the way back.

The whole engine is here, for every title: an agenda of small steps, a trail of what each answer changed, and a
ledger. A step asks for legal keys; a question with one answer is never asked. Undo writes the trail back down, so it
costs what the answer changed and never a replay. A key that begins with ``!`` corrects the state: the way's own
corrections, ``!option.NAME.VALUE`` for the options of the title that may change during play, and ``!way.NAME`` by which
the game goes on in another way. This module knows no title, and neither clock, file nor chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from engine.errors import BadPlayers, EngineError, GameOver, IllegalAnswer, InvariantBroken, NothingToUndo, UnknownTitle
from engine.ledger import Entry, totals
from engine.title import Option, Step, Title, Way
from engine.words import Amendment, Field, News, Page, Standings, Text, plain

TABLE = -1
OPTION = "!option"  # the stem of the corrections that change an option
WAY = "!way"  # and of those by which the game goes on in another way

_LONGEST_KEY = 80
_LISTED = 6  # so many legal keys are listed where another one is refused; of more, the first and the last

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


# what a named tuple's own constructor does in the end, without a call in between: every answer makes two or more
_made = tuple.__new__


class Game:
    """A title kept in one way by so many seats. ``options`` must be complete (``catalogue.new_game`` fills them in);
    they are ``agreed`` at the start, and afterwards ``options`` are those in force.

    Raises UnknownTitle if the title has no such way, BadPlayers if it cannot be kept so by that many.
    """

    __slots__ = (
        "agenda",
        "agreed",
        "before",
        "board",
        "decision",
        "former",
        "ledger",
        "news",
        "options",
        "past",
        "players",
        "points",
        "started_as",
        "switches",
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
        self.agreed: Mapping[str, str] = MappingProxyType(dict(options))
        self.options: dict[str, str] = dict(options)
        # a box: of each option of the title that may change in play, which of its values is in force
        self.switches: list[int] = [each.values.index(options[each.name]) for each in _switches(title)]
        self.board: Any = self.way.board(players, self.options)
        self.started_as = way
        # ways that were left, the first first: by which answer, the way, its board
        self.former: list[tuple[int, Way, Any]] = []
        self.turn: list[int] = [0]  # a box: the number of the turn, from 1; 0 before the first
        self.ledger: list[Entry] = []
        self.points: list[int] = [0] * players  # a box: what the ledger comes to for each seat
        self.news: list[News] = []
        self.past: list[Past] = []
        self.before = 0  # answers given before this copy was made
        # box, place and old value of each change, one after the other: no object of its own for each
        self.trail: list[Any] = []
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
        amended = decision is None or key not in decision.keys
        if amended and key[:1] != "!":
            if decision is None:
                raise GameOver("the game is over: nothing is asked any more")
            raise IllegalAnswer(self.why_not(key))
        news, self.news = self.news, []
        self.past.append(_made(Past, (len(self.trail), len(self.ledger), agenda, decision, key, self.turn[0])))
        try:
            if amended:
                self._amend(key)
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
        for at in range(len(trail) - 3, mark - 1, -3):
            trail[at][trail[at + 1]] = trail[at + 2]
        del trail[mark:]
        del self.ledger[points:]
        if key[: len(OPTION)] == OPTION:
            self._read_switches()
        if self.former and self.former[-1][0] == len(self.past):
            _, self.way, self.board = self.former.pop()
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
                self.news.append(News("forced", seat, self.way.forced(self, keys[0])))
                self.agenda = rest
                step.take(self, seat, keys[0], *details)
            else:
                self.agenda = rest
                step.take(self, seat, None, *details)
        self.decision = None

    def onward(self, way: str) -> Game:
        """A new game in another way with the turn, the points and the number of answers of this one. Its boxes are
        still to be filled and its steps to be pushed; then ``resume`` asks what comes next."""
        other = Game(self.title, way, self.players, self.options)
        other.before = self.before + len(self.past)
        other.turn[:], other.points[:], other.ledger[:] = self.turn, self.points, self.ledger
        other.agenda, other.decision, other.news = None, None, []
        return other

    def resume(self) -> None:
        """Ask what the agenda holds, for a game that goes ``onward``. It cannot be taken back beyond this point."""
        self._advance()
        self.trail.clear()

    # ---- corrections

    def _amend(self, key: str) -> None:
        if len(key) > _LONGEST_KEY or not (key.isascii() and key.isprintable()) or " " in key or "#" in key:
            raise IllegalAnswer(Text("{found} is no correction", found=plain(key)))
        if key == OPTION or key.startswith(f"{OPTION}."):
            self._change_option(*key[len(OPTION) + 1 :].partition(".")[::2])
        elif key == WAY or key.startswith(f"{WAY}."):
            self._change_way(key[len(WAY) + 1 :])
        else:
            self.way.amend(self, key)

    def _change_option(self, name: str, value: str) -> None:
        switches = _switches(self.title)
        option = next((each for each in self.title.options if each.name == name), None)
        if option is None:
            there = ", ".join(each.name for each in switches) or "none"
            raise IllegalAnswer(Text("{found} is no option that may change: there is {there}", found=name, there=there))
        if option not in switches:
            raise IllegalAnswer(Text("{option}: that is agreed before the game", option=option.label))
        if name not in self.way.may_change(self):
            raise IllegalAnswer(Text("{option}: that cannot be changed now", option=option.label))
        if value not in option.values:
            values = ", ".join(option.values)
            raise IllegalAnswer(
                Text("{option} cannot be {found}: it is {values}", option=option.label, found=value, values=values)
            )
        self.put(self.switches, switches.index(option), option.values.index(value))
        self._read_switches()
        self.tell("corrected", TABLE, Text("{option}: {value}", option=option.label, value=_said(value)), 0, "pencil")

    def _change_way(self, name: str) -> None:
        onward = self.way.ways_on(self)
        if name not in onward:
            there = ", ".join(onward) or "none"
            raise IllegalAnswer(Text("{found} is no way to go on now: there is {there}", found=name, there=there))
        other = self.way.switched(self, name)
        self.former.append((len(self.past) - 1, self.way, self.board))
        self.way, self.board, self.agenda = other.way, other.board, other.agenda
        self.put(self.turn, 0, other.turn[0])
        for seat, points in enumerate(other.points):
            self.put(self.points, seat, points)
        self.ledger += other.ledger[len(self.ledger) :]
        self.tell("corrected", TABLE, Text("From here on: {way}", way=self.way.label), 0, "pencil")
        self.news += other.news

    def _read_switches(self) -> None:
        changed = zip(_switches(self.title), self.switches, strict=True)
        self.options = {**self.agreed, **{each.name: each.values[place] for each, place in changed}}

    # ---- what steps use

    def to_come(self) -> Iterator[tuple[Step, int, tuple[Any, ...]]]:
        """The steps on the agenda, the next first, with their seat and what they are given."""
        agenda = self.agenda
        while agenda is not None:
            step, seat, details, agenda = agenda
            yield step, seat, details

    def push(self, step: Step, seat: int, *details: Any) -> None:
        """Put a step on top of the agenda: it comes next."""
        self.agenda = (step, seat, details, self.agenda)

    def put(self, box: list[int], place: int, value: int) -> None:
        """Change a box. There is no other way to change one."""
        self.trail += (box, place, box[place])
        box[place] = value

    def score(self, seat: int, amount: int, reason: str, place: str, when: int, turn: int = 0) -> None:
        """Write a line of the ledger, with news of it; ``turn`` if it belongs to an earlier one."""
        answer = self.before + len(self.past) - 1
        self.put(self.points, seat, self.points[seat] + amount)
        self.ledger.append(_made(Entry, (seat, amount, reason, place, turn or self.turn[0], when, answer)))
        self.news.append(_made(News, ("points", seat, self.way.reason(reason), amount, "")))

    def tell(self, kind: str, seat: int, text: Text, amount: int = 0, icon: str = "") -> None:
        """Add a piece of news."""
        self.news.append(_made(News, (kind, seat, text, amount, icon)))

    # ---- copies

    def copy(self, past: bool = False) -> Game:
        """An independent game in the same state. Without ``past`` it cannot be taken back beyond this point."""
        twin: Game = Game.__new__(Game)
        twin.title, twin.way, twin.players = self.title, self.way, self.players
        twin.agreed, twin.options = self.agreed, dict(self.options)
        twin.switches, twin.turn, twin.points = self.switches[:], self.turn[:], self.points[:]
        twin.board, twin.started_as, twin.former = self.board.copy(), self.started_as, []
        twin.ledger, twin.news = self.ledger[:], self.news[:]
        twin.agenda, twin.decision = self.agenda, self.decision
        twin.past, twin.trail, twin.before = [], [], self.before + len(self.past)
        if past:
            twin.past, twin.before = self.past[:], self.before
            twin.former = [(answer, way, board.copy()) for answer, way, board in self.former]
            boards = [self.board, *(board for _, _, board in self.former)]
            twins = [twin.board, *(board for _, _, board in twin.former)]
            boxes: dict[int, list[int]] = {}
            for mine, theirs in zip(boards, twins, strict=True):
                copied = theirs.boxes()
                boxes |= {id(box): copied[name] for name, box in mine.boxes().items()}
            boxes |= {id(self.turn): twin.turn, id(self.switches): twin.switches, id(self.points): twin.points}
            twin.trail = self.trail[:]
            twin.trail[::3] = [boxes[id(box)] for box in self.trail[::3]]
        return twin

    # ---- what anyone may ask

    @property
    def over(self) -> bool:
        return self.decision is None

    @property
    def asked(self) -> Decision:
        """The open question, where one is known to be open."""
        assert self.decision is not None
        return self.decision

    @property
    def details(self) -> tuple[Any, ...]:
        """What the open step was given; nothing once the game is over."""
        return self.agenda[2] if self.agenda is not None else ()

    def totals(self) -> list[int]:
        """Points of each seat, seat 0 first."""
        return self.points[:]

    def standings(self) -> Standings:
        return self.way.standings(self)

    def odds(self) -> Sequence[int]:
        return self.way.odds(self) if self.decision and self.decision.seat == TABLE else ()

    def others(self) -> Sequence[str]:
        """Answers to the open question that are not legal now, as far as the way knows any."""
        if self.decision is None:
            return ()
        return tuple(key for key in self.way.every(self) if key not in self.asked.keys)

    def why_not(self, key: str) -> Text:
        """Why that key is not a legal answer, or no correction that can be made, now."""
        if key[:1] != "!":
            return self._why_no_answer(plain(key, _LONGEST_KEY))
        try:
            self.copy().answer(key)
        except IllegalAnswer as refused:
            return refused.text
        return Text("{key} can be answered", key=key)

    def _why_no_answer(self, key: str) -> Text:
        if self.decision is None:
            return Text("the game is over: nothing is asked any more")
        _, kind, keys = self.decision
        if key in keys:
            return Text("{key} can be answered", key=key)
        shown = ", ".join(keys) if len(keys) <= _LISTED else f"{keys[0]}, {keys[1]} … {keys[-1]}"
        return self.way.why_not(self, key) or Text(
            "{found} is no answer to {question}; there is {keys}", found=key, question=kind, keys=shown
        )

    def amendments(self) -> Sequence[Amendment]:
        """What may be corrected now: what the way offers, the options that may change, other ways to go on."""
        may = self.way.may_change(self)
        return [
            *self.way.amendments(self),
            *(_option_amendment(each, self.options) for each in _switches(self.title) if each.name in may),
            *(_way_amendment(self.title, name) for name in self.way.ways_on(self)),
        ]

    def words(self, key: str | None = None) -> Text:
        return self.way.words(self, key)

    def page(self, viewer: int | None = None) -> Page:
        return self.way.page(self, viewer)

    def drawn(self) -> bool:
        """Whether the open question is one of the TABLE that chance answers, and not its choice."""
        return self.decision is not None and self.decision.seat == TABLE and self.way.drawn(self)

    def state(self, viewer: int | None = None) -> dict[str, Any]:
        """What the way knows, and the options in force."""
        return {**self.way.state(self, viewer), "options": dict(self.options)}

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
        in_force = [each.values.index(self.options[each.name]) for each in _switches(self.title)]
        if in_force != self.switches or self.options.keys() != self.agreed.keys():
            raise InvariantBroken(f"the options in force are not those chosen: {self.options}")
        if self.points != (summed := totals(self.ledger, self.players)):
            raise InvariantBroken(f"the points {self.points} are not the sums of the ledger's lines, {summed}")
        self.way.check(self)

    def fits(self, key: str) -> bool:
        """Whether ``answer(key)`` would be taken: tried on a copy."""
        try:
            self.copy().answer(key)
        except EngineError:
            return False
        return True


def _switches(title: Title) -> tuple[Option, ...]:
    """The options that may change during play."""
    return tuple(each for each in title.options if each.in_play and each.counted is None)


def _said(value: str) -> Text:
    return Text(value.replace("_", " "))


def _way_amendment(title: Title, name: str) -> Amendment:
    way = title.ways[name]
    return Amendment(f"{WAY}.{name}", Text("{way} instead", way=way.label), "pencil", ())


def _option_amendment(option: Option, in_force: Mapping[str, str]) -> Amendment:
    field = Field(option.label, option.values, tuple(map(_said, option.values)), in_force[option.name])
    return Amendment(f"{OPTION}.{option.name}", option.label, "pencil", (field,))
