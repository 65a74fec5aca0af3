"""Learning tags on the knob: of which title, which kind of piece, which piece; then one tag after another.

A tag that was offered is learned by a click on its piece. The list stays, with the cursor on the next piece that has
no tag yet: the next unknown tag that is laid down is learned as that, without a click, until Back ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import catalogue
from engine.title import Component, Title
from firmware_py.flow import news as telling
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer, ListLayer
from firmware_py.view import Header, Line, Screen, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

LEARNED = "tags.learned"  # in the box's memory: UID in hex → "title/word"
ICON = "tag16"


def learned(flow: Flow) -> dict[str, str]:
    """The tags that this box has learned: "title/word" by the UID in hex."""
    known = flow.table.recall(LEARNED, {})
    return dict(known) if isinstance(known, dict) else {}


def teach(flow: Flow, uid: str) -> None:
    """Ask what an unknown tag sits on: its title, unless a game is being played, its kind, its piece."""
    titles = (flow.game.title,) if flow.game is not None else catalogue.titles()
    if len(titles) == 1:
        open_kinds(flow, titles[0], uid)
        return
    lines = [Line(flow.say(each.label)) for each in titles]
    header = Header("", "tag", flow.say("Part of?"))
    flow.push(with_back(flow, header, lines, lambda place: open_kinds(flow, titles[place], uid)))


def kinds(flow: Flow, title: Title) -> list[tuple[str, list[Component]]]:
    """The pieces of a title by the first part of their word, in the order of the alphabet; last those of one word."""
    found: dict[str, list[Component]] = {}
    for part in title.components():
        kind, dot, _ = part.word.partition(".")
        found.setdefault(flow.say(kind.capitalize()) if dot else "", []).append(part)
    rest = found.pop("", [])
    order = sorted(found.items(), key=lambda each: each[0].casefold())
    return [*order, *([(flow.say("Other pieces"), rest)] if rest else [])]


def open_kinds(flow: Flow, title: Title, uid: str) -> None:
    """Which kind of piece, unless there is only one."""
    order = kinds(flow, title)
    if len(order) == 1:
        kind, parts = order[0]
        flow.push(PiecesLayer(flow, title, kind, parts, uid))
    else:
        flow.push(KindsLayer(flow, title, order, uid))


class KindsLayer(ListLayer):
    """The kinds of piece, with how many of each have a tag."""

    def __init__(self, flow: Flow, title: Title, order: Sequence[tuple[str, Sequence[Component]]], uid: str) -> None:
        self.flow, self.title, self.order = flow, title, order
        super().__init__(lambda: Header("", "tag", flow.say("What kind of piece?")), self._rows(), self._picked)
        self.uid = uid

    def _rows(self) -> tuple[Line, ...]:
        flow, taught = self.flow, set(learned(self.flow).values())
        rows = [
            Line(kind, f"{sum(f'{self.title.name}/{part.word}' in taught for part in parts)}/{len(parts)}")
            for kind, parts in self.order
        ]
        return (*rows, *(() if flow.ways.has_back else (Line(flow.say("Back"), icon="undo"),)))

    def _picked(self, place: int) -> None:
        if place == len(self.order):
            self.flow.pop()
            return
        kind, parts = self.order[place]
        known = self.uid in learned(self.flow)
        self.flow.push(PiecesLayer(self.flow, self.title, kind, parts, "" if known else self.uid))

    def screen(self) -> Screen:
        self.lines = self._rows()
        return super().screen()


class PiecesLayer(ListLayer):
    """The pieces of one kind, in the order of the alphabet. ``waiting`` is the tag that is to be learned, "" if the
    next one that is laid down is."""

    def __init__(self, flow: Flow, title: Title, kind: str, parts: Sequence[Component], waiting: str) -> None:
        self.flow, self.title, self.kind, self.waiting = flow, title, kind, waiting
        self.parts = sorted(parts, key=lambda part: flow.say(part.label).casefold())
        super().__init__(self._head, (), self._picked)
        self._refresh()
        self.cursor = self._next(0)

    def _head(self) -> Header:
        asked = "What is it?" if self.waiting else "Lay its tag down"
        return Header("", "tag", self.flow.say(asked), self.kind)

    def _text(self, place: int) -> str:
        return f"{self.title.name}/{self.parts[place].word}"

    def _refresh(self) -> None:
        flow, taught = self.flow, set(learned(self.flow).values())
        lines = [
            Line(flow.say(part.label), flow.say("known") if self._text(place) in taught else "", part.icon)
            for place, part in enumerate(self.parts)
        ]
        if not flow.ways.has_back:
            lines.append(Line(flow.say("Back"), icon="undo"))
        self.lines = tuple(lines)

    def _next(self, after: int) -> int:
        """The first piece without a tag from there on, and round; where it is if all have one."""
        taught, count = set(learned(self.flow).values()), len(self.parts)
        order = ((after + step) % count for step in range(count))
        return next((place for place in order if self._text(place) not in taught), min(after, count - 1))

    def _picked(self, place: int) -> None:
        if place >= len(self.parts):
            self.flow.pop()
        elif self.waiting:
            self.learn(self.waiting)

    def tapped(self, uid: str, known_as: str) -> None:
        """A tag was laid down while the list is open; ``known_as`` is what it is known as already, "" if it is not."""
        flow = self.flow
        if known_as:
            flow.sound("refused")
            header, line = Header("", "tag", flow.say("Known already")), flow.say("Nothing was learned.")
            flow.toast(Toast(header, known_as, (line,), icon=ICON), telling.LONG)
        elif self.cursor < len(self.parts):
            self.learn(uid)

    def learn(self, uid: str) -> None:
        """Keep a tag as the piece under the cursor, and go on to the next."""
        flow, place = self.flow, self.cursor
        flow.table.remember(LEARNED, {**learned(flow), uid: self._text(place)})
        self.waiting, self.cursor = "", self._next(place)
        self._refresh()
        done = self.cursor == place or self.lines[self.cursor].right != ""
        following = flow.say(self.parts[self.cursor].label)
        more = flow.say("All of these are known.") if done else flow.say("Next: {piece}", piece=following)
        lines = more, flow.say("Back ends it.") if flow.ways.has_back else ""
        header = Header("", "tag", flow.say("Learned"))
        flow.toast(
            Toast(header, flow.say(self.parts[place].label), tuple(filter(None, lines)), icon=ICON), telling.LONG
        )


def layer_of(flow: Flow) -> PiecesLayer | None:
    """The list that is listening, if it lies on top."""
    top: Layer = flow.top()
    return top if isinstance(top, PiecesLayer) else None
