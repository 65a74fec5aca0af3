"""Troubles on the glass: a reader that is gone, a card that does not save, saved games that do not fit."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from evening import icon_at
from story import Story, kept, lay, table_of
from table_desk import Card, games_of, raising

from firmware_py.journal import Journal

LAID = ("seat.0", "2", "build.3", "none")


class Cards(Story):
    """A story on a card with faults to set."""

    def __init__(self, folder: Path, *laid: str, read_only: bool = False, **how: object) -> None:
        self.card = Card()
        self.card.read_only = read_only
        super().__init__(folder, *laid, **how)

    def journal(self) -> Journal:
        return Journal(self.folder / "journal.sqlite", connect=self.card.connect)


FULL = raising("database or disk is full", sqlite3.SQLITE_FULL)
READ_ONLY = raising("attempt to write a readonly database", sqlite3.SQLITE_READONLY)


def mark(story: Story, name: str) -> bool:
    return icon_at(story.art()[:8], name)


def test_a_lost_reader_is_said_with_what_to_check_and_the_knob_does_everything(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.world.unplug("reader")
    story.wait(3.5)
    story.sees("A part is lost", "Tag reader on")
    story.turn(1)
    story.sees("Tags do nothing meanwhile;")
    story.click()
    story.sees("Bo", "markers")
    story.click()
    story.sees("Points?")
    story.menu("Lost parts")
    story.sees("A part is lost")
    story.world.plug("reader")
    story.waits_for("Found again")
    story.sees('"reader" answers again.')
    story.wait(2.5)
    story.misses("A part is lost")
    story.hold()
    story.turn(9)
    story.misses("Lost parts")


def test_back_closes_the_page_of_a_lost_part_and_takes_nothing_back(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.world.unplug("reader")
    story.wait(3.5)
    story.back()
    story.sees("Bo", "markers", "Ana 3")


def test_a_lost_part_wakes_the_glass(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.wait(301.0)
    story.sees("Bo to move")
    story.world.unplug("reader")
    story.wait(3.5)
    story.sees("A part is lost")


def test_an_answer_bears_the_mark_until_it_is_on_the_card(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID, card_s=1.0)
    story.wait(3.0)
    assert not mark(story, "unsaved")
    story.click()
    assert mark(story, "unsaved")
    story.sees("Points?")
    story.wait(1.5)
    assert not mark(story, "unsaved")


@pytest.mark.parametrize(
    ("fault", "words", "remedy"),
    [
        (FULL, "Not saved: card is full", "Free some space. Trying"),
        (READ_ONLY, "Not saved: read-only card", "Change the card when you"),
    ],
)
def test_a_card_that_refuses_is_said_once_and_the_game_goes_on(
    tmp_path: Path, fault: sqlite3.Error, words: str, remedy: str
) -> None:
    story = Cards(tmp_path, *LAID)
    story.card.fault = fault
    story.click()
    story.wait(0.5)
    story.sees(words, "1 answer is only in memory.", "Do not unplug.", remedy)
    story.focus("Play on")
    assert mark(story, "notsaved")
    story.click()
    story.sees("Bo", "Points?")
    assert mark(story, "notsaved")
    story.click()
    story.wait(10.0)
    story.sees("Cy", "markers")  # once is enough
    assert mark(story, "notsaved")
    story.menu("Not saved")
    story.sees(words, "2 answers are only in")


def test_a_card_that_is_read_only_from_the_start_says_what_that_means_and_no_number(tmp_path: Path) -> None:
    lay(tmp_path, *LAID)
    story = Cards(tmp_path, read_only=True)
    story.sees("Not saved: read-only card", "What is played from now on is", "only in memory.")
    story.misses("0 answers")
    story.click()
    story.picks("Go on")
    story.wait(1.0)
    story.click()
    story.wait(0.5)
    story.menu("Not saved")
    story.sees("1 answer is only in memory.")


def test_the_number_of_unsaved_answers_on_that_page_is_the_present_one(tmp_path: Path) -> None:
    story = Cards(tmp_path, "seat.0", "12 none", "12 none")
    story.card.fault = FULL
    story.tap("trajan/demand.bread")
    story.wait(2.0)
    story.sees("1 answer is only in memory.")
    story.menu("Undo")
    story.picks("Take back")
    story.wait(2.5)
    story.menu("Not saved")
    story.sees("2 answers are only in")


def test_a_card_that_works_again_takes_everything_and_says_so(tmp_path: Path) -> None:
    story = Cards(tmp_path, *LAID)
    story.card.fault = FULL
    story.click()
    story.wait(0.5)
    story.sees("Play on")
    story.card.fault = None
    story.wait(1.5)
    story.sees("All is saved")
    story.wait(3.0)
    story.sees("Bo", "Points?")
    assert not mark(story, "notsaved")
    story.kill()
    story.start()
    story.wait(2.5)
    story.sees("Bo", "Points?")


def test_pause_and_stop_say_when_it_is_not_safe_to_unplug(tmp_path: Path) -> None:
    story = Cards(tmp_path, *LAID)
    story.card.fault = FULL
    story.click()
    story.wait(0.5)
    story.click()
    story.menu("Pause")
    story.sees("Paused", "Not saved. Do not unplug.")
    assert not story.stop()
    story.sees("Not saved", "card is full")


def test_a_damaged_journal_is_said_in_plain_words(tmp_path: Path) -> None:
    lay(tmp_path, *LAID)
    (tmp_path / "journal.sqlite").write_bytes(b"this is no journal at all" * 400)
    story = Story(tmp_path)
    story.sees("Saved games")
    story.click()
    while story.shows("Saved games"):
        story.click()
    story.sees("New game", "Trajan")


# ---- a game that does not replay to what was stored


def spoil(folder: Path, finished: bool = False) -> None:
    """What a journal looks like when an operation's digest is not what the rules give: as after a change of rules."""
    table, clock = table_of(folder)
    table.open(games_of(table, clock)[0].number)
    clock.settle()
    table._append("give", ("2",), 1, "knob")
    if finished:
        table.finish("stopped")
    clock.advance(5.0)
    table.close()


