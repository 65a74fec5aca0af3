"""A story at the table: hands on the wires, eyes on the glass, told step by step.

A ``Story`` is a bench whose steps check what they see: ``sees("Who starts?")``, ``picks("Undo")`` (turns until that row
has the focus, and clicks). Where a story begins in the middle of a game, the game is laid into the journal before the
box is switched on, and the box is told to go on with it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from evening import Bench
from reading import Reading, read, seen
from table_desk import games_of

from drivers.bench.simulated import SimulatedClock, SteppedWorker
from engine import catalogue, record
from engine.record import Record
from firmware_py.table import Table

NAMES = ("Ana", "Bo", "Cy")
WALL = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)
QUICK_S = 0.03


def table_of(folder: Path, seed: int = 5) -> tuple[Table, SimulatedClock]:
    """The table kept in a folder, without a box around it. To be closed."""
    folder.mkdir(parents=True, exist_ok=True)
    clock = SimulatedClock()
    chance = random.Random(seed)
    table = Table(
        folder / "journal.sqlite", SteppedWorker(clock), clock, lambda: None, chance.randbytes, lambda: (WALL, True)
    )
    table.load()
    return table, clock


def lay(
    folder: Path,
    *inputs: str,
    names: Sequence[str] = NAMES,
    title: str = "trajan",
    draws: str = "table",
    options: dict[str, str] | None = None,
    way: str = "",
    code: str = "",
) -> bool:
    """Put a game into the journal of a folder: each input is the keys that it gave, parted by spaces.

    True if the game came to its end by that.
    """
    table, clock = table_of(folder)
    way = way or ("scorekeeper" if title == "trajan" else next(iter(catalogue.title(title).ways)))
    table.new(title, way, len(names), options or {}, names, (), code, draws)
    for keys in inputs:
        table.give(keys.split(), "knob")
    clock.advance(10.0)
    over = bool(table.finished)
    assert table.close()
    return over


def counted(*inputs: str, players: int = 3) -> list[str]:
    """These inputs and whatever ends the game: every question that is left gets its first answer."""
    game = catalogue.new_game("trajan", "scorekeeper", players)
    for key in " ".join(inputs).split():
        game.answer(key)
    rest: list[str] = []
    while game.decision is not None:
        rest.append(game.decision.keys[0])
        game.answer(rest[-1])
    return [*inputs, *rest]


def kept(folder: Path) -> Record:
    """The record of the game that was played last, as the journal has it."""
    table, clock = table_of(folder)
    if table.game is None:
        latest = games_of(table, clock)[0]
        (table.reopen if latest.finished else table.open)(latest.number)
        clock.settle()
    text = table.record()
    table.close()
    return record.read(text)


class Story(Bench):
    """A bench to tell a story on. With ``laid`` inputs the box goes on with a game laid into its journal."""

    def __init__(self, folder: Path, *laid: str, profile: str = "bench", **how: Any) -> None:
        game = {name: how.pop(name) for name in ("names", "title", "draws", "options", "way", "code") if name in how}
        over = bool(laid) and lay(folder, *laid, **game)
        super().__init__(folder, profile, **how)
        if laid:
            self.goes_on(over)
        self.wait(1.0)  # the reader has seen by then what lies on it from the start
        self.inputs = 0

    def goes_on(self, over: bool) -> None:
        """Take up the game that was laid into the journal; one at its end lies among the past ones."""
        if over:
            self.picks("Past games")
            self.click()
            self.wait(0.3)
            self.picks("Reopen")
        else:
            self.click()

    # ---- hands

    def back(self) -> None:
        self.click("back")

    def seat(self, seat: int) -> None:
        self.click(f"seat.{seat}")

    def quick(self, notches: int) -> None:
        """Turn fast: notches less than 60 ms apart, of which the first is one like any other."""
        self.inputs += 1
        self._pass(self.world.turn(notches, notch_s=QUICK_S))

    def picks(self, label: str) -> None:
        """Turn, notch by notch, until that has the focus, and click: two inputs at most."""
        before = self.inputs
        self.focuses(label)
        self.click()
        self.inputs = before + min(2, self.inputs - before)

    def focuses(self, label: str, most: int = 80) -> None:
        """Turn clockwise until that has the focus, at the end of a list the other way."""
        way = 1
        for _ in range(most):
            before = self.art()
            if seen(before, label, inverted=True):
                return
            self.turn(way)
            if self.art() == before:
                way = -way
        assert seen(self.art(), label, inverted=True), f"{label!r} never has the focus: {self.says()}"

    def menu(self, *rows: str) -> None:
        """Open the table menu and go down these rows."""
        self.hold()
        for row in rows:
            self.picks(row)

    # ---- eyes

    def waits_for(self, text: str, most_s: float = 5.0, on: str | None = None) -> None:
        """Wait until that stands on the glass."""
        for _ in range(round(most_s / 0.1)):
            if seen(self.art(on), text):
                return
            self.wait(0.1)
        self.sees(text, on=on)

    def says(self, display: str | None = None) -> Reading:
        """All that can be read."""
        return read(self.art(display))

    def shows(self, text: str, on: str | None = None) -> bool:
        """Whether that stands on the glass."""
        return seen(self.art(on), text)

    def sees(self, *texts: str, on: str | None = None) -> None:
        """All of these stand on the glass."""
        for text in texts:
            assert seen(self.art(on), text), f"{text!r} is not on the glass: {self.says(on)}"

    def misses(self, *texts: str, on: str | None = None) -> None:
        """None of these stands on the glass."""
        for text in texts:
            assert not seen(self.art(on), text), f"{text!r} is on the glass: {self.says(on)}"

    def focus(self, text: str, on: str | None = None) -> None:
        """That has the focus."""
        assert seen(self.art(on), text, inverted=True), f"{text!r} has not the focus: {self.says(on)}"

    def dark(self, text: str, on: str | None = None) -> None:
        """That is there, and has not the focus."""
        assert seen(self.art(on), text, inverted=False), f"{text!r} is not there without focus: {self.says(on)}"

    def beeps(self) -> int:
        """How often the buzzer began to sound since it was last asked."""
        began = [at_s for at_s, on in self.world.sounds() if on]
        count, self._heard = len(began) - getattr(self, "_heard", 0), len(began)
        return count
