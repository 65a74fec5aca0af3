"""A hold of the knob: the table menu from everywhere, and never a click."""

from __future__ import annotations

from pathlib import Path

from story import Story, kept, lay

ONE_DISPLAY = ('display=[{name="main", role="all"}]',)


def test_a_hold_opens_the_table_menu_and_its_release_does_nothing(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.world.press()
    story.wait(0.5)
    story.sees("markers")
    story.wait(0.2)
    story.sees("Table", "Score", "Why", "Undo", "Correct")
    story.focus("Score")
    story.world.release()
    story.wait(0.5)
    story.sees("Table")
    story.focus("Score")


def test_a_short_press_is_a_click(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.wait(1.0)
    story.click()
    story.sees("Points?")
    story.misses("Table")


def test_two_quick_clicks_are_two_clicks(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.world.click()
    story.wait(story.world.click(pause_s=0.05) + 0.2)
    story.sees("Bo", "markers")  # two markers, then no score


def double(story: Story, gap_s: float) -> None:
    """Two clicks, the second pressed so long after the first was let go."""
    story.wait(story.world.click())
    story.wait(gap_s)
    story.wait(story.world.click(pause_s=0.0) + 0.4)


def test_a_double_click_at_the_end_of_a_turn_answers_nothing_for_the_next_seat(tmp_path: Path) -> None:
    for number, gap_s in enumerate((0.0, 0.05, 0.1, 0.2)):
        story = Story(tmp_path / str(number), "seat.0", "2")
        double(story, gap_s)
        story.sees("Bo", "markers", "12 left then")
        story.click()
        story.sees("Bo", "Points?")
        story.stop()
        assert [answer.key for answer in kept(story.folder).answers] == ["seat.0", "2", "none", "2"]


def test_nor_for_the_table(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "12 none", "12")
    double(story, 0.1)
    story.sees("New demand?")
    story.click()
    story.wait(2.5)
    story.sees("Cy", "markers")


def test_a_click_when_the_next_question_could_be_read_counts(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    double(story, 0.35)
    story.sees("Bo", "Points?")


def test_whoever_turns_first_has_seen_it_however_fast(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    story.wait(story.world.click())
    story.wait(story.world.turn(1, notch_s=0.03, pause_s=0.0))
    story.wait(story.world.click(pause_s=0.12) + 0.4)
    story.sees("Bo", "Points?")
    story.stop()
    assert [answer.key for answer in kept(story.folder).answers] == ["seat.0", "2", "none", "3"]


def test_a_double_click_on_a_toast_uncovers_the_question_and_does_not_answer_it(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3")
    story.click()
    story.sees("+3", "next: Bo")
    double(story, 0.1)
    story.sees("Bo", "markers", "12 left then")


def test_a_double_click_does_not_close_a_page_unread(tmp_path: Path) -> None:
    quarter = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none", "12 none")
    story = Story(tmp_path, *quarter, "0", "0", "0", "2", "0")
    story.sees("vote tiles")
    double(story, 0.1)
    story.wait(2.5)
    story.sees("Q1 senate")
    story.click()
    story.sees("consul picks")
    story.hold()
    story.focuses("Rules here")
    double(story, 0.1)
    story.sees("Rules here")


def test_how_long_a_hold_is_can_be_set(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", overrides=("table.hold_ms=1200",))
    story.wait(story.world.hold("knob", 0.9) + 0.1)
    story.sees("Points?")
    story.wait(story.world.hold("knob", 1.4) + 0.1)
    story.sees("Table", "Score")


def test_a_hold_opens_the_menu_from_a_toast(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3")
    story.click()
    story.sees("next: Bo")
    story.hold()
    story.sees("Table", "Score")


def test_a_hold_opens_the_menu_from_any_page(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2 none")
    for rows in (("Rules here",), ("Pause",), ("Correct", "Time marker"), ("Finish", "Stop here"), ("Seats",)):
        story.menu(*rows)
        story.misses("Not possible now", "Score")
        story.hold()
        story.sees("Table", "Score")
        story.focus("Score")
        story.back()
        story.sees("Bo", "markers")


def test_a_hold_opens_the_menu_on_a_resting_and_on_a_dimmed_display(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", overrides=ONE_DISPLAY)
    story.wait(21.0)
    story.misses("markers")
    story.hold()
    story.sees("Table", "Score")
    story.back()
    story.wait(301.0)
    story.sees("Ana to move")
    story.hold()
    story.sees("Table", "Score")


def test_a_hold_ends_the_entry_on_the_letter_wheel(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=("red", "green", "blue"))
    story.menu("Seats", "1 red", "Name", "New name")
    story.click()  # A
    story.hold()
    story.sees("Seats", "1 A")
    story.misses("Table")


def test_in_a_set_up_a_hold_asks_before_what_was_chosen_is_lost(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.picks("Trajan")
    story.click()
    story.turn(1)
    story.hold()
    story.sees("Leave the set-up?", "What was chosen for this")
    story.focus("Go on")
    story.hold()  # once more says no more
    story.focus("Go on")
    story.click()
    story.sees("players", "3")
    story.hold()
    story.back()
    story.sees("players", "3")
    story.hold()
    story.picks("Leave")
    story.sees("New game", "Trajan")


def test_a_hold_over_the_list_of_titles_leads_back_to_the_opening(tmp_path: Path) -> None:
    lay(tmp_path, "seat.0")
    story = Story(tmp_path)
    story.picks("New game")
    story.sees("New game", "Trajan")
    story.hold()
    story.sees("Last game", "Go on")


def test_in_the_set_up_of_another_game_a_hold_asks_too_and_then_leads_back_to_the_game(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    story.menu("Finish", "Other game", "New game", "Trajan")
    story.click()
    story.sees("players")
    story.hold()
    story.sees("Leave the set-up?")
    story.picks("Leave")
    story.sees("Ana", "Points?")
    story.menu("Score")
    story.sees("3 Ana")


def test_turning_while_the_knob_is_down_is_a_slip(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.world.press()
    story.wait(0.2)
    story.wait(story.world.turn(3, notch_s=0.05, pause_s=0.0))
    story.wait(story.world.release() + 0.2)
    story.sees("Ana", "Points?")
    story.click()
    story.sees("Bo", "12 left then")  # it was two markers, as it stood there when the knob went down


def test_closing_the_menu_leaves_the_question_as_it_was_turned(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.turn(3)
    story.sees("11 left then")
    story.hold()
    story.back()
    story.sees("markers", "11 left then")
    story.menu("Pause")
    story.click()
    story.sees("markers", "11 left then")


def test_held_on_the_knob_turns_in_the_menu(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.world.press()
    story.wait(0.9)
    story.wait(story.world.turn(2, notch_s=0.1, pause_s=0.0) + 0.2)
    story.focus("Undo")
    story.wait(story.world.release() + 0.2)
    story.focus("Undo")


def until_the_reader_is_missed(folder: Path) -> float:
    """After how many seconds the page of an unplugged reader comes up: every run repeats exactly."""
    story = Story(folder, "seat.0")
    story.world.unplug("reader")
    start_s = story.clock.now_s()
    story.waits_for("A part is lost")
    return story.clock.now_s() - start_s


def test_what_came_up_while_the_knob_was_down_is_not_clicked_away(tmp_path: Path) -> None:
    missed_s = until_the_reader_is_missed(tmp_path / "first")
    story = Story(tmp_path / "second", "seat.0")
    story.world.unplug("reader")
    story.wait(missed_s - 0.2)
    story.world.press()
    story.wait(0.1)
    story.sees("markers")
    story.wait(0.2)
    story.wait(story.world.release() + 0.2)
    story.sees("A part is lost", "1/2")
    story.back()
    story.sees("Ana", "markers")
