"""A whole evening of Hansa Teutonica at the wire for each way to keep it, the plug pulled five times: entered on the
knob and with tags of cities, markers, abilities and pieces, and everything read from the emulated glass.

What is entered are games of players with a plan: one on the board for four and five, every move of it checked; one on
the board for two and three, as a table would tell it to the scorekeeper; one on the Eastern board and one on Britannia.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path

import pytest
from killed_evening import KilledBench, play_through_power_cuts
from player import Hands, Player
from reading import seen
from story import kept

from engine import catalogue, record
from engine.hansa.maps import BOARDS
from tests.engine.hansa.test_hansa_records import text_of
from tests.engine.hansa.test_scorekeeper_beside import beside

DEFAULTS = {option.name: option.values[0] for option in catalogue.title("hansa").options}
COLOURS = [str(colour) for colour in catalogue.title("hansa").colours]
KILLS = 5


def by_the_referee(hands: Hands) -> Player:
    """Five players whose desk shows a five; the start markers as they lie."""
    keys = [answer.key for answer in record.read(text_of("hansa-12")).answers]
    player = Player(hands, keys, COLOURS, title="hansa", way="referee", options={"bank": "3-5-7-all"})
    player.sit_down("3-5-7-all", "As it lies")
    return player


def by_the_scorekeeper(hands: Hands) -> Player:
    """Three players, who name the routes that they claim."""
    keys = [past.key for past in beside("hansa-03")[0].past]
    player = Player(hands, keys, COLOURS[:3], title="hansa", options={"name_routes": "yes"})
    player.sit_down("3-4-7-all", "Options", "Claims", "Done")
    return player


def by_the_referee_on(board: str, name: str, *more: str) -> Callable[[Hands], Player]:
    """A game of the records on another board, every move checked."""

    def sits_down(hands: Hands) -> Player:
        read = record.read(text_of(name))
        keys, seats = [answer.key for answer in read.answers], len(read.header.seats)
        options = {each: value for each, value in read.header.options.items() if value != DEFAULTS[each]}
        player = Player(hands, keys, COLOURS[:seats], title="hansa", way="referee", options=options)
        player.sit_down("3-4-7-all", "Options", *("Board",) * list(BOARDS).index(board), *more, "Done", "As it lies")
        return player

    return sits_down


on_east = by_the_referee_on("east", "hansa-board-01")
on_britannia = by_the_referee_on("britannia", "hansa-board-06", "Turn ends")


@pytest.mark.parametrize(
    ("sits_down", "mean"),
    [
        pytest.param(by_the_scorekeeper, 9, id="scorekeeper"),
        pytest.param(by_the_referee, 16, id="referee", marks=pytest.mark.long),
        pytest.param(on_east, 11, id="east", marks=pytest.mark.long),
        pytest.param(on_britannia, 11, id="britannia", marks=pytest.mark.long),
    ],
)
def test_a_whole_evening_killed_and_resumed_scores_every_point(
    sits_down: Callable[[Hands], Player], mean: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = KilledBench(tmp_path, seed=5)
    try:
        player = sits_down(bench)
        play_through_power_cuts(player, bench, KILLS, seed=3)
        game = player.game
        assert game.over and seen(bench.art(), f"{player.names[game.standings().order[0]]} wins")
    finally:
        bench.end()
    again = record.replay(kept(tmp_path))
    assert again.ledger == player.after(len(player.keys)).ledger
    assert [past.key for past in again.past] == player.keys
    turns = player.inputs_a_turn()
    with capsys.disabled():
        print(
            f"\nHansa Teutonica, {player.way}, {game.players} players: inputs a turn over {len(turns)} turns: "
            f"mean {statistics.mean(turns):.1f}, median {statistics.median(turns)}, largest {max(turns)}; "
            f"{player.tapped} of {len(player.keys)} answers by tags"
        )
    assert statistics.mean(turns) <= mean
    assert max(entered.inputs for entered in player.log) <= 4, "a city, then the other: turned to and clicked"
    if sits_down is by_the_referee:
        handed = [entered for entered in player.log if entered.kind.startswith("displaced.")]
        assert len({entered.turn for entered in handed}) >= 5 and len({entered.seat for entered in handed}) >= 2
