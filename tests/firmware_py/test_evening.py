"""A whole Trajan evening at the wire: pins pressed, tags tapped, and everything read from the emulated glass."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from evening import Bench
from killed_evening import KilledBench, play_through_power_cuts
from plans import kept_score
from player import Hands, Player
from reading import seen
from story import kept

from engine import record

NAMES = ["red", "green", "blue"]
KILLS = 5


def seated(hands: Hands) -> Player:
    """Somebody on a new box: Trajan by the scorekeeper, three players, the loop as counted."""
    player = Player(hands, kept_score(seed=4), NAMES)
    player.sit_down()
    hands.click()
    player.answer()
    return player


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, Player]:
    bench = Bench(tmp_path_factory.mktemp("unbroken"))
    player = seated(bench)
    player.play()
    bench.wait(20.0)
    return bench, player


def test_an_evening_of_all_sixteen_rounds_ends_with_the_winner_on_the_glass(
    unbroken: tuple[Bench, Player],
) -> None:
    bench, player = unbroken
    game = player.game
    assert game.over
    assert 80 <= game.turn[0] <= 140
    art = bench.art()
    standings = game.standings()
    assert seen(art, f"{NAMES[standings.order[0]]} wins")
    for seat, total in enumerate(standings.totals):
        assert seen(art, str(total)) or seen(art, f"{NAMES[seat]} {total}")
    assert not bench.marked()


def test_what_the_journal_kept_is_what_was_entered(unbroken: tuple[Bench, Player]) -> None:
    bench, player = unbroken
    bench.stop()
    assert seen(bench.art(), "Saved")
    again = record.replay(kept(bench.folder))
    assert again.ledger == player.game.ledger
    assert [past.key for past in again.past] == player.keys


def test_a_turn_with_at_most_one_score_costs_at_most_six_inputs(
    unbroken: tuple[Bench, Player], capsys: pytest.CaptureFixture[str]
) -> None:
    _, player = unbroken
    played, forgotten, late = dict[int, list[int]](), dict[int, list[int]](), False
    for turn, _, kind, key, inputs, _ in player.log:
        if kind == "turn.markers":
            late = key == "forgot"
        if kind.startswith("turn.") or kind == "other.amount":
            tally = (forgotten if late else played).setdefault(turn, [0, 0])
            tally[0] += inputs
            tally[1] += key not in ("none", "forgot", "other") and kind != "turn.markers"
    turns = list(played.values())
    inputs_a_turn = [count for count, _ in turns]
    simple = [count for count, scores in turns if scores <= 1]
    with capsys.disabled():
        print(
            f"\ninputs a turn over {len(turns)} turns: mean {statistics.mean(inputs_a_turn):.2f}, largest "
            f"{max(inputs_a_turn)} (with at most one score: mean {statistics.mean(simple):.2f}, largest {max(simple)})"
        )
    assert max(simple) <= 6
    assert all(count <= 6 + 3 * (scores - 1) for count, scores in turns if scores > 1)
    assert forgotten
    assert all(count <= 4 for count, scores in forgotten.values() if scores == 1)


def test_an_evening_killed_at_five_random_places_loses_nothing_that_was_shown_as_saved(
    unbroken: tuple[Bench, Player], tmp_path: Path
) -> None:
    bench = KilledBench(tmp_path, seed=7)
    try:
        player = seated(bench)
        play_through_power_cuts(player, bench, KILLS, seed=7)
        assert seen(bench.art(), f"{NAMES[player.game.standings().order[0]]} wins")
    finally:
        bench.end()
    assert record.replay(kept(tmp_path)).ledger == unbroken[1].game.ledger
