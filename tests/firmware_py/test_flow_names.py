"""Names and colours on the knob: the letter wheel, players of former evenings, swaps; never two equal names."""

from __future__ import annotations

from pathlib import Path

from story import Story, kept, lay

from firmware_py import screens
from firmware_py.flow.letters import SMALL, capitals

COLOURS = ("red", "green", "blue")


def spell(story: Story, word: str) -> None:
    """Turn to each letter the shorter way round, and click it."""
    wheel = ["Done", "←", *SMALL]
    at = 2
    for letter in word:
        wanted = wheel.index(letter.lower())
        way = (wanted - at + len(wheel) // 2) % len(wheel) - len(wheel) // 2
        if way:
            story.turn(way)
        story.focuses(letter, 1)
        story.click()
        at = wanted


def seats(folder: Path) -> tuple[tuple[str, str], ...]:
    return kept(folder).header.seats


def test_every_letter_of_the_wheel_can_be_shown() -> None:
    assert set(SMALL + capitals(SMALL)) <= screens.letters() | {" "}
    assert len(set(SMALL)) == len(SMALL) == len(capitals(SMALL))


def test_a_name_from_the_letter_wheel_begins_with_a_capital_by_itself(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=COLOURS)
    story.menu("Seats")
    story.sees("1 red", "2 green", "3 blue", "red")
    story.picks("2 green")
    story.sees("green", "Seat 2", "Name", "Colour")
    story.click()
    story.focus("New name")
    story.click()
    story.focus("A")
    story.sees("click: letter   hold: done")
    spell(story, "Ute")
    story.sees("Ute")
    story.hold()
    story.sees("Seats", "2 Ute")
    story.back()
    story.sees("red", "markers", "Ute 0")
    story.stop()
    assert seats(tmp_path)[1] == ("Ute", "green")


def test_accents_hyphens_and_twelve_letters_fit_and_a_thirteenth_does_not(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=COLOURS)
    story.menu("Seats", "1 red", "Name", "New name")
    spell(story, "Zoë-Çağlaöße")
    story.sees("Zoë-Çağlaöße")
    story.sees("12 at most.   Turn: Done")
    story.focus("e")
    for _ in range(5):  # clicks too many run on into nothing
        story.click()
    story.sees("Zoë-Çağlaöße", "12 at most.   Turn: Done")
    story.turn(-1)
    story.focus("Done")
    story.turn(1)
    story.focus("←")
    story.click()
    story.sees("Zoë-Çağlaöß", "click: letter   hold: done")
    story.turn(5)
    story.focus("e")
    story.click()
    story.turn(3)  # however far: no letter more would fit
    story.focus("Done")
    story.click()
    story.sees("1 Zoë-Çağlaöße")
    story.stop()
    assert seats(tmp_path)[0] == ("Zoë-Çağlaöße", "red")


def test_back_takes_a_letter_away_and_then_leaves_the_wheel(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=COLOURS)
    story.menu("Seats", "1 red", "Name", "New name")
    spell(story, "Ab")
    story.back()
    story.misses("Ab")
    story.sees("A")
    story.back()
    story.back()
    story.sees("Name?", "New name")


def test_the_wheel_erases_too_and_an_empty_name_changes_nothing(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=COLOURS)
    story.menu("Seats", "1 red", "Name", "New name")
    story.click()
    story.turn(-1)
    story.focus("←")
    story.click()
    story.turn(-1)
    story.focus("Done")
    story.click()
    story.sees("Name?")
    story.stop()
    assert seats(tmp_path)[0] == ("red", "red")


def test_two_seats_never_have_the_same_name(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=("AL", "Bo", "Cy"))
    story.menu("Seats", "2 Bo", "Name", "New name")
    spell(story, "Al")
    story.sees("Al")
    story.hold()
    story.sees("Name is taken", "Al already sits here. Add a")
    story.click()
    story.turn(SMALL.index("a") - SMALL.index("l"))
    story.click()
    story.hold()
    story.sees("2 Ala")


def test_former_players_come_first_the_latest_at_the_top(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=COLOURS)
    for word in ("Eva", "Max"):
        story.menu("Seats", "1 red" if word == "Eva" else "1 Eva", "Name", "New name")
        spell(story, word)
        story.hold()
    story.menu("Seats", "2 green", "Name")
    story.sees("New name", "Eva")
    story.misses("Max")  # sits at the table
    story.picks("Eva")
    story.sees("1 Max", "2 Eva")


def test_the_next_game_of_as_many_begins_with_the_names_of_the_last(tmp_path: Path) -> None:
    lay(tmp_path, "seat.0", names=COLOURS)
    story = Story(tmp_path)
    story.click()
    story.wait(0.3)
    story.menu("Seats", "1 red", "Name", "New name")
    spell(story, "Eva")
    story.hold()
    story.menu("Finish", "Stop here", "Yes")
    story.wait(2.5)
    story.picks("Trajan")
    story.click()
    story.turn(1)
    story.click()
    story.click()  # the loop
    story.sees("Who starts?", "Eva", "green")
    story.picks("Eva")
    story.sees("Eva", "markers")


def test_taking_anothers_colour_swaps_the_two_and_who_is_called_by_a_colour_goes_on_so(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=("red", "Bo", "blue"))
    story.menu("Seats", "1 red", "Colour")
    story.sees("Colour?")
    story.focus("red", on="prompt")
    story.picks("green")
    story.sees("1 green", "2 Bo", "red")
    story.stop()
    assert seats(tmp_path) == (("green", "green"), ("Bo", "red"), ("blue", "blue"))


def test_a_swap_of_colours_never_makes_two_equal_names(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=("red", "Bo", "green"))
    story.menu("Seats", "1 red", "Colour", "green")
    story.stop()
    names = [name for name, _ in seats(tmp_path)]
    assert names == ["red", "Bo", "green"]
    assert [colour for _, colour in seats(tmp_path)] == ["green", "red", "blue"]


def test_a_colour_that_nobody_has_is_simply_taken(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", names=("red", "Bo"))
    story.menu("Seats", "1 red", "Colour")
    story.turn(2)
    story.click()
    story.stop()
    (name, colour), other = seats(tmp_path)
    assert name == colour not in ("red", "green")
    assert other == ("Bo", "green")
