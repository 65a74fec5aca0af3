"""The first picture of a start: kept byte for byte, and sent again at the next one before anything is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.loader import load
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.bench.world import World
from firmware_py import first_picture
from firmware_py.box import Box
from firmware_py.first_picture import FILE, Noting
from firmware_py.web.bench import world_wiring

IMPORTS = """
import sys
sys.path.insert(0, {root!r})
import firmware_py.__main__
from pathlib import Path
from firmware_py import first_picture
class Bus:
    def i2c_rdwr(self, *messages): pass
    def close(self): pass
assert first_picture.show(Path({folder!r}), lambda number: Bus()) == "two"
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""


class Start:
    """A box up to its first picture, on a world of its own."""

    def __init__(self, folder: Path) -> None:
        self.settings = load("bench", None, folder, environ={}).settings
        self.clock = SimulatedClock()
        self.world = World(world_wiring(self.settings), self.clock)
        self.world.power()
        self.noting = Noting(self.world.open_bus)

    def picture(self, folder: Path) -> None:
        class Wires:
            open_bus = self.noting.open_bus

        box = Box(
            self.settings,
            Wires(),  # type: ignore[arg-type]
            self.clock,
            lambda name: SteppedWorker(self.clock),
            lambda call: call(),
            bytes,
            self.clock.now_s,
        )
        box.splash()
        for bus in box.buses.values():
            bus.flush()
        self.noting.keep(folder, "two")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    Start(tmp_path).picture(tmp_path)
    return tmp_path


def test_the_greeting_of_the_next_start_is_the_first_picture_of_the_last_on_every_display(kept: Path) -> None:
    last, following = Start(kept), Start(kept)
    last.picture(kept)
    assert first_picture.show(kept, following.world.open_bus) == "two"
    for name in following.world.displays:
        assert any(following.world.glass(name))
        assert following.world.glass(name) == last.world.glass(name)


def test_a_display_that_is_not_there_does_not_keep_the_other_from_its_greeting(kept: Path) -> None:
    start = Start(kept)
    start.world.unplug("prompt")
    assert first_picture.show(kept, start.world.open_bus) == "two"
    assert any(start.world.glass("status"))


def test_without_a_bus_there_is_no_greeting_and_no_error(kept: Path) -> None:
    def missing(number: int) -> first_picture.OpenedBus:
        raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{number}")

    assert first_picture.show(kept, missing) == "two"


def test_nothing_is_noted_after_the_first_picture(tmp_path: Path) -> None:
    start = Start(tmp_path)
    start.picture(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    assert start.noting.sent is None
    start.noting.keep(tmp_path, "other")
    assert (tmp_path / FILE).read_bytes() == before


NUMBER = st.integers().map(str) | st.text("0123456789abc -[]{}", max_size=12)
LINE = st.lists(NUMBER, max_size=4).map(" ".join)


@given(st.binary() | st.lists(LINE, max_size=4).map(lambda lines: "two\n".join(lines).encode()))
def test_a_file_that_makes_no_sense_is_no_greeting_and_no_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("greeting")
    (folder / FILE).write_bytes(data)
    sent: list[object] = []

    class Bus:
        def i2c_rdwr(self, *messages: object) -> None:
            sent.extend(messages)

        def close(self) -> None:
            pass

    if not first_picture.show(folder, lambda number: Bus()):
        assert not sent


@pytest.mark.parametrize(
    "text", ["", "two", "two\n1 60 xy\n", "two\n1 900 ab\n", "two\n1 60\n", "two\n1 60 \n", "two\n\n"]
)
def test_a_file_of_another_kind_sends_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)

    def never(number: int) -> first_picture.OpenedBus:
        raise AssertionError(number)

    assert first_picture.show(tmp_path, never) == ""


def test_the_greeting_needs_neither_settings_nor_drawing_nor_the_display_library(kept: Path) -> None:
    root = str(Path(first_picture.__file__).parent.parent)
    code = IMPORTS.format(root=root, folder=str(kept))
    names = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"luma", "PIL", "msgspec", "config", "asyncio", "gpiozero"} & set(names)
