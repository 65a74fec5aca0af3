"""The exceptions of the engine: each inherits ``EngineError`` and the matching built-in."""

from __future__ import annotations

from engine.words import Text


class EngineError(Exception):
    """Base of everything that the engine raises."""


class IllegalAnswer(EngineError, ValueError):
    """The key is not an answer to the open question. ``text`` says why, in words a player understands."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class GameOver(EngineError, ValueError):
    """An answer was given after the last question."""


class NothingToUndo(EngineError, IndexError):
    """No answer is left to take back."""


class UnknownTitle(EngineError, LookupError):
    """No title, or no way to keep it, has that name."""


class BrokenTitle(UnknownTitle, ImportError):
    """The folder of a title is there, but cannot be loaded. The message names the title, the error and its place."""


class BadPlayers(EngineError, ValueError):
    """The title is not played, or not kept in that way, by so many."""


class BadOption(EngineError, ValueError):
    """No option has that name, or it has no such value."""


class BadCode(EngineError, ValueError):
    """A set-up code has the wrong length or a symbol that codes do not use."""


class BadRecord(EngineError, ValueError):
    """A record cannot be read or replayed. ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, line: int, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message, self.line, self.column = message, line, column


class InvariantBroken(EngineError, AssertionError):
    """The state contradicts itself: a fault of the engine, never of the players."""


def hold(true: bool, what: str) -> None:
    """Raise InvariantBroken, which names the broken one, unless it is true."""
    if not true:
        raise InvariantBroken(what)
