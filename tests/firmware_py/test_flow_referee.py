"""The referee on the knob and the glass: laying out, trays and markers, pages of the board, what is not legal, tags."""

from __future__ import annotations

from pathlib import Path

import pytest
from plans import CODE, opened
from reading import seen
from story import Story, kept

from engine import catalogue, record
from engine.game import Game
from engine.trajan.components import components
from firmware_py.flow.pages import sentence
from firmware_py.screens import render, text_art
from firmware_py.view import Header, Notice, View
from tests.engine.trajan.tabletop import leader, table, turn

PAIRS = ("blue-white", "yellow-green", "orange-pink", "blue-yellow", "green-orange")
NAMES = ("Ana", "Bo", "Cy")


def keys(more: str = "", **how: str) -> list[str]:
    return [*opened(3, trays=dict.fromkeys(range(3), PAIRS), **how), *more.split()]


def told(folder: Path, more: str = "", **how: str) -> Story:
    """A story that begins after the set-up by the code and these answers; Bo starts."""
    options = {name: value for name, value in how.items() if name != "hands"}
    return Story(folder, " ".join(keys(more, **how)), way="referee", code=CODE, options=options)


def after(more: str = "", **how: str) -> Game:
    options = {name: value for name, value in how.items() if name != "hands"}
    game = catalogue.new_game("trajan", "referee", 3, options)
    for key in keys(more, **how):
        game.answer(key)
    return game


# ---- beginning


def begun(folder: Path) -> Story:
    """A new box, asked how the board is laid out for two."""
    story = Story(folder)
    story.picks("Trajan")
    story.picks("Referee")
    story.click()
    if story.shows("spaces"):
        story.click()
    story.sees("The board?", "Set up by code", "Drawn for you", "As it lies")
    return story


def walk(story: Story) -> None:
    """Through all that is laid out; the last click begins."""
    story.click()
    for _ in range(70):
        if story.shows("Click: all laid out"):
            break
        story.turn(1)
    story.click()
    story.wait(4.0)


def test_a_new_game_by_code_is_walked_through_and_asks_nothing_that_the_code_says(tmp_path: Path) -> None:
    story = begun(tmp_path)
    story.focus("Set up by code")
    story.sees("It says what to lay where")
    story.click()
    story.picks("New code")
    story.sees("Same code, same setup.")
    walk(story)
    story.sees("Tray I", "By lot")
    story.stop()
    header, game = kept(tmp_path).header, record.replay(kept(tmp_path))
    answers = catalogue.title("trajan").setup(header.setup or "", 2, header.options).answers
    assert {past.key for past in game.past} <= set(answers.values())
    assert game.decision is not None and game.decision.kind == "setup.tray"


def test_one_back_takes_the_whole_set_up_back(tmp_path: Path) -> None:
    story = begun(tmp_path)
    story.picks("Set up by code")
    story.picks("New code")
    walk(story)
    story.back()
    story.wait(3.0)
    story.sees("Who starts?")
    story.click()  # answered by hand, the rest still follows from the code
    story.wait(4.0)
    story.sees("Tray I", "By lot")


def test_where_the_start_player_is_chosen_the_code_lays_out_the_rest(tmp_path: Path) -> None:
    story = begun(tmp_path)
    story.picks("Options")
    story.picks("Start player")
    story.picks("Done")
    story.picks("Set up by code")
    story.picks("New code")
    walk(story)
    story.sees("Who starts?")
    story.click()
    story.wait(4.0)
    story.sees("Tray I", "By lot")


def test_drawn_for_you_draws_what_comes_later_as_well(tmp_path: Path) -> None:
    story = begun(tmp_path)
    story.picks("Drawn for you")
    story.sees("Setup code")
    walk(story)
    story.picks("By lot")
    story.click()
    story.click()
    story.picks("By lot")
    story.click()
    story.click()
    story.wait(4.0)
    story.sees("First cards")  # the cards of a hand are drawn, whether they are shown is not asked


def test_as_it_lies_asks_piece_by_piece_and_takes_tags(tmp_path: Path) -> None:
    story = begun(tmp_path)
    story.picks("As it lies")
    story.sees("Who starts?")
    story.misses("Set up by code")
    story.picks("green")
    story.sees("In Alpes")
    story.tap("trajan/forum.bread")
    story.wait(3.0)
    story.sees("In Raetia")
    story.picks("games")
    story.sees("In Noricum")


