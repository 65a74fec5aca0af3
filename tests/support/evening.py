"""An evening at the emulated table: the box in this process under simulated time, and hands that play on its wires.

``Bench`` is the box with its world; it can be killed (nothing that was not committed survives) and started again on
the same data folder. Nothing here looks into the program: hands move pins and tags, eyes read the emulated glass.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from config.loader import load
from config.schema import Settings
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.bench.tags import Ntag213, Tag, ndef_text
from drivers.bench.world import World
from firmware_py.box import Box
from firmware_py.journal import Journal
from firmware_py.past_games import Keep
from firmware_py.screens import icons
from firmware_py.table import Table
from firmware_py.web.bench import world_wiring
from firmware_py.wires import WorldWires

SETTLE_S = 0.02
LOOK_S = 0.28  # hands wait for what comes up on the glass: nobody sees it sooner


class Bench:
    """The box and its world. ``card_s``: how long a commit takes; ``bus_s``: how long a job on a bus takes."""

    def __init__(
        self,
        folder: Path,
        profile: str = "bench",
        *,
        card_s: float = 0.03,
        bus_s: float = 0.004,
        seed: int = 1,
        start_s: float = 1000.0,
        overrides: tuple[str, ...] = (),
    ) -> None:
        self.folder, self.card_s, self.bus_s = folder, card_s, bus_s
        folder.mkdir(parents=True, exist_ok=True)
        self.settings: Settings = load(profile, None, folder, overrides, environ={}).settings
        self.clock = SimulatedClock(start_s)
        self.world = World(world_wiring(self.settings), self.clock, seed=seed)
        self.chance = random.Random(seed)
        self.workers: list[SteppedWorker] = []
        self.box: Box | None = None
        self.tags: dict[str, Tag] = {}
        self.inputs = 0
        self.glass = next(each.name for each in self.settings.displays if each.role in ("all", "prompt"))
        self.start()

    # ---- power

    def start(self) -> None:
        """Plug in: the daemon starts and shows where the game was."""
        self.world.power()
        self.workers = []

        def worker(name: str) -> SteppedWorker:
            made = SteppedWorker(self.clock, self.card_s if name == "journal" else self.bus_s)
            self.workers.append(made)
            return made

        self.box = Box(
            self.settings,
            WorldWires(self.world),
            self.clock,
            worker,
            lambda call: call(),
            self.chance.randbytes,
            getattr(self.world.line, "now_s", self.clock.now_s),
        )
        self.box.splash()
        data = self.settings.data
        table = Table(
            self.journal(),
            worker("journal"),
            self.clock,
            lambda: None,
            self.chance.randbytes,
            self.wall,
            keep=Keep(self.folder / "records", data.games, data.records),
        )
        table.load()
        self.box.play(table)
        self.wait(0.2)

    def journal(self) -> Path | Journal:
        """What the table is kept in."""
        return self.folder / "journal.sqlite"

    def wall(self) -> tuple[datetime, bool]:
        return datetime(2026, 11, 29, 19, 30, tzinfo=UTC) + timedelta(seconds=self.clock.now_s()), True

    def kill(self) -> None:
        """The plug is pulled: what has not been committed never will be."""
        for each in self.workers:
            each.kill()
        self.world.cut_power()
        self.clock = self._left_behind()

    def _left_behind(self) -> SimulatedClock:
        """A new clock for the next start, so that nothing of the dead daemon ever runs again."""
        clock = SimulatedClock(self.clock.now_s() + 1.0)
        world = World(world_wiring(self.settings), clock, seed=self.chance.randrange(1 << 30))
        world.cut_power()
        self.world = world
        return clock

    def stop(self) -> bool:
        """The service manager stops the daemon."""
        assert self.box is not None
        saved = self.box.stop()
        self.wait(0.5)
        return saved

    # ---- hands; each is one input

    def turn(self, notches: int) -> None:
        self.inputs += 1
        self._pass(self.world.turn(notches, notch_s=0.1))

    def click(self, control: str = "knob") -> None:
        self.inputs += 1
        self._pass(self.world.click(control))

    def hold(self, control: str = "knob") -> None:
        self.inputs += 1
        self._pass(self.world.hold(control, 0.8))

    def tap(self, word: str) -> None:
        """Lay a tag with that text on the reader and lift it again."""
        self.inputs += 1
        tag = self.tags.setdefault(word, Ntag213(bytes((4, 7, *len(self.tags).to_bytes(5, "big"))), ndef_text(word)))
        self.world.lay(tag)
        self.wait(0.5)
        self.world.lift(tag)
        self.wait(1.2)

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)

    def _pass(self, seconds: float) -> None:
        self.clock.advance(seconds + SETTLE_S + LOOK_S)

    # ---- eyes

    def art(self, name: str | None = None) -> list[str]:
        return self.world.art(name or self.glass)

    def marked(self, art: list[str] | None = None) -> bool:
        """Whether the glass says that something is not saved yet."""
        rows = (art or self.art())[:8]
        return any(icon_at(rows, name) for name in ("unsaved", "notsaved"))


def icon_at(rows: list[str], name: str) -> bool:
    """Whether that icon stands in the mark slot, shifted by a pixel or not."""
    art = icons.small(name)
    assert art is not None
    lines = [format(bits, f"0{art.width}b").replace("1", "#").replace("0", ".") for bits in art.rows]
    return any(
        all(row[x : x + art.width] == line for row, line in zip(rows[y:], lines[: 8 - y], strict=False))
        for x in (119, 120)
        for y in (0, 1)
    )
