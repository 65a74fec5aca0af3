"""The exceptions of the daemon: each inherits ``FirmwareError`` and the matching built-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.words import Text


class FirmwareError(Exception):
    """Base of everything that the daemon raises."""


class Outdated(FirmwareError, ValueError):
    """The answer was to an earlier question. ``meanwhile`` says what was decided since, oldest first."""

    def __init__(self, meanwhile: tuple[Text, ...] = ()) -> None:
        from engine.words import Text  # noqa: PLC0415  (errors are imported before the first picture)

        self.meanwhile = meanwhile
        self.text = (
            Text("That question is gone: {meanwhile}.", meanwhile=meanwhile)
            if meanwhile
            else Text("That question is gone: look again.")
        )
        super().__init__(str(self.text))


class NoGame(FirmwareError, LookupError):
    """No game is open on the table, or none has that number."""


class NothingToTakeBack(FirmwareError, IndexError):
    """There is nothing to undo, or nothing to redo."""


class Differs(FirmwareError, ValueError):
    """A stored game does not replay to what was stored.

    ``game`` is its number, ``operation`` the number of the first operation that differs, ``turn`` the turn in which
    that was played, ``totals`` the points stored with the last operation, ``agreed`` the number of the last operation
    that agrees (0: not even the beginning does, and the game cannot be gone on with).
    """

    def __init__(self, game: int, operation: int, turn: int, totals: tuple[int, ...], agreed: int, why: str) -> None:
        self.game, self.operation, self.turn, self.totals, self.agreed = game, operation, turn, totals, agreed
        super().__init__(f"game {game} differs in turn {turn} from what was saved (operation {operation}): {why}")


class JournalTrouble(FirmwareError, OSError):
    """The journal cannot be read or written now. The message is for players: "card is full"."""


class JournalTooNew(FirmwareError, ValueError):
    """The journal was written by a later version of the program."""


class FolderTrouble(FirmwareError, OSError):
    """The data folder cannot be made or written. One line: what, expected, what to do."""


class InUse(FirmwareError, OSError):
    """Another companion or command owns the data folder. One line that names it."""


class BadAsk(FirmwareError, ValueError):
    """What came over the control socket is no message of this program."""


class NoAnswer(FirmwareError, OSError):
    """The running companion does not answer its command, or refuses. One line: what, and what to do."""


class NoTag(FirmwareError, LookupError):
    """A tag, or what is to get one, is not there. One line: what, expected, what to do."""


class PortBusy(FirmwareError, OSError):
    """The bench page's port is taken by another program."""
