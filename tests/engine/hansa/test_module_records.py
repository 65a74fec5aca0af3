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
from tests.engine.hansa.test_hansa_records import RECORDS, text_of
from tests.engine.hansa.test_second_modules import table_with_modules, told_with_modules

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


def played(name: str) -> tuple[record.Record, list[tuple[int, str]]]:
    read = record.read(text_of(name))
    return read, [(past.seat, past.key) for past in read.game.past]


def test_there_are_at_least_four_records_and_each_has_its_players() -> None:
    assert len(NAMES) >= 4 and set(module_games.GAMES) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_second_table_agrees_line_by_line_and_the_record_is_written_as_it_was_read(name: str) -> None:
    text, (read, answers) = text_of(name), played(name)
    rules = dict(read.header.options)
    table = table_with_modules(rules)(len(read.header.seats), rules, answers)
    table.play()
    assert [(entry.seat, entry.amount, entry.reason, entry.place) for entry in read.game.ledger] == table.ledger
    assert read.game.totals() == table.totals() == list(read.result or ())
    assert read.game.standings().order[0] == table.winner
    comment = text.splitlines()[1]
    assert record.write(read.game, read.header) == text.replace(comment + "\n", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_record_goes_forwards_with_undo_at_every_step_and_all_the_way_back(name: str) -> None:
    read, answers = played(name)
    game = new_game("hansa", "referee", len(read.header.seats), read.header.options)
    for _, key in answers:
        kept = {box: values[:] for box, values in game.board.boxes().items()}
        open_question, points = game.decision, len(game.ledger)
        game.answer(key)
        assert game.undo() == key
        assert game.board.boxes() == kept and game.decision == open_question and len(game.ledger) == points
        game.answer(key)
        game.check()
    assert game.state() == read.game.state() and game.over
    while game.past:
        game.undo()
    assert game.state() == new_game("hansa", "referee", game.players, read.header.options).state()


@pytest.mark.parametrize("name", NAMES)
def test_the_scorekeeper_beside_the_game_scores_what_the_referee_scores(name: str) -> None:
    read, answers = played(name)
    rules = dict(read.header.options)
    keeper = new_game("hansa", "scorekeeper", len(read.header.seats), {**rules, "name_routes": "yes"})
    table = told_with_modules(rules)(len(read.header.seats), rules, answers, keeper)
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
    shown = {}
    for name in NAMES:
        read, answers = played(name)
        rules = dict(read.header.options)
        table = table_with_modules(rules)(len(read.header.seats), rules, answers)
        table.play()
        shown[name] = table.notes
    for rule in SHOWN:
        print(f"{rule:40} {' '.join(name for name in NAMES if rule in shown[name])}")
    assert [rule for rule in SHOWN if not any(rule in notes for notes in shown.values())] == []
