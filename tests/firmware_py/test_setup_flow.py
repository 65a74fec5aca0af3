"""The set-up on the glass: a new code or a typed one, step by step there and back; and the options of a game."""

from __future__ import annotations

from pathlib import Path

from story import Story, kept, lay, table_of

from engine import catalogue, randomiser
from engine.randomiser import SYMBOLS, Item

CODE = "K7F3-Q2"
COLOURS = ("red", "green", "blue")


def at_the_start(folder: Path) -> Story:
    """A new box, asked for three players' first question."""
    story = Story(folder)
    to_the_start(story)
    return story


def to_the_start(story: Story) -> None:
    story.picks("Trajan")
    story.picks("Scorekeeper")
    if "2" in story.says():
        story.turn(1)
    story.click()
    if story.shows("spaces"):
        story.click()
    story.sees("Who starts?")


def spell(story: Story, code: str) -> None:
    at = 0
    for symbol in code.replace("-", ""):
        wanted = SYMBOLS.index(symbol)
        if wanted != at:
            story.turn(wanted - at)
        story.focuses(symbol, 1)
        story.click()
        at = wanted


def items(code: str, **given: str) -> list[Item]:
    """What the code lays out for three, in order."""
    title = catalogue.title("trajan")
    layout = title.setup(code, 3, catalogue.options(title, 3, given))
    return [item for area in layout.areas for item in area.items]


