"""Seat buttons, lamps and sounds: whose page, whose turn, and what is heard of it."""

from __future__ import annotations

from pathlib import Path

from story import Story

LAID = ("seat.0", "2", "build.3", "none")  # Bo is to move, Ana has 3
LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")  # of a quarter


def lit(story: Story) -> list[int]:
    return [seat for seat in range(5) if story.world.lamp(seat)]


def test_a_seat_button_opens_that_seats_page_and_a_second_press_its_why(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.seat(0)
    story.sees("Ana", "3", "points", "first", "Bo is playing")
    story.seat(0)
    story.sees("Ana", "Why 3?", "Construction")
    story.seat(0)
    story.sees("points", "Bo is playing")
    story.back()
    story.sees("Bo", "markers")


def test_anothers_button_takes_the_place_of_a_seats_page(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.seat(0)
    story.seat(2)
    story.sees("Cy", "2nd, 3 behind")
    story.seat(2)
    story.sees("No points yet.")
    story.seat(1)
    story.sees("Bo", "to move")
    story.misses("your turn")
    story.back()
    story.sees("markers")


def test_a_button_of_a_seat_that_does_not_play_does_nothing(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.seat(4)
    story.sees("Bo", "markers")


def test_a_seat_button_answers_only_where_the_question_asks_for_a_seat_and_that_says_so(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.picks("Trajan")
    story.click()
    story.turn(1)
    story.click()
    story.click()
    story.sees("Who starts?", "or press a seat button")
    story.seat(2)
    story.sees("blue", "markers")
    story.seat(2)
    story.sees("to move", "points")  # now it is the page again


def test_the_games_own_question_for_a_seat_takes_the_button_too(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.back()
    story.wait(2.5)
    story.sees("Who starts?", "or press a seat button")
    story.seat(1)
    story.sees("Bo", "markers")


def test_over_a_menu_a_seat_button_opens_a_page_and_answers_nothing(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.back()
    story.hold()
    story.seat(1)
    story.sees("Bo", "points")
    story.back()
    story.sees("Table")
    story.back()
    story.sees("Who starts?")


def test_without_seat_buttons_no_question_speaks_of_them(tmp_path: Path) -> None:
    story = Story(tmp_path, overrides=("without=['seat']",))
    story.picks("Trajan")
    story.click()
    story.click()
    story.click()
    story.sees("Who starts?")
    story.misses("or press a seat button")


def test_the_lamp_of_the_seat_to_move_is_lit_and_no_other(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "12 none")
    assert lit(story) == [1]
    story.turn(2)
    story.click()
    assert lit(story) == [1]
    story.click()
    assert lit(story) == []  # a demand is turned up: the table's turn
    story.back()
    assert lit(story) == [1]
    story.wait(3.0)
    story.click()
    story.click()
    assert lit(story) == [2]
    story.kill()
    assert lit(story) == []
    story.start()
    assert lit(story) == [2]
    story.menu("Finish", "Stop here", "Yes")
    assert lit(story) == []


def beeps(story: Story) -> list[int]:
    """How long each sound of the last input was, in milliseconds."""
    story.wait(2.0)
    sounds, story.heard = story.world.sounds(), getattr(story, "heard", 0)  # type: ignore[attr-defined]
    fresh = sounds[story.heard :]  # type: ignore[attr-defined]
    story.heard = len(sounds)  # type: ignore[attr-defined]
    ends = [at_s for at_s, on in fresh if not on]
    return [round((end - start) * 1000) for (start, on), end in zip([f for f in fresh if f[1]], ends, strict=True)]


def test_turn_refusal_undo_round_and_quarter_sound_each_in_its_own_way(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "1 none")
    assert beeps(story) == []
    story.click()
    assert beeps(story) == []  # markers: nobody else's turn yet
    story.click()
    turn = beeps(story)
    story.tap("trajan/demand.bread")
    refused = beeps(story)
    story.back()
    undo = beeps(story)
    assert len({tuple(each) for each in (turn, refused, undo)}) == 3
    assert [len(each) for each in (turn, refused, undo)] == [1, 2, 3]


def test_the_greatest_event_of_an_answer_is_the_one_that_is_heard(tmp_path: Path) -> None:
    story = Story(tmp_path / "quarter", *LAST_TURN, "12")
    beeps(story)
    story.click()
    quarter = beeps(story)
    story.sees("cannot meet")
    story = Story(tmp_path / "round", *LAST_TURN[:2], "12")
    beeps(story)
    story.click()
    ended = beeps(story)
    story.sees("Round 1 is over", "New demand?")
    assert (len(ended), len(quarter)) == (2, 3)


def test_a_muted_buzzer_stays_silent(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "1 none", overrides=("buzzer.muted=true",))
    story.click()
    story.click()
    story.back()
    story.wait(1.0)
    assert story.world.sounds() == []
