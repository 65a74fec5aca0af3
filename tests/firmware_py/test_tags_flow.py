"""Tags on the reader: answers, the one way of two answers, what does not fit, what nobody knows, two at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from story import Story, kept
from third_title import pebbles_in_the_box

from drivers.bench.tags import MifareClassic1K, Ntag213, Tag, ndef_text
from engine import catalogue

ROUND = ("seat.0", "12 none", "12 none")  # three at the table: the second turn ends the first round
BREAD = "trajan/demand.bread"


@pytest.fixture
def pebbles(tmp_path: Path) -> Iterator[Path]:
    """A folder for a story while there is a second title."""
    with pebbles_in_the_box():
        yield tmp_path / "data"


def lay(story: Story, tag: Tag) -> None:
    story.world.lay(tag)
    story.wait(0.6)


def lift(story: Story, tag: Tag) -> None:
    story.world.lift(tag)
    story.wait(1.5)


def text_tag(number: int, text: str) -> Tag:
    return Ntag213(bytes((4, 9, 0, 0, 0, 0, number)), ndef_text(text))


def keys(story: Story) -> list[str]:
    story.stop()
    return [answer.key for answer in kept(story.folder).answers]


def test_a_tag_answers_the_open_question_and_says_so(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    tag = text_tag(1, BREAD)
    lay(story, tag)
    story.sees("demand: bread", "Back takes it back")
    story.wait(2.5)
    story.sees("Cy", "markers")
    assert keys(story)[-1] == "bread"


def test_a_tag_answers_from_under_a_menu_too(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    story.menu("Finish")
    story.tap(BREAD)
    story.wait(2.5)
    story.sees("Cy", "markers")


def test_a_resting_tag_is_one_tap_across_prompts_until_it_is_lifted(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    tag = text_tag(1, BREAD)
    lay(story, tag)
    story.wait(3.0)
    story.sees("Cy", "markers")
    story.turn(10)  # twelve markers: the second round ends with this turn
    story.click()
    story.click()
    story.wait(3.0)
    story.sees("New demand?")
    lift(story, tag)
    story.sees("New demand?")
    lay(story, tag)
    story.wait(3.0)
    story.sees("Ana", "markers")


def test_a_tag_that_lies_there_at_the_start_is_ignored_until_lifted(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    tag = text_tag(1, BREAD)
    story.kill()
    story.world.lay(tag)
    story.start()
    story.wait(5.0)
    story.sees("New demand?")
    lift(story, tag)
    lay(story, tag)
    story.wait(3.0)
    story.sees("Cy", "markers")


def test_a_tag_that_lies_there_when_the_reader_comes_back_is_ignored(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    tag = text_tag(1, BREAD)
    story.world.unplug("reader")
    story.wait(4.0)
    story.world.lay(tag)
    story.world.plug("reader")
    story.wait(6.0)
    story.sees("New demand?")


def test_a_tag_laid_down_while_the_display_was_dim_counts_once(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    story.wait(301.0)
    tag = text_tag(1, BREAD)
    lay(story, tag)
    story.wait(5.0)
    story.sees("Cy", "markers")
    story.wait(400.0)
    story.click()
    story.sees("Cy", "markers")
    assert keys(story) == ["seat.0", "12", "none", "12", "none", "bread"]


def test_a_tag_that_does_not_fit_says_what_is_asked(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.tap(BREAD)
    story.sees("Ana", "Does not fit now", "demand: bread", "The question is: markers.")
    assert keys(story) == ["seat.0"]


def test_a_tag_of_something_that_is_asked_next_says_what_comes_first(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.tap("trajan/construction.door.3")
    story.sees("Does not fit now", "First: markers.")
    assert keys(story) == ["seat.0"]


def test_a_part_that_fits_several_answers_asks_which(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    ships = [part.word for part in catalogue.title("trajan").components() if part.word.startswith("ship.")]
    story.tap(f"trajan/{ships[0]}")
    story.sees("Ana")
    assert "ship +" in str(story.says())
    story.click()
    assert keys(story)[-1].startswith("ship.")


def test_two_tags_at_once_take_nothing(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    one, other = text_tag(1, BREAD), text_tag(2, "trajan/demand.games")
    story.world.lay(one)
    story.world.lay(other)
    story.wait(0.6)
    story.sees("Two tags", "One at a time", "Nothing was taken.")
    lift(story, one)
    story.wait(2.0)
    story.sees("New demand?")  # the one that stayed was laid down before
    lift(story, other)
    lay(story, one)
    story.wait(3.0)
    story.sees("Cy", "markers")


def test_the_one_way_of_two_answers_is_taken_and_goes_back_as_one(pebbles: Path) -> None:
    story = Story(pebbles, "1", title="pebbles")
    story.sees("Bo", "How many pebbles?")
    story.tap("pebbles/white")
    story.sees("Bo", "3", "White pebble", "Back takes it back")
    story.wait(2.5)
    story.sees("Cy", "How many pebbles?")
    story.back()
    story.sees("Taken back")
    story.wait(2.5)
    story.sees("Bo", "How many pebbles?")
    story.menu("Undo", "Redo")
    story.wait(2.5)
    story.sees("Cy", "How many pebbles?")
    assert keys(story) == ["1", "3", "white"]


def test_a_way_of_three_answers_is_not_taken(pebbles: Path) -> None:
    story = Story(pebbles, "1", title="pebbles")
    story.tap("pebbles/shell")
    story.sees("Does not fit now", "Shell")
    assert keys(story) == ["1"]


def test_two_ways_of_two_answers_are_not_guessed_at(pebbles: Path) -> None:
    story = Story(pebbles, "gift", title="pebbles", names=("Ana", "Bo", "Cy"))
    story.sees("Whom?")
    story.tap("pebbles/shell")  # shell to Bo, or shell to Cy
    story.sees("Does not fit now", "Shell", "First: Whom?")
    assert keys(story) == ["gift"]


def test_a_tag_of_the_other_title_says_so(pebbles: Path) -> None:
    story = Story(pebbles, *ROUND)
    story.tap("pebbles/white")
    story.sees("Other game", "White pebble", "This tag belongs to")
    story.wait(4.0)
    story.sees("New demand?")


def test_before_a_game_a_tag_says_that_there_is_none(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.tap(BREAD)
    story.sees("No game yet", "demand: bread")


def test_an_unknown_tag_is_learned_and_its_next_tap_answers(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    tag = Ntag213(bytes.fromhex("04b1a0c0ffee01"))
    lay(story, tag)
    story.sees("Unknown tag", "Learn it?")
    story.focus("Learn")
    story.click()
    story.sees("What kind of piece?", "Bonus", "0/12", "Card", "Construction", "0/20")
    story.picks("Demand")
    story.sees("What is it?", "Demand", "demand: bread", "demand: games", "demand: religion")
    story.turn(1)
    story.focus("demand: games")
    story.click()
    story.sees("Learned", "demand: games", "Next: demand: religion", "Back ends it.")
    story.wait(3.0)
    story.back()
    story.focus("Demand")
    story.sees("1/3")
    story.back()
    story.sees("New demand?")
    lift(story, tag)
    lay(story, tag)
    story.wait(2.5)
    story.sees("Cy", "markers")
    assert keys(story)[-1] == "games"


def test_one_piece_after_another_is_learned_by_laying_down_its_tag(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    tags = [Ntag213(bytes((4, 8, 0, 0, 0, 0, number))) for number in range(4)]
    lay(story, tags[0])
    story.click()
    story.picks("Demand")
    story.turn(1)
    story.click()  # the first one is games
    lift(story, tags[0])
    story.waits_for("Lay its tag down")
    story.focus("demand: religion")
    lay(story, tags[1])
    story.sees("Learned", "demand: religion", "Next: demand: bread")
    lift(story, tags[1])
    lay(story, tags[1])
    story.sees("Known already", "demand: religion", "Nothing was learned.")
    lift(story, tags[1])
    lay(story, tags[2])
    story.sees("Learned", "demand: bread", "All of these are known.")
    lift(story, tags[2])
    story.wait(3.0)
    story.back()
    story.sees("3/3")
    story.click()  # once more into the list: it listens
    story.sees("Lay its tag down")
    story.back()
    story.back()
    story.sees("New demand?")
    lay(story, tags[2])
    story.wait(2.5)
    assert keys(story)[-1] == "bread"


def test_what_was_learned_outlasts_a_pulled_plug(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    card = MifareClassic1K(bytes.fromhex("c0ffee42"))
    lay(story, card)
    story.click()
    story.picks("Demand")
    story.picks("demand: bread")
    lift(story, card)
    story.kill()
    story.start()
    story.wait(3.0)
    lay(story, card)
    story.wait(2.5)
    story.sees("Cy", "markers")


def test_no_need_to_learn_it(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    lay(story, Ntag213(bytes.fromhex("04b1a0c0ffee01")))
    story.picks("No")
    story.sees("New demand?")


def test_another_tag_ends_the_offer_to_learn_the_first(tmp_path: Path) -> None:
    story = Story(tmp_path, *ROUND)
    blank = Ntag213(bytes.fromhex("04b1a0c0ffee01"))
    lay(story, blank)
    lift(story, blank)
    story.tap(BREAD)
    story.wait(2.5)
    story.sees("Cy", "markers")
    lay(story, blank)
    lift(story, blank)
    other = Ntag213(bytes.fromhex("04b1a0c0ffee02"))
    lay(story, other)
    story.sees("Learn it?", "Its number:", "ff ee 02")
    story.back()
    story.sees("Cy", "markers")  # one offer, not two


def test_a_tag_with_a_text_of_no_title_is_unknown(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    lay(story, text_tag(1, "https://example.org"))
    story.sees("Unknown tag")


def test_before_a_game_the_title_of_an_unknown_tag_is_asked(pebbles: Path) -> None:
    story = Story(pebbles)
    lay(story, Ntag213(bytes.fromhex("04b1a0c0ffee01")))
    story.click()
    story.sees("Part of?", "Trajan")
    story.picks("Pebbles")
    story.sees("What is it?")
    story.picks("White pebble")
    story.sees("Learned", "White pebble", "Next: ")
