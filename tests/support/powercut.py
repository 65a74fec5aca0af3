"""An evening at the wire with its card on tape, cut at every write and sync; then killed journals and killed daemons.

    python powercut.py             all of it, with figures: a quarter of an hour
    python powercut.py --share N   only every Nth cut and kill

For every step of the tape the card is made as a plug pulled there may have left it (``card_tape``), and the companion
is started on it. Nothing that had been saved may be missing, nothing may be there that was not played, and no start may
be refused or have anything to say. The marks of all displays are watched meanwhile. Ends with status 1 at a loss.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from card_tape import Card, Left, Tape, lay_out
from evening import Bench
from journal_evening import stored

from drivers.bench.simulated import SimulatedClock, SteppedWorker
from engine import record
from firmware_py.folding import digest
from firmware_py.journal import Journal
from firmware_py.operations import Operation
from firmware_py.table import Table

WALL = datetime(2026, 11, 30, tzinfo=UTC)
SUPPORT = Path(__file__).parent
ROOT = SUPPORT.parent.parent
MARK_S = 0.1  # within which the mark goes once the commit has returned
KILLS, EACH, DAEMON_KILLS = 2000, 200, 100
DEEP = 0.02  # of the cuts, on which the companion is not only opened but also played on


class Lost(AssertionError):
    """A cut after which something was missing, wrong or refused."""


class TapedJournal(Journal):
    """Says on the tape what has been saved, when the commit has returned."""

    tape: Tape

    def append(self, operations: Sequence[Operation], memory: Mapping[str, Any] | None = None) -> None:
        super().append(operations, memory)
        if operations:
            self.tape.said(operations[-1].number)


@dataclass
class Watch:
    """Eyes on every display: what is wrong with the marks, and how many pictures there were."""

    pictures: int = 0
    marked: int = 0
    soon: int = 0
    commits: int = 0
    wrong: list[str] = field(default_factory=list)


class TapedBench(Bench):
    """The box with its card on tape and eyes on every display."""

    def __init__(self, folder: Path, tape: Tape, **how: Any) -> None:
        self.tape, self.watch = tape, Watch()
        super().__init__(folder, **how)

    def journal(self) -> Journal:
        journal = TapedJournal(self.folder / "journal.sqlite")
        journal.tape = self.tape
        return journal

    def start(self) -> None:
        super().start()
        assert self.box is not None and self.box.table is not None
        self._waiting: set[str] = set()
        self._saved, self._done, self._done_s = 0, self.box.table.revision, self.clock.now_s()
        self._pass_s = len(self.names) * self.bus_s  # for each display to get a picture
        self.world.listen(self._glass)
        really, table = self.box.table.changed, self.box.table

        def changed() -> None:
            really()
            saved = table.revision
            if table.unsaved and self._done != saved:
                self._done, self._done_s = saved, self.clock.now_s()
                self.clock.later(2.5 * self._pass_s, lambda: self._soon(saved))
            if not table.mark and self._saved != saved:
                self._saved = saved
                self.watch.commits += 1
                self.clock.later(MARK_S, lambda: self._late(saved))

        table.changed = changed

    def _glass(self, name: str) -> None:
        """A display was written to; it is looked at when the transfer has come to its end."""
        if name in self.names and name not in self._waiting:
            self._waiting.add(name)
            self.clock.later(0.0, lambda: self._look(name))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.settings.displays)

    def _look(self, name: str) -> None:
        self._waiting.discard(name)
        assert self.box is not None and self.box.table is not None
        self.watch.pictures += 1
        marked = self.marked(self.art(name))
        self.watch.marked += marked
        # a picture that was on its way when the operation came, as one moved by a pixel, does not show it
        if self.box.table.unsaved and not marked and self.clock.now_s() - self._done_s > self._pass_s:
            self.watch.wrong.append(f"{name} shows operation {self.box.table.revision} before it was saved")

    def _soon(self, done: int) -> None:
        """What was on its way has come, and every display has had a picture since that operation."""
        assert self.box is not None and self.box.table is not None
        if self.box.table.revision == done and self.box.table.unsaved:
            self.watch.soon += 1
            self.watch.wrong += [
                f"{each} has no mark after operation {done}" for each in self.names if not self.marked(self.art(each))
            ]

    def _late(self, saved: int) -> None:
        assert self.box is not None and self.box.table is not None
        if self.box.table.revision == saved and not self.box.table.mark:
            self.watch.wrong += [
                f"{each} has the mark {MARK_S} s after {saved}" for each in self.names if self.marked(self.art(each))
            ]


# ---- the evening


def any_hands(bench: Bench, operations: int | None, seed: int = 1) -> None:
    """Hands that take what has the focus, and now and then something else, or something back, till the game is over."""
    chance = random.Random(seed)
    assert bench.box is not None and bench.box.table is not None
    table = bench.box.table
    while table.game is None:
        bench.click()
        bench.wait(0.5)
    while not table.game.over and (operations is None or table.revision < operations):
        move = chance.random()
        if move < 0.4:
            bench.turn(chance.choice((-2, -1, 1, 2, 3)))
        if move > 0.96:
            bench.click("back")
        bench.click()
        if table.game is None:
            break


def evening(folder: Path, operations: int | None = None) -> tuple[TapedBench, Tape]:
    """The evening on tape: two games at the wire, each up to so many operations (None: to its end), with a stop and a
    start between them, another name, and a game that is ended, reopened and ended again."""
    folder.mkdir(parents=True, exist_ok=True)
    tape = Tape(folder)
    with tape:
        bench = TapedBench(folder, tape, card_s=0.15)
        any_hands(bench, operations)
        assert bench.box is not None and bench.box.table is not None
        first = bench.box.table.number
        bench.box.table.finish("stopped")
        bench.wait(3.0)
        bench.stop()
        bench.start()
        table = bench.box.table
        table.reopen(first)
        bench.wait(1.0)
        table.rename(0, "Ana", "red")
        table.finish("counted")
        table.new("trajan", "referee", 3, {})
        bench.wait(1.0)
        any_hands(bench, operations and table.revision + operations)
        bench.wait(3.0)
        bench.stop()
    return bench, tape


def played(folder: Path) -> list[Operation]:
    """Every operation that the journal there holds, in order."""
    journal = Journal(folder / "journal.sqlite")
    try:
        contents = journal.open()
        if contents.notes or contents.trouble or not contents.read:
            raise Lost(f"the start said {contents.notes} {contents.trouble}")
        found = stored(contents, journal)
        if notes := journal.notes():
            raise Lost(f"reading said {notes}")
        return sorted(found, key=lambda each: each.number)
    finally:
        journal.close()


# ---- the cuts


@dataclass
class Figures:
    """What was cut: steps of the tape, starts, starts of the whole table, and what was said to be saved last."""

    steps: int = 0
    cuts: int = 0
    tables: int = 0
    saved: int = 0


def cut_everywhere(
    tape: Tape, operations: Sequence[Operation], place: Path, share: int = 1, table: bool = True
) -> Figures:
    """Start on the card as a cut at every ``share``-th step of the tape leaves it, in a folder made at ``place``.

    With ``table`` the game is also played on, for each number of operations found at least once. Raises Lost, naming
    the step.
    """
    card, chance, figures = Card(tape), random.Random(1), Figures()
    seen: set[int] = set()
    certain = ""
    for number, step in enumerate(tape.steps):
        card.take(step)
        figures.saved = card.said
        if step.what == "said":
            continue
        figures.steps += 1
        if number % share:
            continue
        for how, left in lefts(card, step.what in ("sync", "folder") or not certain, chance):
            certain = how
            try:
                found = start_on(left, place, card.said, operations)
                if table and (found not in seen or chance.random() < DEEP):
                    seen.add(found)
                    figures.tables += 1
                    play_on(left, place, operations[:found])
            except Exception as problem:
                raise Lost(f"cut at step {number} ({step.what} {step.name}), {how}: {problem}") from problem
            figures.cuts += 1
    return figures


def lefts(card: Card, synced: bool, chance: random.Random) -> Iterator[tuple[str, Left]]:
    """The states to start on: those that are not the same as at the step before."""
    for how, left in card.left():
        if how == "everything" or (synced and not card.settled()):
            yield how, left
    if not card.settled():
        yield "some sectors", {**card.some(chance), "journal.sqlite-shm": chance.randbytes(32768)}


def start_on(left: Left, place: Path, said: int, operations: Sequence[Operation]) -> int:
    """Open the journal on these files: how many operations it holds. Raises Lost."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    lay_out(left, place)
    for text in (place / "records").glob("*.txt"):
        record.read(text.read_text("utf-8"))
    found = played(place)
    if found != operations[: len(found)]:
        raise Lost("the journal holds what was never played")
    if len(found) < said:
        raise Lost(f"{said} operations were saved, {len(found)} are there")
    return len(found)


