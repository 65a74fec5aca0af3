"""The set-up walk-through: a code, then every random part of the set-up, one thing to lay out at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import randomiser
from engine.errors import BadCode
from engine.randomiser import Layout
from engine.words import Text
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer, LettersLayer, moved
from firmware_py.view import Code, Header, Laying, Line, Screen

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.flow.opening import NewGame


def setup_layer(flow: Flow, new: NewGame) -> Layer:
    """A new code, or one that was used before."""

    def pick(place: int) -> None:
        if place == 0:
            show(randomiser.code_from(int.from_bytes(flow.entropy(8), "big")))
            return
        flow.push(
            LettersLayer(
                lambda: Header("", "random", "Setup code"),
                randomiser.SYMBOLS,
                6,
                typed,
                lines=("click: letter   hold: done",),
            )
        )

    def typed(text: str) -> None:
        try:
            code = randomiser.read_code(text)
        except BadCode as wrong:
            flow.refuse(str(wrong), "Not a setup code")
            return
        flow.pop()
        show(code)

    def show(code: str) -> None:
        flow.push(CodeLayer(flow, code, lambda: walk(code)))

    def walk(code: str) -> None:
        options = new.probe().options
        layout = new.title.setup(code, new.players, options)
        names, _ = new.names()
        flow.push(LayingLayer(flow, layout, names, lambda: new.begin(tuple(layout.answers.values()), code)))

    lines = [Line("New code", icon="random"), Line("Enter a code", icon="pencil")]
    return with_back(flow, Header("", "random", "Set up by code"), lines, pick)


class CodeLayer(Layer):
    """The code, large; turning or clicking goes on to the first step."""

    def __init__(self, flow: Flow, code: str, go_on: Callable[[], None]) -> None:
        self.flow, self.code, self.go_on = flow, code, go_on

    def turn(self, notches: int, fast: bool) -> None:
        if notches > 0:
            self.go_on()

    def click(self) -> None:
        self.go_on()

    def screen(self) -> Screen:
        lines = ("Same code, same setup.", "Turn: next   Back: before")
        return Code(Header("", "random", "Setup code"), self.code, lines)


class LayingLayer(Layer):
    """One thing to lay out after another; turning goes forth and back, a click on the last one ends."""

    def __init__(self, flow: Flow, layout: Layout, names: list[str], done: Callable[[], None]) -> None:
        self.flow, self.names, self.done, self.place = flow, names, done, 0
        self.items = [(area, item) for area in layout.areas for item in area.items]

    def turn(self, notches: int, fast: bool) -> None:
        self.place = moved(self.place, notches, len(self.items), wraps=False)

    def click(self) -> None:
        if self.place < len(self.items) - 1:
            self.place += 1
        else:
            self.done()

    def back(self) -> bool:
        if self.place == 0:
            return False
        self.place -= 1
        return True

    def screen(self) -> Screen:
        area, item = self.items[self.place]

        def say(text: Text) -> str:
            return text.render(self.names, self.flow.ways.translate)

        chip = self.names[item.seat] if item.seat is not None else ""
        count = f"{self.place + 1}/{len(self.items)}"
        return Laying(
            Header(chip, "", say(area.label), count),
            item.icon,
            say(item.place),
            say(item.thing),
            say(item.note) if self.place < len(self.items) - 1 else "Click: all laid out",
            self.place + 1,
            len(self.items),
        )
