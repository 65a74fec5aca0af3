"""A command's question to a box on the emulated world, under simulated time: as the control socket would ask it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evening import Bench

from config.loader import Loaded, load
from drivers.bench.simulated import SteppedWorker
from firmware_py.commands.answering import Answer, Office
from firmware_py.control_lines import Asked, Found, Line
from firmware_py.walk import Walk


class Question:
    """One question to a running box; ``found``, ``said`` and ``ended`` grow while time passes."""

    def __init__(
        self, bench: Bench, asked: Asked, refused: str = "", reload: Callable[[], Loaded] | None = None
    ) -> None:
        assert bench.box is not None
        self._bench = bench
        self.found: list[Found] = []
        self.said: list[str] = []
        self.ended: list[tuple[Any, BaseException | None]] = []
        office = Office(
            bench.box,
            load("bench", None, bench.folder, (), environ={}),
            bench.folder,
            lambda number: bench.world.buses[number].hz,
            reload,
            refused,
        )
        office.worker = SteppedWorker(bench.clock, 0.02)
        self.answer = Answer(office, self._told)
        self._walk = Walk(bench.clock, self.answer.steps(asked), lambda *end: self.ended.append(end))

    def _told(self, message: Line | Found) -> None:
        if isinstance(message, Found):
            self.found.append(message)
        else:
            self.said.append(message.text)

    def hang_up(self) -> None:
        """Whoever asked has gone."""
        self._walk.stop()

    def result(self, most_s: float = 100.0) -> Any:
        """Wait for what comes of it; raises what it raises."""
        end_s = self._bench.clock.now_s() + most_s
        while not self.ended and self._bench.clock.now_s() < end_s:
            self._bench.wait(0.1)
        ((result, error),) = self.ended
        if error is not None:
            raise error
        return result

    def parts(self) -> dict[str, Found]:
        """The findings of the whole answer, by part."""
        self.result()
        return {each.part: each for each in self.found}

    def faults(self) -> list[str]:
        return [each.part for each in self.found if not each.ok]
