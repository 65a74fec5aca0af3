"""The games of the journal in a few words each: what a list of them shows, without playing any."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.errors import EngineError
from firmware_py.folding import Play, Titles
from firmware_py.operations import GameInfo, Operation, info
from firmware_py.saving import Shift

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)  # before the program was there no game was played with it
AHEAD = timedelta(days=1)


class Shelf:
    """Every game, by its number. ``titles`` finds a title by its name, for the label; ``wall`` as in ``Table``."""

    def __init__(self, titles: Titles, wall: Callable[[], tuple[datetime, bool]]) -> None:
        self._titles, self._wall = titles, wall
        self._infos: dict[int, GameInfo] = {}
        self._labels: dict[str, str] = {}

    def games(self) -> list[GameInfo]:
        """The games, the one played last first, without times that cannot be true."""
        now = self._wall()
        return [dated(game, *now) for game in sorted(self._infos.values(), key=lambda game: -game.last)]

    def forget(self, numbers: Iterable[int]) -> None:
        """Games that have left the journal."""
        for number in numbers:
            self._infos.pop(number, None)

    def next_number(self) -> int:
        return max(self._infos, default=0) + 1

    def opened(self, games: Iterable[GameInfo], shift: Shift) -> None:
        """What the journal holds; the games so far were begun before it could be read and go behind its own."""
        moved = [
            replace(game, number=game.number + shift.games, last=game.last + shift.operations)
            for game in self._infos.values()
        ]
        self._infos = {game.number: game for game in (*map(self._labelled, games), *moved)}

    def played(self, play: Play, operation: Operation) -> None:
        """An operation was added to a game."""
        if operation.op == "new":
            self._infos[play.number] = self._labelled(info(operation, (), operation))
        self._infos[play.number] = replace(
            self._infos[play.number],
            names=play.start.names,
            colours=play.start.colours,
            totals=operation.totals,
            turn=operation.turn,
            played=operation.at if operation.synchronised else "",
            finished=play.finished,
            last=operation.number,
        )

    def _labelled(self, game: GameInfo) -> GameInfo:
        if game.title not in self._labels:
            try:
                self._labels[game.title] = str(self._titles(game.title).label)
            except EngineError:
                self._labels[game.title] = game.label
        return replace(game, label=self._labels[game.title])


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
