"""The open question of a game as a layer of the knob, for any title: its form, its words and its focus come from the
game alone. The same prompt asks before a game exists (who starts), in play, and when an old entry is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.game import TABLE, Game
from engine.words import Reply, Text, Track
from firmware_py.flow.pairs import PairLayer, parts, too_many
from firmware_py.flow.widgets import (
    CellsLayer,
    ChoiceLayer,
    DialLayer,
    GridLayer,
    Layer,
    ListLayer,
    MarksLayer,
    QuestionLayer,
    RingLayer,
)
from firmware_py.view import Cell, GridRow, Header, Line, Mark, Plate

NOTES_UP_TO = 2  # a list of more rows says of the one under the cursor only what it will do …
NOTE_LETTERS = 20  # … and so does one with a note of more letters: it has more room in a line of its own

OWED = "warning"  # the sign in a header that hands have something to do yet

Say = Callable[[Text | str], str]


def standings_row(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """The footer of the turn prompt: "Ana 41"; the drawing shortens the names."""
    return tuple(f"{name} {str(total).replace('-', '−')}" for name, total in zip(names, game.totals(), strict=True))


def owed_line(game: Game, say: Say) -> str:
    """What else the rules owe before the turn can end, in a line; "" if that is nothing."""
    owed = game.way.owed(game)
    if len(owed) > 1:
        return say(Text("{first}, more", first=owed[0]))
    return say(owed[0]) if owed else ""


class Extra:
    """A row that the flow adds to a prompt: a label, an icon, and what it does."""

    __slots__ = ("act", "icon", "label")

    def __init__(self, label: str, icon: str, act: Callable[[], None]) -> None:
        self.label, self.icon, self.act = label, icon, act


def prompt(
    game: Game,
    names: Sequence[str],
    say: Say,
    give: Callable[[str], None],
    before: Sequence[Extra] = (),
    after: Sequence[Extra] = (),
    heading: str = "",
    start: str = "",
    seat_buttons: int = 0,
    take: Callable[[Reply], None] | None = None,
    icon: str = "",
) -> Layer:
    """The layer that asks the open decision of ``game``; ``give`` gets the chosen key.

    ``take`` gets a row that stands for more than one answer; without it there are no such rows. ``icon`` is a sign of
    what led to this question.

    ``before`` and ``after`` are further rows (they make the prompt a list); ``heading`` replaces the header's subject;
    ``start`` is the key on which the cursor starts, by default the usual one. Where the question asks for a seat,
    the first ``seat_buttons`` seats may answer by their own button, and it says so.
    """
    asking = Asking(game, names, say, heading, start, icon)
    form = "list" if before or after else game.way.form(game)
    keys = asking.keys
    if form == "dial":
        layer: ChoiceLayer = asking.dial(give)
    elif form == "cells":
        layer = asking.cells(give)
    elif form == "grid":
        return asking.grid(give)
    elif form == "yes-no":
        layer = asking.yes_no(give)
    elif form in ("ring", "marks"):
        return asking.ring(give) if form == "ring" else asking.marks(give)
    elif too_many(keys) and not after:
        return asking.pairs(give, before)
    else:
        return asking.list(give, before, after, seat_buttons, take)
    layer.seats = seat_places(keys, 0, seat_buttons)
    return layer


def seat_places(keys: Sequence[str], first: int, seat_buttons: int) -> dict[int, int]:
    """Which place of the question each seat's button picks: keys ``seat.N``, the first key at place ``first``."""
    return {seat: first + keys.index(f"seat.{seat}") for seat in range(seat_buttons) if f"seat.{seat}" in keys}


