"""The games of the journal in a few words each: what a list of them shows, without playing any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.errors import EngineError
from firmware_py.folding import Play, Titles
from firmware_py.journal import Contents
from firmware_py.operations import GameInfo, Operation
from firmware_py.saving import Shift

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)  # before the program was there no game was played with it
AHEAD = timedelta(days=1)


class Shelf:
    """The unfinished games, and how many are finished: those are in the journal, and here only until they are there.

    ``titles`` finds a title by its name, for the label; ``wall`` as in ``Table``. ``finished`` is how many games are,
    ``ended`` the number of the operation that ended the newest of them.
    """

    def __init__(self, titles: Titles, wall: Callable[[], tuple[datetime, bool]]) -> None:
        self._titles, self._wall = titles, wall
        self._open: dict[int, GameInfo] = {}
        self._fresh: dict[int, GameInfo] = {}  # finished, and perhaps not on the card yet
        self._played: list[str] = []
        self._last_number = 0
        self.finished = self.ended = 0

    def unfinished(self) -> list[GameInfo]:
        """The games that are open, the one played last first."""
        return self.told(self._open.values())

    def past(self, stored: Iterable[GameInfo], newest: bool) -> list[GameInfo]:
        """Finished games as the journal has them, with what it does not have yet; ``newest``: the newest of all."""
        fresh = list(self._fresh.values()) if newest else []
        known = self._fresh.keys() | self._open.keys()
        return self.told([*fresh, *(game for game in stored if game.number not in known)])

    def played(self) -> list[str]:
        """The titles that were played, by name, the one played last first."""
        return list(self._played)

    def is_finished(self, number: int) -> bool:
        """Whether that game, which is there, is finished."""
        return number not in self._open

    def next_number(self) -> int:
        return self._last_number + 1

    def opened(self, contents: Contents, shift: Shift) -> None:
        """What the journal holds; the games so far were begun before it could be read and go behind its own."""

        def moved(games: Iterable[GameInfo]) -> dict[int, GameInfo]:
            return {
                game.number + shift.games: replace(
                    game, number=game.number + shift.games, last=game.last + shift.operations
                )
                for game in games
            }

        self._open = {game.number: game for game in contents.unfinished} | moved(self._open.values())
        self._fresh = moved(self._fresh.values())
        self._played = list(dict.fromkeys((*self._played, *contents.titles)))
        self._last_number += contents.games
        self.ended = self.ended + shift.operations if self.ended else contents.ended
        self.finished += contents.finished

    def add(self, play: Play, operation: Operation) -> None:
        """An operation was added to a game."""
        number, start = play.number, play.start
        self.finished -= operation.op != "new" and number not in self._open
        for games in (self._open, self._fresh):
            games.pop(number, None)
        (self._fresh if play.finished else self._open)[number] = GameInfo(
            number=number,
            title=start.title,
            way=start.way,
            names=start.names,
            colours=start.colours,
            totals=operation.totals,
            turn=operation.turn,
            started=start.started,
            played=operation.at if operation.synchronised else "",
            finished=play.finished,
            last=operation.number,
        )
        if play.finished:
            self.finished, self.ended = self.finished + 1, operation.number
        if self._played[:1] != [start.title]:
            self._played = list(dict.fromkeys((start.title, *self._played)))
        self._last_number = max(self._last_number, number)

    def saved(self) -> None:
        """Everything is in the journal, which can be asked for it."""
        self._fresh.clear()

    def left(self, numbers: Sequence[int]) -> None:
        """Finished games have left the journal."""
        self.finished -= len(numbers)

    def told(self, games: Iterable[GameInfo]) -> list[GameInfo]:
        """The games, the one played last first, under their titles' labels, without times that cannot be true."""
        now = self._wall()
        return [
            replace(dated(game, *now), label=self._label(game))
            for game in sorted(games, key=lambda game: game.last, reverse=True)
        ]

    def _label(self, game: GameInfo) -> str:
        try:
            return str(self._titles(game.title).label)
        except EngineError:
            return game.label or game.title.capitalize()


def dated(game: GameInfo, now: datetime, synchronised: bool) -> GameInfo:
    """The game without the times that cannot be true: too early for the program, or still to come.

    ``now`` says what is still to come if that clock is right (``synchronised``). No order depends on any time.
    """

    def credible(at: str) -> str:
        try:
            moment = datetime.fromisoformat(at).astimezone(UTC)
        except (ValueError, OverflowError):
            return ""
        to_come = synchronised and now >= EARLIEST and moment > now + AHEAD
        return "" if moment < EARLIEST or to_come else at

    return replace(game, started=credible(game.started), played=credible(game.played))
