"""An evening of Trajan kept by the referee, at the wire: every move on the knob or by tags, read from the glass."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from killed_evening import KilledBench, PlugPulled
from reading import seen
from referee_player import CODE, RefereePlayer, opened, plan
from story import kept, lay

from engine import record
from engine.game import Game

NAMES = ("Ana", "Bo")
OPTIONS = {"time_loop": "8"}
KILLS = 4
SWAPPED = 12  # the last answers of the set-up, entered by hand: the draft


@pytest.fixture(scope="module")
def keys() -> list[str]:
    return plan(6, 2, opened(2, **OPTIONS), **OPTIONS)


def test_a_whole_game_by_the_referee_killed_and_resumed_scores_every_point(
    keys: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laid = len(opened(2, **OPTIONS)) - SWAPPED
    lay(tmp_path, " ".join(keys[:laid]), names=NAMES, way="referee", options=OPTIONS, code=CODE)
    bench = KilledBench(tmp_path, seed=3)
    bench.click()  # go on
    bench.wait(3.0)
    player = RefereePlayer(bench, keys, NAMES, options=OPTIONS)
    player.skip_to(laid)
    places = sorted(random.Random(2).sample(range(laid + 5, len(keys) - 5), KILLS))
    try:
        for place in places:
            player.play(place)
            bench.kill_soon(0.03)
            with pytest.raises(PlugPulled):
                player.play()
            bench.start()
            assert player.find_place() <= 1
        player.play()
        bench.wait(20.0)
        assert bench.kills == KILLS
        game = player.game
        assert game.over
        assert seen(bench.art(), f"{NAMES[game.standings().order[0]]} wins")
    finally:
        bench.end()
    again = record.replay(kept(tmp_path))
    assert again.ledger == planned(keys, player).ledger
    assert [past.key for past in again.past] == keys
    turns = [cost for turn, cost in player.costs.items() if turn]
    with capsys.disabled():
        print(f"\ninputs of a turn by the referee: mean {statistics.mean(turns):.1f} over {len(turns)} turns")


def planned(keys: list[str], player: RefereePlayer) -> Game:
    """The game as it was planned."""
    return player.after(len(keys))
