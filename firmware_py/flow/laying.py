"""The set-up walk-through: a code, then every random part of the set-up, one thing to lay out at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import randomiser
from engine.errors import BadCode
from engine.words import Text
from firmware_py.flow.letters import letters_layer
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer, moved
from firmware_py.view import Code, Header, Laying, Line, Screen

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.flow.new_game import NewGame

LATEST = "setup.latest"  # in the box's memory: the code that was laid out last
BEGUN = "setup.begun"  # and the walk-through that is open: what was chosen before it, its code, the step


def setup_layer(flow: Flow, new: NewGame) -> Layer:
    """A new code, the last one, or one that was used before."""
    latest = flow.table.recall(LATEST, "")
    subject = flow.say("Setup code")

    def show(code: str) -> None:
        flow.push(code_layer(flow, new, code))

    def typed(text: str) -> None:
        try:
            code = randomiser.written(text)
        except BadCode:
            why = flow.say("A code has {count} letters or digits.", count=randomiser.LENGTH)
            flow.refuse(why, flow.say("Not a setup code"))
            return
        flow.pop()
        show(code)

    def wheel() -> None:
        header = Header("", "random", subject)
        flow.push(letters_layer(flow, header, lambda _: randomiser.SYMBOLS, randomiser.LENGTH, typed))

    rows: list[tuple[str, str, Callable[[], None]]] = [
        (flow.say("New code"), "random", lambda: flow.push(fresh_code(flow, new))),
        (flow.say("Enter a code"), "pencil", wheel),
    ]
    if isinstance(latest, str) and latest:
        rows.append((flow.say("Last: {code}", code=latest), "clock", lambda: show(latest)))
    lines = [Line(label, icon=icon) for label, icon, _ in rows]
    return with_back(flow, Header("", "random", flow.say("Set up by code")), lines, lambda place: rows[place][2]())


def fresh_code(flow: Flow, new: NewGame) -> Layer:
    """A code that nobody had before, and its walk-through."""
    return code_layer(flow, new, randomiser.code_from(int.from_bytes(flow.entropy(8), "big")))


def code_layer(flow: Flow, new: NewGame, code: str) -> Layer:
    """A code, and after it the walk-through of what it lays out."""
    flow.table.remember(LATEST, code)  # on the card before anything lies on the table
    return CodeLayer(flow, code, lambda: flow.push(LayingLayer(flow, new, code)))


def walk_again(flow: Flow, new: NewGame, code: str, step: int) -> None:
    """A walk-through that a pulled plug or a stop broke off, at the step where it was."""
    flow.push(code_layer(flow, new, code))
    layer = LayingLayer(flow, new, code)
    layer.cursor = min(step, len(layer.items) - 1)
    flow.push(layer)


def forget_walk(flow: Flow) -> None:
    """No walk-through is open any more."""
    flow.table.remember(BEGUN, None)


class CodeLayer(Layer):
    """The code, large; turning or clicking goes on to the first step."""

    def __init__(self, flow: Flow, code: str, go_on: Callable[[], None]) -> None:
        self.flow, self.code, self.go_on = flow, code, go_on

    def turn(self, notches: int, fast: bool) -> None:
        if notches > 0:
            self.go_on()

    def click(self) -> None:
        self.go_on()

    def back(self) -> bool:
        forget_walk(self.flow)
        return False

    def screen(self) -> Screen:
        back = "Turn: next   Back: before" if self.flow.ways.has_back else "Turn: next and before"
        lines = (self.flow.say("Same code, same setup."), self.flow.say(back))
        return Code(Header("", "random", self.flow.say("Setup code")), self.code, lines)


class LayingLayer(Layer):
    """One thing to lay out after another; turning goes forth and back, a click on the last one ends."""

    def __init__(self, flow: Flow, new: NewGame, code: str) -> None:
        self.flow, self.new, self.code = flow, new, code
        self.layout = new.title.setup(code, new.players, new.probe().options)
        self.items = [(area, item) for area in self.layout.areas for item in area.items]
        self.cursor = 0

    @property
    def cursor(self) -> int:
        return self._at

    @cursor.setter
    def cursor(self, place: int) -> None:
        """Every step is remembered, so that a pulled plug leads back to it."""
        self._at = place
        walk = {**self.new.chosen(), "code": self.code, "step": place, "of": len(self.items)}
        self.flow.table.remember(BEGUN, walk)

    def _done(self) -> None:
        self.new.begin(self.new.answered(self.layout), self.code)

    def turn(self, notches: int, fast: bool) -> None:
        if self.cursor == 0 and notches < 0:
            self.flow.pop()  # back to the code, and no further: a long turn back must not lead out of the set-up
        else:
            self.cursor = moved(self.cursor, notches, len(self.items), wraps=False)

    def click(self) -> None:
        if self.cursor < len(self.items) - 1:
            self.cursor += 1
        else:
            self._done()

    def back(self) -> bool:
        if self.cursor == 0:
            return False
        self.cursor -= 1
        return True

    def screen(self) -> Screen:
        area, item = self.items[self.cursor]
        say, last = self.new.say, self.cursor == len(self.items) - 1
        chip = self.new.names()[0][item.seat] if item.seat is not None else ""
        note: Text | str = "Click: all laid out" if last else item.note
        return Laying(
            Header(chip, "", say(area.label), f"{self.cursor + 1}/{len(self.items)}"),
            item.icon,
            say(item.place),
            say(item.thing),
            say(note),
            self.cursor + 1,
            len(self.items),
        )
