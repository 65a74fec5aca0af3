"""Debounce, the knob's decoder and the click guard, against generated contact bounce."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.bench.pins import Edge, bounce
from drivers.debounce import ClickGuard, Debouncer, Quadrature

DEBOUNCE_S = 0.020


def play(contact: Debouncer, edges: list[Edge], until_s: float, lost: frozenset[int] = frozenset()) -> list[str]:
    """Run a contact through its edges and through every look it asks for; what it tells, as d and u."""
    told = ""
    at = 0
    level = contact.down
    while True:
        due_s = contact.due_s()
        edge_s = edges[at][0] if at < len(edges) else None
        if edge_s is not None and (due_s is None or edge_s <= due_s):
            level = edges[at][1]
            if at not in lost:
                told += "".join("d" if change.down else "u" for change in contact.edge(level, edge_s))
            at += 1
        elif due_s is not None and due_s <= until_s:
            told += "".join("d" if change.down else "u" for change in contact.look(level, due_s))
        else:
            return list(told)


def test_a_thousand_presses_with_20_ms_of_bounce_are_a_thousand_presses() -> None:
    chance = Random(7)
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    now_s = 1.0
    told = []
    for _ in range(1000):
        held_s = chance.uniform(0.040, 0.3)
        edges = bounce(chance, True, now_s, 0.020, most=30)
        edges += bounce(chance, False, now_s + held_s, 0.020, most=30)
        now_s += held_s + chance.uniform(0.045, 0.3)
        told += play(contact, edges, now_s)
    assert told == ["d", "u"] * 1000


@given(
    swings=st.lists(st.floats(0.0, 0.0199), max_size=12).filter(lambda times: len(times) % 2 == 0),
    parting=st.lists(st.floats(0.0, 0.0199), max_size=12).filter(lambda times: len(times) % 2 == 0),
    held_s=st.floats(0.040, 2.0),
)
def test_any_bounce_of_20_ms_on_both_edges_is_one_press(
    swings: list[float], parting: list[float], held_s: float
) -> None:
    edges = [(0.0, True), *((at, turn % 2 == 1) for turn, at in enumerate(sorted(swings)))]
    edges += [(held_s, False), *((held_s + at, turn % 2 == 0) for turn, at in enumerate(sorted(parting)))]
    assert play(Debouncer(False, -1.0, DEBOUNCE_S), edges, held_s + 1.0) == ["d", "u"]


@given(gaps=st.lists(st.tuples(st.floats(0.0001, 0.3), st.floats(0.00001, 0.001)), max_size=20))
def test_spikes_of_a_millisecond_never_make_a_press(gaps: list[tuple[float, float]]) -> None:
    edges, now_s = [], 0.0
    for gap_s, width_s in gaps:
        edges += [(now_s + gap_s, True), (now_s + gap_s + width_s, False)]
        now_s += gap_s + width_s
    assert play(Debouncer(False, -1.0, DEBOUNCE_S), edges, now_s + 1.0) == []


def test_a_clean_press_is_told_two_milliseconds_after_its_edge_with_the_time_of_the_edge() -> None:
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    assert contact.edge(True, 1.0) == []
    assert contact.due_s() == pytest.approx(1.002)
    [change] = contact.look(True, 1.002)
    assert change == (True, 1.0)


def test_a_bouncing_press_carries_the_time_of_its_first_touch() -> None:
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    for at_s, closed in ((1.0, True), (1.001, False), (1.004, True)):
        assert contact.edge(closed, at_s) == []
    assert contact.look(True, 1.006) == [(True, 1.0)]


def test_a_late_loop_sees_the_press_that_came_and_went() -> None:
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    contact.edge(True, 1.0)
    assert [change.down for change in contact.edge(False, 1.05)] == [True]
    assert [change.down for change in contact.look(False, 1.4)] == [False]


def test_an_edge_that_arrives_after_the_level_was_read_is_not_lost() -> None:
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    contact.edge(True, 1.0)
    assert contact.look(False, 1.4) == []  # the edge up is still under way
    assert contact.due_s() == pytest.approx(1.405)
    assert contact.edge(False, 1.06) == [(True, 1.0)]
    assert contact.look(False, 1.405) == [(False, 1.06)]


def test_a_look_in_the_middle_of_late_bounce_does_not_double_the_press() -> None:
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    contact.edge(True, 1.0)
    assert [change.down for change in contact.look(True, 1.002)] == [True]
    assert contact.edge(False, 2.0, 2.03) == []
    assert [change.down for change in contact.look(False, 2.03)] == [False]
    for at_s, closed in ((2.005, True), (2.010, False), (2.014, True), (2.018, False)):
        assert contact.edge(closed, at_s, 2.031) == []
    assert contact.look(False, 2.038) == []
    assert not contact.down and not contact.told
    assert contact.edge(True, 2.2) == []
    assert [change.down for change in contact.edge(False, 2.3)] == [True]


def test_a_press_that_a_late_loop_was_not_told_of_in_time_still_counts() -> None:
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    contact.edge(True, 1.0)
    contact.look(True, 1.002)
    contact.edge(False, 2.0, 2.4)
    assert [change.down for change in contact.look(False, 2.4)] == [False]
    contact.edge(True, 2.1, 2.401)
    assert [change.down for change in contact.edge(False, 2.2, 2.401)] == [True]
    assert [change.down for change in contact.look(False, 2.401)] == [False]


@given(seed=st.integers(0, 2**32), lag_s=st.floats(0.0, 0.1), looks=st.sets(st.integers(0, 60), max_size=12))
def test_however_late_the_edges_are_and_whenever_a_look_comes_between_a_press_is_one(
    seed: int, lag_s: float, looks: set[int]
) -> None:
    chance = Random(seed)
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    told = ""
    for closed, start_s in ((True, 1.0), (False, 1.2)):
        burst = bounce(chance, closed, start_s, 0.02, most=30)
        now_s = burst[-1][0] + lag_s  # a burst is handed over as a whole, after it
        for place, (at_s, level) in enumerate(burst):
            told += "".join("d" if change.down else "u" for change in contact.edge(level, at_s, now_s))
            due_s = contact.due_s()
            if place in looks and due_s is not None and due_s <= now_s:
                told += "".join("d" if change.down else "u" for change in contact.look(closed, now_s))
    while (due_s := contact.due_s()) is not None:
        told += "".join("d" if change.down else "u" for change in contact.look(False, max(due_s, now_s)))
    assert told == "du"


def test_a_lost_release_edge_does_not_hold_the_button_down() -> None:
    edges: list[Edge] = [(1.0, True), (1.3, False)]
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    assert play(contact, edges, 2.0, lost=frozenset({1})) == ["d", "u"]
    assert contact.due_s() is None


@given(seed=st.integers(0, 2**32), lost=st.sets(st.integers(0, 60), max_size=20))
def test_whatever_edges_are_lost_a_button_that_is_up_ends_up(seed: int, lost: set[int]) -> None:
    chance = Random(seed)
    edges = bounce(chance, True, 1.0, 0.02, most=30) + bounce(chance, False, 1.2, 0.02, most=30)
    contact = Debouncer(False, 0.0, DEBOUNCE_S)
    told = play(contact, edges, 3.0, lost=frozenset(lost))
    assert not contact.down and not contact.told
    assert told == ["d", "u"] * (len(told) // 2)
    assert contact.due_s() is None


def test_what_is_pressed_at_the_start_is_no_press_until_it_was_released() -> None:
    contact = Debouncer(True, 0.0, DEBOUNCE_S)
    edges = [(1.0, False), (2.0, True), (3.0, False)]
    assert play(contact, edges, 4.0) == ["d", "u"]


# ---- the knob


def turn(chance: Random, notches: int, span: int, bounce_s: float, at: int = 0) -> list[tuple[int, bool]]:
    """Channel and level of each edge of a turn that begins at position ``at``."""
    way = 1 if notches > 0 else -1
    edges = []
    for _ in range(abs(notches) * span):
        channel = 0 if at % 2 == (0 if way > 0 else 1) else 1
        at += way
        high = (at % 4) not in ((1, 2) if channel == 0 else (2, 3))
        edges += [(channel, level) for _, level in bounce(chance, high, 0.0, bounce_s)]
    return edges


@pytest.mark.parametrize("span", [2, 4])
def test_ten_thousand_bouncing_detents_are_ten_thousand_notches(span: int) -> None:
    chance = Random(span)
    knob = Quadrature(True, True, span)
    at = 0
    for _ in range(10_000):
        way = chance.choice((1, 1, 1, -1))
        told = [knob.edge(channel, level) for channel, level in turn(chance, way, span, 0.001, at)]
        at += way * span
        assert [notches for notches in told if notches] == [way]


def test_a_knob_with_one_transition_a_detent_tells_each_notch_once_its_bounce_is_over() -> None:
    chance = Random(1)
    knob = Quadrature(True, True, 1)
    at = 0
    for _ in range(2_000):
        way = chance.choice((1, 1, -1))
        told = [knob.edge(channel, level) for channel, level in turn(chance, way, 1, 0.001, at)]
        at += way
        assert [*filter(None, told), *filter(None, [knob.settle()])] == [way]


def test_a_knob_with_one_transition_a_detent_tells_a_fast_turn_while_it_lasts() -> None:
    knob = Quadrature(True, True, 1)
    told = [knob.edge(channel, level) for channel, level in turn(Random(1), 5, 1, 0.0)]
    assert sum(told) == 4
    assert knob.settle() == 1


@settings(max_examples=400)
@given(
    seed=st.integers(0, 2**32),
    notches=st.integers(-6, 6).filter(bool),
    lost=st.integers(0, 500),
    span=st.sampled_from([1, 2, 4]),
)
def test_a_lost_edge_costs_at_most_its_own_notch(seed: int, notches: int, lost: int, span: int) -> None:
    knob = Quadrature(True, True, span)
    edges = turn(Random(seed), notches, span, 0.001)
    del edges[lost % len(edges)]
    told = sum(knob.edge(channel, level) for channel, level in edges)
    at = notches * span % 4
    told += knob.rest(at not in (1, 2), at not in (2, 3))
    assert abs(told - notches) <= (2 if span == 1 else 1)
    after = sum(knob.edge(*edge) for edge in turn(Random(seed), 3, span, 0.001, notches * span)) + knob.settle()
    assert after == 3


@pytest.mark.parametrize(("a", "b"), [(True, True), (False, False)])
def test_detents_lie_where_the_knob_stands_at_the_start(a: bool, b: bool) -> None:
    knob = Quadrature(a, b, 4)
    at = 0 if a else 2
    for way in (1, 1, -1, -1, -1):
        assert sum(knob.edge(*edge) for edge in turn(Random(3), way, 4, 0.001, at)) == way


def test_a_knob_that_was_held_between_detents_at_the_start_finds_its_detent() -> None:
    knob = Quadrature(False, False, 4)  # held half-way; it rests with both open
    knob.edge(0, True)
    knob.edge(1, True)
    at = 4
    for _ in range(3):
        knob.rest(True, True)
        for edge in turn(Random(1), 1, 4, 0.0, at):
            knob.edge(*edge)
        at += 4
    for way in (1, -1, 1, 1):
        told = [knob.edge(*edge) for edge in turn(Random(1), way, 4, 0.0, at)]
        assert told[-1] == way
        at += 4 * way


# ---- the guard


def test_every_notch_is_told_at_once() -> None:
    guard = ClickGuard(0.1)
    assert [guard.notch(1, 1.0 + 0.05 * i) for i in range(4)] == [1, 1, 1, 1]
    assert [guard.notch(-1, 2.0 + 0.5 * i) for i in range(3)] == [-1, -1, -1]


def test_a_lone_notch_before_a_press_is_taken_back() -> None:
    guard = ClickGuard(0.1)
    assert guard.notch(-1, 1.0) == -1
    assert guard.press(1.09) == -1
    assert guard.press(1.1) == 0


def test_a_lone_notch_long_before_a_press_stays() -> None:
    guard = ClickGuard(0.1)
    assert guard.notch(1, 1.0) == 1
    assert guard.press(1.15) == 0


def test_a_lone_notch_after_a_press_is_never_told() -> None:
    guard = ClickGuard(0.1)
    assert guard.press(1.0) == 0
    assert guard.notch(-1, 1.09) == 0
    assert guard.notch(1, 1.5) == 1


def test_a_turn_that_begins_right_after_a_press_is_told_whole_from_its_second_notch_on() -> None:
    guard = ClickGuard(0.1)
    assert guard.press(1.0) == 0
    assert [guard.notch(1, 1.05 + 0.05 * i) for i in range(3)] == [0, 2, 1]


def test_a_notch_told_while_the_press_was_still_bouncing_is_taken_back() -> None:
    guard = ClickGuard(0.1)
    assert guard.notch(1, 1.005) == 1
    assert guard.press(1.0) == 1


def test_a_real_turn_right_before_a_press_stays() -> None:
    guard = ClickGuard(0.1)
    assert [guard.notch(1, 1.0 + 0.05 * i) for i in range(2)] == [1, 1]
    assert guard.press(1.06) == 0


def test_without_a_guard_nothing_is_taken_back() -> None:
    guard = ClickGuard(0.0)
    assert guard.notch(1, 1.0) == 1
    assert guard.press(1.0) == 0
