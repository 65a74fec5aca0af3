"""What the table promises: every answer through one door, nothing lost, Back takes back what one input did."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_desk import Desk

from engine.errors import GameOver, IllegalAnswer
from engine.words import Text
from firmware_py.errors import NoGame, NothingToTakeBack, Outdated


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.new()
    made.settle()
    return made


def test_an_answer_is_shown_at_once_and_the_mark_goes_when_the_commit_has_returned(desk: Desk) -> None:
    desk.give("2")
    assert (desk.keys(), desk.table.mark, desk.table.unsaved) == (["2"], "unsaved", 1)
    desk.clock.advance(0.049)
    assert desk.table.mark == "unsaved"
    desk.marks.clear()
    desk.clock.advance(0.001)
    assert (desk.table.mark, desk.table.unsaved, desk.marks) == ("", 0, [""])


def test_operations_that_wait_together_are_committed_together(desk: Desk) -> None:
    before = desk.card.commits
    for key in ("1", "2", "1", "bread", "2"):
        desk.give(key)
    desk.settle()
    assert desk.table.mark == ""
    assert desk.card.commits - before == 2  # the first was on its way when the others came


def test_nothing_that_was_shown_without_the_mark_is_lost_by_a_kill(desk: Desk) -> None:
    desk.give("2")
    desk.settle()
    assert desk.table.mark == ""
    desk.give("1")
    after = desk.again()
    assert after.keys() == ["2"]
    assert after.table.game is not None and after.table.game.decision is not None
    assert after.table.game.decision[:2] == (1, "take")


def test_keys_of_one_input_are_all_taken_or_none(desk: Desk) -> None:
    with pytest.raises(IllegalAnswer):
        desk.give("3", "round", "9")
    assert (desk.keys(), desk.table.mark, desk.table.can_undo) == ([], "", False)
    desk.give("3", "round", "2")
    assert desk.keys() == ["3", "round", "2"]
    desk.table.undo("knob")
    assert desk.keys() == []


def test_news_of_all_keys_of_an_input_are_returned(desk: Desk) -> None:
    news = desk.table.give(("1", "2"), "knob")
    assert [(each.kind, each.seat, each.amount) for each in news] == [("points", 0, 1), ("points", 1, 2)]
    assert desk.table.news == news


def test_an_answer_to_an_older_question_is_refused_and_told_what_was_decided(desk: Desk) -> None:
    seen = desk.table.revision
    desk.table.give(("3", "square"), "phone", seen)
    with pytest.raises(Outdated) as refused:
        desk.table.give(("2",), "knob", seen)
    assert refused.value.text.render(desk.table.names) == "That question is gone: Ana: key 3, key square."
    assert isinstance(refused.value, ValueError)
    assert desk.keys() == ["3", "square"]


def test_nothing_is_answered_without_a_game_or_after_its_end(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    with pytest.raises(NoGame):
        desk.give("1")
    desk.new(turns=1)
    desk.give("1")
    with pytest.raises(GameOver):
        desk.give("1")


def test_undo_and_redo_go_all_the_way_also_after_a_restart(desk: Desk) -> None:
    given = [("1",), ("3", "round"), ("2",), ("bread",), ("1",), ("2",)]
    for keys in given:
        desk.give(*keys)
    for _ in range(4):
        desk.table.undo("knob")
    desk.settle()
    desk = desk.again()
    assert desk.keys() == ["1", "3", "round"]
    desk.table.undo("knob")
    desk.table.undo("knob")
    assert not desk.table.can_undo
    with pytest.raises(NothingToTakeBack):
        desk.table.undo("knob")
    for _ in given:
        desk.table.redo("knob")
    assert desk.keys() == [key for keys in given for key in keys]
    assert not desk.table.can_redo
    with pytest.raises(NothingToTakeBack):
        desk.table.redo("knob")


def test_undo_says_what_went_back_and_whose_it_was(desk: Desk) -> None:
    desk.give("1")
    desk.give("3", "round")
    undone = desk.table.undo("knob")
    assert (undone.keys, undone.seat) == (("3", "round"), 1)
    assert undone.words.render() == "key 3, key round"


def test_the_same_answer_again_brings_the_rest_of_the_redo_list_back(desk: Desk) -> None:
    for key in ("1", "2"):
        desk.give(key)
    desk.table.undo("knob")
    desk.table.undo("knob")
    desk.give("1")
    assert desk.table.can_redo
    desk.table.redo("knob")
    assert desk.keys() == ["1", "2"]


def test_another_answer_empties_the_redo_list(desk: Desk) -> None:
    for key in ("1", "2"):
        desk.give(key)
    desk.table.undo("knob")
    desk.table.undo("knob")
    desk.give("2")
    assert not desk.table.can_redo


def test_back_past_a_revealed_tile_says_what_to_turn_down(desk: Desk) -> None:
    for key in ("1", "1", "1"):
        desk.give(key)
    assert desk.table.undo_reveals() is None
    desk.give("games", "2")
    reveals = desk.table.undo_reveals()
    assert isinstance(reveals, Text) and reveals.render() == "key games"
    assert desk.keys()[-2:] == ["games", "2"]


def test_a_correction_is_an_answer_like_any_other(desk: Desk) -> None:
    desk.give("!score.2.5")
    assert desk.table.game is not None
    assert desk.table.game.totals() == [0, 0, 5]
    assert desk.table.undo("knob").words.render() == "Score"
    assert desk.table.game.totals() == [0, 0, 0]
    desk.table.redo("knob")
    desk = desk.again()  # the new game was saved, the correction not
    assert desk.keys() == []


def test_the_record_is_that_of_what_was_played(desk: Desk) -> None:
    for keys in (("1",), ("3", "round"), ("2",), ("bread", "1")):
        desk.give(*keys)
    desk.table.undo("knob")
    lines = desk.table.record().splitlines()
    assert lines[lines.index("") + 1 :] == ["1 Ana: 1", "2 Bo: 3 round", "3 Cy: 2"]
    assert "seats: Ana red, Bo green, Cy blue" in lines
    assert "started: 2026-11-29T19:30:00Z" in lines


def test_a_start_is_not_dated_while_the_clock_is_not_to_be_trusted(tmp_path: Path) -> None:
    desk = Desk(tmp_path, synchronised=False)
    desk.new()
    assert "started" not in desk.table.record()
    assert desk.table.unfinished()[0].when == ""


def test_names_and_colours_change_and_are_kept(desk: Desk) -> None:
    desk.table.rename(0, "Éva", "green")
    assert (desk.table.names, desk.table.colours) == (("Éva", "Bo", "Cy"), ("green", "red", "blue"))
    desk.settle()
    desk = desk.again()
    assert (desk.table.names, desk.table.colours) == (("Éva", "Bo", "Cy"), ("green", "red", "blue"))
    assert desk.table.unfinished()[0].names == ("Éva", "Bo", "Cy")


def test_seats_without_names_are_called_by_their_colours(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.table.new("toy", "count", 2, {})
    assert desk.table.names == ("Red", "Green")


def test_a_new_game_leaves_the_old_one_unfinished(desk: Desk) -> None:
    desk.give("2")
    desk.new(players=2)
    desk.give("1")
    assert [(game.number, game.totals, game.label) for game in desk.table.unfinished()] == [
        (2, (1, 0), "Toy stones"),
        (1, (2, 0, 0), "Toy stones"),
    ]
    errors: list[BaseException | None] = []
    desk.table.open(1, errors.append)
    desk.settle()
    assert (errors, desk.keys(), desk.table.number) == ([None], ["2"], 1)
    desk.give("1")
    desk.settle()
    assert [game.number for game in desk.table.unfinished()] == [1, 2]
    desk = desk.again()
    assert (desk.table.number, desk.keys()) == (1, ["2", "1"])


def test_a_game_that_is_only_in_memory_can_be_gone_back_to(desk: Desk) -> None:
    desk.give("2")
    desk.settle()
    desk.table.open(1)  # already there
    desk.give("1")
    desk.new()
    desk.table.open(1)
    desk.clock.advance(0.2)
    assert desk.keys() == ["2", "1"]


def test_a_game_that_does_not_exist_is_said_to_be_missing(desk: Desk) -> None:
    errors: list[BaseException | None] = []
    desk.table.open(7, errors.append)
    desk.settle()
    assert isinstance(errors[0], NoGame) and "7" in str(errors[0])
    assert desk.table.number == 1


def test_a_finished_game_leaves_the_table_and_can_be_reopened(desk: Desk) -> None:
    desk.give("2")
    desk.table.finish("stopped")
    assert (desk.table.game, desk.table.unfinished()) == (None, [])
    assert desk.games()[0].finished == "stopped"
    desk.settle()
    desk = desk.again()
    assert desk.table.game is None
    desk.table.reopen(1)
    desk.settle()
    assert (desk.keys(), desk.table.can_undo) == (["2"], True)
    desk.give("1")
    desk.settle()
    desk = desk.again()
    assert desk.keys() == ["2", "1"]


def test_a_finished_game_on_the_table_takes_no_answers(desk: Desk) -> None:
    desk.table.finish("stopped")
    desk.table.open(1)
    desk.settle()
    assert desk.table.finished == "stopped"
    with pytest.raises(NoGame, match="reopen"):
        desk.give("1")
    assert not desk.table.can_undo


def test_a_game_at_its_end_is_finished_by_itself_and_stays_on_the_table(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new(turns=2)
    desk.give("2")
    assert [game.finished for game in desk.games()] == [""]
    desk.give("1")
    assert (desk.table.finished, desk.table.unfinished()) == ("over", [])
    assert desk.table.can_undo
    desk.settle()
    desk = desk.again()  # a pulled plug: the end is still there to be looked at
    assert (desk.keys(), desk.table.finished) == (["2", "1"], "over")
    assert desk.games()[0].finished == "over"


def test_what_is_taken_back_or_corrected_opens_a_finished_game_until_it_is_over_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new(turns=2)
    desk.give("2")
    desk.give("1")
    desk.table.undo("knob")
    assert (desk.table.finished, len(desk.table.unfinished())) == ("", 1)
    desk.settle()
    desk = desk.again()
    assert (desk.keys(), desk.table.finished) == (["2"], "")
    desk.table.redo("knob")
    assert desk.table.finished == "over"
    desk.give("!score.1.5")
    desk.table.rename(0, "Éva", "red")
    assert (desk.table.finished, desk.games()[0].totals) == ("over", (2, 6, 0))
    desk.settle()
    desk = desk.again()
    assert (desk.table.finished, desk.table.names[0], desk.keys()[-1]) == ("over", "Éva", "!score.1.5")


def test_a_game_at_its_end_leaves_the_table_and_is_looked_at_again_without_a_trace(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new(turns=1)
    desk.give("1")
    desk.table.finish("stopped")
    desk.settle()
    assert (desk.table.game, desk.games()[0].finished) == (None, "over")
    before = desk.table.revision
    desk.table.reopen(1)
    desk.settle()
    assert (desk.keys(), desk.table.finished, desk.table.revision) == (["1"], "over", before)
    desk.table.undo("knob")
    assert [game.finished for game in desk.games()] == [""]


def test_reading_a_game_puts_nothing_on_the_table(desk: Desk) -> None:
    desk.give("2")
    desk.table.finish("stopped")
    desk.settle()
    read: list[list[str]] = []
    desk.table.read(1, lambda operations, error: read.append([each.op for each in operations]))
    desk.settle()
    assert (read, desk.table.game) == ([["new", "give", "finish"]], None)


def test_a_stop_that_was_asked_for_is_told_from_a_pulled_plug(desk: Desk) -> None:
    desk.give("2")
    assert desk.table.close()
    desk = Desk(desk.folder)
    assert desk.table.stopped_cleanly
    assert desk.table.game is None  # the resume screen asks first
    desk.table.open(desk.table.unfinished()[0].number)
    assert desk.keys() == ["2"]
    desk.settle()
    desk = desk.again()
    assert not desk.table.stopped_cleanly
    assert desk.keys() == ["2"]


def test_a_plug_pulled_on_the_resume_screen_comes_back_to_it(desk: Desk) -> None:
    assert desk.table.close()
    desk = Desk(desk.folder).again()
    assert desk.table.stopped_cleanly and desk.table.game is None


def test_closing_writes_what_still_waits(desk: Desk) -> None:
    for key in ("1", "2", "1"):
        desk.give(key)
    assert desk.table.mark == "unsaved"
    assert desk.table.close()
    assert desk.table.mark == ""
    assert {path.name for path in desk.folder.iterdir()} == {"journal.sqlite"}  # the log is in the file
    desk = Desk(desk.folder)
    desk.table.open(1)
    assert desk.keys() == ["1", "2", "1"]


def test_what_is_remembered_outlives_the_games(desk: Desk) -> None:
    desk.table.remember("names", ["Ana", "Éva"])
    desk.table.remember("loop.3", 16)
    assert desk.table.recall("loop.3") == 16
    desk.settle()
    desk = desk.again()
    assert (desk.table.recall("names"), desk.table.recall("loop.3"), desk.table.recall("other", 5)) == (
        ["Ana", "Éva"],
        16,
        5,
    )


def test_starting_on_the_worker_ends_where_loading_does(desk: Desk) -> None:
    desk.give("2")
    desk.settle()
    desk = desk.again(load=False)
    errors: list[BaseException | None] = []
    desk.table.start(errors.append)
    assert desk.table.game is None
    desk.settle()
    assert (errors, desk.keys()) == ([None], ["2"])


def test_the_order_is_by_number_whatever_the_clock_says(desk: Desk) -> None:
    desk.give("2")
    desk.settle()
    desk = desk.again()  # simulated time begins afresh: earlier than everything stored
    desk.give("1")
    desk.settle()
    desk = desk.again()
    assert desk.keys() == ["2", "1"]