# ---- trays and markers


def test_the_ring_shows_six_trays_where_each_lands_and_what_is_left_of_the_round(tmp_path: Path) -> None:
    story = told(tmp_path)
    story.sees("Bo", "Which tray?", "14 left", "VI", "→II", "IV", "→VI")
    story.focus("I")
    story.turn(1)
    story.focus("II")
    story.turn(-2)
    story.focus("VI")
    story.turn(-1)
    story.focus("V")  # round the ring, not row by row


def test_an_empty_tray_has_no_focus(tmp_path: Path) -> None:
    story = told(tmp_path, "forum yellow skip trajan green skip trajan green skip")
    story.sees("Bo", "Which tray?")
    story.focus("I")
    story.turn(1)
    story.focus("III")
    story.turn(-1)
    story.focus("I")


def test_the_markers_in_hand_say_where_the_rest_goes_and_what_the_tile_there_needs(tmp_path: Path) -> None:
    story = told(tmp_path)
    story.click()
    game = after("seaport")
    assert game.decision is not None and game.decision.kind == "sow.colour"
    story.sees("Bo", "into II forum", "B", "W", "1 left", "then military")
    story.sees("no tile at military")
    story.back()
    story.wait(2.0)
    story.turn(-1)
    story.focus("VI")
    story.click()
    story.sees("into I seaport", "then forum")


def test_a_tile_that_may_be_fulfilled_is_asked_with_its_two_markers(tmp_path: Path) -> None:
    game = after("", fulfil="optional")
    state = game.state()["seats"][1]["circle"][1]  # the tile that Bo drafted for slot II
    first, second = state.rpartition(".")[2]
    colours = {word[0].upper(): word for word in ("blue", "yellow", "green", "orange", "pink", "white")}
    pair = "-".join(sorted((colours[first], colours[second]), key=list(colours.values()).index))
    # the markers that it needs lie in its tray; two more come from tray VI, the last of them into it
    rest = [colour for colour in colours.values() for _ in range(2)]
    for colour in pair.split("-"):
        rest.remove(colour)
    trays = [f"{rest[0]}-{rest[1]}", pair, *(f"{rest[at]}-{rest[at + 1]}" for at in (2, 4, 6))]
    start = opened(3, trays={1: trays}, fulfil="optional")
    story = Story(tmp_path, " ".join(start), way="referee", code=CODE, options={"fulfil": "optional"})
    story.turn(-1)
    story.click()
    if story.shows("into I seaport"):
        story.click()
    story.sees("Fulfil the tile?", first, second, "Yes", "No")
    story.focus("Yes")


# ---- pages


def test_the_board_is_looked_at_area_by_area_and_seat_by_seat(tmp_path: Path) -> None:
    story = told(tmp_path, "construction white forum.bread")
    story.menu("Board")
    story.sees("Circle", "Trajan tiles", "Forum")
    story.picks("Construction")
    story.sees("Construction", "1/4")
    story.turn(1)
    story.sees("2/4")
    story.turn(3)
    story.sees("Senate", "votes, space 0")
    story.quick(2)
    story.back()
    story.sees("Board")
    story.picks("Bo")
    story.sees("Bo", "I BWW", "1/")
    story.turn(1)
    story.sees("workers in camp")
    story.turn(2)
    story.sees("today: hand, camps", "7")  # five cards and two camps
    story.click()
    story.sees("Board")


def test_a_seats_button_opens_its_page_a_click_all_that_lies_before_it(tmp_path: Path) -> None:
    story = told(tmp_path)
    story.seat(1)
    story.sees("Bo", "points", "to move")
    story.click()
    story.sees("Bo", "I BW", "II YG")
    story.seat(1)
    story.sees("Why 0?")


# ---- what is not legal


def test_others_say_why_a_province_is_out_of_reach(tmp_path: Path) -> None:
    story = told(tmp_path, "seaport white")
    story.menu("Not possible now")
    story.sees("Not possible now", "Germania Superior")
    story.picks("Britannia")
    story.sees("Bo", "Not possible", "From the camp the leader", "goes to Alpes, Raetia,")


