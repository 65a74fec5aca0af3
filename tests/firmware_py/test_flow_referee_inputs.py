"""What a referee's turn costs at the wire: an unbroken turn of the knob is one input, a click, a tag."""

from __future__ import annotations

from pathlib import Path

import pytest
from plans import CODE, opened
from player import Player
from story import NAMES, Story

from engine import catalogue

# every seat begins with these markers in its trays; what is left lies in the sixth: pink and white
TRAYS = ("blue-white", "yellow-green", "orange-pink", "blue-yellow", "green-orange")
OTHERS = "trajan green skip trajan green skip"


def start(before: str = "") -> list[str]:
    return [*opened(3, trays=dict.fromkeys(range(3), TRAYS)), *before.split()]


def turn_of(folder: Path, turn: str, tags: bool = False, before: str = "") -> Story:
    """A story in which a turn is entered, the first of the game or one after the answers ``before``."""
    keys = start(before)
    story = Story(folder, " ".join(keys), way="referee", code=CODE)
    player = Player(story, [*keys, *turn.split()], NAMES, tags, way="referee")
    player.skip_to(len(keys))
    story.inputs = 0
    player.play()
    return story


def last_card() -> str:
    """The last card on the list of those that can be discarded after a draw."""
    game = catalogue.new_game("trajan", "referee", 3)
    for key in (*start(), "trajan", "green", "draw"):
        game.answer(key)
    assert game.decision is not None and game.decision.kind == "card.discard"
    return game.decision.keys[-1].partition("-")[0]


@pytest.mark.parametrize(
    ("turn", "inputs"),
    [
        ("construction white forum.bread", 5),  # the colour has the focus …
        ("construction pink forum.bread", 6),  # … or has not
        ("forum green senate", 5),
        ("senate blue worker", 4),
        ("senate yellow site.7", 6),
        ("seaport white leader.raetia", 5),
        ("seaport white raise", 5),
        ("trajan orange draw CARD-1", 7),
    ],
)
def test_a_turn_of_two_markers_costs_as_many_inputs_as_it_was_drawn_for(tmp_path: Path, turn: str, inputs: int) -> None:
    story = turn_of(tmp_path, turn.replace("CARD", last_card()))
    assert story.inputs == inputs
    story.wait(3.0)
    if turn.endswith("site.7"):  # the first tile of a type grants an action
        story.sees("Bo", "Trajan", "9 points")
        story.back()
        story.wait(3.0)
        story.sees("Bo", "Construction")
    else:
        story.sees("Cy", "Which tray?")


@pytest.mark.parametrize(("turn", "inputs"), [("construction pink forum.bread", 5), ("senate yellow site.7", 5)])
def test_a_tag_in_place_of_a_list_saves_an_input(tmp_path: Path, turn: str, inputs: int) -> None:
    assert turn_of(tmp_path, turn, tags=True).inputs == inputs


def test_a_card_is_discarded_by_one_tap_and_one_click_for_the_pile(tmp_path: Path) -> None:
    story = turn_of(tmp_path, "trajan green draw")
    card = last_card()
    story.tap(f"trajan/card.{card}")
    story.sees(f"{card}, pile 1", f"{card}, pile 2")
    story.click()
    assert story.inputs == 6
    story.wait(4.0)
    story.sees("Cy", "Which tray?")


def test_three_markers_and_the_senate_cost_five_or_six_inputs(tmp_path: Path) -> None:
    before = f"construction pink skip {OTHERS}"
    assert turn_of(tmp_path / "usual", "seaport blue white senate", before=before).inputs == 5
    assert turn_of(tmp_path / "other", "seaport pink white senate", before=before).inputs == 6


def test_markers_of_a_new_game_are_one_click_a_seat_by_lot(tmp_path: Path) -> None:
    keys = start()
    first = next(place for place, key in enumerate(keys) if key == TRAYS[0])
    story = Story(tmp_path, " ".join(keys[:first]), way="referee", code=CODE)
    for seat in ("Bo", "Cy", "Ana"):
        story.sees(seat, "Tray I", "By lot")
        story.click()
        story.sees(seat, "Lay these out", "Tray I:", "Tray V:")
        story.click()
        story.sees("Tray VI:")
        story.click()
    story.sees("Cards drawn are")


def test_markers_of_a_new_game_are_chosen_pair_by_pair(tmp_path: Path) -> None:
    keys = start()
    first = next(place for place, key in enumerate(keys) if key == TRAYS[0])
    story = Story(tmp_path, " ".join(keys[:first]), way="referee", code=CODE)
    story.picks("blue")
    story.sees("blue", "green", "pink")
    story.picks("white")
    story.sees("Bo", "Tray II")
    story.picks("By lot")
    story.sees("Lay these out", "Tray II:")
