"""The emulated world under simulated time: hands, eyes, plugs."""

from __future__ import annotations

import errno

import pytest
from gpiozero import LED, DigitalInputDevice, RotaryEncoder

from drivers.bench.simulated import SimulatedClock
from drivers.bench.tags import Ntag213, ndef_text
from drivers.bench.world import DisplayWiring, World, WorldWiring
from drivers.errors import WiringError
from drivers.wiring import ControlsWiring, KnobWiring

WIRING = WorldWiring(
    controls=ControlsWiring(KnobWiring(17, 27, 22), {"back": 23, "seat.0": 5}),
    lamps={0: 12},
    buzzer=18,
    displays=(
        DisplayWiring("prompt"),
        DisplayWiring("status", chip="sh1106", address=0x3D),
        DisplayWiring("far", bus=11, height=32),
    ),
    reader="reader",
)
LIGHT_UP = [0xAF, 0x8D, 0x14, 0xA5]
HELLO = Ntag213(bytes.fromhex("04112233445566"), ndef_text("trajan/forum.bread"))


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock()


@pytest.fixture
def world(clock: SimulatedClock) -> World:
    return World(WIRING, clock)


def light(world: World, bus: int = 1, address: int = 0x3C) -> None:
    world.open_bus(bus).write_i2c_block_data(address, 0x00, LIGHT_UP)


# ---- hands


def test_moves_of_one_hand_follow_each_other_and_tell_how_long_they_take(world: World, clock: SimulatedClock) -> None:
    factory = world.pin_factory()
    knob = RotaryEncoder(17, 27, max_steps=0, pin_factory=factory)
    push = DigitalInputDevice(22, pull_up=True, pin_factory=factory)
    first_s = world.turn(3)
    all_s = world.click()
    assert all_s > first_s > 0
    clock.advance(first_s)
    assert knob.steps == 3 and not push.is_active
    clock.advance(0.2)
    assert push.is_active
    clock.advance(all_s - first_s - 0.2)
    assert not push.is_active
    assert clock.next_s() is None
    knob.close()
    push.close()


def test_hands_on_different_controls_move_at_once(world: World, clock: SimulatedClock) -> None:
    factory = world.pin_factory()
    back, seat = (
        DigitalInputDevice(23, pull_up=True, pin_factory=factory),
        DigitalInputDevice(5, pull_up=True, pin_factory=factory),
    )
    world.press("back")
    world.press("seat.0")
    clock.advance(0.01)
    assert back.is_active and seat.is_active


def test_a_short_press_lasts_as_long_as_a_hand_takes(world: World, clock: SimulatedClock) -> None:
    back = DigitalInputDevice(23, pull_up=True, pin_factory=world.pin_factory())
    world.press("back")
    world.release("back")
    clock.advance(0.07)
    assert back.is_active
    clock.advance(0.02)
    assert not back.is_active


def test_hold_lasts_as_long_as_asked_for(world: World, clock: SimulatedClock) -> None:
    back = DigitalInputDevice(23, pull_up=True, pin_factory=world.pin_factory())
    world.hold("back", 1.0)
    clock.advance(0.99)
    assert back.is_active
    clock.advance(0.02)
    assert not back.is_active


def test_pressing_what_is_down_and_releasing_what_is_up_do_nothing(world: World, clock: SimulatedClock) -> None:
    back = DigitalInputDevice(23, pull_up=True, pin_factory=world.pin_factory())
    world.release("back")
    clock.advance(1.0)
    world.press("back")
    world.press("back")
    world.release("back")
    world.release("back")
    clock.advance(1.0)
    assert not back.is_active and clock.next_s() is None


def test_an_unknown_control_is_named_with_those_there_are(world: World) -> None:
    with pytest.raises(WiringError, match=r'no button "seat.9": the world has knob, back, seat\.0'):
        world.press("seat.9")
    with pytest.raises(WiringError, match="has no knob"):
        World(WorldWiring(), SimulatedClock()).turn(1)


def test_the_same_seed_bounces_the_same(clock: SimulatedClock) -> None:
    def bounces(seed: int) -> list[float]:
        own = SimulatedClock()
        one = World(WIRING, own, seed)
        button = DigitalInputDevice(23, pull_up=True, pin_factory=one.pin_factory())
        times: list[float] = []
        button.when_activated = lambda: times.append(own.now_s())
        for _ in range(5):
            one.click("back")
        own.advance(5.0)
        return times

    assert bounces(3) == bounces(3) != bounces(4)


# ---- eyes and ears


def test_the_glass_shows_what_the_bus_brought(world: World) -> None:
    light(world, 1, 0x3C)
    light(world, 11, 0x3C)
    assert world.glass("prompt") == b"\xff" * 1024
    assert world.glass("far") == b"\xff" * 512
    assert world.art("far")[0] == "#" * 128
    assert not any(world.glass("status"))


def test_a_bus_that_is_not_there_is_the_kernels_error(world: World) -> None:
    with pytest.raises(FileNotFoundError, match="i2c-7"):
        world.open_bus(7)
    with pytest.raises(OSError) as told:
        world.transfer(1, 0x50, b"\0")
    assert told.value.errno == errno.EREMOTEIO


