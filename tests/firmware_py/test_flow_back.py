"""Back, Undo and Redo: what lies on top is closed, what one input did is taken back, and comes again."""

from __future__ import annotations

from pathlib import Path

from story import Story, kept

ROUND = ("seat.0", "12 none", "12 none")  # three at the table: the second turn ends the first round


def answers(story: Story) -> list[str]:
    """What was answered, by the journal, after a clean stop."""
    story.stop()
    return [answer.key for answer in kept(story.folder).answers]


def test_back_with_nothing_on_top_takes_the_last_answer_back_and_says_how_to_have_it_again(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3")
    story.sees("build +3, and?")
    story.back()
    story.sees("Ana", "Taken back", "Points? build +3", "Menu → Undo → Redo")
    story.wait(2.5)
    story.sees("Ana", "Points?", "No score")


def test_back_takes_back_one_input_after_the_other_down_to_the_first(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3", "none")
    story.sees("Bo", "markers")
    for seen in ("build +3, and?", "Points?", "markers", "Who starts?"):
        story.back()
        story.wait(2.5)
        story.sees(seen)
    story.back()
    story.sees("Nothing to undo")
    story.wait(2.5)
    story.sees("Who starts?")


def test_a_click_on_a_toast_answers_no_question_that_it_still_hides(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3")
    story.click()
    story.sees("+3", "next: Bo")
    story.click()
    story.sees("Bo", "markers")
    story.click()
    story.sees("Bo", "Points?")
    assert answers(story) == ["seat.0", "2", "build.3", "none", "2"]


def test_a_turn_during_a_toast_counts(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3")
    story.click()
    story.sees("+3", "next: Bo")
    story.turn(1)
    story.sees("Bo", "markers", "3")


def test_back_during_a_toast_counts(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3")
    story.click()
    story.sees("+3", "next: Bo")
    story.back()
    story.sees("Taken back")
    story.wait(2.5)
    story.sees("build +3, and?")


def test_back_closes_the_menu_and_its_pages_one_by_one_and_takes_nothing_back(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2 none")
    story.menu("Finish", "Stop here")
    story.sees("Stop here?")
    story.focus("No")
    for page in ("Finish", "Table", "markers"):
        story.back()
        story.sees(page)
    assert answers(story) == ["seat.0", "2", "none"]


def test_back_closes_a_page_of_text(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.menu("Rules here")
    story.sees("Rules here")
    story.back()
    story.sees("Table")
    story.back()
    story.sees("markers")


def test_who_starts_is_no_revealed_tile_and_goes_back_without_a_question(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.1")
    story.back()
    story.sees("Taken back", "Bo")
    story.misses("It was already seen.")


def test_back_past_a_revealed_tile_asks_with_the_focus_on_keep(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND, "bread")
    story.back()
    story.sees("Take back", "bread", "It was already seen.", "Turn the tile down again.")
    story.focus("Keep")
    story.click()
    story.sees("Cy", "markers")
    assert answers(story)[-1] == "bread"


def test_a_revealed_tile_goes_back_once_that_is_said(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND, "bread")
    story.back()
    story.turn(-1)
    story.focus("Take back")
    story.click()
    story.sees("Taken back", "bread")
    story.wait(2.5)
    story.sees("New demand?")
    assert answers(story)[-1] == "none"


def test_back_on_that_question_keeps_the_tile(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND, "bread")
    story.back()
    story.back()
    story.sees("Cy", "markers")
    assert answers(story)[-1] == "bread"


def test_what_the_companion_drew_goes_back_with_the_input_that_made_it_draw(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND[:-1], "12", "none", draws="companion")
    story.sees("Cy", "markers")
    story.back()
    story.sees("It was already seen.")
    story.picks("Take back")
    story.wait(2.5)
    story.sees("Bo", "Points?")
    assert answers(story) == ["seat.0", "12", "none", "12"]


def test_undo_in_the_menu_takes_back_at_once_and_redo_brings_it_back(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3", "none")
    story.menu("Undo")
    story.sees("Taken back")
    story.wait(2.5)
    story.menu("Undo")
    story.focus("Redo")
    story.sees("Undo more")
    story.click()
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 3")


def test_undo_and_redo_know_no_limit_and_outlast_a_pulled_plug(tmp_path: Path) -> None:
    inputs = ("seat.0", "2", "build.3", "none", "3", "senate", "1", "none")
    story = Story(tmp_path, *inputs)
    for _ in inputs:
        story.back()
    story.wait(2.5)
    story.sees("Who starts?")
    story.kill()
    story.start()
    story.wait(2.5)
    story.sees("Who starts?")
    for _ in inputs:
        story.menu("Undo", "Redo")
        story.wait(7.0)
    story.sees("Ana", "markers", "Ana 3", "Bo 2")
    assert answers(story) == list(inputs)


def test_another_answer_ends_what_could_come_again_and_the_same_one_does_not(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3", "none")
    story.back()
    story.back()
    story.wait(2.5)
    story.sees("Points?")
    story.picks("3")  # what was there before: build 3
    story.sees("build +3, and?")
    story.menu("Undo", "Redo")
    story.wait(2.5)
    story.sees("Bo", "markers")
    story.back()
    story.back()
    story.wait(2.5)
    story.click()  # no score: something else
    story.wait(2.5)
    story.menu("Undo")
    story.sees("Taken back")  # nothing to bring back any more: Undo asks nothing
