"""Rest and dimming: what the glass shows while nobody is there, and what the first input does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from story import NAMES, Story, counted

LAID = ("seat.0", "2", "build.3", "none")  # Bo is to move, Ana has 3
ONE = ('display=[{name="main", role="all"}]',)
BREAD = "trajan/demand.bread"


def alone(folder: Path, *overrides: str, laid: Sequence[str] = LAID) -> Story:
    """A box with everything, but one display only."""
    return Story(folder, *laid, overrides=(*ONE, *overrides))


def inverted_rows(art: Sequence[str]) -> list[int]:
    """Rows in which a long run of pixels is lit, as every focus has them."""
    return [y for y, row in enumerate(art) if "#" * 12 in row]


def test_a_single_display_gives_way_to_the_status_after_twenty_seconds(tmp_path: Path) -> None:
    story = alone(tmp_path)
    story.wait(15.0)
    story.sees("markers")
    story.wait(6.0)
    story.misses("markers")
    story.sees("Q1 R1", "14 left", "Ana", "Cy", "3")
    story.focus("Bo")


def test_the_first_turn_brings_the_prompt_back_and_counts(tmp_path: Path) -> None:
    story = alone(tmp_path)
    story.wait(21.0)
    story.turn(1)
    story.sees("Bo", "markers", "11 left then")  # three, where the dial starts on two


def test_the_first_click_only_wakes(tmp_path: Path) -> None:
    story = alone(tmp_path)
    story.wait(21.0)
    story.click()
    story.sees("Bo", "markers", "12 left then")
    story.click()
    story.sees("Bo", "Points?")


def test_a_slip_with_the_waking_click_leaves_all_as_it_was(tmp_path: Path) -> None:
    story = alone(tmp_path)
    story.wait(21.0)
    story.wait(story.world.turn(1))
    story.wait(story.world.click(pause_s=0.02) + 0.3)
    story.sees("Bo", "markers", "12 left then")


@pytest.mark.parametrize("button", ["back", "seat.1"])
def test_the_first_press_of_a_button_only_wakes(tmp_path: Path, button: str) -> None:
    story = alone(tmp_path)
    story.wait(21.0)
    story.click(button)
    story.sees("Bo", "markers", "12 left then")


def test_a_tag_always_counts(tmp_path: Path) -> None:
    story = alone(tmp_path, laid=("seat.0", "12 none", "12 none"))
    story.wait(21.0)
    story.misses("religion")
    story.sees("New demand?")  # what the table owes stands above the scores
    story.tap(BREAD)
    story.wait(2.0)
    story.sees("Cy", "markers")
    story.wait(301.0)
    story.back()  # only wakes
    story.tap("trajan/construction.door.3")
    story.sees("Does not fit now")


def test_a_menu_stays_where_it_was_left(tmp_path: Path) -> None:
    story = alone(tmp_path)
    story.menu("Finish")
    story.wait(30.0)
    story.sees("Finish", "Stop here")


def test_all_dims_after_five_minutes_and_nothing_is_inverted(tmp_path: Path) -> None:
    story = alone(tmp_path)
    bright = story.world.displays["main"].contrast
    story.wait(295.0)
    assert story.world.displays["main"].contrast == bright
    story.wait(10.0)
    assert story.world.displays["main"].contrast < bright / 4
    story.sees("Bo to move", "Ana", "Cy", "3")
    assert inverted_rows(story.art()) == []


def test_dimmed_the_first_click_only_wakes_and_the_first_turn_counts(tmp_path: Path) -> None:
    story = alone(tmp_path)
    bright = story.world.displays["main"].contrast
    story.wait(301.0)
    story.click()
    assert story.world.displays["main"].contrast == bright
    story.sees("markers", "12 left then")
    story.wait(301.0)
    story.turn(1)
    assert story.world.displays["main"].contrast == bright
    story.sees("markers", "11 left then")


def test_a_menu_is_covered_when_all_dims_and_is_there_again_on_waking(tmp_path: Path) -> None:
    story = alone(tmp_path)
    story.menu("Finish")
    story.wait(301.0)
    story.sees("Bo to move")
    assert inverted_rows(story.art()) == []
    story.click()
    story.sees("Finish")
    story.focus("Pause")


def test_dimmed_before_a_game_and_after_its_end_nothing_is_inverted_either(tmp_path: Path) -> None:
    story = Story(tmp_path / "new", overrides=ONE)
    story.sees("New game")
    assert inverted_rows(story.art()) != []
    story.wait(301.0)
    story.sees("Tabularius")
    assert inverted_rows(story.art()) == []
    story.turn(1)
    story.sees("New game")
    story = Story(tmp_path / "over", *counted("seat.0", "!count", players=2), names=NAMES[:2], overrides=ONE)
    story.wait(301.0)
    story.sees("The game is over", "Ana", "Bo")
    assert inverted_rows(story.art()) == []


def test_of_two_displays_the_prompt_never_rests_and_both_dim(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    bright = {name: chip.contrast for name, chip in story.world.displays.items()}
    story.wait(60.0)
    story.sees("markers", on="prompt")
    story.sees("Ana", "Bo", "Cy", "14 left", on="status")
    story.focus("Bo", on="status")
    story.wait(245.0)
    for name, chip in story.world.displays.items():
        assert chip.contrast < bright[name] / 4
        story.sees("Bo to move", on=name)
        assert inverted_rows(story.art(name)) == []


def test_times_of_zero_are_never(tmp_path: Path) -> None:
    story = alone(tmp_path, "table.rest_after_s=0", "table.dim_after_s=0")
    bright = story.world.displays["main"].contrast
    story.wait(900.0)
    story.sees("markers", "12 left then")
    assert story.world.displays["main"].contrast == bright


def test_the_times_can_be_set(tmp_path: Path) -> None:
    story = alone(tmp_path, "table.rest_after_s=5", "table.dim_after_s=12")
    story.wait(6.0)
    story.misses("markers")
    story.focus("Bo")
    story.wait(7.0)
    story.sees("Bo to move")


def test_how_long_a_toast_stays_can_be_set(tmp_path: Path) -> None:
    story = Story(tmp_path / "short", *LAID[:-1])
    story.click()
    story.wait(1.0)
    story.sees("next: Bo")
    story.wait(0.5)
    story.misses("next: Bo")
    story = Story(tmp_path / "long", *LAID[:-1], overrides=("table.toast_s=4",))
    story.click()
    story.wait(3.5)
    story.sees("next: Bo")
    story.wait(0.5)
    story.misses("next: Bo")
