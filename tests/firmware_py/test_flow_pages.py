"""Pages from the menu, for any title: others, the rules at hand, long texts; and boxes without a Back button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from story import Story, kept
from third_title import pebbles_in_the_box

BARE = "one-oled-knob"
GIFTS = ("1", "1", "1")  # the fourth turn follows a tile
TURNS = ("12 none", "12 none")


@pytest.fixture
def pebbles(tmp_path: Path) -> Iterator[Path]:
    """A folder for a story while there is a second title."""
    with pebbles_in_the_box():
        yield tmp_path / "data"


def test_what_is_not_possible_now_is_listed_and_a_click_says_why(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.menu("Not possible now")
    story.sees("Not possible now", "Forgotten points")
    story.click()
    story.sees("Ana", "Not possible", "moved before in")
    story.click()
    story.sees("Not possible now", "Forgotten points")
    story.back()
    story.sees("Table")


def test_what_is_not_possible_in_another_title_comes_from_its_own_words(pebbles: Path) -> None:
    story = Story(pebbles, *GIFTS, "sun", *GIFTS, "sun", *GIFTS, title="pebbles")
    story.sees("New tile?", "Moon", "Rain")
    story.menu("Not possible now")
    story.sees("Not possible now", "Sun")
    story.click()
    story.sees("Both sun tiles have been")


def test_where_everything_is_possible_the_menu_has_no_such_row(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2 none")
    story.hold()
    rows = set()
    for _ in range(12):
        rows.update(story.says().inverted())
        story.turn(1)
    assert {"Score", "Correct", "Pause", "Finish"} <= rows
    assert "Not possible now" not in rows


def test_the_rules_of_the_open_question_stand_on_as_few_pages_as_they_need(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    story.menu("Rules here")
    story.sees("Rules here", "1/2", "A fulfilled Trajan tile")
    story.turn(1)
    story.sees("2/2", "A legionnaire scores the")
    story.turn(-1)
    story.sees("1/2")
    story.click()
    story.sees("2/2")
    story.click()
    story.sees("Table")


def test_rules_that_the_table_changed_stand_with_the_others(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", options={"vice_consul_needs_vote": "yes"})
    story.menu("Rules here")
    story.turn(5)
    story.sees("Vice-consul needs a vote:", "yes")


def test_a_question_for_a_seat_takes_its_button_in_any_title(pebbles: Path) -> None:
    story = Story(pebbles, "gift", title="pebbles")
    story.sees("Ana", "Whom?", "or press a seat button")
    story.seat(0)  # not oneself: her page
    story.sees("Ana", "points")
    story.back()
    story.seat(2)
    story.sees("Ana", "What?", "Shell")
    story.click()
    story.sees("Bo", "How many pebbles?")
    story.menu("Score")
    story.sees("1 Cy", "5")


def test_a_long_list_of_answers_of_two_parts_is_asked_in_two_questions(pebbles: Path) -> None:
    story = Story(pebbles, "walk", title="pebbles")
    story.sees("Ana", "From where?", "Beach", "Cliff", "Dune")
    story.picks("Mole")
    story.sees("Mole and?", "Beach", "Cliff")
    story.turn(1)
    story.focus("Cliff")
    story.back()
    story.focus("Mole")
    story.sees("Harbour")
    story.click()
    story.picks("Dune")
    story.wait(2.0)
    story.sees("Bo", "How many pebbles?")
    story.back()
    story.sees("Ana", "Taken back", "From where?", "Dune–Mole")
    story.stop()
    assert [answer.key for answer in kept(pebbles).answers] == ["walk"]


def test_a_tag_that_names_a_part_narrows_the_list(pebbles: Path) -> None:
    story = Story(pebbles, "walk", title="pebbles")
    story.tap("pebbles/mill")
    story.sees("Mill", "Beach–Mill", "Cliff–Mill")
    story.picks("Dune–Mill")
    story.wait(2.0)
    story.sees("Bo", "How many pebbles?")
    story.stop()
    assert [answer.key for answer in kept(pebbles).answers] == ["walk", "dune-mill"]


def test_seats_with_equal_points_share_the_first_place(pebbles: Path) -> None:
    story = Story(pebbles, "3 white", "2", "3 grey", "sun", "!count", title="pebbles")
    story.sees("Ana, Cy share it", "3", "by 1")


# ---- without a Back button


def test_without_a_back_button_the_menu_opens_on_undo(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3", profile=BARE)
    story.hold()
    story.sees("Table", "Undo", "Score")
    story.focus("Undo")
    story.click()
    story.sees("Ana", "Taken back", "Points? build +3")
    story.wait(2.5)
    story.sees("Points?")


def test_without_a_back_button_every_page_ends_in_back(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "build.3", "none", profile=BARE)
    story.menu("Back")
    story.sees("Bo", "markers")
    for rows in (
        ("Score",),
        ("Why",),
        ("Why", "Ana"),
        ("Correct",),
        ("Correct", "Score"),
        ("Seats",),
        ("Seats", "1 Ana"),
        ("Seats", "1 Ana", "Name"),
        ("Seats", "1 Ana", "Colour"),
        ("Finish",),
        ("Finish", "Seat leaves"),
        ("Finish", "Other game"),
        ("Finish", "Other game", "New game"),
    ):
        story.menu(*rows)
        before = str(story.says())
        story.picks("Back")
        assert str(story.says()) != before, rows
        assert seen_before(story, rows), rows
    story.menu("Why", "Ana", "Construction")
    story.turn(1)
    story.focus("Back")
    story.click()
    story.sees("Why 3?")
    story.menu("Rules here")
    story.click()
    story.focus("Back")
    story.click()
    story.sees("Table")


def seen_before(story: Story, rows: tuple[str, ...]) -> bool:
    """Whether the page above that one is on the glass again."""
    titles = ("Table", *(PAGE.get(row, row) for row in rows))
    return titles[-2] in story.says()


PAGE = {"Why": "Why?", "1 Ana": "Seat 1", "Other game": "Other games"}


def test_without_a_back_button_a_long_turn_back_leads_to_the_code_and_a_hold_out_of_the_set_up(tmp_path: Path) -> None:
    story = Story(tmp_path, profile=BARE)
    story.picks("Trajan")
    story.picks("Scorekeeper")
    story.click()
    story.click()
    story.picks("Set up by code")
    story.click()
    story.turn(3)
    story.turn(-9)
    story.sees("Setup code", "Same code, same setup.", "Turn: next and before")
    story.hold()
    story.picks("Leave")
    story.sees("New game")


def test_nothing_else_changes_without_a_back_button(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", profile=BARE)
    story.click()
    story.click()
    story.wait(2.0)
    story.sees("Bo", "markers")
    story.stop()
    assert [answer.key for answer in kept(tmp_path).answers] == ["seat.0", "2", "none"]