@pytest.mark.parametrize("here", [province.word for province in components().provinces])
def test_why_a_province_is_no_neighbour_names_those_that_are_and_stands_in_full_on_the_glass(here: str) -> None:
    game = turn(leader(table(), 0, here), "military")
    assert game.decision is not None
    near = [str(game.words(key)).removeprefix("leader to ") for key in game.decision.keys if key.startswith("leader.")]
    for key in game.others():
        if not key.startswith("leader.") or key == f"leader.{here}":
            continue
        why = sentence(str(game.why_not(key)))
        assert all(name in why for name in near)
        shown = View(Notice(Header("Wolfgängerßü", "tag", "Does not fit now"), (why,), title="Britannia"))
        art = text_art(render(shown, 128, 64)).split()
        assert all(seen(art, word, descenders=False) for word in why.split())


def test_rules_here_begin_with_what_is_still_to_do(tmp_path: Path) -> None:
    story = told(tmp_path, "!time.15 seaport white")
    story.sees("demand to turn", on="status")
    story.menu("Rules here")
    story.sees("Still to do: a demand to")


# ---- tags


def test_a_tag_says_in_words_why_it_does_nothing(tmp_path: Path) -> None:
    story = told(tmp_path, "construction white")
    game = after("construction white")
    missing = next(key for key in game.others() if key.startswith("forum."))
    story.tap(f"trajan/{missing}")
    story.sees("Does not fit now", "does not lie")


def test_a_tag_of_a_piece_on_the_board_answers(tmp_path: Path) -> None:
    story = told(tmp_path / "site", "senate blue")
    story.tap("trajan/construction.roof.4")
    story.sees("roof 4", "Back takes it back")
    story = told(tmp_path / "tile", "military orange")
    top = after("military orange").state()["stacks"]["nine"]
    story.tap(f"trajan/{top}")
    story.sees("Back takes it back")


def test_the_tag_of_a_province_leads_the_leader_there_and_then_settles(tmp_path: Path) -> None:
    story = told(tmp_path, "seaport white")
    story.tap("trajan/province.raetia")
    story.sees("Military", "Raetia", "Back takes it back")
    story.wait(4.0)
    story.sees("Cy", "Which tray?")
    story = told(tmp_path / "far", "seaport white")
    story.tap("trajan/province.britannia")
    story.sees("Does not fit now", "Britannia", "From the camp the leader")


def test_a_forum_tile_in_a_province_is_fetched_by_its_tag(tmp_path: Path) -> None:
    game = after("seaport white")
    lying = game.state()["provinces"]
    story = told(tmp_path, "seaport white")
    story.tap(f"trajan/{lying['noricum']}")
    story.sees("Back takes it back")
    story.stop()
    assert kept(tmp_path).answers[-1].key == "leader.noricum"


# ---- another way


def test_a_game_is_gone_on_with_by_the_scorekeeper_and_taken_back(tmp_path: Path) -> None:
    story = told(tmp_path, "forum yellow senate")
    story.sees("Cy", "Which tray?")
    story.menu("Finish", "Scorekeeper instead")
    story.sees("Scorekeeper instead?", "The board is not followed")
    story.focus("No")
    story.turn(1)
    story.click()
    story.sees("From here on: Scorekeeper")
    story.wait(3.0)
    story.sees("Cy", "markers", "Bo 2")
    story.kill()
    story.start()
    story.wait(3.0)
    story.sees("Cy", "markers", "Bo 2")
    story.back()
    story.wait(3.0)
    story.sees("Cy", "Which tray?")
    story.menu("Undo", "Redo")
    story.wait(3.0)
    story.sees("Cy", "markers")
    story.click()
    story.sees("Cy", "No score")


# ---- changed during play


def test_options_and_who_draws_are_changed_during_play(tmp_path: Path) -> None:
    story = told(tmp_path, "forum yellow senate")
    story.menu("Correct", "Fulfilling a Trajan tile")
    story.focus("mandatory")
    story.picks("optional")
    story.sees("Corrected", "Fulfilling a Trajan tile:")
    story.wait(3.0)
    story.menu("Rules here")
    story.click()
    story.click()
    story.sees("Fulfilling a Trajan tile:", "optional.")
    story.menu("Correct")
    story.focuses("Revealed tiles")
    story.focus("by hand")
    story.click()
    story.focus("drawn")
    story.stop()
    assert kept(tmp_path).header.options["fulfil"] == "mandatory"
    assert record.replay(kept(tmp_path)).options["fulfil"] == "optional"
