"""A box on an emulated world that the doctor looks at under simulated time, with hands that do what they are asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from config.loader import Loaded, load
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.bench.world import World
from firmware_py.commands.examination import Examination
from firmware_py.commands.findings import Finding
from firmware_py.commands.trials import Trials
from firmware_py.walk import Steps, Walk
from firmware_py.web.bench import world_wiring
from firmware_py.wires import WorldWires


class Examined:
    """``world`` may be another one than the settings say: that is what a doctor is for."""

    def __init__(
        self, folder: Path, *overrides: str, profile: str = "bench", built: tuple[str, ...] | None = None
    ) -> None:
        self.clock = SimulatedClock(50.0)
        self.loaded: Loaded = load(profile, None, folder, overrides, environ={})
        made = self.loaded if built is None else load(profile, None, folder, built, environ={})
        self.world = World(world_wiring(made.settings), self.clock)
        self.found: list[Finding] = []
        self.asked: list[str] = []
        self.hands: Callable[[str], None] = lambda _: None

    def look(self, hands_s: float = 0.0, most_s: float = 300.0) -> dict[str, Finding]:
        """Examine everything; the findings by part."""
        now_s = getattr(self.world.line, "now_s", self.clock.now_s)
        examined = Examination(
            self.loaded.settings,
            WorldWires(self.world),
            self.clock,
            lambda name: SteppedWorker(self.clock, 0.004),
            lambda call: call(),
            now_s,
            self.found.append,
        )

        def ask(what: str) -> None:
            self.asked.append(what)
            self.hands(what)

        def steps() -> Steps[None]:
            yield from examined.steps()
            if hands_s:
                yield from Trials(examined, hands_s, ask).steps()

        ended: list[BaseException | None] = []
        Walk(self.clock, steps(), lambda _, error: ended.append(error))
        end_s = self.clock.now_s() + most_s
        while not ended and self.clock.now_s() < end_s:
            self.clock.advance(0.1)
        assert ended == [None]
        examined.close()
        return {each.part: each for each in self.found}

    def faults(self) -> list[str]:
        return [each.part for each in self.found if not each.ok]