class Asking:
    """An open decision in words: what every form of a prompt needs."""

    def __init__(
        self, game: Game, names: Sequence[str], say: Say, heading: str = "", start: str = "", icon: str = ""
    ) -> None:
        decision = game.decision
        assert decision is not None
        self.game, self.way, self.names, self.say, self.heading = game, game.way, names, say, heading
        self.keys = decision.keys
        self.chip = names[decision.seat] if decision.seat != TABLE else ""
        self.page = game.page(decision.seat if decision.seat != TABLE else None)
        self.question = say(game.words())
        self.labels = [say(game.words(key)) for key in self.keys]
        self.usual = self.way.usual(game)
        self.owed = owed_line(game, say)
        beside = self.way.beside(game)
        self.beside = say(beside) if beside is not None else ""
        self.sign = icon
        focus = start or self.usual
        self.cursor = self.keys.index(focus) if focus in self.keys else 0

    def asks(self, marked: bool = True) -> Header:
        """A header that holds the question."""
        icon = self.sign if self.chip else self.way.icon(self.game, None)
        return Header(self.chip, icon, self.heading or self.question, self.beside, self.marked() if marked else ())

    def stands(self) -> Header:
        """A header that says where the game stands; the question is elsewhere."""
        subject = self.heading or self.say(self.page.status)
        return Header(self.chip, self.way.icon(self.game, None), subject, marks=self.marked())

    def marked(self) -> tuple[str, ...]:
        """The sign that something more is owed before the turn can end."""
        return (OWED,) if self.owed else ()

    def hint(self, key: str) -> str:
        hint = self.way.hint(self.game, key)
        return self.say(hint.text) if hint else ""

    def dial(self, give: Callable[[str], None]) -> DialLayer:
        game, say = self.game, self.say

        def words(place: int) -> tuple[tuple[str, ...], bool, Track | None]:
            hint = self.way.hint(game, self.keys[place])
            if hint is None:
                return (), False, None
            return tuple(say(hint.text).split("\n")), hint.strong, hint.track

        standings = standings_row(game, self.names)
        return DialLayer(
            self.stands,
            self.question,
            self.labels,
            lambda place: give(self.keys[place]),
            self.cursor,
            words,
            lambda: standings,
        )

    def cells(self, give: Callable[[str], None]) -> CellsLayer:
        cells = []
        for key, label in zip(self.keys, self.labels, strict=True):
            icon = self.way.icon(self.game, key)
            cells.append(Cell(label if icon else self.hint(key), icon, "" if icon else label))
        marks = self.page.marks if self.chip else ()
        return CellsLayer(self.stands, self.question, cells, lambda place: give(self.keys[place]), self.cursor, marks)

    def grid(self, give: Callable[[str], None]) -> GridLayer:
        words = dict(zip(self.keys, self.labels, strict=True))
        order, rows = grid_rows(self.keys, words.__getitem__, lambda key: self.way.icon(self.game, key), self.say)
        titles = [self.question if key == self.usual else words[key] for key in order]
        cursor = order.index(self.keys[self.cursor])
        stops = [order.index(key) for key in self.way.starts(self.game) if key in order]
        pick = lambda place: give(order[place])  # noqa: E731
        return GridLayer(self.chip, titles, rows, pick, cursor, stops, self.marked())

    def ring(self, give: Callable[[str], None]) -> RingLayer:
        game, say = self.game, self.say
        found = self.way.places(game)
        keys = [key for key, _ in found]
        plates = [
            Plate(
                say(row.label),
                "" if row.number is None else str(row.number),
                row.icon,
                bool(key),
                say(row.note) if row.note is not None else "",
            )
            for key, row in found
        ]

        def right(place: int) -> tuple[str, bool]:
            """Where the marker of the loop will stand then."""
            hint = self.way.hint(game, keys[place])
            if hint is None or hint.track is None:
                return "", False
            left = hint.track.length - hint.track.at - hint.track.ahead
            said = Text("{left} left", left=left) if left > 0 else Text("{over} over", over=-left)
            return say(said), hint.strong

        return RingLayer(self.asks, plates, lambda place: give(keys[place]), keys.index(self.keys[self.cursor]), right)

    def marks(self, give: Callable[[str], None]) -> MarksLayer:
        found = self.way.places(self.game)
        shown = [(key, row) for key, row in found if key]
        keys = [key for key, _ in shown]
        marks = [
            Mark(self.say(row.label), self.say(row.note) if row.note is not None else "", row.icon) for _, row in shown
        ]
        lines = tuple(self.say(row.label) for key, row in found if not key)
        cursor = keys.index(self.keys[self.cursor])
        return MarksLayer(self.asks, marks, lambda place: give(keys[place]), cursor, lines)

    def yes_no(self, give: Callable[[str], None]) -> QuestionLayer:
        def lines(place: int) -> tuple[str, ...]:
            return tuple(line for line in (self.hint(self.keys[place]), self.owed) if line)

        shown = [row for _, row in self.way.places(self.game)]
        icons = tuple((row.icon, self.say(row.label)) for row in shown if row.icon)
        title = " ".join(self.say(row.label) for row in shown if not row.icon)
        return QuestionLayer(
            self.asks, title, lines, tuple(self.labels), lambda place: give(self.keys[place]), self.cursor, icons
        )

    def pairs(self, give: Callable[[str], None], before: Sequence[Extra]) -> PairLayer:
        labels = dict(zip(self.keys, self.labels, strict=True))
        icons = {key: self.way.icon(self.game, key) for key in self.keys}
        extras = [(extra.label, extra.icon, extra.act) for extra in before]
        usual = self.usual
        if usual is not None and usual in labels and parts(usual) is not None:
            again = self.say(Text("again: {answer}", answer=self.game.words(usual)))
            extras.insert(0, (again, icons[usual], partial(give, usual)))
        rights = {key: right for key in self.keys if (right := self.right(key))}
        return PairLayer(
            self.asks, labels, icons, give, extras, rights, lambda part: self.say(Text("{part} and?", part=part))
        )

    def list(
        self,
        give: Callable[[str], None],
        before: Sequence[Extra],
        after: Sequence[Extra],
        seat_buttons: int,
        take: Callable[[Reply], None] | None,
    ) -> ListLayer:
        replies = list(self.way.replies(self.game)) if take is not None else []
        rows = replies or [Reply(self.game.words(key), self.way.icon(self.game, key), (key,)) for key in self.keys]
        firsts = [row.keys[0] for row in rows]
        hints = [self.told(key) for key in firsts]
        many = len(before) + len(hints) + len(after) > NOTES_UP_TO
        below = any(hints) and (many or max(map(len, hints)) > NOTE_LETTERS)
        lines = [
            *(Line(extra.label, icon=extra.icon) for extra in before),
            *(
                Line(self.say(row.label), self.right(key), row.icon, "" if below else hint)
                for key, row, hint in zip(firsts, rows, hints, strict=True)
            ),
            *(Line(extra.label, icon=extra.icon) for extra in after),
        ]
        acts: Sequence[Callable[[], None]] = [
            *(extra.act for extra in before),
            *(partial(take, row) if take is not None and replies else partial(give, row.keys[0]) for row in rows),
            *(extra.act for extra in after),
        ]
        seats = seat_places(firsts, len(before), seat_buttons)
        footer = self.say("or press a seat button") if seats else self.owed
        told = (*("" for _ in before), *hints, *("" for _ in after)) if below else ()
        asks = self.asks if below or seats else partial(self.asks, marked=False)
        cursor = 0 if before else firsts.index(self.keys[self.cursor])
        layer = ListLayer(asks, lines, lambda place: acts[place](), cursor, footer, told)
        layer.seats = seats
        return layer

    def told(self, key: str) -> str:
        """What an answer will do, where that does not stand in its row."""
        hint = self.way.hint(self.game, key)
        return self.say(hint.text) if hint is not None and hint.text != hint.right else ""

    def right(self, key: str) -> str:
        """What stands at the right end of an answer's row."""
        hint = self.way.hint(self.game, key)
        return self.say(hint.right) if hint is not None and hint.right is not None else ""


def grid_rows(
    keys: Sequence[str],
    words: Callable[[str], str],
    icon: Callable[[str], str],
    title: Callable[[str], str] = str,
) -> tuple[list[str], list[GridRow]]:
    """Keys of the form ``row.cell`` as rows of a grid, keys without a dot as its top row.

    Returns the keys in the order of the grid's cells, and its rows.
    """
    top = [key for key in keys if "." not in key]
    groups: dict[str, list[str]] = {}
    for key in keys:
        if "." in key:
            groups.setdefault(key.partition(".")[0], []).append(key)
    rows = [GridRow("", "", tuple(words(key) for key in top), tuple(icon(key) for key in top))] if top else []
    order = list(top)
    for name, members in groups.items():
        cells = tuple(key.partition(".")[2] for key in members)
        rows.append(GridRow(icon(members[0]), title(name.capitalize()), cells))
        order += members
    return order, rows
