"""Whole games with modules as records: replayed to the last point, forwards and back, scored again from their text.

The games were played by ``module_games``; between them everything that the modules bring happens at least once
(``pytest -rP`` on this file prints which game shows what). Each is told to a scorekeeper, too.
"""

from __future__ import annotations

import pytest

from engine import record
from engine.catalogue import new_game
from tests.engine.hansa import module_games
from tests.engine.hansa.second_modules import TILES
from tests.engine.hansa.second_table import Table
from tests.engine.hansa.test_second_modules import table_with_modules, told_with_modules
from tests.engine.second import told
from tests.engine.whole_games import RECORDS, agrees, every_rule_happens, given, goes_forwards_and_back, text_of

NAMES = sorted(path.stem for path in RECORDS.glob("hansa-module-*.record"))
SHOWN = [
    *("3 players", "4 players", "5 players", "first edition", "Remove 3", "an own piece is removed"),
    *(
        "a marker is set aside",
        "marker bonus-swap",
        "marker tribute",
        "marker block",
        "marker blank-1",
        "marker blank-2",
    ),
    *("a piece placed on a blocked route", "a tribute is paid", "a tribute for an own office"),
    *("mission cards told at the start", "a mission card is shown at the end", "a mission city", "a whole mission"),
    *(f"tile {tile}" for tile in TILES),
    *("an Emperor tile is taken", "a marker in an Emperor turn", "income follows", "a displaced trader brings two"),
    *("displaced anywhere", "cities score four", "abilities score seven"),
]


def second(name: str) -> Table:
    """The second table with modules, after all answers of a record."""
    read = record.read(text_of(name))
    table: Table = table_with_modules(read.header.options)(read.game.players, read.header.options, given(read.game))
    table.play()
    return table


def test_there_are_at_least_four_records_and_each_has_its_players() -> None:
    assert len(NAMES) >= 4 and set(module_games.GAMES) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_second_table_agrees_line_by_line_and_the_record_is_written_as_it_was_read(name: str) -> None:
    agrees(name, second(name), told(text_of(name)).result)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_goes_forwards_with_undo_at_every_step_and_all_the_way_back(name: str) -> None:
    goes_forwards_and_back(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_scorekeeper_beside_the_game_scores_what_the_referee_scores(name: str) -> None:
    read = record.read(text_of(name))
    rules = dict(read.header.options)
    keeper = new_game("hansa", "scorekeeper", read.game.players, {**rules, "name_routes": "yes"})
    table = told_with_modules(rules)(read.game.players, rules, given(read.game), keeper)
    table.play()
    assert keeper.over and keeper.totals() == table.totals() == read.game.totals()
    assert keeper.standings().order[0] == table.winner
    state, there = keeper.state(), read.game.state()
    assert (
        state["ends"]["markers"] == table.supply and state.get("favour", {}).items() >= there.get("favour", {}).items()
    )


def test_a_player_with_a_plan_would_play_the_same_game_again() -> None:
    assert module_games.written(NAMES[0]) == text_of(NAMES[0])


def test_everything_that_modules_bring_happens_in_at_least_one_game() -> None:
    every_rule_happens(SHOWN, {name: second(name).notes for name in NAMES})
