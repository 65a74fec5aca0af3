"""Tens of thousands of presses and notches with bounce, spikes and lost edges: none too many, none too few.

A press lasts at least 40 ms and comes at least 40 ms after the one before, half of them exactly so; each edge bounces
for up to 20 ms, and spikes of up to 1 ms fall into the time between.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from drivers.bench.pins import Edge, bounce
from drivers.bench.simulated import SimulatedClock
from drivers.bench.world import World, WorldWiring
from drivers.controls import CHANNEL_BOUNCE_S, Controls
from drivers.debounce import RECHECK_S, Debouncer, Quadrature
from drivers.events import Event, Press, Release, Turn
from drivers.traces import longest_bounce_ms, moves
from drivers.wiring import ControlsWiring, KnobWiring

BACK = 23
BOUNCE_S, LEAST_S, SPIKE_S = 0.020, 0.040, 0.001
TRACES = tomllib.loads(Path(__file__).with_name("traces.toml").read_text(encoding="utf-8"))["trace"]


def at_least(chance: Random) -> float:
    return LEAST_S if chance.random() < 0.5 else chance.uniform(LEAST_S, 0.2)


def spike(chance: Random, start_s: float, end_s: float, closed: bool) -> list[Edge]:
    """Now and then the other level for a moment, somewhere between."""
    width_s = chance.uniform(0.00005, SPIKE_S)
    if chance.random() < 0.5 or end_s - start_s < width_s + 0.0002:
        return []
    at_s = chance.uniform(start_s, end_s - width_s - 0.0001)
    return [(at_s, not closed), (at_s + width_s, closed)]


def presses(chance: Random, count: int, start_s: float) -> tuple[list[Edge], float]:
    edges: list[Edge] = []
    for _ in range(count):
        held_s, apart_s = at_least(chance), at_least(chance)
        edges += bounce(chance, True, start_s, BOUNCE_S, most=30)
        edges += spike(chance, start_s + BOUNCE_S + 0.0001, start_s + held_s, closed=True)
        up_s = start_s + held_s
        edges += bounce(chance, False, up_s, BOUNCE_S, most=30)
        edges += spike(chance, up_s + BOUNCE_S + 0.0001, up_s + apart_s, closed=False)
        start_s = up_s + apart_s
    return edges, start_s


class Box:
    def __init__(self, span: int = 4) -> None:
        wiring = ControlsWiring(KnobWiring(17, 27, 22, transitions_per_detent=span), {"back": BACK})
        self.clock = SimulatedClock()
        self.world = World(WorldWiring(wiring), self.clock)
        self.heard: list[Event] = []
        self.controls = Controls(wiring, self.world.pin_factory(), self.clock, lambda call: call(), self.heard.append)


def test_ten_thousand_presses_at_the_wire_are_ten_thousand_presses() -> None:
    chance, box = Random(11), Box()
    for _ in range(100):
        edges, end_s = presses(chance, 100, box.clock.now_s() + 0.001)
        box.world.pins.play(BACK, edges)
        box.clock.advance(end_s - box.clock.now_s())
    box.clock.advance(1.0)
    assert [type(event) for event in box.heard] == [Press, Release] * 10_000


def test_ten_thousand_spikes_at_the_wire_are_nothing() -> None:
    chance, box = Random(12), Box()
    for _ in range(100):
        edges: list[Edge] = []
        at_s = box.clock.now_s()
        for _ in range(100):
            at_s += chance.uniform(0.0015, 0.05)
            edges += [(at_s, True), (at_s + chance.uniform(0.00001, SPIKE_S), False)]
        box.world.pins.play(BACK, edges)
        box.clock.advance(at_s + 0.0015 - box.clock.now_s())
    box.clock.advance(1.0)
    assert box.heard == []


@pytest.mark.parametrize("trace", TRACES, ids=[trace["name"] for trace in TRACES])
def test_each_kept_trace_of_a_contact_is_the_presses_that_it_was(trace: dict[str, object]) -> None:
    now_s, closed, edges = 1.0, False, list[Edge]()
    for step_ms in trace["edges_ms"]:  # type: ignore[attr-defined]
        now_s, closed = now_s + step_ms / 1000, not closed
        edges.append((now_s, closed))
    assert not closed, "a trace ends with the contact open"
    contact, told, at = Debouncer(False, 0.0, BOUNCE_S), "", 0
    while (due_s := contact.due_s()) is not None or at < len(edges):
        if at < len(edges) and (due_s is None or edges[at][0] <= due_s):
            told += "".join("du"[not change.down] for change in contact.edge(edges[at][1], edges[at][0]))
            at += 1
        else:
            assert due_s is not None
            told += "".join("du"[not change.down] for change in contact.look(edges[at - 1][1] if at else False, due_s))
    assert told == "du" * int(trace["presses"])  # type: ignore[call-overload]
    assert longest_bounce_ms(moves(edges)) == pytest.approx(trace["longest_bounce_ms"], abs=0.01)


# ---- the knob


class Knob:
    """A decoder in time: what ``Controls`` does with it, and the hand that turns."""

    def __init__(self, span: int, seed: int, drop: int = 0) -> None:
        self.span, self.chance, self.drop = span, Random(seed), drop
        self.decoder = Quadrature(True, True, span)
        self.levels = [True, True]
        self.position = self.told = self.dropped = 0

    def notch(self, way: int, notch_s: float) -> None:
        """One notch in ``notch_s``, its transitions evenly spread, each with up to 1 ms of bounce."""
        step_s = notch_s / self.span
        for _ in range(self.span):
            channel = 0 if self.position % 2 == (0 if way > 0 else 1) else 1
            self.position += way
            high = self.position % 4 not in ((1, 2) if channel == 0 else (2, 3))
            for _, level in bounce(self.chance, high, 0.0, min(0.001, step_s * 0.9), most=4):
                self.levels[channel] = level
                if self.drop and self.chance.randrange(self.drop) == 0:
                    self.dropped += 1
                else:
                    self.told += self.decoder.edge(channel, level)
            if step_s - 0.001 > CHANNEL_BOUNCE_S and self.decoder.unsettled():
                self.told += self.decoder.settle()
            if step_s - 0.001 > RECHECK_S:
                self.told += self.decoder.rest(*self.levels)

    def rest(self) -> None:
        self.told += self.decoder.rest(*self.levels)

    def true(self) -> int:
        return self.position // self.span


# A hundred thousand notches of the usual kind of knob, twenty thousand of each of the others.
SPINS = [pytest.param(4, 5_000, marks=pytest.mark.long), (2, 1_000), (1, 1_000)]


@pytest.mark.parametrize(("span", "spins"), SPINS)
def test_a_hundred_thousand_notches_at_up_to_a_hundred_a_second_are_exact(span: int, spins: int) -> None:
    knob = Knob(span, seed=span)
    for spin in range(spins):
        way = knob.chance.choice((1, 1, -1))
        notch_s = 0.01 if spin % 2 else knob.chance.uniform(0.01, 0.1)
        for _ in range(20):
            knob.notch(way, notch_s)
        knob.rest()
        assert knob.told == knob.true()


@pytest.mark.parametrize(("span", "spins"), SPINS)
def test_with_one_edge_in_a_thousand_dropped_it_is_never_off_by_more_than_those_after_the_next_notch(
    span: int, spins: int
) -> None:
    knob = Knob(span, seed=10 + span, drop=1000)
    for spin in range(spins):
        way = knob.chance.choice((1, 1, -1))
        notch_s = 0.01 if spin % 2 else knob.chance.uniform(0.01, 0.1)
        for _ in range(20):
            before = knob.dropped
            knob.notch(way, notch_s)
            if knob.dropped == before and span > 1:  # a knob with one transition holds its latest back until it rests
                assert abs(knob.told - knob.true()) <= knob.dropped
        knob.rest()
        knob.notch(way, 0.1)
        knob.rest()
        assert abs(knob.told - knob.true()) <= knob.dropped
    assert knob.dropped > spins * span / 20


@pytest.mark.parametrize("span", [1, 2, 4])
def test_a_thousand_notches_at_the_wire_are_exact(span: int) -> None:
    box, wanted = Box(span), 0
    chance = Random(span)
    for _ in range(50):
        notches = chance.choice((20, -20))
        wanted += notches
        box.clock.advance(box.world.turn(notches, notch_s=0.01) + 0.3)
    assert sum(event.notches for event in box.heard if isinstance(event, Turn)) == wanted
