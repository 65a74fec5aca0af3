"""The emulated header, as gpiozero's own devices see it; and the door to a real one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from gpiozero import LED, Button, DigitalInputDevice, RotaryEncoder
from gpiozero.exc import GPIOPinInUse, PinEdgeDetectUnsupported, PinFixedPull, PinInvalidPin, PinPWMUnsupported

from drivers.bench.pins import Pins, bounce
from drivers.bench.simulated import SimulatedClock
from drivers.errors import DriverError
from drivers.gpio import open_pin_factory


class Copper:
    def __init__(self, closes_to: bool = False) -> None:
        self.clock = SimulatedClock()
        self.pins = Pins(self.clock, closes_to)
        self.factory = self.pins.connect().pin_factory()

    def move(self, pin: int, *edges: tuple[float, bool]) -> None:
        now_s = self.clock.now_s()
        self.pins.play(pin, [(now_s + after_s, closed) for after_s, closed in edges])


def test_a_contact_pulls_its_line_to_ground_and_lets_it_go() -> None:
    copper = Copper()
    device = DigitalInputDevice(17, pull_up=True, pin_factory=copper.factory)
    copper.move(17, (0.1, True), (0.2, False))
    assert not device.is_active
    copper.clock.advance(0.15)
    assert device.is_active
    copper.clock.advance(0.1)
    assert not device.is_active


def test_a_contact_to_the_supply_works_against_a_pull_down() -> None:
    copper = Copper(closes_to=True)
    device = DigitalInputDevice(17, pull_up=False, pin_factory=copper.factory)
    copper.move(17, (0.1, True))
    assert not device.is_active
    copper.clock.advance(0.1)
    assert device.is_active


def test_every_edge_of_a_bounce_is_heard_at_its_time() -> None:
    copper = Copper()
    device = DigitalInputDevice(17, pull_up=True, pin_factory=copper.factory)
    heard: list[tuple[float, bool]] = []

    def changed(ticks: float, state: float) -> None:
        heard.append((ticks, not state))

    device.pin.when_changed = changed
    edges = bounce(Random(5), True, 1.0, 0.02)
    assert len(edges) > 3
    copper.pins.play(17, edges)
    copper.clock.advance(2.0)
    assert heard == edges


def test_gpiozeros_own_button_and_encoder_work_on_it() -> None:
    copper = Copper()
    button = Button(22, pin_factory=copper.factory)
    knob = RotaryEncoder(17, 27, max_steps=0, pin_factory=copper.factory)
    copper.move(22, (0.1, True))
    copper.move(17, (0.1, True), (0.3, False))
    copper.move(27, (0.2, True), (0.4, False))
    copper.clock.advance(1.0)
    assert button.is_pressed
    assert knob.steps == 1
    button.close()
    knob.close()


def test_an_output_is_seen_with_its_history() -> None:
    copper = Copper()
    lamp = LED(12, pin_factory=copper.factory)
    lamp.on()
    copper.clock.advance(1.0)
    lamp.off()
    assert copper.pins.history(12) == [(0.0, True), (1.0, False)]
    assert not copper.pins.driven(12)


def test_an_output_that_begins_high_never_flashes_low() -> None:
    copper = Copper()
    lamp = LED(12, initial_value=True, pin_factory=copper.factory)
    assert lamp.is_lit
    assert copper.pins.history(12) == [(0.0, True)]


def test_a_torn_wire_leaves_the_line_to_its_pull() -> None:
    copper = Copper()
    device = DigitalInputDevice(17, pull_up=True, pin_factory=copper.factory)
    copper.move(17, (0.0, True))
    copper.clock.settle()
    assert device.is_active
    copper.pins.tear(17)
    assert not device.is_active
    copper.pins.mend(17)
    assert device.is_active


def test_a_new_run_of_the_daemon_takes_the_lines_and_the_old_one_is_dead() -> None:
    copper = Copper()
    old = LED(12, pin_factory=copper.factory)
    old.on()
    heard: list[str] = []
    stale = DigitalInputDevice(17, pull_up=True, pin_factory=copper.factory)
    stale.when_activated = lambda: heard.append("old")
    factory = copper.pins.connect().pin_factory()
    assert not copper.pins.driven(12)
    device = DigitalInputDevice(17, pull_up=True, pin_factory=factory)
    device.when_activated = lambda: heard.append("new")
    old.on()
    old.close()
    stale.close()
    assert not copper.pins.driven(12)
    copper.move(17, (0.1, True))
    copper.clock.advance(1.0)
    assert heard == ["new"]


def test_without_power_nothing_is_driven_or_heard() -> None:
    copper = Copper()
    lamp = LED(12, pin_factory=copper.factory)
    lamp.on()
    device = DigitalInputDevice(17, pull_up=True, pin_factory=copper.factory)
    heard: list[float] = []
    device.when_activated = lambda: heard.append(copper.clock.now_s())
    copper.pins.power(False)
    assert not copper.pins.driven(12)
    lamp.on()
    copper.move(17, (0.1, True))
    copper.clock.advance(1.0)
    assert heard == [] and not copper.pins.driven(12)


def test_what_the_real_header_refuses_is_refused() -> None:
    copper = Copper()
    with pytest.raises(PinInvalidPin):
        copper.factory.pin(40)
    with pytest.raises(PinFixedPull):
        copper.factory.pin(2).pull = "down"
    with pytest.raises(PinPWMUnsupported):
        copper.factory.pin(12).frequency = 100
    with pytest.raises(PinEdgeDetectUnsupported):
        Button(5, bounce_time=0.1, pin_factory=copper.factory)
    device = DigitalInputDevice(17, pull_up=True, pin_factory=copper.factory)
    with pytest.raises(GPIOPinInUse):
        DigitalInputDevice(17, pull_up=True, pin_factory=copper.factory)
    device.close()


# ---- a real header, with lgpio as it behaves


class Lgpio(ModuleType):
    """What of lgpio 0.2.2 is used: gpiochips by number, with labels; each of them opened and closed."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2

    def __init__(self, labels: dict[int, str], version: str = "0.2.2.0") -> None:
        super().__init__("lgpio")
        self.labels = labels
        self.version = version
        self.open: list[int] = []

    def get_module_version(self) -> str:
        return f"lgpio.py_{self.version}"

    def gpiochip_open(self, number: int) -> int:
        if self.labels.get(number) is None:
            raise OSError("can not open gpiochip")
        self.open.append(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpiochip_close(self, handle: int) -> int:
        self.open.remove(handle)
        return 0


@pytest.fixture(autouse=True)
def lgpio_is_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    home = Path.cwd()
    yield
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        sys.modules.pop(name, None)
    assert Path.cwd() == home


def devices(tmp_path: Path, *numbers: int) -> Path:
    for number in numbers:
        (tmp_path / f"gpiochip{number}").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("labels", "chip"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "raspberrypi-exp-gpio", 10: "gpio-brcmstb", 4: "pinctrl-rp1"}, 4),
        ({2: "pinctrl-bcm2711"}, 2),
    ],
)
def test_the_header_is_found_by_the_label_of_its_chip(
    labels: dict[int, str], chip: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lgpio = Lgpio(labels)
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    factory = open_pin_factory(devices(tmp_path, *labels))
    assert factory.chip == chip
    assert lgpio.open == [chip]
    factory.close()


@pytest.mark.parametrize(
    ("lgpio", "says"),
    [
        (Lgpio({}), r"no gpiochip at all.*use --bench"),
        (Lgpio({0: "INT34C5:00"}), r"gpiochip0 is INT34C5:00.*use --bench"),
        (Lgpio({0: "pinctrl-bcm2835"}, version="0.2.0.0"), r"lgpio is 0\.2\.0, 0\.2\.2 or newer"),
    ],
)
def test_no_header_is_one_clear_error_with_a_remedy(
    lgpio: Lgpio, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    with pytest.raises(DriverError, match=says):
        open_pin_factory(devices(tmp_path, *lgpio.labels))
    assert lgpio.open == []


def test_a_chip_that_may_not_be_opened_names_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", Lgpio({}))
    with pytest.raises(DriverError, match=r"gpiochip0: can not open gpiochip.*group gpio"):
        open_pin_factory(devices(tmp_path, 0))


def test_the_ancient_lgpio_that_pip_falls_back_to_is_recognised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", ModuleType("lgpio"))
    with pytest.raises(DriverError, match=r"without SET_PULL_NONE, 0\.2\.2 or newer is needed: (pip|apt) install"):
        open_pin_factory(devices(tmp_path, 0))


def test_without_lgpio_the_error_says_how_to_install_it_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delenv("LG_WD")
    with pytest.raises(DriverError, match=r"lgpio is not installed: (pip|apt) install"):
        open_pin_factory(tmp_path)
    assert "LG_WD" not in os.environ


def test_an_lgpio_that_does_not_load_is_told_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lgpio.py").write_text("raise ImportError('liblgpio.so.1: cannot open shared object file')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DriverError, match=r"does not load \(liblgpio\.so\.1: cannot open.*install"):
        open_pin_factory(tmp_path)


def test_lgpio_is_imported_in_its_own_folder_and_the_process_stays_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lgpio.py").write_text(
        "import os\nos.chdir(os.environ['LG_WD'])\nopen('.lgd-nfy0', 'w').close()\nSET_PULL_NONE = 128\n"
        "def get_module_version():\n    return 'lgpio.py_0.2.2.0'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("LG_WD")
    work_dir, home = tmp_path / "run", Path.cwd()
    work_dir.mkdir()
    with pytest.raises(DriverError, match="no gpiochip at all"):
        open_pin_factory(devices(tmp_path), work_dir)
    assert (work_dir / ".lgd-nfy0").exists()
    assert Path.cwd() == home
    assert os.environ["LG_WD"] == str(work_dir)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lgpio.py").write_text("raise FileNotFoundError(2, 'No such file', '.lgd-nfy-3')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DriverError, match=r"cannot make its pipe in .*set LG_WD"):
        open_pin_factory(tmp_path)
