"""The lines of a TOML text: where each key and table stands, found again by its path.

The parser of the standard library gives values without places. This scanner reads a text that the parser has
already accepted, and must not know what any key means.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Mapping

Path = tuple[str | int, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DOTTED = re.compile(rf"[ \t]*({_KEY}(?:[ \t]*\.[ \t]*{_KEY})*)[ \t]*")
_PART = re.compile(_KEY)
_STRINGS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}'
    r"|'''(?:[^']|'(?!''))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)


def lines_of(text: str) -> dict[Path, int]:
    """The line (from 1) of every table, key and list element of ``text``, by its path."""
    return _Scanner(text).scan()


def line_of(lines: Mapping[Path, int], path: Path) -> int | None:
    """The line of ``path``, or of the innermost of its parents that has one."""
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return None


class _Scanner:
    """One walk over the text; ``at`` is the next character, ``table`` the path of the header above it."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.table: Path = ()
        self.lines: dict[Path, int] = {}
        self.counted, self.line = 0, 1
        self.lists: dict[Path, int] = {}

    def scan(self) -> dict[Path, int]:
        while self.at < len(self.text):
            rest = self.text[self.at]
            if rest in " \t\n":
                self.at += 1
            elif rest == "#":
                self._skip_comment()
            elif rest == "[":
                self._header()
            elif not self._pair(self.table):
                self._skip_comment()
        return self.lines

    def _mark(self, path: Path) -> None:
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], self.line)

    def _skip_comment(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end + 1

    def _header(self) -> None:
        many = self.text.startswith("[[", self.at)
        match = _DOTTED.match(self.text, self.at + (2 if many else 1))
        if match is not None:
            keys = _parts(match[1])
            path: Path = ()
            for key in keys[:-1]:
                path = self._inside((*path, key))
            path = (*path, keys[-1])
            if many:
                self.lists[path] = self.lists.get(path, -1) + 1
                path = (*path, self.lists[path])
            self.table = path
            self._mark(path)
        self._skip_comment()

    def _inside(self, path: Path) -> Path:
        return (*path, self.lists[path]) if path in self.lists else path

    def _pair(self, table: Path) -> bool:
        """A key, its "=" and its value, from ``at`` on. False if there is no key here."""
        match = _DOTTED.match(self.text, self.at)
        if match is None or not self.text.startswith("=", match.end()):
            return False
        path = (*table, *_parts(match[1]))
        self._mark(path)
        self.at = match.end() + 1
        self._value(path)
        return True

    def _value(self, path: Path) -> None:
        """Skip a value, marking what lies in it: elements of an array, keys of an inline table."""
        self._skip_blank(newlines=False)
        string = _STRINGS.match(self.text, self.at)
        if string is not None:
            self.at = string.end()
        elif self.text.startswith("[", self.at):
            self._inner(path, "]")
        elif self.text.startswith("{", self.at):
            self._inner(path, "}")
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def _inner(self, path: Path, closing: str) -> None:
        self.at += 1
        count = 0
        while True:
            self._skip_blank(newlines=True)
            if self.at >= len(self.text):
                return
            if self.text[self.at] == closing:
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
            elif closing == "]":
                self._mark((*path, count))
                self._value((*path, count))
                count += 1
            elif not self._pair(path):
                return

    def _skip_blank(self, *, newlines: bool) -> None:
        while self.at < len(self.text):
            if self.text[self.at] == "#" and newlines:
                self._skip_comment()
            elif self.text[self.at] in (" \t\n" if newlines else " \t"):
                self.at += 1
            else:
                return


def _parts(dotted: str) -> list[str]:
    return [_plain(part) for part in _PART.findall(dotted)]


def _plain(key: str) -> str:
    """A key without its quotes and escapes."""
    if key[0] == '"' and "\\" in key:
        with contextlib.suppress(ValueError):
            return str(tomllib.loads(f"key = {key}")["key"])
    return key[1:-1] if key[0] in "\"'" else key