def test_a_game_that_differs_says_at_which_turn_and_goes_on_from_where_it_agrees(tmp_path: Path) -> None:
    lay(tmp_path, *LAID)
    spoil(tmp_path)
    story = Story(tmp_path)
    story.click()
    story.wait(0.3)
    story.sees("Game differs at turn 2", "Go on there", "Keep the score", "Leave it")
    story.focus("Leave it")
    story.picks("Go on there")
    story.wait(0.3)
    story.sees("Bo", "markers", "Ana 3")
    story.stop()
    assert [answer.key for answer in kept(tmp_path).answers] == ["seat.0", "2", "build.3", "none"]


def test_or_its_score_is_kept_in_a_new_game(tmp_path: Path) -> None:
    lay(tmp_path, "seat.0", "2 tile.9 none", "2 none", "2 senate", "!score.0.+99.sets", "!score.0.+30.sets")
    spoil(tmp_path)
    story = Story(tmp_path)
    story.click()
    story.wait(0.3)
    story.picks("Keep the score")
    story.sees("spaces")
    story.click()
    story.sees("Who starts?")
    story.seat(1)
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 138", "Cy 2")
    story.back()
    story.wait(2.5)
    story.sees("Who starts?")


def test_or_it_is_left_as_it_is(tmp_path: Path) -> None:
    lay(tmp_path, *LAID)
    spoil(tmp_path)
    story = Story(tmp_path)
    story.click()
    story.wait(0.3)
    story.click()
    story.sees("Last game", "Go on", "New game")


def test_a_past_game_that_does_not_replay_is_shown_as_it_was_stored_and_its_score_can_be_kept(tmp_path: Path) -> None:
    lay(tmp_path, *LAID)
    spoil(tmp_path, finished=True)
    story = Story(tmp_path)
    story.wait(12.0)
    while story.shows("Saved games"):  # that it gets no text record
        story.click()
        story.wait(0.3)
    story.picks("Past games")
    story.click()
    story.wait(0.3)
    story.sees("turn 2 · stopped", "1 Ana", "3", "2 Bo", "2 Cy")
    story.click()
    story.sees("Ana", "Why 3?", "Construction")
    story.click()
    story.sees("Q1 R1", "+3")
    story.back()
    story.back()
    story.picks("Reopen")
    story.wait(0.3)
    story.sees("Game differs at turn 2", "Go on there", "Keep the score", "Leave it")
    story.picks("Keep the score")
    story.hold()
    story.sees("Leave the set-up?")
    story.click()
    story.click()
    story.sees("Who starts?")
    story.seat(1)
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 3")
