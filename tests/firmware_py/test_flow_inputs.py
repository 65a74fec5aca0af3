"""How many inputs a turn costs with the knob alone: an unbroken turn of it, however far, is one, and so is a click."""

from __future__ import annotations

from pathlib import Path

import pytest
from player import Player
from story import NAMES, Story

LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")


@pytest.mark.parametrize(
    ("turn", "inputs", "points"),
    [
        ("2 none", 2, 0),
        ("3 none", 3, 0),
        ("3 senate", 4, 2),
        ("3 build.3 none", 5, 3),
        ("3 province.6", 4, 6),
        ("3 tile.9 build.4 none", 7, 13),
        ("3 ship.12", 4, 12),
        ("3 tile.9 none", 5, 9),
    ],
)
def test_a_turn_costs_as_many_inputs_as_it_was_drawn_for(tmp_path: Path, turn: str, inputs: int, points: int) -> None:
    story = Story(tmp_path, "seat.0", "1 none")
    player = Player(story, ["seat.0", "1", "none", *turn.split()], NAMES, tags=False)
    for key in player.keys[:3]:
        player.game.answer(key)
    player.done = 3
    story.inputs = 0
    player.play()
    assert story.inputs == inputs
    story.wait(3.0)
    story.sees("Cy", "markers", f"Bo {points}")


def test_a_round_ends_with_one_more_question_that_a_tag_answers_in_one(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "12 none", "12 none")
    story.inputs = 0
    story.turn(1)
    story.click()
    story.wait(2.0)
    story.sees("Cy", "markers")
    assert story.inputs == 2
    story = Story(tmp_path / "tag", "seat.0", "12 none", "12 none")
    story.tap("trajan/demand.games")
    assert story.inputs == 1
    story.wait(2.0)
    story.sees("Cy", "markers")


def test_a_quarters_end_costs_at_most_four_inputs_a_seat_and_the_result(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "12 none")
    story.inputs = 0
    for _ in NAMES:
        story.turn(1)
        story.click()
    story.wait(2.0)
    for _ in NAMES:
        story.turn(2)
        story.click()
    assert story.inputs == 4 * len(NAMES)
    story.sees("Q1 senate")


def test_a_seat_button_costs_less_than_the_knob_where_a_seat_is_asked_for(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.back()
    story.wait(2.5)
    story.inputs = 0
    story.seat(2)
    story.sees("Cy", "markers")
    assert story.inputs == 1
