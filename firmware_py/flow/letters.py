"""The letter wheel: words on the knob. Turn to a letter, click to take it, hold to end.

Knows neither what is written nor what for; names begin with a capital by themselves.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.flow.widgets import Layer, moved
from firmware_py.view import Header, Letters, Screen

END, ERASE = "OK", "←"
FAST_STEP = 3
SMALL = "abcdefghijklmnopqrstuvwxyzäöüßáàâåãæçčćéèêëęěíìîïłñńňóòôõøőœřśšúùûůűýžźżğş'- "


def capitals(letters: str) -> str:
    """The same letters as capitals, each in its place; what has no capital of one letter stays."""
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in letters)


def name_letters(text: str) -> str:
    """What a name may go on with: capitals at the start of a word, small letters within."""
    return capitals(SMALL) if text[-1:] in ("", " ", "-") else SMALL


class LettersLayer(Layer):
    """``letters(text)`` are those that may follow ``text``; ``most`` letters at most; ``done`` gets the word."""

    def __init__(
        self,
        header: Callable[[], Header],
        letters: Callable[[str], str],
        most: int,
        done: Callable[[str], None],
        lines: tuple[str, ...] = (),
    ) -> None:
        self.header, self.letters, self.most, self.done, self.lines = header, letters, most, done, lines
        self.text = ""
        self.cursor = 2

    def wheel(self) -> tuple[str, ...]:
        """The places of the wheel: the first two end and erase."""
        return END, ERASE, *self.letters(self.text)

    def turn(self, notches: int, fast: bool) -> None:
        self.cursor = moved(self.cursor, notches * (FAST_STEP if fast else 1), len(self.wheel()), wraps=True)

    def click(self) -> None:
        letter = self.wheel()[self.cursor]
        if letter == END:
            self.done(self.text)
        elif letter == ERASE:
            self.text = self.text[:-1]
        elif len(self.text) < self.most:
            self.text += letter
            if len(self.text) == self.most:
                self.cursor = 0  # nothing more fits: on to the end

    def back(self) -> bool:
        if not self.text:
            return False
        self.text = self.text[:-1]
        return True

    def hold(self) -> bool:
        self.done(self.text)
        return True

    def screen(self) -> Screen:
        return Letters(self.header(), self.text, self.wheel(), self.cursor, self.lines)
