"""The record of a game: text that a person can read, compare and mend.

    tabularius record 1
    title: trajan
    rules: 1
    way: scorekeeper
    seats: Ana red, Bo green, Cy brown
    option time_loop: 16
    setup: K7F3-Q2
    started: 2026-11-29T19:30Z

    1 Ana: 3 build.3 none
    2 Bo: 2 senate
    *: bread
    result: Ana 149, Bo 120, Cy 98

After the header, a line is a run of answers by one seat in one turn; ``*`` is the TABLE, whose lines have no turn
number. A correction stands in the line of the seat whose question was open. ``#`` begins a comment. A name is quoted,
as JSON quotes a string, if it is empty or holds anything but printing signs, or a comma, colon, blank, quotation mark,
backslash, ``*`` or ``#``. Names are in Unicode's composed form (NFC), however they were typed. An unfinished game has
no result. Turn number, name and result are checked, not trusted.

Options may be left out where they have their default; a counted one (the time loop) is always written, since its
default is only what the board is likely to show. An option that is a text is quoted as a name is. This module reads
text that is given to it; it knows no file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine import catalogue
from engine.errors import BadCode, BadRecord, EngineError, IllegalAnswer
from engine.game import TABLE, Game
from engine.randomiser import written
from engine.record_text import Token, composed, is_moment, lines_of, quoted, tokens
from engine.title import Title
from engine.words import plain

VERSION = 1

_FIRST = "tabularius record"
_HEAD = re.compile(r'\s*(?:(?P<table>\*)|[0-9]{1,9}\s+(?:"(?:[^"\\]|\\.)*"|[^\s,:#"]+))\s*:')
_NEEDED = ("title", "rules", "way", "seats")
_FIELDS = (*_NEEDED, "setup", "started")
_NO_FIELD = (
    "is no line of a header: there is title, rules, way, seats, option NAME, setup, started; then come the answers, "
    "each line 'TURN NAME: …' or '*: …'"
)
_LISTED = 12


@dataclass(frozen=True, slots=True)
class Header:
    """What a record says before the first answer. ``seats`` are pairs of name and colour, seat 0 first; ``options``
    is complete; ``setup`` a set-up code as it is written, or None; ``started`` UTC to the minute or second, or None."""

    title: str
    rules: int
    way: str
    seats: tuple[tuple[str, str], ...]
    options: Mapping[str, str]
    setup: str | None = None
    started: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.seats)


class Given(NamedTuple):
    """An answer of a record and where it stands in the text, counted from 1."""

    key: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read and found right. ``game`` is the game after its last answer, with the whole way back;
    ``result`` the points that it states, seat 0 first, or None for an unfinished game."""

    header: Header
    answers: tuple[Given, ...]
    result: tuple[int, ...] | None
    game: Game = field(compare=False, repr=False)


def header_of(
    game: Game,
    names: Sequence[str] = (),
    colours: Sequence[str] = (),
    setup: str | None = None,
    started: str | None = None,
) -> Header:
    """The header of a game. A seat without colour gets the title's next free one, a seat without name its colour."""
    free = [colour for colour in game.title.colours if colour not in colours]
    all_colours = [*colours, *free][: game.players]
    all_names = [*names, *(colour.capitalize() for colour in all_colours[len(names) :])]
    return Header(
        title=game.title.name,
        rules=game.title.rules_version,
        way=game.started_as,
        seats=tuple(zip(map(composed, all_names), all_colours, strict=True)),
        options=dict(game.agreed),
        setup=setup,
        started=started,
    )


# ---- writing


