"""Answers of two parts ("hamburg-luebeck") asked in two questions, where one list of them would be too long.

Either part may be named first; both lists hold only what still leads to a legal answer. Knows keys and labels only.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from firmware_py.flow.widgets import JUMPS_ABOVE, WRAPS_UP_TO, ChoiceLayer, moved, next_initial
from firmware_py.view import Choice, Header, Line, Screen

EXTRA = "+"  # begins the word of a row that is no answer; no key has it
MOST_AT_ONCE = 12  # so many answers of two parts are still one list
DASH = "–"
_BETWEEN = re.compile(r"\s*[–-]\s*|\s+(?:to|and)\s+|\s*\+\s*")


def parts(key: str) -> tuple[str, str] | None:
    """The two parts of a key, None if it is not of two parts; a number ("fish-1") is no part but a place."""
    one, hyphen, other = key.partition("-")
    if not hyphen or not one or not other or "-" in other or "." in key or other.isdigit():
        return None
    return one, other


def too_many(keys: Sequence[str]) -> bool:
    """Whether these are too many answers of two parts for one list."""
    return sum(parts(key) is not None for key in keys) > MOST_AT_ONCE


def part_labels(labels: Mapping[str, str]) -> dict[str, str]:
    """What each part is called, taken from the labels of the whole answers ("Hamburg–Lübeck")."""
    found: dict[str, str] = {}
    for key, label in labels.items():
        pair = parts(key)
        if pair is not None:
            # a name may have a hyphen of its own ("Brandenburg–Berlin-Cölln")
            halves = label.split(DASH) if DASH in label else _BETWEEN.split(label)
            for place, part in enumerate(pair):
                found.setdefault(part, halves[place] if len(halves) == 2 else part.capitalize())
    return found


def alphabetical(label: str) -> str:
    """A label as it stands in an alphabetical list: letters with marks beside those without."""
    return unicodedata.normalize("NFD", label).casefold()


class PairLayer(ChoiceLayer):
    """Which part, then which other; answers that are not of two parts stand before, and are given at once.

    ``extras`` are rows before all others: label, icon, what a click does. ``rights`` has a few words for the right end
    of the rows of whole answers; at a part stands how many answers it leads to.
    """

    def __init__(
        self,
        header: Callable[[], Header],
        labels: Mapping[str, str],
        icons: Mapping[str, str],
        give: Callable[[str], None],
        extras: Sequence[tuple[str, str, Callable[[], None]]] = (),
        rights: Mapping[str, str] = MappingProxyType({}),
        joined: Callable[[str], str] = str,
    ) -> None:
        self.header, self._labels, self._icons, self._give = header, labels, icons, give
        self._rights, self._joined = rights, joined
        self._extras = {f"{EXTRA}{place}": extra for place, extra in enumerate(extras)}
        self._called = part_labels(labels)
        self._pairs = {key: pair for key in labels if (pair := parts(key)) is not None}
        self._chosen = ""
        self._open()

    def _open(self) -> None:
        """The rows of the question that is open: each with what a click on it means, a part or a whole key."""
        self.among = [(key,) for key, pair in self._pairs.items() if self._chosen in pair] if self._chosen else ()
        if self._chosen:
            ways = [(self._other(pair), key) for key, pair in self._pairs.items() if self._chosen in pair]
            self._rows = sorted(((self._called[part], key) for part, key in ways), key=_by_label)
        else:
            whole = [(label, key) for key, label in self._labels.items() if key not in self._pairs]
            more = [(label, word) for word, (label, _, _) in self._extras.items()]
            parts_ = sorted(((label, part) for part, label in self._called.items()), key=_by_label)
            self._rows = [*more, *whole, *parts_]
        self.cursor = 0

    def _other(self, pair: tuple[str, str]) -> str:
        return pair[1] if pair[0] == self._chosen else pair[0]

    def pick(self, place: int) -> None:
        """Take a row."""
        word = self._rows[place][1]
        if word in self._extras:
            self._extras[word][2]()
            return
        if self._chosen or word not in self._called:
            self._give(word)
            return
        self._chosen = word
        self._open()
        if len(self._rows) == 1:
            self._give(self._rows[0][1])

    def turn(self, notches: int, fast: bool) -> None:
        labels = [label for label, _ in self._rows]
        if fast and len(labels) > JUMPS_ABOVE:
            self.cursor = next_initial(labels, self.cursor, notches)
        else:
            self.cursor = moved(self.cursor, notches, len(labels), len(labels) <= WRAPS_UP_TO)

    def back(self) -> bool:
        if not self._chosen:
            return False
        before, self._chosen = self._chosen, ""
        self._open()
        self.cursor = [word for _, word in self._rows].index(before)
        return True

    def screen(self) -> Screen:
        head = self.header()
        if self._chosen:
            head = Header(head.chip, head.icon, self._joined(self._called[self._chosen]), "", head.marks)
        icons = {**self._icons, **{word: icon for word, (_, icon, _) in self._extras.items()}}
        ways = Counter(part for pair in self._pairs.values() for part in pair)
        rights = dict(self._rights) if self._chosen else {part: str(count) for part, count in ways.items()}
        lines = tuple(Line(label, rights.get(word, ""), icons.get(word, "")) for label, word in self._rows)
        return Choice(head, lines, self.cursor)


def _by_label(row: tuple[str, str]) -> tuple[str, str]:
    return alphabetical(row[0]), row[1]
