"""What a turn of Hansa Teutonica costs at the wire: an unbroken turn of the knob is one input, a click, a
seat's button, a tag. The counts are those that the screens were drawn for, or fewer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from story import NAMES, Story, kept

from engine import catalogue

BANK = {"bank": "3-4-7-all"}


def opened(way: str, *keys: str, **given: str) -> list[str]:
    """The answers up to the first turn, each question's first, and these."""
    game = catalogue.new_game("hansa", way, len(NAMES), given)
    found: list[str] = []
    while game.decision is not None and not game.turn[0]:
        found.append(game.decision.keys[0])
        game.answer(found[-1])
    return [*found, *keys]


def told(
    folder: Path, way: str, *keys: str, profile: str = "bench", overrides: tuple[str, ...] = (), **given: str
) -> Story:
    """A story that stands where these answers of the first turns lead, its inputs not yet counted."""
    laid = " ".join(opened(way, *keys, **given))
    story = Story(folder, laid, title="hansa", way=way, options=given, profile=profile, overrides=overrides)
    story.wait(3.0)
    story.inputs = 0
    return story


def given(folder: Path, story: Story) -> list[str]:
    story.stop()
    return [answer.key for answer in kept(folder).answers]


# ---- scorekeeper


def test_a_turn_without_a_claim_is_one_click(tmp_path: Path) -> None:
    story = told(tmp_path, "scorekeeper")
    story.focus("Next: Bo")
    story.click()
    assert story.inputs == 1
    story.sees("Bo", "2 actions")


@pytest.mark.parametrize("buttons", [True, False])
def test_a_claim_with_both_cities_controlled(tmp_path: Path, buttons: bool) -> None:
    story = told(tmp_path, "scorekeeper", profile="bench" if buttons else "one-oled-knob")
    story.picks("Route claimed")
    story.sees("Who has the cities?")
    for _ in range(2):
        story.seat(1) if buttons else story.picks("Bo")
    story.focus("Done")
    story.click()
    assert story.inputs == (5 if buttons else 7)  # drawn for 6 and 8
    story.wait(3.0)
    story.sees("Next: Bo", "Bo 2/20")


@pytest.mark.parametrize("buttons", [True, False])
def test_a_claim_with_one_city_controlled_and_a_marker_taken(tmp_path: Path, buttons: bool) -> None:
    story = told(tmp_path, "scorekeeper", profile="bench" if buttons else "one-oled-knob")
    story.picks("Route claimed")
    story.seat(2) if buttons else story.picks("Cy")
    story.focus("Nobody")
    story.click()
    story.picks("Marker taken")
    story.focus("Done")
    story.click()
    assert story.inputs == (7 if buttons else 8)
    story.wait(3.0)
    story.focus("Placed, next: Bo")
    story.sees("1 marker to place")
    if buttons:
        story.sees("1 marker to place", on="status")
    story.click()
    story.wait(2.0)
    story.misses("marker to place")


@pytest.mark.parametrize(("ability", "inputs"), [("", 4), ("Actions", 6), ("Keys", 6)])
def test_a_claim_with_nobody_there(tmp_path: Path, ability: str, inputs: int) -> None:
    story = told(tmp_path, "scorekeeper", profile="one-oled-knob")
    story.picks("Route claimed")
    story.focus("Nobody")
    story.click()
    if ability:
        story.picks(ability)
        story.wait(2.5)
    story.focus("Done")
    story.click()
    assert story.inputs == inputs
    story.wait(3.0)
    story.sees("Next: Bo", "3 actions" if ability == "Actions" else "2 actions")


@pytest.mark.parametrize("buttons", [True, False])
def test_a_claim_whose_office_completes_a_city(tmp_path: Path, buttons: bool) -> None:
    story = told(tmp_path, "scorekeeper", profile="bench" if buttons else "one-oled-knob")
    story.picks("Route claimed")
    for _ in range(2):
        story.seat(1) if buttons else story.picks("Bo")
    story.picks("City full: 1")
    story.focus("Done")
    story.click()
    assert story.inputs == (7 if buttons else 9)  # drawn for 8 and 10
    story.wait(3.0)
    story.sees("Next: Bo")
    if buttons:
        story.sees("1/10", on="status")