def write(game: Game, header: Header) -> str:
    """The record of the game so far. ValueError if the header is another game's, or if the game is a copy that does
    not know its first answers."""
    if (header.title, header.way, len(header.seats)) != (game.title.name, game.started_as, game.players):
        raise ValueError(f"this is no header of {game.players} players at {game.title.name} as {game.started_as}")
    if game.before:
        raise ValueError(f"the first {game.before} answers are not known to this copy of the game")
    lines = [f"{_FIRST} {VERSION}", f"title: {header.title}", f"rules: {header.rules}", f"way: {header.way}"]
    lines.append("seats: " + ", ".join(f"{quoted(name)} {colour}" for name, colour in header.seats))
    usual = catalogue.options(game.title, game.players)
    for option in game.title.options:
        value = header.options[option.name]
        if option.counted or value != usual[option.name]:
            lines.append(f"option {option.name}: {quoted(value) if option.letters else value}")
    if header.setup is not None:
        lines.append(f"setup: {written(header.setup)}")
    if header.started is not None:
        lines.append(f"started: {header.started}")
    lines.append("")
    names = [quoted(name) for name in header.names]
    run: list[str] = []
    last: tuple[int, int] | None = None
    for past in game.past:
        turn = 0 if past.seat == TABLE else past.turn
        if (past.seat, turn) != last:
            lines.extend([" ".join(run)] if run else [])
            run = ["*:" if past.seat == TABLE else f"{turn} {names[past.seat]}:"]
            last = past.seat, turn
        run.append(past.key)
    lines.extend([" ".join(run)] if run else [])
    if game.over:
        lines.append(
            "result: " + ", ".join(f"{name} {points}" for name, points in zip(names, game.totals(), strict=True))
        )
    return "\n".join(lines) + "\n"


def _result(header: Header, points: Sequence[int]) -> str:
    return ", ".join(f"{quoted(name)} {number}" for name, number in zip(header.names, points, strict=True))


# ---- reading


def read(text: str | bytes) -> Record:
    """A record, every answer of which was replayed and found legal. Raises BadRecord and nothing else."""
    lines = lines_of(text)
    reader = _Reader(lines)
    header, title = reader.header()
    try:
        game = catalogue.new_game(title, header.way, len(header.seats), header.options)
    except EngineError as error:
        raise BadRecord(str(error), reader.line_of("seats")) from error
    return reader.body(header, game)


def replay(record: Record, until_line: int | None = None) -> Game:
    """The game of a record, up to and with the answers that stand on lines 1 … ``until_line`` of its text; all of them
    for None. The game knows its whole way back."""
    if until_line is None:
        return record.game.copy(past=True)
    game = record.game.copy(past=True)
    for given in reversed(record.answers):
        if given.line <= until_line:
            break
        game.undo()
    return game


