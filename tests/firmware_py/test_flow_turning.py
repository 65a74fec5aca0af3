"""Turning: one by one when slow; initials, rows and fives when fast; ends and wrapping; and slips that never were."""

from __future__ import annotations

from pathlib import Path

from story import Story

LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")
FINAL = ("seat.0", "2 none", "!count")


def slip(story: Story, notches: int) -> None:
    """A click in which the hand turns the knob by that much."""
    story.wait(story.world.turn(notches))
    story.wait(story.world.click(pause_s=0.02) + 0.2)


def test_slow_turning_of_numbers_goes_one_by_one_and_stops_at_the_ends(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.sees("14 left then")
    story.turn(3)
    story.sees("11 left then")
    story.turn(-20)
    story.sees("15 left then")
    story.turn(30)
    story.sees("4 left then")  # twelve is the most


def test_fast_turning_of_numbers_above_twenty_goes_by_five(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.picks("Trajan")
    story.click()
    story.turn(1)
    story.click()
    story.sees("spaces", "16")
    story.quick(4)
    story.sees("20")
    story.quick(3)  # the first notch of a turn is one like any other
    story.sees("31")
    story.turn(2)
    story.sees("33")
    story.quick(-3)
    story.sees("22")


def test_short_lists_go_round_and_long_ones_stop(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2 none")
    story.menu("Finish")
    story.focus("Pause")
    story.turn(-1)
    story.focus("Other game")
    story.turn(1)
    story.focus("Pause")
    story.hold()
    story.turn(-3)
    story.focus("Score")
    story.turn(20)
    story.focus("Finish")


def test_fast_turning_of_a_long_list_jumps_to_the_next_initial(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.hold()
    story.focus("Score")
    story.quick(3)  # Why; then fast: Undo, Correct
    story.focus("Correct")
    story.turn(1)
    story.focus("Not possible now")
    story.quick(-3)  # Correct; then fast: Undo, Why
    story.focus("Why")


def test_fast_turning_of_the_grid_goes_row_by_row(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    story.quick(2)
    story.sees("build +3")  # senate; then fast: the amount that is scored most often by building
    story.turn(1)
    story.sees("build +4")
    story.quick(3)
    story.sees("ship +6")  # build 5; then fast: provinces, ships
    story.quick(-2)
    story.sees("province +6")


def test_one_notch_left_of_no_score_is_the_last_cell_of_the_grid(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    story.focus("No score")
    story.turn(-1)
    story.sees("tile +9")


def test_a_slip_with_a_click_on_a_dial_takes_what_stood_there(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    slip(story, 1)
    story.click()
    story.sees("Bo", "12 left then")  # two markers were taken


def test_a_slip_at_the_end_of_a_dial_or_list_does_not_move_it_from_there(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.turn(-5)
    slip(story, -1)  # one marker is the fewest
    story.click()
    story.sees("Bo", "13 left then")
    story.hold()
    slip(story, -1)  # the menu stops at its first row
    story.sees("Score", "3 Ana")
    story.hold()
    story.turn(20)
    slip(story, 1)  # and at its last
    story.sees("Finish", "Stop here")


def test_a_slip_while_turning_fast_jumps_nowhere(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    story.turn(7)
    story.sees("province +2")
    story.wait(story.world.turn(1, notch_s=0.03) + 0.03)  # a notch, and at once the next, on the way to the click
    story.wait(story.world.turn(1, notch_s=0.03) + 0.2)
    story.sees("ship +6")
    story.turn(-1)
    slip(story, 1)
    story.sees("+5", "Ana 5")


def test_a_slip_on_a_result_page_only_closes_it(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "12 none", "0", "0", "0", "2", "0")
    story.click()
    story.wait(2.5)
    story.sees("Q1 senate")
    slip(story, 1)
    story.sees("consul picks")
    story.misses("Q1 senate")


def test_a_slip_on_a_toast_counts_as_the_click_alone(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3")
    story.click()
    story.sees("next: Bo")
    slip(story, 1)
    story.sees("Bo", "markers", "12 left then")  # uncovered, as by a click
    story.click()
    story.click()
    story.sees("Cy", "10 left then")  # Bo's two markers and no score
