"""The first evening of a new box and the later ones: few inputs, no names needed; and the evenings in between."""

from __future__ import annotations

from pathlib import Path

from story import Story, counted, kept, lay, table_of
from table_desk import games_of

LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")


def first_game(story: Story) -> None:
    """Title, way, three players, the spaces of the loop, the second seat starts."""
    story.picks("Trajan")
    story.picks("Scorekeeper")
    if "2" in story.says():
        story.turn(1)
    story.click()
    if "spaces" in story.says():
        story.click()
    story.picks("green")


def test_the_first_game_of_a_new_box_takes_six_inputs_and_no_name(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.sees("New game", "Trajan", "2–4 players")
    story.focuses("Trajan")
    story.inputs = 0
    story.click()
    story.sees("How much shall I do?", "Scorekeeper")
    story.click()
    story.sees("players", "2")
    story.turn(1)
    story.sees("3")
    story.click()
    story.sees("spaces", "16", "Count them once round,", "start space included.")
    story.click()
    story.sees("Who starts?", "Draw", "red", "green")
    story.focus("Draw")
    story.click()
    story.sees("Drawn for you.")
    story.wait(2.5)
    story.sees("markers", "14 left then")
    assert story.inputs == 6


def test_a_later_game_is_not_asked_for_the_loop_again(tmp_path: Path) -> None:
    story = Story(tmp_path)
    first_game(story)
    story.menu("Finish", "Stop here", "Yes")
    story.wait(2.5)
    story.inputs = 0
    story.inputs = 0
    story.focus("Trajan")  # the title played last comes first
    story.click()
    story.click()
    story.sees("3")  # as many as last time: not even that has to be turned to
    story.click()
    story.sees("Who starts?")
    story.click()
    assert story.inputs <= 5


def test_the_counted_loop_is_what_the_game_is_kept_by_and_what_is_remembered(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.picks("Trajan")
    story.click()
    story.turn(1)
    story.click()
    story.turn(2)
    story.click()
    story.picks("red")
    story.sees("16 left then")  # eighteen spaces
    story.menu("Finish", "Stop here", "Yes")
    story.wait(2.5)
    story.picks("Trajan")
    story.click()
    story.click()
    story.picks("red")
    story.sees("16 left then")
    story.stop()
    assert kept(tmp_path).header.options["time_loop"] == "18"


def test_back_goes_one_question_back(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.picks("Trajan")
    story.click()
    story.turn(1)
    story.click()
    story.click()
    for question in ("spaces", "players", "How much shall I do?", "New game"):
        story.back()
        story.sees(question)
    story.back()
    story.sees("New game")


def test_seats_are_called_by_their_colours(tmp_path: Path) -> None:
    story = Story(tmp_path)
    first_game(story)
    story.sees("green", "markers", "red 0", "blu 0")
    story.stop()
    assert kept(tmp_path).header.seats == (("red", "red"), ("green", "green"), ("blue", "blue"))


def test_after_a_pulled_plug_the_prompt_is_there_with_a_word_of_it(tmp_path: Path) -> None:
    story = Story(tmp_path)
    first_game(story)
    story.wait(1.0)
    story.kill()
    story.start()
    story.sees("Here we were", "Nothing saved is lost.", "Trajan Q1 R1")
    story.wait(2.5)
    story.sees("green", "markers", "14 left then")


def test_the_first_input_ends_that_word_and_counts(tmp_path: Path) -> None:
    story = Story(tmp_path)
    first_game(story)
    story.wait(1.0)
    story.kill()
    story.start()
    story.turn(1)
    story.sees("green", "markers", "13 left then")


def test_after_a_clean_stop_the_last_game_waits_to_be_gone_on_with(tmp_path: Path) -> None:
    lay(tmp_path, "seat.0", "2 build.3 none")
    story = Story(tmp_path)
    story.sees("Last game", "Trajan", "Ana 3 Bo 0 Cy 0", "turn 2", "Go on", "New game")
    story.focus("Go on")
    story.click()
    story.wait(0.3)
    story.sees("Bo", "markers")


def test_a_new_game_closes_no_other(tmp_path: Path) -> None:
    lay(tmp_path, "seat.0", "2 build.3 none")
    story = Story(tmp_path)
    story.picks("New game")
    first_game(story)
    story.sees("green", "markers")
    story.stop()
    story.kill()
    story.start()
    story.sees("Last game", "Go on", "Other game", "New game")
    story.focus("Go on")
    story.picks("Other game")
    story.sees("Other games", "Ana Bo Cy")
    story.click()
    story.wait(0.3)
    story.sees("Bo", "markers", "Ana 3")


def test_from_one_game_to_another_and_back(tmp_path: Path) -> None:
    lay(tmp_path, "seat.0", "2 build.3 none")
    lay(tmp_path, "seat.1", "3 none", names=("Éva", "Göttrik"))
    story = Story(tmp_path)
    story.click()  # go on with the last one
    story.wait(0.3)
    story.sees("Éva", "markers")
    story.menu("Finish", "Other game")
    story.sees("Other games", "Ana Bo Cy", "New game")
    story.picks("Ana Bo Cy")
    story.wait(0.3)
    story.sees("Bo", "markers", "Ana 3")
    story.menu("Finish", "Other game", "Éva Göttrik")
    story.wait(0.3)
    story.sees("Éva", "markers")


def test_a_stopped_game_is_kept_and_can_be_reopened(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2 build.3 none")
    story.menu("Finish", "Stop here")
    story.sees("Stop here?", "It is kept, and can be")
    story.focus("No")
    story.picks("Yes")
    story.sees("Stopped")
    story.wait(2.5)
    story.picks("Past games")
    story.sees("Ana Bo Cy", "29 Nov 2026")
    story.click()
    story.wait(0.3)
    story.sees("turn 2 · stopped", "1 Ana", "3")
    story.picks("Reopen")
    story.wait(0.3)
    story.sees("Bo", "markers", "Ana 3")
    story.back()
    story.sees("Take back", "The game was finished.")
    story.picks("Take back")
    story.wait(2.5)
    story.sees("Ana", "markers")  # its past came with it: the turn was laid down as one input


def test_after_the_winner_comes_a_new_game_and_the_old_one_is_kept(tmp_path: Path) -> None:
    story = Story(tmp_path, *counted("seat.0", "2 tile.9 none", "!count", players=2), names=("Ana", "Bo"))
    story.sees("Ana wins", "by 9")
    story.turn(1)
    story.sees("Final score", "1 Ana", "2 Bo", "New game")
    story.picks("New game")
    story.sees("New game")
    story.focuses("Past games")
    story.sees("1 kept")
    story.click()
    story.click()
    story.wait(0.3)
    story.sees("Ana wins", "by 9", "Ended early", "Bo 0")  # as it was shown at its end
    story.click()
    story.sees("turn 2 · ended early", "1 Ana", "2 Bo", "Reopen")
    story.click()
    story.sees("Ana", "final", "1/2")
    story.click()
    story.sees("Ana", "Why 9?")
    story.click()
    story.click()
    story.misses("Change this entry")  # only looked at
    for _ in range(3):
        story.back()
    story.sees("Past games")
    story.back()
    story.sees("New game")


def test_a_past_game_is_looked_at_in_the_middle_of_another_which_goes_on(tmp_path: Path) -> None:
    lay(tmp_path, *counted("seat.0", "2 tile.9 none", "!count", players=2), names=("Éva", "Göttrik"))
    story = Story(tmp_path, "seat.0", "2")
    story.menu("Finish", "Other game", "New game", "Past games")
    story.click()
    story.wait(0.3)
    story.sees("Éva wins", on="prompt")
    story.sees("Q1 R1", "Ana", on="status")
    story.kill()
    story.start()
    story.wait(3.0)
    story.sees("Ana", "Points?")


def test_a_reopened_game_at_its_end_can_be_corrected_and_is_finished_all_the_same(tmp_path: Path) -> None:
    story = Story(tmp_path, *counted("seat.0", "2 tile.9 none", "!count", players=2), names=("Ana", "Bo"))
    story.menu("Correct", "Score", "Bo")
    story.turn(11)
    story.click()
    story.click()
    story.wait(2.5)
    story.kill()
    story.start()
    story.wait(3.0)
    story.sees("Bo wins", "12", "by 3")
    story.stop()
    table, clock = table_of(tmp_path)
    assert [(game.finished, game.totals) for game in games_of(table, clock)] == [("counted", (9, 12))]
    table.close()


def test_a_remembered_count_that_is_not_allowed_any_more_is_asked_for_again(tmp_path: Path) -> None:
    table, clock = table_of(tmp_path)
    table.remember("trajan.time_loop.2", "4000")
    clock.advance(5.0)
    table.close()
    story = Story(tmp_path)
    story.picks("Trajan")
    story.click()
    story.click()
    story.sees("spaces", "11")
    story.click()
    story.sees("Who starts?")
