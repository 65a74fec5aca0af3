"""The games of the journal in a few words each: what a list of them shows, without playing any."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.errors import EngineError
from firmware_py.folding import Play, Titles
from firmware_py.operations import GameInfo, Operation, info
from firmware_py.saving import Shift


class Shelf:
    """Every game, by its number. ``titles`` finds a title by its name, for the label."""

    def __init__(self, titles: Titles) -> None:
        self._titles = titles
        self._infos: dict[int, GameInfo] = {}
        self._labels: dict[str, str] = {}

    def games(self) -> list[GameInfo]:
        """The games, the one played last first."""
        return sorted(self._infos.values(), key=lambda game: -game.last)

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
