"""The ways to end an evening: pause, stop here, count now, a seat leaves; what a result shows, and who wins."""

from __future__ import annotations

from pathlib import Path

from story import Story, counted, kept

LAID = ("seat.0", "2 build.3 none", "2 senate", "2 none")
LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")


def test_finish_offers_every_way_to_end(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Finish")
    story.sees("Finish", "Pause", "Stop here", "Count now", "Seat leaves")
    story.turn(-1)
    story.sees("Other game")


def test_paused_the_glass_says_that_all_is_saved_and_a_click_goes_on(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Pause")
    story.sees("Trajan Q1 R1", "Paused", "All answers are saved.", "Click to go on.")
    story.wait(60.0)
    story.sees("Paused")
    story.click()
    story.sees("Ana", "markers")


def test_a_pause_while_something_is_being_saved_says_so_until_it_is(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID, card_s=5.0)
    story.wait(6.0)
    story.click()
    story.menu("Pause")
    story.sees("Saving the last answers…")
    story.wait(8.0)
    story.sees("All answers are saved.")


def test_pause_is_no_stop_after_a_pulled_plug_the_game_goes_on(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Finish", "Pause")
    story.kill()
    story.start()
    story.wait(2.5)
    story.sees("Ana", "markers")


def test_no_is_the_harmless_answer(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    for row, asked in (("Stop here", "Stop here?"), ("Count now", "Count now?")):
        story.menu("Finish", row)
        story.sees(asked)
        story.focus("No")
        story.click()
        story.sees("Finish")
    story.menu("Finish", "Seat leaves", "Bo")
    story.sees("Bo leaves?")
    story.focus("No")


def test_a_seat_that_leaves_is_skipped_and_its_score_stays(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Finish", "Seat leaves")
    story.sees("Who leaves?", "Ana", "Bo", "Cy")
    story.picks("Bo")
    story.sees("Bo leaves?", "Skipped from now on; the")
    story.picks("Yes")
    story.sees("Bo", "Seat left", "Bo has left")
    story.wait(2.5)
    story.click()
    story.click()
    story.wait(2.0)
    story.sees("Cy", "markers", "Bo 2")
    story.seat(1)
    story.sees("Bo", "2", "has left")
    story.back()
    story.back()
    story.back()
    story.back()
    story.wait(2.5)
    story.click()
    story.click()
    story.wait(2.0)
    story.sees("Bo", "markers")  # with the leave taken back Bo is asked again


def test_count_now_goes_to_final_scoring_and_the_result_says_ended_early(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2 tile.9 none", names=("Ana", "Bo"))
    story.menu("Finish", "Count now", "Yes")
    story.wait(2.5)
    story.sees("Ana", "final", "cards in", "hand")
    story.seat(1)
    story.sees("Ana is playing", "Ended early")
    story.back()
    for _ in range(60):
        if "wins" in str(story.says()):
            break
        story.click()
        story.wait(2.5)
    story.sees("Ana wins", "9", "by 9", "Ended early")


def test_one_back_undoes_count_now(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Finish", "Count now", "Yes")
    story.wait(2.5)
    story.sees("final")
    story.back()
    story.wait(2.5)
    story.sees("Ana", "markers")


def test_the_result_of_the_senate_stays_until_somebody_has_looked_at_it(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "12 none", "0", "0", "0", "2", "0")
    story.sees("vote tiles")
    story.click()
    story.wait(30.0)
    story.sees("Q1 senate", "Ana", "2", "Cy", "Bo 0", "Stack: Ana, Cy, Bo")
    story.click()
    story.sees("Ana", "consul picks")


def test_a_turn_closes_a_result_and_counts(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "12 none", "0", "0", "0", "2", "0", "0")
    story.sees("Ana", "consul picks")
    first = story.says().inverted()
    story.back()
    story.wait(2.5)
    story.click()
    story.wait(2.5)
    story.sees("Q1 senate")
    story.turn(1)
    story.sees("consul picks")
    assert story.says().inverted() != first


def test_back_closes_a_result_and_takes_nothing_back(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "12 none", "0", "0", "0", "2", "0")
    story.click()
    story.sees("Q1 senate")
    story.back()
    story.sees("consul picks")


def test_answers_without_a_choice_are_taken_and_shown(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "12 none", "0", "0", "0")
    story.turn(40)
    story.click()  # all vote tiles there are: the others can have none
    story.sees("The only choice")
    story.click()
    story.sees("Q1 senate")  # the toast lay over a page that nobody had seen yet
    story.click()
    story.sees("consul picks")


def test_every_seats_final_score_is_shown_line_by_line_and_then_the_winner(tmp_path: Path) -> None:
    inputs = counted("seat.0", "2 tile.9 none", "!count", players=2)
    story = Story(tmp_path, *inputs[:-1], names=("Ana", "Bo"))
    story.click()
    story.wait(2.5)
    story.sees("Bo", "final", "2/2", "before", "hand, camps", "circle", "sets", "bonus")
    story.wait(20.0)
    story.sees("before")
    story.click()
    story.sees("Ana wins", "9", "by 9", "Ended early", "Bo 0")
    story.turn(1)
    story.focus("1 Ana")
    story.click()
    story.sees("Ana", "final", "1/2", "before", "9")
    story.click()
    story.sees("Why 9?")
    story.back()
    story.focus("1 Ana")


def test_back_at_the_end_of_a_game_asks_before_it_takes_the_last_answer_back(tmp_path: Path) -> None:
    inputs = counted("seat.0", "2 tile.9 none", "!count", players=2)
    story = Story(tmp_path, *inputs[:-1], names=("Ana", "Bo"))
    story.click()
    story.wait(2.5)
    story.click()
    story.sees("Ana wins")
    for _ in range(2):
        story.back()
        story.sees("Take back", "The game is over.", "Take the last answer")
        story.focus("Keep")
        story.click()
        story.sees("Ana wins")
    story.back()
    story.back()  # Back on that question keeps it as well
    story.sees("Ana wins")
    story.back()
    story.picks("Take back")
    story.sees("Taken back")
    story.wait(2.5)
    story.sees("Bo", "final")


def test_a_game_closed_after_its_end_is_over_and_not_stopped(tmp_path: Path) -> None:
    story = Story(tmp_path, *counted("seat.0", "2 tile.9 none", "!count", players=2), names=("Ana", "Bo"))
    story.menu("Finish", "New game")
    story.wait(3.0)
    story.sees("New game", "Trajan")
    story.stop()
    assert kept(tmp_path).game.over


def test_a_score_can_be_corrected_after_the_end(tmp_path: Path) -> None:
    story = Story(tmp_path, *counted("seat.0", "2 tile.9 none", "!count", players=2), names=("Ana", "Bo"))
    story.menu("Correct", "Score", "Bo")
    story.turn(11)
    story.click()
    story.click()
    story.wait(2.5)
    story.sees("Bo wins", "12", "by 3")


def test_after_a_stop_the_glass_says_that_it_is_safe_to_unplug(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    assert story.stop()
    for name in ("prompt", "status"):
        story.sees("Saved", "safe to unplug", "Trajan Q1 R1", on=name)


def test_a_seat_that_left_is_set_apart_below_the_others(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.5 none", "!leave.0")
    story.menu("Score")
    story.dark("Ana")
    rows = [row for row in str(story.says()).split(" | ") if row[-3:] in (" Cy", " Bo", "Ana")]
    assert rows == ["1 Cy", "2 Bo", "Ana"]
