"""Displays of every kind: status and prompt, a page for each seat, low glass, and one that takes over for another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from story import Story, counted

LAID = ("seat.0", "2", "build.3", "none")  # Bo is to move, Ana has 3
LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")
LOW = ('display=[{name="main", role="all", height=32}]',)


def displays(*roles: str) -> tuple[str, ...]:
    """Settings with a display for each of these roles, two on a bus."""
    tables = ", ".join(
        f'{{name="{role.replace(".", "-")}", role="{role}", bus={1 + place // 2}, address={0x3C + place % 2}}}'
        for place, role in enumerate(roles)
    )
    return (f"display=[{tables}]",)


def on(roles: Sequence[str]) -> list[str]:
    return [role.replace(".", "-") for role in roles]


def test_two_displays_share_prompt_and_status(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.sees("Bo", "markers", "12 left then", on="prompt")
    story.sees("Q1 R1", "14 left", "Ana", "Bo", "Cy", on="status")
    story.focus("Bo", on="status")
    story.click()
    story.click()
    story.wait(2.0)
    story.focus("Cy", on="status")
    story.sees("12 left", on="status")


def test_toasts_menus_and_pages_are_on_the_prompt_alone(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID[:-1])
    story.click()
    story.sees("+3", "next: Bo", on="prompt")
    story.misses("next: Bo", on="status")
    story.menu("Finish")
    story.sees("Stop here", on="prompt")
    story.sees("14 left", on="status")


def test_of_several_things_that_are_owed_the_first_stands_on_the_status_and_that_more_will_come(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "4 none")
    story.sees("Ana", "cannot meet", on="prompt")
    story.sees("demands to settle, more", on="status")


def test_before_a_game_every_display_of_the_table_shows_the_questions(tmp_path: Path) -> None:
    story = Story(tmp_path)
    for name in ("prompt", "status"):
        story.sees("New game", "Trajan", on=name)


def test_each_seat_has_a_page_of_its_own_and_only_there_it_says_your(tmp_path: Path) -> None:
    roles = ("prompt", "status", "seat.0", "seat.1", "seat.2", "seat.3")
    story = Story(tmp_path, *LAID, overrides=displays(*roles))
    story.sees("Ana", "3", "points", "first", "Bo is playing", on="seat-0")
    story.sees("Bo", "0", "points", "3rd, 3 behind", "your turn", on="seat-1")
    story.sees("Cy", "Bo is playing", on="seat-2")
    story.sees("Bo to move", on="seat-3")  # nobody sits there
    story.click()
    story.click()
    story.wait(2.0)
    story.sees("your turn", on="seat-2")
    story.misses("your turn", on="seat-1")
    story.menu("Seats")
    story.sees("your turn", on="seat-2")
    for name in on(roles):
        story.wait(0.0)
        assert "your turn" not in story.says(name) or name == "seat-2"


def test_low_glass_shows_prompt_status_menu_and_pages(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID, overrides=LOW)
    story.sees("Bo", "markers", "2", "12 left then")
    story.turn(1)
    story.sees("3", "11 left then")
    story.wait(21.0)
    story.sees("Q1 R1", "14 left", "Ana", "Bo")
    story.focus("Bo")
    story.click()
    story.menu()
    story.focus("Score")
    story.sees("Why")
    story.picks("Correct")
    story.focus("Score")
    story.sees("Time marker")
    story.hold()
    story.picks("Finish")
    story.picks("Stop here")
    story.sees("Stop here?", "Yes", "No")
    story.focus("No")


def test_on_low_glass_the_grid_shows_the_row_of_the_cursor(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", overrides=LOW)
    story.sees("Ana", "Points?")
    story.focus("No score")
    story.turn(4)
    story.sees("build +3", "Build")
    story.focus("3")


def test_texts_on_low_glass_are_parted_into_pages_that_hold_them(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", overrides=LOW)
    story.menu("Rules here")
    pages = 0
    while not story.shows("Table"):
        pages += 1
        assert story.shows("Rules here")
        assert "…" not in story.says()
        story.click()
        assert pages < 12
    assert pages >= 3


def test_on_low_glass_results_can_be_turned_through(tmp_path: Path) -> None:
    story = Story(tmp_path / "vote", *LAST_TURN, "12 none", "0", "0", "0", "2", "0", overrides=LOW)
    story.click()
    story.sees("Q1 senate", "Ana", "Cy")
    story.click()
    story.sees("Q1 senate", "Bo 0", "Stack: Ana, Cy, Bo")
    story.click()
    story.focus("columns + hides")
    inputs = counted("seat.0", "2 tile.9 none", "!count", players=2)
    story = Story(tmp_path / "final", *inputs[:-1], names=("Ana", "Bo"), overrides=LOW)
    story.click()
    story.wait(2.5)
    story.sees("before", "hand, camps")
    story.turn(3)
    story.sees("sets", "bonus")
    story.turn(9)
    story.sees("bonus")  # what can be scrolled keeps the turns
    story.click()
    story.sees("Ana wins")


def test_the_other_display_says_which_one_is_lost_and_that_the_game_goes_on(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.world.unplug("status")
    story.click()  # a change of the status: now it is noticed
    story.wait(1.0)
    story.sees("A part is lost", "0x3D", on="prompt")
    story.turn(1)
    story.sees("The game goes on.", on="prompt")
    story.click()
    story.sees("Bo", "Points?", on="prompt")
    story.world.plug("status")
    story.waits_for("Found again", on="prompt")
    story.sees('"status" answers', on="prompt")
    story.wait(2.5)
    story.sees("Bo", "Points?", on="prompt")
    story.focus("Bo", on="status")


def test_while_the_status_display_is_lost_the_prompt_shows_the_status_at_rest(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.world.unplug("status")
    story.click()
    story.wait(1.0)
    story.back()
    story.wait(25.0)
    story.misses("Points?", on="prompt")
    story.focus("Bo", on="prompt")


def test_the_display_that_is_left_takes_over_the_prompt(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.world.unplug("prompt")
    story.turn(1)
    story.wait(3.0)
    story.sees("A part is lost", "0x3C", on="status")
    story.click()
    story.sees("Bo", "markers", "11 left then", on="status")
    story.click()
    story.sees("Points?", on="status")
    story.world.plug("prompt")
    story.wait(5.0)
    story.sees("Bo", "Points?", on="prompt")
    story.sees("Q1 R1", "11 left", on="status")


def test_whichever_of_two_displays_is_left_shows_all_that_there_is(tmp_path: Path) -> None:
    for lost, left in (("prompt", "status"), ("status", "prompt")):
        story = Story(tmp_path / lost, *LAID[:-1])
        story.world.unplug(lost)
        story.click()
        story.wait(3.0)
        story.sees("A part is lost", on=left)
        story.glass = left
        story.back()
        story.sees("Bo", "markers")
        story.menu("Score")
        story.sees("1 Ana", "3")
        story.hold()
        story.picks("Lost parts")
        story.sees("A part is lost")
        for _ in range(2):
            story.back()
        story.back()
        story.sees("Taken back", "build +3, and? No more")
        story.wait(30.0)  # at rest the status is there
        story.sees("Q1 R1", "14 left", "Ana", "Bo", "Cy")
        story.focus("Ana")
        story.turn(1)
        story.sees("Ana", "No more")
        story.wait(301.0)
        story.sees("Ana to move")


def test_a_box_that_starts_without_one_of_its_displays_says_so(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.kill()
    story.world.unplug("status")
    story.start()
    story.wait(4.0)
    story.sees("A part is lost", "0x3D", on="prompt")


def test_a_single_display_that_comes_back_shows_the_prompt_again_by_itself(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID, overrides=('display=[{name="main", role="all"}]',))
    story.world.unplug("main")
    story.turn(1)
    story.wait(3.0)
    story.world.plug("main")
    story.waits_for("Found again")
    story.wait(2.5)
    story.sees("Bo", "markers", "11 left then")