class _Reader:
    """Goes through the lines once: first the header, then the answers."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0  # the line in hand, counted from 1
        self.found: dict[str, tuple[str, int, int]] = {}  # field of the header: its text, line, column
        self.options: dict[str, tuple[str, int, int]] = {}

    # -- small pieces

    def fail(self, message: str, column: int = 1) -> BadRecord:
        return BadRecord(message, max(self.at, 1), column)

    def line_of(self, name: str) -> int:
        return self.found[name][1]

    def next_line(self) -> str | None:
        """The next line that holds more than a comment, or None at the end."""
        while self.at < len(self.lines):
            self.at += 1
            if self.lines[self.at - 1].partition("#")[0].strip():
                return self.lines[self.at - 1]
        return None

    # -- header

    def header(self) -> tuple[Header, Title]:
        first = (self.next_line() or "").partition("#")[0].split()
        if first[:2] != _FIRST.split() or len(first) != 3:
            raise self.fail(f"this is no record: its first line is not '{_FIRST} {VERSION}'")
        if first[2] != str(VERSION):
            raise self.fail(
                f"a record of version '{plain(first[2])}' cannot be read, only {VERSION}: update the program"
            )
        self._fields()
        for name in _NEEDED:
            if name not in self.found:
                self.at = min(self.at + 1, len(self.lines))
                raise self.fail(f"the header has no line '{name}: …'")
        title = self._title()
        seats = self._seats(title)
        return (
            Header(
                title=title.name,
                rules=title.rules_version,
                way=self._way(title),
                seats=seats,
                options=self._options(title, len(seats)),
                setup=self._setup(),
                started=self._started(),
            ),
            title,
        )

    def _fields(self) -> None:
        """Collects the lines "name: text" up to the first that is none of the header."""
        while (line := self.next_line()) is not None:
            head, colon, _ = line.partition("#")[0].partition(":")
            words = head.split()
            if not colon or not words or words[0] in ("*", "result") or _HEAD.match(line):
                self.at -= 1
                return
            column = len(head) + 2 + (len(line) - len(head) - 1 - len(line[len(head) + 1 :].lstrip()))
            field = (line[len(head) + 1 :], self.at, column)
            if words[0] == "option" and len(words) == 2:
                kept, name = self.options, words[1]
            elif len(words) == 1 and words[0] in _FIELDS:
                kept, name = self.found, words[0]
            elif all(need in self.found for need in _NEEDED):
                self.at -= 1  # most likely an answer that is wrongly written: said where it can be named what is legal
                return
            else:
                raise self.fail(f"'{plain(head.strip())}' {_NO_FIELD}")
            if name in kept:
                raise self.fail(f"'{plain(head.strip())}' stands here a second time, after line {kept[name][1]}")
            kept[name] = field

    def _word(self, kept: Mapping[str, tuple[str, int, int]], name: str) -> str:
        text, line, column = kept[name]
        words = text.partition("#")[0].split()
        if len(words) != 1:
            raise BadRecord(f"'{name}:' is followed by one word, not {len(words)}", line, column)
        return words[0]

    def _text(self, kept: Mapping[str, tuple[str, int, int]], name: str) -> str:
        """One word, or one text in quotation marks."""
        _, line, column = kept[name]
        whole = self.lines[line - 1]
        found = tokens(whole, line, whole.index(":") + 1)
        if len(found) != 1 or (found[0].text in (",", ":") and not found[0].name):
            raise BadRecord(f"'{name}:' is followed by one word or one text in quotation marks", line, column)
        return found[0].text

    def _title(self) -> Title:
        name, (_, line, column) = self._word(self.found, "title"), self.found["title"]
        number, (_, rules_line, rules_column) = self._word(self.found, "rules"), self.found["rules"]
        try:
            latest = catalogue.title(name)
        except EngineError as error:
            raise BadRecord(str(error), line, column) from error
        rules = _whole(number)
        found = catalogue.under_rules(latest, rules) if rules is not None else None
        if found is None:
            known = ", ".join(str(version) for version in catalogue.rules_versions(latest))
            if rules is None and not (number.isascii() and number.isdigit()):
                said = f"'{plain(number)}' is no rules version: it is a whole number; known here is {known}"
            else:
                newer = ": update the program" if rules is None or rules > latest.rules_version else ""
                said = f"rules {plain(number)} of {name} are not known here, only {known}{newer}"
            raise BadRecord(said, rules_line, rules_column)
        return found

    def _way(self, title: Title) -> str:
        way, (_, line, column) = self._word(self.found, "way"), self.found["way"]
        if way not in title.ways:
            ways = ", ".join(title.ways)
            raise BadRecord(f"{title.label} is not kept as '{plain(way)}': there is {ways}", line, column)
        return way

    def _seats(self, title: Title) -> tuple[tuple[str, str], ...]:
        _, line, column = self.found["seats"]
        whole = self.lines[line - 1]
        found = tokens(whole, line, whole.index(":") + 1)
        seats: list[tuple[str, str]] = []
        commas = [place for place, token in enumerate(found) if token.text == "," and not token.name]
        fewest, most = catalogue.seats(title)
        if len(commas) >= most:
            more = found[commas[most - 1]].column
            raise BadRecord(f"{title.label} is for {fewest} to {most} players, not {len(commas) + 1}", line, more)
        while found:
            if seats:
                if found[0].text != "," or found[0].name:
                    raise BadRecord("seats are parted by commas: NAME COLOUR, NAME COLOUR", line, found[0].column)
                found.pop(0)
            if len(found) < 2 or any(token.text in (",", ":") and not token.name for token in found[:2]):
                column = found[0].column if found else len(whole) + 1
                raise BadRecord("a seat is a name and a colour: 'Ana red'", line, column)
            name, colour = found.pop(0), found.pop(0)
            free = [each for each in title.colours if each not in {taken for _, taken in seats}]
            if colour.text not in free:
                said = f"'{plain(colour.text)}' is no free colour: there is {', '.join(free) or 'none'}"
                if found and found[0].text in free:
                    whole_name = plain(f"{name.text} {colour.text}")
                    said += f"; a name with a blank in it is quoted: {quoted(whole_name)}"
                raise BadRecord(said, line, colour.column)
            seats.append((name.text, colour.text))
        if not seats:
            raise BadRecord("nobody plays: 'seats: Ana red, Bo green'", line, column)
        return tuple(seats)

    def _options(self, title: Title, players: int) -> dict[str, str]:
        worded = {option.name for option in title.options if option.letters}
        given = {
            name: self._text(self.options, name) if name in worded else self._word(self.options, name)
            for name in self.options
        }
        fewest, most = catalogue.seats(title)
        if not fewest <= players <= most:
            _, line, column = self.found["seats"]
            raise BadRecord(f"{title.label} is for {fewest} to {most} players, not {players}", line, column)
        for name, value in given.items():
            try:
                catalogue.options(title, players, {name: value})
            except EngineError as error:
                _, line, column = self.options[name]
                raise BadRecord(str(error), line, column) from error
        return catalogue.options(title, players, given)

    def _setup(self) -> str | None:
        if "setup" not in self.found:
            return None
        text, line, column = self.found["setup"]
        try:
            return written(text.partition("#")[0])
        except BadCode as error:
            raise BadRecord(str(error), line, column) from error

    def _started(self) -> str | None:
        if "started" not in self.found:
            return None
        moment, (_, line, column) = self._word(self.found, "started"), self.found["started"]
        if not is_moment(moment):
            raise BadRecord(f"'{plain(moment)}' is no time like 2026-11-29T19:30Z", line, column)
        return moment

    # -- answers

    def body(self, header: Header, game: Game) -> Record:
        answers: list[Given] = []
        result: tuple[int, ...] | None = None
        while (line := self.next_line()) is not None:
            if result is not None:
                raise self.fail("nothing may follow the result")
            if line.partition(":")[0].strip() == "result":
                result = self._result(header, game, line)
            else:
                self._answers(header, game, line, answers)
        return Record(header, tuple(answers), result, game)

    def _answers(self, header: Header, game: Game, line: str, answers: list[Given]) -> None:
        head = _HEAD.match(line)
        if head is None:
            written_as = line.partition("#")[0].partition(":")[0].strip()
            said = "a line of answers begins with 'TURN NAME:' or '*:'"
            if not answers and written_as[:1].isalpha():
                said = f"{said}, and '{plain(written_as)}' {_NO_FIELD}"
            raise self.fail(f"{said}; {_legal(header, game)}")
        who = tokens(head[0][:-1], self.at)
        keys = list(re.finditer(r"\S+", line[head.end() :].partition("#")[0]))
        if not keys:
            raise self.fail(f"no answer stands on this line; {_legal(header, game)}", len(line) + 1)
        for number, match in enumerate(keys):
            key, column = match[0], head.end() + match.start() + 1
            self._check_turn(header, game, who, column if number else who[0].column)
            try:
                game.answer(key)
            except IllegalAnswer as error:
                why = error.text.render(_short(header))
                raise self.fail(f"'{plain(key)}' cannot be answered: {why}; {_legal(header, game)}", column) from error
            except EngineError as error:
                raise self.fail(f"'{plain(key)}' cannot be answered: {error}", column) from error
            answers.append(Given(key, self.at, column))

    def _check_turn(self, header: Header, game: Game, who: list[Token], column: int) -> None:
        """That seat and turn of the line (``who``: turn and name, or ``*`` alone) are those of the open question."""
        decision = game.decision
        seat = decision.seat if decision else TABLE
        if len(who) == 1:
            right, said = seat == TABLE, "the table ('*')"
        else:
            turn, name = _whole(who[0].text), who[1].text
            right = seat != TABLE and name == header.names[seat] and turn == game.turn[0]
            said = f"{plain(name)} in turn {plain(who[0].text)}"
        if not right:
            asked = "the table ('*')" if seat == TABLE else f"{_short(header)[seat]} in turn {game.turn[0]}"
            raise self.fail(f"here answers {asked}, not {said}; {_legal(header, game)}", column)

    def _result(self, header: Header, game: Game, line: str) -> tuple[int, ...]:
        if not game.over:
            raise self.fail(f"the game is not over, so that it has no result yet; {_legal(header, game)}")
        stated = tokens(line, self.at, line.index(":") + 1)
        points = game.totals()
        right: list[str] = []
        for name, number in zip(header.names, points, strict=True):
            right += [*([","] if right else []), name, str(number)]
        if [token.text for token in stated] != right:
            raise self.fail(
                f"the answers give another result: {_result(header, points)}", stated[0].column if stated else 1
            )
        return tuple(points)


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _short(header: Header) -> list[str]:
    """The names, fit for a message."""
    return [plain(name, 20) for name in header.names]


def _legal(header: Header, game: Game) -> str:
    """What may be answered now, in words."""
    decision = game.decision
    if decision is None:
        return "the game is over, nothing is asked"
    more = f" and {len(decision.keys) - _LISTED} more" if len(decision.keys) > _LISTED else ""
    question = game.words().render(_short(header))
    return f"asked is '{question}', legal are {', '.join(decision.keys[:_LISTED])}{more}"
