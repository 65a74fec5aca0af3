"""The exceptions of the settings: each inherits ``ConfigError`` and the matching built-in."""

from __future__ import annotations

from collections.abc import Sequence

MOST_SHOWN = 20


class ConfigError(Exception):
    """Base of everything that the settings raise."""


class SettingsError(ConfigError, ValueError):
    """Settings that cannot be meant. ``problems`` are all of them, one line each; the message joins the first twenty.

    A problem reads ``FILE, line N: [table] key: found …; allowed: …``.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - MOST_SHOWN
        lines = [*self.problems[:MOST_SHOWN], *([f"and {more} more"] if more > 0 else [])]
        super().__init__("\n".join(lines))


class SettingsFileError(ConfigError, OSError):
    """A settings file or folder that was named but cannot be read or written."""
