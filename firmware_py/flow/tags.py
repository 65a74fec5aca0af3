"""Tags on the reader as answers: the open question if the tag names one, else the one way of two answers to it.

A tag's text is ``title/word`` with a component's word; a tag without text can be learned by its UID. What rests on the
reader across prompts never comes here twice: the reader says a tag once, when it is laid down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from drivers.events import Tag
from engine import catalogue
from engine.errors import EngineError, UnknownTitle
from engine.game import Game
from engine.title import Component
from firmware_py.flow import news as telling
from firmware_py.flow.pages import sentence, with_back
from firmware_py.flow.widgets import Layer, QuestionLayer
from firmware_py.view import Header, Line, Notice, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

LEARNED = "tags.learned"  # in the box's memory: UID in hex → "title/word"
ICON = "tag16"


class TagDesk:
    """What tags mean at this table."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._offer: Layer | None = None
        self._among: tuple[Layer, Sequence[tuple[str, ...]]] | None = None  # the answers that the tag before left open

    def tapped(self, tag: Tag) -> None:
        """A tag was laid on the reader."""
        flow = self.flow
        if self._offer is not None:
            flow.remove(self._offer)  # another tag: that offer is over
            self._offer = None
        if tag.others:
            header, title = Header("", "tag", flow.say("Two tags")), flow.say("One at a time")
            flow.sound("refused")
            flow.toast(Toast(header, title, (flow.say("Nothing was taken."),), icon=ICON), telling.LONG)
            return
        text = self.meaning(tag)
        if text is None:
            self.unknown(tag)
            return
        title_name, _, word = text.partition("/")
        label, game = self.label(title_name, word), flow.game
        if game is None:
            self.refuse("", flow.say("No game yet"), label, ())
        elif title_name != game.title.name:
            line = flow.say("This tag belongs to {title}.", title=self.title_label(title_name))
            self.refuse("", flow.say("Other game"), label, (line,))
        else:
            self.answer(game, word, label)

    def refuse(self, chip: str, subject: str, label: str, lines: Sequence[str]) -> None:
        """Say why a tag does nothing now."""
        self.flow.sound("refused")
        self.flow.toast(Notice(Header(chip, "tag", subject), tuple(lines), title=label), telling.LONGER)

    # ---- meaning

    def learned(self) -> dict[str, str]:
        """The tags that this box has learned: "title/word" by the UID in hex."""
        known = self.flow.table.recall(LEARNED, {})
        return dict(known) if isinstance(known, dict) else {}

    def meaning(self, tag: Tag) -> str | None:
        """``title/word`` of a tag: as learned on this box, else as written on it."""
        learned = self.learned().get(tag.uid.hex())
        for text in (learned, tag.text):
            if isinstance(text, str):
                title_name, slash, word = text.strip().partition("/")
                if slash and self.component(title_name, word):
                    return f"{title_name}/{word}"
        return None

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
        return self.flow.say(catalogue.title(title_name).label)

    # ---- answering

    def answer(self, game: Game, word: str, label: str) -> None:
        """Take the answer that the component names; else the one way of two answers that leads to it."""
        flow = self.flow
        chip = flow.name(game.decision.seat) if game.decision else ""
        ways = self.ways(game, word)
        if len(ways) == 1:
            said = flow.say(game.words(ways[0][0]))
            question = flow.say(game.words())
            if flow.give(ways[0]) and (len(ways[0]) > 1 or not flow.toasts):
                header = Header(chip, "tag", said if len(ways[0]) > 1 else question)
                toast = Toast(header, label, (flow.say("Back takes it back"),), icon=ICON)
                flow.show_toasts([(toast, flow.ways.toast_s * telling.LONG), *flow.toasts])
            return
        if {len(way) for way in ways} == {1} or len({first for first, *_ in ways}) == 1:
            self.ask_which(game, ways, chip, label)
            return
        if ways:
            why = flow.say("First: {question}", question=flow.say(game.words()))
        elif game.decision is None:
            why = flow.say("The game is over.")
        elif not_legal := not_legal_now(game, word):
            why = flow.say(game.why_not(not_legal))
        else:
            why = flow.say("The question is: {question}", question=flow.say(game.words()))
        self.refuse(chip, flow.say("Does not fit now"), label, (sentence(why),))

    def ways(self, game: Game, word: str) -> Sequence[tuple[str, ...]]:
        """The answers, or pairs of answers, to the component: of those that the tag before has left open, if any is."""
        ways = [(key,) for key in game.way.named(game, word)] or two_step_ways(game, word)
        among, self._among = self._among, None
        if among is not None and among[0] in self.flow.layers:
            return [way for way in ways if way in among[1]] or ways
        return ways

    def ask_which(self, game: Game, ways: Sequence[tuple[str, ...]], chip: str, label: str) -> None:
        """The component fits several answers to a question, the open one or the one after it: which of them."""
        flow, ahead = self.flow, game.copy()
        for key in ways[0][:-1]:
            ahead.answer(key)
        lines = [Line(flow.say(ahead.words(key)), icon=ahead.way.icon(ahead, key)) for *_, key in ways]
        flow.close_all()
        layer = with_back(flow, Header(chip, "tag", label), lines, lambda place: flow.give(ways[place]))
        flow.push(layer)
        self._among = layer, ways

    # ---- learning

    def unknown(self, tag: Tag) -> None:
        """Offer to learn a tag that nobody knows."""
        flow = self.flow
        flow.sound("refused")

        def pick(place: int) -> None:
            flow.pop()
            if place == 0:
                flow.push(self.titles_layer(tag))

        header = Header("", "tag", flow.say("Unknown tag"))
        lines = (flow.say("Its number:"), tag.uid.hex(" "))
        buttons = flow.say("Learn"), flow.say("No")
        self._offer = QuestionLayer(lambda: header, flow.say("Learn it?"), lambda _: lines, buttons, pick)
        flow.push(self._offer)

    def titles_layer(self, tag: Tag) -> Layer:
        """Of which title it is a part; not asked during a game."""
        flow = self.flow
        titles = (flow.game.title,) if flow.game is not None else catalogue.titles()
        if len(titles) == 1:
            return self.parts_layer(tag, titles[0].name)
        lines = [Line(flow.say(each.label)) for each in titles]
        header = Header("", "tag", flow.say("Part of?"))
        return with_back(flow, header, lines, lambda place: flow.push(self.parts_layer(tag, titles[place].name)))

    def parts_layer(self, tag: Tag, title_name: str) -> Layer:
        """Which component it sits on, in the order of the alphabet, so that fast turning finds it."""
        flow = self.flow
        parts = sorted(catalogue.title(title_name).components(), key=lambda part: flow.say(part.label).casefold())

        def pick(place: int) -> None:
            flow.table.remember(LEARNED, {**self.learned(), tag.uid.hex(): f"{title_name}/{parts[place].word}"})
            flow.home()
            header, label = Header("", "tag", flow.say("Learned")), flow.say(parts[place].label)
            flow.toast(Toast(header, label, (flow.say("Tap it to answer."),), icon=ICON), telling.LONG)

        labels = [flow.say(part.label) for part in parts]
        # two kinds of piece may be called alike: then the first part of their word tells them apart
        lines = [
            Line(label, flow.say(part.word.partition(".")[0]) if labels.count(label) > 1 else "", part.icon)
            for label, part in zip(labels, parts, strict=True)
        ]
        return with_back(flow, Header("", "tag", flow.say("What is it?")), lines, pick)


def not_legal_now(game: Game, word: str) -> str:
    """The answer that the component would name were it legal; "" if there is none."""
    rest = word.partition(".")[2]
    others = game.others()
    tails = [key for key in others if key.partition(".")[2] == rest] if rest else []
    return next((key for key in (word, rest, *tails) if key in others), "")


def two_step_ways(game: Game, word: str) -> list[tuple[str, ...]]:
    """The pairs of answers that lead to the component, found on copies."""
    if game.decision is None:
        return []
    seat, ways = game.decision.seat, list[tuple[str, ...]]()
    for first in game.decision.keys:
        ahead = game.copy()
        try:
            ahead.answer(first)
        except EngineError:
            continue
        if ahead.decision is not None and ahead.decision.seat == seat:
            ways += [(first, second) for second in ahead.way.named(ahead, word)]
    return ways