# ---- referee

FREE = "groningen-emden"


def two_cities(story: Story, one: str, other: str) -> None:
    story.picks(one)
    story.picks(other)


def test_income_of_the_whole_bank_is_two_inputs(tmp_path: Path) -> None:
    story = told(tmp_path, "referee")
    story.picks("Income")
    assert story.inputs == 2
    story.wait(2.0)
    story.sees("1 of 2 left")


def test_to_place_on_a_new_route_takes_five_inputs_though_there_is_a_merchant(tmp_path: Path) -> None:
    story = told(tmp_path, "referee")
    story.focus("Place")
    story.click()
    two_cities(story, "Münster", "Minden")
    assert story.inputs == 5
    story.wait(2.0)
    story.sees("1 of 2 left", "again:")
    assert given(tmp_path, story)[-3:] == ["place", "minden-muenster", "trader"]


def test_two_tags_of_cities_in_place_of_two_lists_save_two_inputs(tmp_path: Path) -> None:
    story = told(tmp_path, "referee")
    story.click()
    story.tap("hansa/city.muenster")
    story.sees("Münster", "Minden–Münster")
    story.tap("hansa/city.minden")
    story.sees("Place", "Minden–Münster", "Back takes it back")
    assert story.inputs == 3
    story.wait(4.0)
    story.sees("1 of 2 left")
    assert given(tmp_path, story)[-3:] == ["place", "minden-muenster", "trader"]


def test_to_place_again_on_the_same_route_is_one_click(tmp_path: Path) -> None:
    story = told(tmp_path, "referee", "place", FREE, "trader")
    story.focus("again: Groningen–Emden")
    story.click()
    assert story.inputs == 1
    story.wait(3.0)
    story.sees("Bo", "2 of 2 left")
    story.back()
    story.wait(3.0)
    story.sees("Ana", "1 of 2 left")  # what one input did, one Back takes back


def test_a_merchant_is_placed_by_a_row_of_its_own(tmp_path: Path) -> None:
    story = told(tmp_path, "referee")
    story.picks("Place a merchant")
    story.sees("Place where?")
    story.picks("Groningen")  # from there one route leads
    assert story.inputs == 4
    assert given(tmp_path, story)[-3:] == ["place", FREE, "merchant"]


def after_a_full_route() -> list[str]:
    """Ana has filled Groningen–Emden, Bo and Cy placed elsewhere: she can claim it."""
    ana, bo, cy = (("place", route, "trader") for route in (FREE, "minden-muenster", "kampen-arnheim"))
    return [*ana, *ana, *bo, *bo, *cy, *cy, *ana]


def test_the_only_route_that_can_be_claimed_is_not_asked(tmp_path: Path) -> None:
    story = told(tmp_path, "referee", *after_a_full_route())
    story.sees("1 of 2 left")
    story.picks("Route")
    story.wait(2.0)
    story.sees("Groningen–Emden")
    story.focus("Groningen")
    story.click()
    assert story.inputs == 3  # drawn for 4, where another reward is wanted
    story.stop()
    assert "office.groningen" in [answer.key for answer in kept(tmp_path).answers]


def test_to_displace_takes_six_inputs_and_a_piece_of_the_displaced_seat_one_or_two(tmp_path: Path) -> None:
    keys: Sequence[str] = ("place", FREE, "trader", "place", "minden-muenster", "trader")
    story = told(tmp_path, "referee", *keys)
    story.sees("Bo", "2 of 2 left")
    story.picks("Displace")
    story.picks("Groningen–Emden")
    assert story.inputs <= 6  # so few routes are one list; the fee is preset
    story.sees("Ana answers", "put on Emden–Osnabrück", "in the turn of Bo")
    story.wait(2.0)
    story.sees("Ana", "extra trader to?", "No more")
    story.sees("extra trader to?", on="status")
    story.inputs = 0
    story.picks("No more")
    assert story.inputs == 2
    story.sees("Back to Bo")
    story.wait(3.0)
    story.sees("Bo", "1 of 2 left")
