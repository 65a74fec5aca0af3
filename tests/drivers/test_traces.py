"""Traces of contacts cut into moves, and what a knob is found to be from four notches."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bench.pins import bounce
from drivers.traces import KnobFound, KnobStudy, longest_bounce_ms, moves


def test_edges_that_follow_each_other_are_one_move_and_calm_parts_them() -> None:
    down, up = moves([(1.0, True), (1.002, False), (1.003, True), (1.2, False)])
    assert (down.down, up.down) == (True, False)
    assert down.bounce_ms == pytest.approx(3.0)
    assert up.bounce_ms == 0.0
    assert longest_bounce_ms([down, up]) == pytest.approx(3.0)
    assert (moves([]), longest_bounce_ms([])) == ([], 0.0)


@given(
    seed=st.integers(0, 2**32),
    span=st.sampled_from([1, 2, 4]),
    way=st.sampled_from([1, -1]),
    notches=st.integers(3, 6),
    at=st.integers(0, 3),
)
def test_any_knob_is_known_after_a_few_notches_wherever_it_stood(
    seed: int, span: int, way: int, notches: int, at: int
) -> None:
    chance = Random(seed)

    def levels(position: int) -> tuple[bool, bool]:
        return position % 4 not in (1, 2), position % 4 not in (2, 3)

    study = KnobStudy(*levels(at))
    for _ in range(notches * span):
        before, at = levels(at), at + way
        channel = 0 if levels(at)[0] != before[0] else 1
        for _, level in bounce(chance, levels(at)[channel], 0.0, 0.001):
            study.edge(channel, level)
    assert study.found(notches) == KnobFound(span, way < 0)


def test_a_knob_that_was_not_turned_so_far_is_not_guessed_at() -> None:
    study = KnobStudy(True, True)
    assert study.found(4) is None
    for channel, level in ((0, False), (1, False)):
        study.edge(channel, level)
    assert study.found(4) is None
