"""A fresh box on an emulated world, gone through its first run by a hand, and read from its glass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reading import read, seen

from config.learned import learn
from config.loader import load
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.bench.world import World
from firmware_py.flow.first_run import FirstRun
from firmware_py.walk import Walk
from firmware_py.web.bench import world_wiring
from firmware_py.wires import WorldWires

FULL = "two-oled-seat-buttons"


def whole(art: list[str]) -> bool:
    """Whether the frame of a test card is whole."""
    return art[0] == art[-1] == "#" * 128 and {row[0] + row[-1] for row in art} == {"##"}


class Fresh:
    """A fresh box, built as these settings say; the program knows nothing of them."""

    def __init__(self, folder: Path, *built: str, profile: str = FULL) -> None:
        self.folder = folder
        self.clock = SimulatedClock(10.0)
        self.built = load(profile, None, folder / "nowhere", built, environ={}).settings
        self.world = World(world_wiring(self.built), self.clock)
        self.names = list(self.world.displays)
        self.mounted = {each.name: each.rotate for each in self.built.displays}
        self.said: list[str] = []
        self.ended: list[tuple[Any, BaseException | None]] = []
        self.run = FirstRun(
            load(FULL, None, folder / "nowhere", (), environ={}).settings,
            WorldWires(self.world),
            self.clock,
            lambda name: SteppedWorker(self.clock, 0.005),
            lambda call: call(),
            getattr(self.world.line, "now_s", self.clock.now_s),
            self.said.append,
        )
        Walk(self.clock, self.run.steps(), lambda result, error: self.ended.append((result, error)))
        self.wait(1.0)

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)

    def click(self, control: str = "knob") -> None:
        self.wait(self.world.click(control) + 0.7)

    def turn(self, notches: int) -> None:
        self.wait(self.world.turn(notches, notch_s=0.2) + 1.5)

    def sees(self, *words: str, on: int = 0) -> None:
        """These words stand on the glass, as whoever mounted it sees them."""
        for each in words:
            art = self.world.art(self.names[on])
            if self.mounted[self.names[on]]:
                art = [row[::-1] for row in reversed(art)]
            assert seen(art, each), f"{each!r} is not on the glass: {read(art)}"

    def frame_is_whole(self, on: int = 0) -> bool:
        return whole(self.world.art(self.names[on]))

    def turns_until_the_frame_is_whole(self, on: int = 0) -> None:
        for _ in range(8):
            if self.frame_is_whole(on):
                return
            self.turn(1)
        raise AssertionError("the frame is never whole")

    def kept(self) -> Any:
        """The settings that the box starts with from now on."""
        ((changes, error),) = self.ended
        assert error is None
        assert changes is not None
        learn(self.folder, changes)
        return load(None, None, self.folder, (), environ={}, model_file=self.folder / "none").settings


def tour(folder: Path, height: int) -> dict[str, list[str]]:
    """Every picture of a first run by name, as the display at the knob shows it: a box with everything, one row of
    glass ``height`` rows high and one of 64."""
    box = Fresh(folder, f"display.0.height={height}")
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        found[name] = box.world.art("prompt")

    box.turns_until_the_frame_is_whole(0)
    look("which chip")
    box.click()
    look("which way up")
    box.click()
    look("look at the other display")
    box.turns_until_the_frame_is_whole(1)
    box.click()
    box.click()
    look("which one is at the knob")
    box.click()
    look("turn the knob")
    box.turn(3)
    look("turn the knob again")
    box.turn(4)
    look("press Back")
    box.click("back")
    look("press a seat button")
    box.click("seat.0")
    box.click("seat.0")
    look("that one has its job")
    box.click()
    look("do the lamps glow")
    box.click()
    look("did it beep")
    box.click()
    box.wait(5.0)
    look("all that was learned")
    box.click()
    box.run.close()
    box.wait(1.0)
    look("starting")
    return found


def as_text(pictures: dict[str, list[str]]) -> str:
    """The pictures one below the other, each under its name."""
    return "".join(f"= {name}\n" + "".join(f"{row}\n" for row in art) for name, art in pictures.items())