def test_lamp_and_buzzer_are_seen_and_heard_and_listeners_are_told(world: World, clock: SimulatedClock) -> None:
    told: list[str] = []
    world.listen(told.append)
    factory = world.pin_factory()
    lamp, buzzer = LED(12, pin_factory=factory), LED(18, pin_factory=factory)
    lamp.on()
    buzzer.on()
    assert world.lamp(0) and world.buzzing()
    clock.advance(0.5)
    buzzer.off()
    light(world, 1, 0x3D)
    world.lay(HELLO)
    world.lift(HELLO)
    assert world.sounds() == [(0.0, True), (0.5, False)]
    assert told == ["lamp.0", "buzzer", "buzzer", "status", "reader", "reader"]


# ---- tags


def test_a_tag_lies_on_the_reader_until_it_is_lifted(world: World) -> None:
    world.lay(HELLO)
    assert world.tags() == (HELLO,)
    world.lift(HELLO)
    world.lift(HELLO)
    assert world.tags() == ()


def test_without_a_reader_tags_are_refused() -> None:
    with pytest.raises(WiringError, match="no reader"):
        World(WorldWiring(), SimulatedClock()).lay(HELLO)


# ---- plugs


def test_an_unplugged_display_does_not_answer_and_has_forgotten_when_it_returns(world: World) -> None:
    light(world)
    world.unplug("prompt")
    assert not any(world.glass("prompt"))
    with pytest.raises(OSError) as told:
        light(world)
    assert told.value.errno == errno.EREMOTEIO
    light(world, 1, 0x3D)
    world.plug("prompt")
    assert not any(world.glass("prompt"))
    light(world)
    assert any(world.glass("prompt"))


def test_an_unplugged_button_is_open_and_the_knob_stands_still(world: World, clock: SimulatedClock) -> None:
    factory = world.pin_factory()
    back, knob = (
        DigitalInputDevice(23, pull_up=True, pin_factory=factory),
        RotaryEncoder(17, 27, max_steps=0, pin_factory=factory),
    )
    world.press("back")
    clock.advance(0.5)
    assert back.is_active
    world.unplug("back")
    world.unplug("knob")
    assert not back.is_active
    clock.advance(world.turn(2))
    assert knob.steps == 0
    world.plug("back")
    world.plug("knob")
    assert back.is_active
    clock.advance(world.turn(2))
    assert knob.steps == 2
    back.close()
    knob.close()


def test_an_unplugged_reader_has_no_port_until_it_is_plugged_in(world: World) -> None:
    assert world.line is not None and world.reader is not None
    port = world.line.open()  # type: ignore[union-attr]
    world.unplug("reader")
    assert not world.reader.powered
    with pytest.raises(OSError):
        port.read(1)
    with pytest.raises(FileNotFoundError):
        world.line.open()  # type: ignore[union-attr]
    world.plug("reader")
    assert world.reader.powered
    assert world.line.open().read(1) == b""  # type: ignore[union-attr]


def test_parts_know_whether_they_are_plugged_in(world: World) -> None:
    assert world.parts() == ("prompt", "status", "far", "reader", "knob", "back", "seat.0")
    world.unplug("far")
    assert not world.plugged("far") and world.plugged("status")
    with pytest.raises(WiringError, match='no part "lid"'):
        world.unplug("lid")


def test_pulling_the_plug_darkens_everything_and_the_chips_forget(world: World, clock: SimulatedClock) -> None:
    lamp = LED(12, pin_factory=world.pin_factory())
    lamp.on()
    light(world)
    world.lay(HELLO)
    world.cut_power()
    assert not world.lamp(0)
    assert not any(world.glass("prompt"))
    assert world.reader is not None and not world.reader.powered
    with pytest.raises(OSError):
        light(world)
    lamp.on()
    assert not world.lamp(0)

    world.power()
    assert not any(world.glass("prompt"))
    assert world.reader.powered and not world.reader.awake
    assert world.tags() == (HELLO,)
    light(world)
    assert any(world.glass("prompt"))
    lamp.on()
    assert not world.lamp(0)  # that run of the daemon is over
    again = LED(12, pin_factory=world.pin_factory())
    again.on()
    assert world.lamp(0)


def test_what_is_unplugged_stays_off_when_the_power_returns(world: World) -> None:
    world.unplug("prompt")
    world.unplug("reader")
    world.cut_power()
    world.power()
    with pytest.raises(OSError):
        light(world)
    assert world.reader is not None and not world.reader.powered


def test_what_is_plugged_in_without_power_comes_on_with_it(world: World) -> None:
    world.unplug("prompt")
    world.unplug("reader")
    world.cut_power()
    world.plug("prompt")
    world.plug("reader")
    assert world.reader is not None and not world.reader.powered
    with pytest.raises(OSError):
        light(world)
    world.power()
    assert world.reader.powered
    light(world)


@pytest.mark.parametrize(
    ("wiring", "says"),
    [
        ({"displays": (DisplayWiring("one"), DisplayWiring("one", address=0x3D))}, "two displays have one name"),
        ({"displays": (DisplayWiring("one"), DisplayWiring("two"))}, 'display "two": address 0x3C on i2c-1 is taken'),
        ({"displays": (DisplayWiring("one", chip="st7735"),)}, 'has the chip "st7735": known are ssd1306'),
        ({"lamps": {0: 12, 1: 12}}, r"GPIO 12 is wired to both lamp\.0 and lamp\.1"),
    ],
)
def test_a_world_that_cannot_be_wired_is_refused(wiring: dict[str, object], says: str) -> None:
    with pytest.raises(WiringError, match=says):
        World(WorldWiring(**wiring), SimulatedClock())  # type: ignore[arg-type]
