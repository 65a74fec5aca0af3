"""Tags on the reader as answers: the open question if the tag names one, else the one way of two answers to it.

A tag's text is ``title/word`` with a component's word; a tag without text can be learned by its UID. What rests on the
reader across prompts is ignored until lifted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.events import Tag, TagGone
from engine import catalogue
from engine.errors import EngineError, UnknownTitle
from engine.game import Game
from engine.title import Component
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer, QuestionLayer
from firmware_py.view import Header, Line, Notice, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

LEARNED = "tags.learned"  # in the box's memory: UID in hex → "title/word"


class TagDesk:
    """What tags mean at this table."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    def tapped(self, tag: Tag) -> None:
        """A tag was laid on the reader."""
        flow = self.flow
        if tag.others:
            flow.sound("refused")
            flow.toast(
                Toast(Header("", "tag", "Two tags"), "One at a time", ("Nothing was taken.",), icon="tag16"), 2.0
            )
            return
        text = self.meaning(tag)
        if text is None:
            self.unknown(tag)
            return
        title_name, _, word = text.partition("/")
        game = flow.game
        if game is None:
            flow.toast(Toast(Header("", "tag", "No game yet"), self.label(title_name, word), (), icon="tag16"), 2.0)
            return
        if title_name != game.title.name:
            other = self.title_label(title_name)
            flow.sound("refused")
            line = f"This tag belongs to {other}."
            flow.toast(Toast(Header("", "tag", "Other game"), self.label(title_name, word), (line,), icon="tag16"), 2.5)
            return
        self.answer(game, word)

    def lifted(self, tag: TagGone) -> None:
        """A tag was taken away: nothing depends on it."""

    # ---- meaning

    def meaning(self, tag: Tag) -> str | None:
        """``title/word`` of a tag: as learned on this box, else as written on it."""
        learned = self.flow.table.recall(LEARNED, {})
        if isinstance(learned, dict) and isinstance(learned.get(tag.uid.hex()), str):
            return str(learned[tag.uid.hex()])
        if tag.text is None:
            return None
        title_name, slash, word = tag.text.strip().partition("/")
        return f"{title_name}/{word}" if slash and self.component(title_name, word) else None

    @staticmethod
    def component(title_name: str, word: str) -> Component | None:
        try:
            parts = catalogue.title(title_name).components()
        except UnknownTitle:
            return None
        return next((part for part in parts if part.word == word), None)

    def label(self, title_name: str, word: str) -> str:
        part = self.component(title_name, word)
        return self.flow.say(part.label) if part else word

    def title_label(self, title_name: str) -> str:
        try:
            return self.flow.say(catalogue.title(title_name).label)
        except UnknownTitle:
            return title_name

    # ---- answering

    def answer(self, game: Game, word: str) -> None:
        """Take the answer that the component names; else the one way of two answers that leads to it."""
        flow = self.flow
        label = self.label(game.title.name, word)
        keys = list(game.way.named(game, word))
        if len(keys) == 1:
            said = flow.say(game.words(keys[0]))
            if flow.give(keys, "tag") and not flow.toasts:
                flow.toast(Toast(Header("", "tag", said), label, ("Back takes it back",), icon="tag16"), 2.0)
            return
        ways = self.two_step_ways(game, word) if not keys else []
        if len(ways) == 1:
            first = flow.say(game.words(ways[0][0]))
            if flow.give(ways[0], "tag") and not flow.toasts:
                flow.toast(Toast(Header("", "tag", first), label, ("Back takes it back",), icon="tag16"), 2.0)
            return
        flow.sound("refused")
        why = "It fits several answers: choose on the knob." if keys or ways else flow.say(game.words())
        lines = (why,) if keys or ways else ("It does not answer this question:", why)
        name = flow.name(game.decision.seat) if game.decision else ""
        flow.toast(Notice(Header(name, "tag", "Not now"), lines, title=label), 3.0)

    @staticmethod
    def two_step_ways(game: Game, word: str) -> list[tuple[str, str]]:
        """The pairs of answers that lead to the component, found on copies."""
        if game.decision is None:
            return []
        seat, ways = game.decision.seat, []
        for first in game.decision.keys:
            ahead = game.copy()
            try:
                ahead.answer(first)
            except EngineError:
                continue
            if ahead.decision is None or ahead.decision.seat != seat:
                continue
            ways += [(first, second) for second in ahead.way.named(ahead, word)]
        return ways

    # ---- learning

    def unknown(self, tag: Tag) -> None:
        """Offer to learn a tag that nobody knows."""
        flow = self.flow
        flow.sound("refused")

        def pick(place: int) -> None:
            flow.pop()
            if place == 0:
                flow.push(self.titles_layer(tag))

        lines = (f"Its number is {tag.uid.hex(' ')}.",)
        flow.push(
            QuestionLayer(
                lambda: Header("", "tag", "Unknown tag"), "Learn it?", lambda _: lines, ("Learn", "No"), pick, cursor=0
            )
        )

    def titles_layer(self, tag: Tag) -> Layer:
        """Of which title it is a part; not asked during a game."""
        flow = self.flow
        titles = (flow.game.title,) if flow.game is not None else catalogue.titles()
        if len(titles) == 1:
            return self.parts_layer(tag, titles[0].name)
        lines = [Line(flow.say(each.label)) for each in titles]
        return with_back(
            flow,
            Header("", "tag", "Part of?"),
            lines,
            lambda place: flow.push(self.parts_layer(tag, titles[place].name)),
        )

    def parts_layer(self, tag: Tag, title_name: str) -> Layer:
        """Which component it sits on."""
        flow = self.flow
        parts = catalogue.title(title_name).components()

        def pick(place: int) -> None:
            learned = flow.table.recall(LEARNED, {})
            known = dict(learned) if isinstance(learned, dict) else {}
            known[tag.uid.hex()] = f"{title_name}/{parts[place].word}"
            flow.table.remember(LEARNED, known)
            flow.home()
            flow.toast(Toast(Header("", "tag", "Learned"), flow.say(parts[place].label), (), icon="tag16"), 2.0)

        lines = [Line(flow.say(part.label), icon=part.icon) for part in parts]
        return with_back(flow, Header("", "tag", "What is it?"), lines, pick)
