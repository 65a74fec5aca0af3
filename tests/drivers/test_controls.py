"""The controls, pressed and turned at the wire of the emulated world under simulated time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from broken_pins import Broken

from drivers.bench.pins import bounce
from drivers.bench.simulated import SimulatedClock
from drivers.bench.world import World, WorldWiring
from drivers.controls import Controls
from drivers.errors import WiringError
from drivers.events import Event, Found, Lost, Press, Release, Turn
from drivers.wiring import ControlsWiring, KnobWiring

KNOB = KnobWiring(a=17, b=27, push=22)
BUTTONS = {"back": 23, "seat.0": 5, "seat.1": 6}


class Box:
    """A world and the controls in it."""

    def __init__(self, controls: ControlsWiring | None = None, bounce_ms: float = 20.0, seed: int = 1) -> None:
        wiring = WorldWiring(controls or ControlsWiring(KNOB, BUTTONS), button_bounce_ms=bounce_ms)
        self.clock = SimulatedClock()
        self.world = World(wiring, self.clock, seed)
        self.heard: list[Event] = []
        self.start()

    def start(self) -> None:
        factory = self.world.pin_factory()
        self.controls = Controls(
            self.world.wiring.controls, factory, self.clock, lambda call: call(), self.heard.append
        )

    def told(self, wait_s: float = 0.5) -> list[str]:
        """What was told once everything is over: "+1", "knob down", "back up" …"""
        self.clock.advance(wait_s)
        words = [word(event) for event in self.heard]
        self.heard.clear()
        return words


def word(event: Event) -> str:
    match event:
        case Turn(notches=notches, slip=slip):
            return f"{notches:+d}{' slip' if slip else ''}"
        case Press(control=control):
            return f"{control} down"
        case Release(control=control):
            return f"{control} up"
        case Lost(part=part):
            return f"{part} lost"
        case Found(part=part):
            return f"{part} found"
    raise AssertionError(event)


def test_press_and_release_of_every_button() -> None:
    box = Box()
    for control in ("knob", "back", "seat.0", "seat.1"):
        box.world.click(control)
        assert box.told() == [f"{control} down", f"{control} up"]


def test_three_hundred_clicks_with_20_ms_of_bounce_are_three_hundred() -> None:
    box = Box()
    for _ in range(300):
        box.world.click("back")
    assert box.told(300 * 0.4) == ["back down", "back up"] * 300


def test_a_press_is_told_two_milliseconds_after_a_clean_edge() -> None:
    box = Box(bounce_ms=0.0)
    box.clock.advance(1.0)
    box.world.press("back")
    box.clock.advance(0.001)
    assert box.heard == []
    box.clock.advance(0.001_001)
    assert box.heard == [Press("back", 1.0)]


def test_how_long_a_button_was_held_can_be_told_from_its_events() -> None:
    box = Box()
    box.world.hold("back", 0.8)
    box.clock.advance(1.0)
    down, up = box.heard
    assert isinstance(down, Press) and isinstance(up, Release)
    assert up.at_s - down.at_s == pytest.approx(0.8, abs=0.021)


@pytest.mark.parametrize("span", [1, 2, 4])
@pytest.mark.parametrize("swapped", [False, True])
def test_turns_both_ways_with_every_kind_of_knob(span: int, swapped: bool) -> None:
    knob = KnobWiring(17, 27, 22, transitions_per_detent=span, reversed=swapped)
    box = Box(ControlsWiring(knob))
    for notches in (1, -1, 5, -7, 12):
        box.world.turn(notches)
        assert sum(int(turn) for turn in box.told(1.5)) == notches


def test_every_notch_is_told_as_it_comes() -> None:
    box = Box()
    box.world.turn(4, notch_s=0.08)
    assert box.told(1.0) == ["+1", "+1", "+1", "+1"]


def test_a_stray_notch_just_before_a_click_is_taken_back_before_it() -> None:
    box = Box()
    box.world.turn(1)
    box.world.click(pause_s=0.05)
    assert box.told() == ["+1", "-1 slip", "knob down", "knob up"]


def test_a_stray_notch_just_after_the_press_is_swallowed() -> None:
    box = Box(bounce_ms=5.0)
    box.world.press()
    box.world.turn(1, pause_s=-0.07)
    box.world.release()
    assert box.told() == ["knob down", "knob up"]


def test_a_notch_and_a_click_in_their_own_time_both_count() -> None:
    box = Box()
    box.world.turn(-1)
    box.world.click()
    box.world.turn(1)
    assert box.told(1.0) == ["-1", "knob down", "knob up", "+1"]


def test_a_real_turn_right_before_a_click_counts() -> None:
    box = Box()
    box.world.turn(3)
    box.world.click(pause_s=0.02)
    assert box.told() == ["+1", "+1", "+1", "knob down", "knob up"]


def test_other_buttons_swallow_no_notch() -> None:
    box = Box()
    box.clock.advance(box.world.turn(1))
    box.world.click("back")
    assert box.told() == ["+1", "back down", "back up"]


def test_what_is_pressed_at_the_start_does_not_count_until_it_was_released() -> None:
    box = Box()
    box.controls.close()
    box.world.press("back")
    box.clock.advance(1.0)
    box.start()
    box.clock.advance(1.0)
    box.world.release("back")
    assert box.told() == []
    box.world.click("back")
    assert box.told() == ["back down", "back up"]


def test_spikes_of_a_millisecond_on_every_line_say_nothing() -> None:
    box = Box()
    for name in ("back", "knob.push", "knob.a", "knob.b"):
        for turn in range(20):
            box.world.spike(name, ms=1.0, after_s=turn * 0.013)
        assert box.told(1.0) == []


def test_a_lost_release_edge_is_found_by_reading_the_level() -> None:
    box = Box(bounce_ms=0.0)
    box.world.press("back")
    assert box.told() == ["back down"]
    box.world.pins.lose_edges(23)
    box.world.release("back")
    assert box.told() == ["back up"]


def test_a_lost_edge_of_the_knob_is_off_by_no_more_than_its_notch() -> None:
    chance = Random(5)
    for seed in range(30):
        box = Box(seed=seed)
        box.world.turn(6)
        box.clock.advance(chance.uniform(0.0, 0.2))
        box.world.pins.lose_edges(chance.choice((17, 27)))
        assert 5 <= sum(int(turn) for turn in box.told(2.0)) <= 7
        box.world.pins.lose_edges(17, 0)
        box.world.pins.lose_edges(27, 0)
        box.world.turn(3)
        assert sum(int(turn) for turn in box.told(2.0)) == 3


def test_an_idle_box_asks_the_clock_for_nothing() -> None:
    box = Box()
    box.world.click("back")
    box.world.turn(2)
    box.clock.advance(5.0)
    assert box.clock.next_s() is None


def test_events_carry_the_time_of_the_edge_and_not_of_their_delivery() -> None:
    world = World(WorldWiring(ControlsWiring(buttons={"back": 23})), clock := SimulatedClock())
    heard: list[Event] = []
    posted: list[Callable[[], None]] = []
    Controls(world.wiring.controls, world.pin_factory(), clock, posted.append, heard.append)
    world.pins.play(23, [(1.0, True), (1.06, False)])
    clock.advance(1.3)
    for call in posted:
        call()
    clock.advance(0.1)
    assert heard == [Press("back", 1.0), Release("back", 1.06)]


def test_edges_may_come_from_another_thread_and_an_exception_does_not_reach_it() -> None:
    box = Box(bounce_ms=0.0)
    box.controls.close()

    def post(call: Callable[[], None]) -> None:
        raise RuntimeError("the loop is closed")

    Controls(box.world.wiring.controls, box.world.pin_factory(), box.clock, post, box.heard.append)
    box.world.press("back")
    failed: list[Exception] = []

    def drive() -> None:
        try:
            box.clock.advance(1.0)
        except Exception as problem:  # noqa: BLE001
            failed.append(problem)

    thread = threading.Thread(target=drive)
    thread.start()
    thread.join()
    assert failed == []


# ---- what goes wrong


def broken_box() -> tuple[Box, Broken]:
    box = Box()
    box.controls.close()
    factory = Broken(box.world)
    return box, factory


def connect(box: Box, factory: Broken) -> None:
    box.controls = Controls(box.world.wiring.controls, factory, box.clock, lambda call: call(), box.heard.append)


def test_a_pin_that_is_busy_is_named_and_the_rest_works_and_it_comes_back() -> None:
    box, factory = broken_box()
    factory.busy = {23}
    connect(box, factory)
    [lost] = box.heard
    assert isinstance(lost, Lost)
    assert lost.part == "back"
    assert "back on GPIO 23" in lost.message and "busy" in lost.message
    box.heard.clear()
    box.world.click("seat.0")
    assert box.told(5.0) == ["seat.0 down", "seat.0 up"]
    factory.busy = set()
    assert box.told(5.0) == ["back found"]
    box.world.click("back")
    assert box.told() == ["back down", "back up"]


def test_a_knob_without_one_channel_is_lost_but_its_push_works() -> None:
    box, factory = broken_box()
    factory.busy = {27}
    connect(box, factory)
    assert box.told(0.0) == ["knob lost"]
    box.world.click("knob")
    assert box.told() == ["knob down", "knob up"]
    factory.busy = set()
    assert box.told(3.0) == ["knob found"]
    box.world.turn(2)
    assert sum(map(int, box.told())) == 2


def test_a_line_that_cannot_be_read_any_more_is_lost_and_what_it_held_is_let_go() -> None:
    box, factory = broken_box()
    connect(box, factory)
    box.world.press("back")
    assert box.told() == ["back down"]
    factory.unreadable = {23}
    assert box.told(1.0) == ["back lost", "back up"]
    box.world.release("back")
    factory.unreadable = set()
    assert box.told(3.0) == ["back found"]
    box.world.click("back")
    assert box.told() == ["back down", "back up"]


@pytest.mark.parametrize("control", ["knob", "seat.1"])
def test_a_button_that_stays_down_is_named_with_its_pin_and_found_when_it_comes_up(control: str) -> None:
    box = Box()
    box.world.press(control)
    assert box.told(2.5) == [f"{control} down"]
    box.clock.advance(0.5)
    [lost] = box.heard
    part = "knob.push" if control == "knob" else control
    assert isinstance(lost, Lost) and lost.part == part
    assert f"{part} on GPIO {22 if control == 'knob' else 6} has been down for 3 s" in lost.message
    box.heard.clear()
    assert box.told(60.0) == []
    box.world.release(control)
    assert sorted(box.told()) == sorted([f"{control} up", f"{part} found"])
    box.world.click(control)
    assert box.told() == [f"{control} down", f"{control} up"]


def test_a_button_that_is_down_from_the_start_is_named_too() -> None:
    box = Box()
    box.controls.close()
    box.world.press("back")
    box.told()
    box.start()
    assert box.told(2.5) == []
    assert box.told(0.5) == ["back lost"]
    box.world.release("back")
    assert box.told() == ["back found"]


@pytest.mark.parametrize("span", [1, 2, 4])
@pytest.mark.parametrize("torn", ["knob.a", "knob.b"])
def test_a_knob_of_which_one_channel_is_off_is_named_by_that_channel_and_found_again(torn: str, span: int) -> None:
    box = Box(ControlsWiring(KnobWiring(17, 27, 22, transitions_per_detent=span)))
    pin = {"knob.a": 17, "knob.b": 27}[torn]
    box.world.pins.tear(pin)
    box.world.turn(30, notch_s=0.1)
    box.clock.advance(4.0)
    lost = [event for event in box.heard if isinstance(event, Lost)]
    assert [event.part for event in lost] == ["knob"]
    assert lost[0].message.startswith(f"{torn} on GPIO {pin} does not move while ")
    box.heard.clear()
    box.world.pins.mend(pin)
    box.world.turn(8, notch_s=0.1)
    box.clock.advance(2.0)
    assert [event for event in box.heard if isinstance(event, Found)] != []


def test_a_listener_that_fails_does_not_keep_a_lost_button_from_coming_back() -> None:
    box, factory = broken_box()
    heard = box.heard.append

    def fails(event: Event) -> None:
        if isinstance(event, Lost):
            raise ZeroDivisionError
        heard(event)

    box.controls = Controls(box.world.wiring.controls, factory, box.clock, lambda call: call(), fails)
    box.world.press("back")
    box.told()
    factory.unreadable = {23}
    with pytest.raises(ZeroDivisionError):
        box.clock.advance(1.0)
    box.world.release("back")
    factory.unreadable = set()
    assert box.told(3.0) == ["back found"]


def test_nothing_is_told_after_close() -> None:
    box = Box()
    box.world.press("back")
    box.clock.advance(0.001)
    box.controls.close()
    box.world.turn(3)
    assert box.told(2.0) == []


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ControlsWiring(KNOB, {"back": 17}), "GPIO 17 is wired to both knob.a and back"),
        (lambda: ControlsWiring(KNOB, {"back": 28}), "back is wired to GPIO 28"),
        (lambda: KnobWiring(1, 2, 3, transitions_per_detent=3), "transitions_per_detent = 3"),
        (lambda: ControlsWiring(buttons={"knob": 4}), 'named "knob"'),
        (lambda: ControlsWiring(debounce_ms=0.5), "debounce_ms = 0.5"),
    ],
)
def test_a_wiring_that_cannot_be_is_refused(make: Callable[[], object], says: str) -> None:
    with pytest.raises(WiringError, match=says):
        make()


def test_bounce_ends_where_it_was_going() -> None:
    chance = Random(2)
    for closed in (True, False) * 50:
        edges = bounce(chance, closed, 1.0, 0.02)
        assert edges[0] == (1.0, closed)
        assert edges[-1][1] is closed
        assert [at for at, _ in edges] == sorted(at for at, _ in edges)
        assert all(one[1] != other[1] for one, other in pairwise(edges))
        assert edges[-1][0] <= 1.02
