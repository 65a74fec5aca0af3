"""An evening of Trajan kept by the referee, at the wire: every move on the knob or by tags, read from the glass."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from killed_evening import KilledBench, PlugPulled
from reading import seen
from referee_player import CODE, RefereePlayer, opened, plan
from story import kept

from engine import catalogue, record
from engine.randomiser import SYMBOLS

NAMES = ("red", "green", "blue")
PLACE = [title.name for title in catalogue.titles()].index("trajan")
KILLS = 5


@pytest.fixture(scope="module")
def keys() -> list[str]:
    start = opened(3, trays={1: ["blue-white", "yellow-green"], 2: ["pink-pink"]})
    return plan(6, 3, start)


def sits_down(bench: KilledBench) -> None:
    """A new box: Trajan, by the referee, three players, the loop's count, set up by a code that is spelt."""
    if PLACE:
        bench.turn(PLACE)
    bench.click()
    bench.turn(1)
    bench.click()
    bench.turn(1)
    bench.click()
    bench.click()
    assert seen(bench.art(), "The board?")
    bench.click()
    bench.turn(1)
    bench.click()
    at = 0
    for symbol in CODE.replace("-", ""):
        bench.turn(SYMBOLS.index(symbol) - at)
        bench.click()
        at = SYMBOLS.index(symbol)
    bench.click()
    assert seen(bench.art(), CODE)
    bench.click()
    bench.turn(100)
    assert seen(bench.art(), "Click: all laid out")
    bench.click()
    bench.wait(3.0)


def test_a_whole_game_by_the_referee_killed_and_resumed_scores_every_point(
    keys: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = KilledBench(tmp_path, seed=3)
    player = RefereePlayer(bench, keys, NAMES)
    sits_down(bench)
    player.skip_to(laid_by_the_code(keys))
    places = sorted(random.Random(2).sample(told_apart(keys, player.done + 5), KILLS))
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
    assert again.ledger == player.after(len(keys)).ledger
    assert [past.key for past in again.past] == keys
    turns = [cost for turn, cost in player.costs.items() if turn]
    with capsys.disabled():
        print(
            f"\ninputs a turn of the referee, the table's answers included, over {len(turns)} turns: "
            f"mean {statistics.mean(turns):.1f}, median {statistics.median(turns)}"
        )


def told_apart(keys: list[str], first: int) -> list[int]:
    """Places at which the question, the one before and the one after read differently on the glass."""
    game, asked = catalogue.new_game("trajan", "referee", 3), list[str]()
    for key in keys:
        assert game.decision is not None
        asked.append(f"{game.decision.seat} {game.words()}")
        game.answer(key)
    return [place for place in range(first, len(keys) - 5) if len(set(asked[place - 1 : place + 2])) == 3]


def laid_by_the_code(keys: list[str]) -> int:
    """How many of the first answers a code gives."""
    answers = catalogue.title("trajan").setup(CODE, 3, catalogue.options(catalogue.title("trajan"), 3)).answers
    game = catalogue.new_game("trajan", "referee", 3)
    while game.decision is not None and game.decision.kind in answers:
        game.answer(keys[len(game.past)])
    return len(game.past)
