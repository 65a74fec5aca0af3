"""What the second tables of all titles are made of: a row of answers taken one by one, a score, notes; a record's text.

A second table plays a whole game once more, from the fact sheet of its title alone, plainly and slowly. No code and no
table of the engine, and no rule of any title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

TABLE = -1


class Open(Exception):
    """No answer is left: this is asked, of that seat."""

    def __init__(self, seat: int, kind: str, options: list[str]) -> None:
        super().__init__(f"seat {seat} is asked {kind}: {options}")
        self.seat, self.kind, self.options = seat, kind, options


class Second:
    """A table. ``rules`` are the options; ``answers`` pairs of seat and key. ``notes`` collects which rules come up."""

    def __init__(self, players: int, rules: Mapping[str, str], answers: Iterable[tuple[int, str]]) -> None:
        self.players, self.rules, self.answers = players, rules, list(answers)
        self.given = 0
        self.ledger: list[tuple[int, int, str, str]] = []
        self.notes: set[str] = set()
        self.winner = -1

    def play(self) -> None:
        """The whole game, or as far as its answers go: then ``Open`` says what is asked."""
        raise NotImplementedError

    def ask(self, seat: int, kind: str, options: Iterable[str]) -> str | None:
        """The answer to a question: None for no option, the only one without asking."""
        keys = list(dict.fromkeys(options))
        return self.answered(seat, kind, keys) if len(keys) > 1 else keys[0] if keys else None

    def answered(self, seat: int, kind: str, keys: list[str]) -> str:
        """The next of the game's answers."""
        if self.given == len(self.answers):
            raise Open(seat, kind, keys)
        who, key = self.answers[self.given]
        assert who == seat and key in keys, f"answer {self.given}: {who} {key}, but seat {seat} is asked {kind}: {keys}"
        self.given += 1
        return key

    def must(self, seat: int, kind: str, options: Iterable[str]) -> str:
        key = self.ask(seat, kind, options)
        assert key is not None, kind
        return key

    def note(self, *words: str) -> None:
        self.notes.update(words)

    def score(self, seat: int, amount: int, reason: str, place: str = "") -> None:
        if amount:
            self.ledger.append((seat, amount, reason, place))

    def totals(self) -> list[int]:
        return [sum(line[1] for line in self.ledger if line[0] == seat) for seat in range(self.players)]


class Told(NamedTuple):
    """What a record's text says of a game."""

    players: int
    options: dict[str, str]
    answers: list[tuple[int, str]]
    result: list[int]


def bare(text: str) -> list[str]:
    """The lines of a record without comments and empty lines."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def told(text: str) -> Told:
    """A record read plainly."""
    seats, result = (
        next(line for line in bare(text) if line.startswith(word)).partition(": ")[2].split(", ")
        for word in ("seats:", "result:")
    )
    names = [seat.split()[0] for seat in seats]
    answers: list[tuple[int, str]] = []
    for line in bare(text):
        row = re.fullmatch(r"(?:(\*)|\d+ (\w+)): (.*)", line)
        if row:
            seat = TABLE if row[1] else names.index(row[2])
            answers += [(seat, key) for key in row[3].split()]
    options = dict(re.findall(r"^option (\w+): (\S+)$", text, re.M))
    return Told(len(names), options, answers, [int(points.split()[-1]) for points in result])
