"""An evening of Trajan kept by the referee, at the wire: every move on the knob or by tags, read from the glass."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from killed_evening import KilledBench, play_through_power_cuts
from plans import CODE, opened, refereed
from player import Player
from reading import seen
from story import kept

from engine import catalogue, record
from engine.randomiser import SYMBOLS

NAMES = ("red", "green", "blue")
KILLS = 5


def sits_down(bench: KilledBench, player: Player) -> None:
    """A new box: Trajan, by the referee, three players, the loop as counted, set up by a code that is spelt."""
    player.sit_down()
    bench.click()
    assert seen(bench.art(), "The board?")
    player.pick("Set up by code")
    player.pick("Enter a code")
    at = 0
    for symbol in CODE.replace("-", ""):
        bench.turn(SYMBOLS.index(symbol) - at)
        bench.click()
        at = SYMBOLS.index(symbol)
    bench.turn(1)
    bench.click()
    assert seen(bench.art(), CODE)
    bench.click()
    bench.turn(100)
    assert seen(bench.art(), "Click: all laid out")
    bench.click()
    bench.wait(3.0)
    player.skip_to(laid_by_the_code(player.keys))


@pytest.mark.long
def test_a_whole_game_by_the_referee_killed_and_resumed_scores_every_point(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = refereed(6, 3, opened(3, trays={1: ["blue-white", "yellow-green"], 2: ["pink-pink"]}))
    bench = KilledBench(tmp_path, seed=3)
    player = Player(bench, keys, NAMES, way="referee")
    try:
        sits_down(bench, player)
        play_through_power_cuts(player, bench, KILLS, seed=2)
        game = player.game
        assert game.over
        assert seen(bench.art(), f"{NAMES[game.standings().order[0]]} wins")
    finally:
        bench.end()
    again = record.replay(kept(tmp_path))
    assert again.ledger == player.after(len(keys)).ledger
    assert [past.key for past in again.past] == keys
    turns = player.inputs_a_turn()
    with capsys.disabled():
        print(
            f"\ninputs a turn of the referee, the table's answers included, over {len(turns)} turns: "
            f"mean {statistics.mean(turns):.1f}, median {statistics.median(turns)}; {player.tapped} answers by tags"
        )


def laid_by_the_code(keys: list[str]) -> int:
    """How many of the first answers a code gives."""
    answers = catalogue.title("trajan").setup(CODE, 3, catalogue.options(catalogue.title("trajan"), 3)).answers
    game = catalogue.new_game("trajan", "referee", 3)
    while game.decision is not None and game.decision.kind in answers:
        game.answer(keys[len(game.past)])
    return len(game.past)
