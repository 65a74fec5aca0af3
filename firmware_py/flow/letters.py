"""The letter wheel: words on the knob. Turn to a letter, click to take it, hold to end.

Knows neither what is written nor what for; names begin with a capital by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.flow.widgets import Layer, moved
from firmware_py.view import Header, Letters, Screen

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

ERASE = "←"
FAST_STEP = 3
SMALL = "abcdefghijklmnopqrstuvwxyzäöüßáàâåãæçčćéèêëęěíìîïłñńňóòôõøőœřśšúùûůűýžźżğş'- "


def capitals(letters: str) -> str:
    """The same letters as capitals, each in its place; what has no capital of one letter stays."""
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in letters)


def name_letters(text: str) -> str:
    """What a name may go on with: capitals at the start of a word, small letters within."""
    return capitals(SMALL) if text[-1:] in ("", " ", "-") else SMALL


class LettersLayer(Layer):
    """``letters(text)`` are those that may follow ``text``; ``done`` gets the word.

    ``end`` is the place of the wheel that ends it. After ``most`` letters the cursor stays where it is, so that one
    click too many does nothing, and ``full`` says so; the next notch leads to the end.
    """

    def __init__(
        self,
        header: Callable[[], Header],
        letters: Callable[[str], str],
        most: int,
        done: Callable[[str], None],
        end: str,
        full: str,
        lines: tuple[str, ...] = (),
    ) -> None:
        self.header, self.letters, self.most, self.done, self.lines = header, letters, most, done, lines
        self.end, self.full = end, full
        self.text = ""
        self.cursor = 2

    def wheel(self) -> tuple[str, ...]:
        """The places of the wheel: the first two end and erase."""
        return self.end, ERASE, *self.letters(self.text)

    def turn(self, notches: int, fast: bool) -> None:
        if len(self.text) < self.most:
            self.cursor = moved(self.cursor, notches * (FAST_STEP if fast else 1), len(self.wheel()), wraps=True)
        else:  # no letter more: to the end first, then between it and erasing
            self.cursor = moved(self.cursor, notches, 2, wraps=True) if self.cursor < 2 else 0

    def click(self) -> None:
        if self.cursor == 0:
            self.done(self.text)
        elif self.cursor == 1:
            self.text = self.text[:-1]
        elif len(self.text) < self.most:
            self.text += self.wheel()[self.cursor]

    def back(self) -> bool:
        if not self.text:
            return False
        self.text = self.text[:-1]
        return True

    def hold(self) -> bool:
        self.done(self.text)
        return True

    def screen(self) -> Screen:
        head, count = self.header(), f"{len(self.text)}/{self.most}"
        lines = (self.full,) if len(self.text) >= self.most else self.lines
        return Letters(Header(head.chip, head.icon, head.subject, count), self.text, self.wheel(), self.cursor, lines)


def letters_layer(
    flow: Flow, header: Header, letters: Callable[[str], str], most: int, done: Callable[[str], None]
) -> LettersLayer:
    """A wheel in the words of the box."""
    end, lines = flow.say("Done"), (flow.say("click: letter   hold: done"),)
    full = flow.say("{count} at most.   Turn: {done}", count=most, done=end)
    return LettersLayer(lambda: header, letters, most, done, end, full, lines)
