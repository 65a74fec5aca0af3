"""A question whose answers are for one seat's eyes: shared glass shows it only after that seat says "I am looking".

That seat's own display, if it has one, shows it at once, and the knob answers it there as anywhere; shared glass then
says whose it is. Knows no title: the way says which questions are private.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.flow.pages import sentence
from firmware_py.flow.widgets import Layer
from firmware_py.view import Header, Notice, Screen

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


class PrivateLayer(Layer):
    """A prompt that is covered until the seat it asks looks at it.

    ``elsewhere()``: whether that seat has a display of its own that works.
    """

    def __init__(self, flow: Flow, seat: int, question: str, prompt: Layer, elsewhere: Callable[[], bool]) -> None:
        self.flow, self.of, self.question, self.prompt, self._elsewhere = flow, seat, question, prompt, elsewhere

    @property
    def cursor(self) -> int:
        """That of the prompt: what a slip of the hand moved, it moves back."""
        return self.prompt.cursor

    @cursor.setter
    def cursor(self, place: int) -> None:
        self.prompt.cursor = place

    @property
    def elsewhere(self) -> bool:
        """Whether the seat looks at a display of its own."""
        return self._elsewhere()

    @property
    def seen(self) -> bool:
        """Whether whoever holds the knob sees the answers."""
        return self.elsewhere or self.flow.looking == self.of

    def _if_seen(self, act: Callable[[], None]) -> None:
        if self.seen:
            act()
        else:
            self.flow.looking = self.of

    def turn(self, notches: int, fast: bool) -> None:
        if self.seen:
            self.prompt.turn(notches, fast)

    def click(self) -> None:
        self._if_seen(self.prompt.click)

    def back(self) -> bool:
        return self.seen and self.prompt.back()

    def seat(self, seat: int) -> bool:
        if self.seen:
            return self.prompt.seat(seat)
        if seat == self.of:
            self.flow.looking = seat
        return seat == self.of

    def screen(self) -> Screen:
        """What shared glass shows."""
        if self.seen and not self.elsewhere:
            return self.prompt.screen()
        return self.cover()

    def cover(self) -> Screen:
        """The question without its answers."""
        flow, name = self.flow, self.flow.name(self.of)
        header = Header(name, "hand", flow.say("Private"))
        if self.elsewhere:
            lines = (flow.say("{name} looks at their own display.", name=name),)
            return Notice(header, lines, title=self.question)
        lines = (flow.say("For {name} alone.", name=name),)
        return Notice(header, tuple(map(sentence, lines)), flow.say("I am looking"), title=self.question)
