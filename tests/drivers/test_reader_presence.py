"""Presence with hysteresis: what counts as laid down and lifted, from what each poll saw."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drivers.presence import Presence

A, B = b"\x04a", b"\x04b"


def settled() -> Presence:
    presence = Presence(leave_s=0.6, leave_polls=3)
    presence.restart(0.0)
    for poll in range(6):
        assert presence.update([], poll * 0.15) == ([], [])
    assert not presence.quiet
    return presence


def test_a_tag_is_gone_after_the_time_and_the_polls() -> None:
    presence = settled()
    assert presence.update([A], 1.0) == ([A], [])
    assert presence.update([], 1.3) == ([], [])
    assert presence.update([], 1.6) == ([], [])
    assert presence.update([], 1.61) == ([], [A])


def test_rare_polls_need_as_many_misses() -> None:
    presence = settled()
    presence.update([A], 1.0)
    assert presence.update([], 3.0) == ([], [])
    assert presence.update([], 5.0) == ([], [])
    assert presence.update([A], 7.0) == ([], [])
    for now_s in (9.0, 11.0):
        assert presence.update([], now_s) == ([], [])
    assert presence.update([], 13.0) == ([], [A])


def test_nothing_arrives_before_the_first_restart_and_right_after_one() -> None:
    presence = Presence()
    assert presence.quiet
    assert presence.update([A], 0.0) == ([], [])
    presence.restart(1.0)
    assert presence.update([A, B], 1.0) == ([], [])
    assert presence.uids == {A, B}


def test_what_was_never_announced_is_never_said_to_be_lifted() -> None:
    presence = Presence()
    presence.restart(0.0)
    presence.update([A], 0.0)
    for poll in range(1, 20):
        assert presence.update([], poll * 0.15) == ([], [])
    assert presence.uids == frozenset()
    assert presence.update([A], 5.0) == ([A], [])


def test_a_tag_seen_twice_in_one_poll_arrives_once() -> None:
    assert settled().update([A, A], 1.0) == ([A], [])


polls = st.lists(st.tuples(st.frozensets(st.sampled_from([A, B])), st.floats(0.01, 1.0), st.booleans()), max_size=60)


@given(polls)
def test_arriving_and_leaving_alternate_whatever_the_polls_say(
    rounds: list[tuple[frozenset[bytes], float, bool]],
) -> None:
    presence = Presence()
    lying: set[bytes] = set()
    now_s = 0.0
    for uids, step_s, restarted in rounds:
        now_s += step_s
        if restarted:
            presence.restart(now_s)
        arrived, lifted = presence.update(uids, now_s)
        assert set(arrived) <= uids
        assert not lying & set(arrived)
        assert set(lifted) <= lying - uids
        assert uids <= presence.uids
        lying = (lying | set(arrived)) - set(lifted)
        assert lying <= presence.uids
