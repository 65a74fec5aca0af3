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
from engine.words import Text
from firmware_py.flow import news as telling
from firmware_py.flow.learning import ICON, layer_of, learned, teach
from firmware_py.flow.pages import sentence, with_back
from firmware_py.flow.pairs import parts
from firmware_py.flow.widgets import Layer, QuestionLayer
from firmware_py.view import Header, Line, Notice, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


class TagDesk:
    """What tags mean at this table."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._offer: Layer | None = None

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
        listening = layer_of(flow)
        if listening is not None:
            listening.tapped(tag.uid.hex(), self.label(*text.split("/", 1)) if text else "")
            return
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

    def meaning(self, tag: Tag) -> str | None:
        """``title/word`` of a tag: as learned on this box, else as written on it."""
        for text in (learned(self.flow).get(tag.uid.hex()), tag.text):
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
            # a route is more than the city whose tag was the last
            whole = flow.say(said_last(game, ways[0])) if parts(ways[0][-1]) else ""
            if flow.give(ways[0]) and (len(ways[0]) > 1 or not flow.toasts):
                header = Header(chip, "tag", said if len(ways[0]) > 1 else question)
                toast = Toast(header, whole or label, (flow.say("Back takes it back"),), icon=ICON)
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
        """The answers, or pairs of answers, to the component: of those that what was chosen before has left, if any."""
        ways = [(key,) for key in game.way.named(game, word)] or two_step_ways(game, word)
        left = self.flow.among()
        return [way for way in ways if way in left] or ways

    def ask_which(self, game: Game, ways: Sequence[tuple[str, ...]], chip: str, label: str) -> None:
        """The component fits several answers to a question, the open one or the one after it: which of them."""
        flow, ahead = self.flow, game.copy()
        for key in ways[0][:-1]:
            ahead.answer(key)
        lines = [Line(flow.say(ahead.words(key)), icon=ahead.way.icon(ahead, key)) for *_, key in ways]
        flow.close_all()
        layer = with_back(flow, Header(chip, "tag", label), lines, lambda place: flow.give(ways[place]))
        layer.among = ways
        flow.push(layer)

    # ---- learning

    def unknown(self, tag: Tag) -> None:
        """Offer to learn a tag that nobody knows."""
        flow = self.flow
        flow.sound("refused")

        def pick(place: int) -> None:
            flow.pop()
            if place == 0:
                teach(flow, tag.uid.hex())

        header = Header("", "tag", flow.say("Unknown tag"))
        lines = (flow.say("Its number:"), tag.uid.hex(" "))
        buttons = flow.say("Learn"), flow.say("No")
        self._offer = QuestionLayer(lambda: header, flow.say("Learn it?"), lambda _: lines, buttons, pick)
        flow.push(self._offer)


def said_last(game: Game, way: Sequence[str]) -> Text:
    """The label of the last of these answers, as it will be when the others have been given."""
    ahead = game.copy()
    for key in way[:-1]:
        ahead.answer(key)
    return ahead.words(way[-1])


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
