"""Lamps and buzzer, seen and heard from the emulated world under simulated time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from drivers.bench.simulated import SimulatedClock
from drivers.bench.world import World, WorldWiring
from drivers.errors import WiringError
from drivers.events import Event, Found, Lost
from drivers.signals import SOUNDS, Signals

LAMPS = {0: 12, 1: 16, 4: 25}


class Box:
    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.world = World(WorldWiring(lamps=LAMPS, buzzer=18), self.clock)
        self.told: list[Event] = []
        self.signals = Signals(LAMPS, 18, self.world.pin_factory(), self.clock, self.told.append)

    def lit(self) -> list[int]:
        return [seat for seat in LAMPS if self.world.lamp(seat)]

    def heard_ms(self) -> list[int]:
        """The lengths of sound and silence, from the first sound on."""
        moves = self.world.sounds()
        assert [on for _, on in moves] == [turn % 2 == 0 for turn in range(len(moves))]
        return [round(1000 * (later - at)) for (at, _), (later, _) in pairwise(moves)]


def test_everything_is_off_at_the_start() -> None:
    box = Box()
    assert box.lit() == [] and not box.world.buzzing() and box.world.sounds() == []


def test_lamps_are_lit_and_put_out_one_by_one() -> None:
    box = Box()
    box.signals.lamp(1, "on")
    box.signals.lamp(4, "on")
    assert box.lit() == [1, 4]
    box.signals.lamp(1, "off")
    assert box.lit() == [4]


def test_blinking_lamps_blink_together_twice_a_second_and_stop_at_once() -> None:
    box = Box()
    box.signals.lamp(0, "blink")
    assert box.lit() == [0]
    box.clock.advance(0.2)
    box.signals.lamp(4, "blink")
    assert box.lit() == [0, 4]
    box.clock.advance(0.4)
    assert box.lit() == []
    box.clock.advance(0.5)
    assert box.lit() == [0, 4]
    box.signals.lamp(0, "on")
    box.signals.lamp(4, "off")
    box.clock.advance(0.5)
    assert box.lit() == [0]
    box.clock.advance(5.0)
    assert box.lit() == [0]
    assert box.clock.next_s() is None


def test_a_lamp_that_blinks_already_keeps_its_time() -> None:
    box = Box()
    box.signals.lamp(0, "blink")
    box.clock.advance(0.4)
    box.signals.lamp(0, "blink")
    box.clock.advance(0.2)
    assert box.lit() == []


def test_blinking_begins_bright_again_after_a_pause() -> None:
    box = Box()
    for _ in range(2):
        box.signals.lamp(0, "blink")
        assert box.lit() == [0]
        box.signals.lamp(0, "off")
        box.clock.advance(3.0)


def test_a_seat_without_a_lamp_is_dark_and_no_error() -> None:
    box = Box()
    box.signals.lamp(3, "on")
    box.signals.lamp(3, "blink")
    box.clock.advance(1.0)
    assert box.lit() == []


@pytest.mark.parametrize("name", ["turn", "refused", "undo", "round", "quarter", "over"])
def test_every_sound_is_heard_with_its_lengths_and_ends_in_silence(name: str) -> None:
    box = Box()
    box.signals.play(name)
    box.clock.advance(5.0)
    assert box.heard_ms() == list(SOUNDS[name])
    assert not box.world.buzzing()
    assert box.clock.next_s() is None


def test_sounds_can_be_told_apart() -> None:
    assert len(set(SOUNDS.values())) == len(SOUNDS)
    assert all(len(lengths) % 2 == 1 for lengths in SOUNDS.values())


def test_a_new_sound_ends_the_one_before() -> None:
    box = Box()
    box.signals.play("over")
    box.clock.advance(0.05)
    box.signals.play("turn")
    box.clock.advance(5.0)
    assert box.heard_ms() == [50, 0, 60]


def test_mute_is_silence_at_once_and_from_then_on() -> None:
    box = Box()
    box.signals.play("over")
    box.clock.advance(0.05)
    box.signals.mute(True)
    assert not box.world.buzzing()
    box.signals.play("turn")
    box.clock.advance(5.0)
    assert box.heard_ms() == [50]
    box.signals.mute(False)
    box.signals.play("turn")
    assert box.world.buzzing()


def test_close_leaves_everything_off_and_the_pins_free() -> None:
    box = Box()
    box.signals.lamp(0, "blink")
    box.signals.lamp(1, "on")
    box.signals.play("over")
    box.signals.close()
    assert box.lit() == [] and not box.world.buzzing()
    box.clock.advance(5.0)
    assert box.lit() == [] and not box.world.buzzing()
    assert box.clock.next_s() is None
    again = Signals(LAMPS, 18, box.world.pin_factory(), box.clock)
    again.lamp(0, "on")
    assert box.lit() == [0]


def test_an_output_that_cannot_be_had_is_named_and_the_others_work() -> None:
    clock = SimulatedClock()
    world = World(WorldWiring(lamps=LAMPS, buzzer=18), clock)
    factory = world.pin_factory()
    taken = Signals({9: 16}, None, factory, clock)
    told: list[Event] = []
    signals = Signals(LAMPS, 18, factory, clock, told.append)
    [lost] = told
    assert isinstance(lost, Lost)
    assert lost.part == "lamp.1"
    assert "lamp.1 on GPIO 16" in lost.message and "already in use" in lost.message
    for seat in LAMPS:
        signals.lamp(seat, "on")
    assert [world.lamp(seat) for seat in LAMPS] == [True, False, True]
    clock.advance(5.0)
    assert len(told) == 1
    taken.close()
    clock.advance(2.0)
    assert told[1:] == [Found("lamp.1", told[1].at_s)]
    assert [world.lamp(seat) for seat in LAMPS] == [True, True, True]
    signals.lamp(1, "off")
    assert not world.lamp(1)


class Failing:
    """A copper whose chosen lines cannot be switched."""

    def __init__(self, world: World) -> None:
        self.failing: set[int] = set()
        factory = world.pin_factory()
        copper, drive = factory.copper, factory.copper.drive

        def driven(pin: int, level: bool) -> None:
            if pin in self.failing:
                raise OSError("the chip is gone")
            drive(pin, level)

        copper.drive = driven
        self.factory = factory


@pytest.mark.parametrize(("part", "pin"), [("lamp.1", 16), ("buzzer", 18)])
def test_an_output_that_fails_while_it_is_used_comes_back_when_it_works_again(part: str, pin: int) -> None:
    clock = SimulatedClock()
    world = World(WorldWiring(lamps=LAMPS, buzzer=18), clock)
    copper, told = Failing(world), list[Event]()
    signals = Signals(LAMPS, 18, copper.factory, clock, told.append)
    copper.failing = {pin}
    signals.lamp(1, "on")
    signals.play("quarter")
    clock.advance(3.0)
    [lost] = told
    assert isinstance(lost, Lost) and (lost.part, lost.message) == (
        part, f"{part} on GPIO {pin} cannot be switched (the chip is gone): check its wire"
    )  # fmt: skip
    assert world.lamp(1) is (part != "lamp.1")
    signals.lamp(4, "on")
    assert world.lamp(4)
    copper.failing = set()
    clock.advance(2.0)
    assert told[1:] == [Found(part, told[1].at_s)]
    assert world.lamp(1)
    assert not world.buzzing()
    signals.play("turn")
    assert world.buzzing()


def test_a_blinking_lamp_that_comes_back_blinks_on_in_time() -> None:
    clock = SimulatedClock()
    world = World(WorldWiring(lamps=LAMPS), clock)
    copper = Failing(world)
    signals = Signals(LAMPS, None, copper.factory, clock)
    copper.failing = {12}
    signals.lamp(0, "blink")
    signals.lamp(1, "blink")
    clock.advance(1.2)
    copper.failing = set()
    clock.advance(2.0)
    for _ in range(5):
        clock.advance(0.37)
        assert world.lamp(0) is world.lamp(1)


def test_after_close_nothing_is_tried_again() -> None:
    clock = SimulatedClock()
    world = World(WorldWiring(lamps=LAMPS), clock)
    copper, told = Failing(world), list[Event]()
    signals = Signals(LAMPS, None, copper.factory, clock, told.append)
    copper.failing = {12}
    signals.lamp(0, "on")
    signals.close()
    told.clear()
    copper.failing = set()
    clock.advance(10.0)
    assert told == []
    assert clock.next_s() is None


@pytest.mark.parametrize("name", SOUNDS)
def test_each_sound_can_be_turned_off_by_itself(name: str) -> None:
    clock = SimulatedClock()
    world = World(WorldWiring(buzzer=18), clock)
    signals = Signals({}, 18, world.pin_factory(), clock, silent=(name,))
    signals.play(name)
    clock.advance(3.0)
    assert world.sounds() == []
    signals.play(next(other for other in SOUNDS if other != name))
    assert world.buzzing()


def test_a_pin_with_two_jobs_is_refused() -> None:
    clock = SimulatedClock()
    world = World(WorldWiring(), clock)
    with pytest.raises(WiringError, match=r"GPIO 12 is wired to both lamp\.0 and buzzer"):
        Signals({0: 12}, 12, world.pin_factory(), clock)


def test_an_unknown_sound_is_an_error() -> None:
    with pytest.raises(KeyError):
        Box().signals.play("fanfare")
