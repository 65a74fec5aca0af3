"""A whole Trajan evening at the wire: pins pressed, tags tapped, and everything read from the emulated glass."""

from __future__ import annotations

import random
import statistics
from datetime import UTC, datetime
from pathlib import Path

import pytest
from evening import Bench
from killed_evening import KilledBench, PlugPulled
from player import Player, plan
from reading import seen

from drivers.bench.simulated import SimulatedClock, SteppedWorker
from engine import catalogue, record
from firmware_py.table import Table

NAMES = ["red", "green", "blue"]
PLACE = [title.name for title in catalogue.titles()].index("trajan")
# title, way, three players, the loop's count
FIRST_EVENING = (*((str(PLACE),) if PLACE else ()), "click", "click", "1", "click", "click")
KILLS = 5


@pytest.fixture(scope="module")
def keys() -> list[str]:
    return plan(seed=4)


@pytest.fixture(scope="module")
def unbroken(keys: list[str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, Player]:
    bench = Bench(tmp_path_factory.mktemp("unbroken"))
    player = Player(bench, keys, NAMES)
    player.begin(FIRST_EVENING)
    player.play()
    bench.wait(20.0)
    return bench, player


def stored_record(folder: Path) -> str:
    """The record of the evening, as its journal has it."""
    clock = SimulatedClock()
    wall = datetime(2026, 11, 30, tzinfo=UTC)
    table = Table(
        folder / "journal.sqlite",
        SteppedWorker(clock),
        clock,
        lambda: None,
        random.Random(1).randbytes,
        lambda: (wall, True),
    )
    table.load()
    if table.game is None:  # after a clean stop it waits to be opened
        table.open(table.games()[0].number)
        clock.settle()
    text = table.record()
    table.close()
    return text


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
    kept = record.replay(record.read(stored_record(bench.folder)))
    assert kept.ledger == player.game.ledger
    assert [past.key for past in kept.past] == player.keys


def test_a_turn_with_at_most_one_score_costs_at_most_six_inputs(
    unbroken: tuple[Bench, Player], capsys: pytest.CaptureFixture[str]
) -> None:
    _, player = unbroken
    turns = list(player.turns.values())
    inputs = [count for count, _ in turns]
    simple = [count for count, scores in turns if scores <= 1]
    with capsys.disabled():
        print(
            f"\ninputs a turn over {len(turns)} turns: mean {statistics.mean(inputs):.2f}, largest {max(inputs)}"
            f" (with at most one score: mean {statistics.mean(simple):.2f}, largest {max(simple)})"
        )
    assert max(simple) <= 6
    assert all(count <= 6 + 3 * (scores - 1) for count, scores in turns if scores > 1)
    assert player.forgotten
    assert all(count <= 4 for count, scores in player.forgotten.values() if scores == 1)


def test_an_evening_killed_at_five_random_places_loses_nothing_that_was_shown_as_saved(
    unbroken: tuple[Bench, Player], keys: list[str], tmp_path: Path
) -> None:
    bench = KilledBench(tmp_path, seed=7)
    player = Player(bench, keys, NAMES)
    places = sorted(random.Random(7).sample(range(5, len(keys) - 5), KILLS))
    try:
        player.begin(FIRST_EVENING)
        for place in places:
            player.play(place)
            bench.kill_soon(0.03)
            with pytest.raises(PlugPulled):
                player.play()
            bench.start()
            lost = player.find_place()
            assert lost <= 1
        player.play()
        bench.wait(20.0)
        assert bench.kills == KILLS
        assert seen(bench.art(), f"{NAMES[player.game.standings().order[0]]} wins")
    finally:
        bench.end()
    kept = record.replay(record.read(stored_record(tmp_path)))
    assert kept.ledger == unbroken[1].game.ledger