def test_a_typed_code_is_walked_through_and_the_game_begins_with_its_start_player(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Set up by code")
    story.sees("New code", "Enter a code")
    story.picks("Enter a code")
    spell(story, CODE)
    story.click()  # six symbols are a code: one more click does nothing
    story.sees("6 at most.   Turn: Done")
    story.turn(1)
    story.focus("Done")
    story.click()
    story.sees("Setup code", CODE, "Same code, same setup.")
    story.turn(1)
    steps = items(CODE)
    for place, item in enumerate(steps, 1):
        last = place == len(steps)
        note = "Click: all laid out" if last else item.note.render(COLOURS)
        story.sees(f"{place}/{len(steps)}", item.place.render(COLOURS), item.thing.render(COLOURS), note)
        story.click()
    starter = COLOURS[int(steps[0].word.removeprefix("seat."))]
    story.wait(2.5)
    story.sees(starter, "markers", "14 left then")
    story.stop()
    assert kept(tmp_path).header.setup == CODE


def test_turning_goes_forth_and_back_and_back_goes_one_step_back(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Set up by code")
    story.click()
    code = next(words.text for words in story.says().words if "-" in words.text)
    steps = len(items(code))
    story.turn(5)
    story.sees(f"5/{steps}")
    story.turn(-2)
    story.sees(f"3/{steps}")
    story.back()
    story.sees(f"2/{steps}")
    story.turn(steps)
    story.sees(f"{steps}/{steps}")
    story.turn(1 - steps)
    story.sees(f"1/{steps}")
    story.turn(-20)
    story.sees(code)
    story.back()
    story.sees("Set up by code", "New code")
    story.back()
    story.sees("Who starts?")


def walked(story: Story, notches: int) -> str:
    """Take a new code and go so many steps into its walk-through; the code."""
    story.picks("Set up by code")
    story.click()
    code = next(words.text for words in story.says().words if "-" in words.text)
    story.turn(1)
    story.turn(notches)
    return code


def test_a_walk_through_goes_on_after_a_pulled_plug_at_the_step_where_it_was(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    code = walked(story, 4)
    steps = items(code)
    story.sees(f"5/{len(steps)}", steps[4].thing.render(COLOURS))
    story.kill()
    story.start()
    story.sees("Set-up", f"5/{len(steps)}", "Trajan", f"Setup code {code}", "Go on with the set-up?")
    story.focus("Go on")
    story.click()
    story.sees(f"5/{len(steps)}", steps[4].thing.render(COLOURS))
    story.back()
    story.sees(f"4/{len(steps)}")
    story.stop()
    story.kill()
    story.start()
    story.sees(f"4/{len(steps)}")
    story.click()
    story.turn(len(steps))
    story.click()
    story.wait(2.5)
    story.sees("markers", "14 left then")
    story.kill()
    story.start()
    story.wait(2.5)
    story.misses("Set-up")
    story.sees("markers")


def test_a_walk_through_that_was_left_is_not_offered_again_and_its_code_is(tmp_path: Path) -> None:
    for way_out in ("hold", "back"):
        story = at_the_start(tmp_path / way_out)
        code = walked(story, 2)
        if way_out == "hold":
            story.hold()
            story.sees("Leave the set-up?")
            story.picks("Leave")
        else:
            for _ in range(4):
                story.back()
            story.sees("New code")
        story.kill()
        story.start()
        story.sees("New game", "Trajan")
        story.misses("Go on")
        to_the_start(story)
        story.picks("Set up by code")
        story.sees(f"Last: {code}")


def test_beside_an_unfinished_game_a_broken_off_set_up_comes_first(tmp_path: Path) -> None:
    lay(tmp_path, "seat.0", "2 build.3 none")
    story = Story(tmp_path)
    story.picks("New game")
    to_the_start(story)
    code = walked(story, 4)
    story.kill()
    story.start()
    story.focus("Set-up")
    story.sees("Go on", "New game", "5/")
    story.click()
    story.sees(f"5/{len(items(code))}")


def test_over_a_game_on_the_table_a_broken_off_set_up_is_offered_after_a_pulled_plug(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2")
    story.menu("Finish", "Other game", "New game")
    to_the_start(story)
    walked(story, 4)
    story.kill()
    story.start()
    story.wait(3.0)
    story.sees("Set-up", "Go on with the set-up?", "Leave it")
    story.picks("Leave it")
    story.sees("Ana", "Points?")
    story.kill()
    story.start()
    story.wait(3.0)
    story.sees("Ana", "Points?")


def test_what_is_remembered_of_a_set_up_that_does_not_fit_any_more_is_passed_over(tmp_path: Path) -> None:
    for number, begun in enumerate(("nonsense", {"title": "gone"}, {"title": "trajan", "way": "dreaming"})):
        table, clock = table_of(tmp_path / str(number))
        table.remember("setup.begun", begun)
        clock.advance(5.0)
        table.close()
        Story(tmp_path / str(number)).sees("New game", "Trajan")


def test_a_new_code_is_another_one_each_time_and_the_last_one_can_be_had_again(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Set up by code")
    codes = []
    for _ in range(2):
        story.click()
        codes.append(next(words.text for words in story.says().words if "-" in words.text))
        assert randomiser.written(codes[-1]) == codes[-1]
        story.back()
    assert codes[0] != codes[1]
    story.kill()
    story.start()
    to_the_start(story)
    story.picks("Set up by code")
    story.sees(f"Last: {codes[1]}")


def test_too_short_a_code_is_refused_and_can_be_finished(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Set up by code")
    story.picks("Enter a code")
    spell(story, "K7")
    story.hold()
    story.sees("Not a setup code", "A code has 6 letters or")
    story.click()
    story.sees("K7")
    story.turn(SYMBOLS.index("F") - SYMBOLS.index("7"))
    story.click()
    story.sees("K7F")


def test_a_chosen_start_player_is_asked_for_after_the_walk(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Options")
    story.focuses("Start player")
    story.focus("random")
    story.click()
    story.focus("chosen")
    story.back()
    story.sees("Who starts?")
    story.picks("Set up by code")
    story.picks("Enter a code")
    spell(story, CODE)
    story.hold()
    story.turn(len(items(CODE, start_player="chosen")))
    story.sees("Click: all laid out")
    story.click()
    story.sees("Who starts?")
    story.misses("Draw")
    story.seat(1)
    story.sees("green", "markers")
    story.stop()
    header = kept(tmp_path).header
    assert (header.setup, header.options["start_player"]) == (CODE, "chosen")


def test_options_are_listed_with_their_values_and_a_click_takes_the_next(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Options")
    story.sees("Options", "Revealed tiles", "by hand")
    title = catalogue.title("trajan")
    options = catalogue.applying(title, "scorekeeper", 3, catalogue.options(title, 3))
    for place, option in enumerate(options, 2):
        story.turn(1)
        story.sees(f"{place}/{len(options) + 2}")
        story.focus(option.label.render().split()[0])  # a long label stands on two rows
    story.turn(-len(options))
    story.focuses("A demand may")
    story.focus("no")
    story.click()
    story.focus("yes")
    story.click()
    story.focus("no")
    story.click()
    story.focuses("Done")
    story.click()
    story.picks("green")
    story.stop()
    assert kept(tmp_path).header.options["refuse_demand"] == "yes"


def test_a_counted_option_is_asked_for_again_and_remembered(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Options")
    story.picks("Spaces of the time")
    story.sees("spaces", "16")
    story.turn(3)
    story.click()
    story.sees("Who starts?")
    story.picks("red")
    story.sees("17 left then")


def test_drawn_demands_are_said_and_lie_in_the_same_input(tmp_path: Path) -> None:
    story = at_the_start(tmp_path)
    story.picks("Options")
    story.focus("by hand")
    story.click()
    story.focus("drawn")
    story.back()
    story.picks("red")
    for notches in (10, 2):
        story.turn(notches)
        story.click()
        story.click()
        story.wait(0.1)
    drawn = [word for word in ("bread", "games", "religion") if word in story.says()]
    assert len(drawn) == 1
    story.sees("Drawn for you.", "Lay it out.")
    story.wait(3.0)
    story.sees("blue", "markers")
    story.stop()
    answers = [answer.key for answer in kept(tmp_path).answers]
    assert answers == ["seat.0", "12", "none", "4", "none", *drawn]