def play_on(left: Left, place: Path, operations: Sequence[Operation]) -> None:
    """Start the table on these files, look at the game, answer once more, and find all of it again. Raises Lost."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    lay_out(left, place)
    table, clock = table_on(place)
    last = operations[-1] if operations else None
    finished = last is None or last.op == "finish"
    if table.differs or (table.game is None and not finished and not table.stopped_cleanly):
        raise Lost(f"the game is not on the table as it was: {table.differs}")
    if table.game is None and last is not None and not finished:
        table.open(last.game)
        clock.settle()
    if table.game is not None and last is not None and (table.number, digest(table.game)) != (last.game, last.digest):
        raise Lost(f"the game on the table is not the one after operation {last.number}")
    asked = table.game.decision if table.game is not None else None
    if asked is not None:
        table.give(asked.keys[:1], "knob")
    if not table.close():
        raise Lost(f"nothing can be saved: {table.trouble}")
    more = played(place)
    if more[: len(operations)] != list(operations) or (asked is not None and len(more) <= len(operations)):
        raise Lost("playing on changed what was there")


def table_on(folder: Path) -> tuple[Table, SimulatedClock]:
    clock = SimulatedClock()
    table = Table(
        folder / "journal.sqlite",
        SteppedWorker(clock),
        clock,
        lambda: None,
        random.Random(1).randbytes,
        lambda: (WALL, True),
    )
    table.load()
    return table, clock


# ---- all of it


def kills(script: str, *arguments: object) -> int:
    """Run one of the scripts that kill: how many rounds were well. Raises Lost with its last line."""
    done = subprocess.run(
        [sys.executable, str(SUPPORT / script), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{SUPPORT}"},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    rounds = done.stdout.splitlines()
    if done.returncode:
        raise Lost(f"{script}, round {len(rounds)}: {rounds[-1:]}")
    return len(rounds)


def main() -> int:
    parser = argparse.ArgumentParser(description="Cut the power at every write and sync of an evening.")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="only every Nth cut and kill")
    share = parser.parse_args().share
    begun_s = time.monotonic()

    def say(*words: object) -> None:
        print(f"{time.monotonic() - begun_s:6.0f} s ", *words, flush=True)

    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="tab-", dir=place) as name:
        folder = Path(name)
        bench, tape = evening(folder / "data")
        watch, operations = bench.watch, played(folder / "data")
        say(f"an evening of {len(operations)} operations on tape: {bench.inputs} inputs at the wire")
        say(f"{watch.commits} commits, {watch.pictures} pictures, {watch.marked} marked, {len(watch.wrong)} wrong")
        if watch.wrong:
            raise Lost(watch.wrong[0])
        figures = cut_everywhere(tape, operations, folder / "cut", share)
        what = f"{figures.cuts} starts after a cut, {figures.tables} of them played on"
        say(f"{figures.steps} writes, syncs and changed names: {what}; 0 lost")
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        killed = 0
        for number in range(max(1, KILLS // EACH // share)):
            killed += kills("journal_killer.py", Path(name) / f"{number}.sqlite", min(EACH, KILLS // share), number)
        say(f"{killed} times SIGKILL for the journal's process: 0 lost")
    say(f"{kills('killed_daemon.py', max(1, DAEMON_KILLS // share), 1)} times SIGKILL for the whole daemon: 0 lost")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Lost as lost:
        sys.exit(f"lost: {lost}")
