"""The options of a title on the device: only those that matter in the way that was chosen and on the board in force."""

from __future__ import annotations

from pathlib import Path

import pytest
from story import Story, kept

NOT_THE_REFEREE = {"Claims name their"}
NOT_THE_SCOREKEEPER = {"Turn ends early", "Markers inside", "Drawn markers", "Exchange in", "Permission gained"}


def to_the_options(story: Story, title: str, way: str) -> None:
    story.picks(title)
    story.picks(way)
    story.turn(1)  # the other boards are for three and more
    story.click()
    if title == "Trajan":
        story.click()  # the spaces of its time loop
    else:
        story.picks("3-4-7-all")
    story.picks("Options")


def listed(story: Story) -> str:
    """All that stands on the list, one after another."""
    seen = [str(story.says())]
    while "Done" not in story.says().inverted():
        story.turn(1)
        seen.append(str(story.says()))
    return " ".join(seen)


@pytest.mark.parametrize(("way", "missing"), [("Scorekeeper", True), ("Referee", False)])
def test_options_of_moves_are_shown_where_moves_are_checked(tmp_path: Path, way: str, missing: bool) -> None:
    story = Story(tmp_path)
    to_the_options(story, "Trajan", way)
    found = listed(story)
    assert "A tie at the" in found
    for label in ("First Traja", "Fulfilling", "Discards"):
        assert (label not in found) is missing


@pytest.mark.parametrize(
    ("way", "never"), [("Scorekeeper", NOT_THE_SCOREKEEPER), ("Referee", NOT_THE_REFEREE)], ids=["kept", "refereed"]
)
def test_options_of_a_board_come_and_go_with_it_and_the_cursor_stays(tmp_path: Path, way: str, never: set[str]) -> None:
    story = Story(tmp_path)
    to_the_options(story, "Hansa Teutonica", way)
    found = listed(story)
    assert "Mission cards" in found and "Ties in a country" not in found and "Modules elsewhere" not in found
    assert not [label for label in never if label in found]
    for board in ("east", "britannia"):
        story.focuses("Board")
        story.click()
        story.focus(board)
    found = listed(story)
    assert "Ties in a country" in found and "Mission cards" not in found and "Emperor" not in found
    assert not [label for label in never if label in found]
    story.picks("Modules elsewhere")
    story.focus("Modules elsewhere")  # a row has come above it
    assert "Emperor" in listed(story)


def test_what_was_chosen_of_an_option_that_matters_no_longer_is_forgotten(tmp_path: Path) -> None:
    story = Story(tmp_path)
    to_the_options(story, "Hansa Teutonica", "Scorekeeper")
    story.picks("Mission cards")
    story.focus("yes")
    story.picks("Marker mix")
    story.picks("Board")
    story.picks("Done")
    story.picks("red")
    story.stop()
    options = kept(tmp_path).header.options
    assert (options["board"], options["missions"], options["marker_mix"]) == ("east", "no", "first_edition")


@pytest.mark.parametrize("way", ["Scorekeeper", "Referee"])
@pytest.mark.parametrize("profile", ["bench", "one-oled-knob"])
def test_whoever_comes_from_the_options_stands_where_they_were(tmp_path: Path, way: str, profile: str) -> None:
    story = Story(tmp_path, profile=profile)
    to_the_options(story, "Trajan", way)
    story.picks("Done")
    story.focus("Options")
    if profile == "bench":
        story.click()
        story.back()
        story.focus("Options")
