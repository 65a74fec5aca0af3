"""Modules of Hansa Teutonica at the box: options with a text, a set-up by code, a secret mission card, a tile."""

from __future__ import annotations

from pathlib import Path

from story import Story, kept

from engine import catalogue
from engine.hansa.missions import CARDS

CODE = "K7F3-Q2"
TAVERNS = "seat.0 extra-office exchange"


def to_the_options(story: Story) -> None:
    story.picks("Hansa Teutonica")
    story.picks("Referee")
    story.click()
    story.picks("3-4-7-all")  # a new box asks once what the desks show
    story.picks("Options")


def test_a_text_is_written_letter_by_letter_and_stands_in_the_record(tmp_path: Path) -> None:
    story = Story(tmp_path)
    to_the_options(story)
    story.picks("Blank marker 1")
    for letter in ("A", "b"):
        for _ in range(60):
            if letter in story.says().inverted():
                break
            story.turn(1)
        story.click()
    story.hold()
    story.focus("Ab")
    story.back()
    story.picks("As it lies")
    story.picks("red")
    story.stop()
    assert kept(tmp_path).header.options["blank_1"] == "Ab"


def test_a_module_is_switched_on_by_a_click_and_its_tiles_are_asked_for(tmp_path: Path) -> None:
    story = Story(tmp_path)
    to_the_options(story)
    story.picks("Emperor's Favour")
    story.focus("yes")
    story.back()
    story.picks("As it lies")
    story.picks("red")
    for _ in range(2):
        story.click()
    story.sees("Emperor tile 1?", "Displaced anywhere")


def test_a_seat_tells_its_mission_card_for_itself_alone(tmp_path: Path) -> None:
    story = Story(tmp_path, f"{TAVERNS} now", title="hansa", way="referee", options={"missions": "yes"})
    names = ("Osna", "Arnh", "Dort")
    story.sees("Private", "Your mission?", "I am looking")
    story.misses(*names)
    story.click()
    story.focus("Osna Sten Pade")
    story.click()
    story.wait(4.0)
    story.sees("Private", "Your mission?", "I am looking")
    story.misses(*names)
    assert CARDS[0] == "osnabrueck-stendal-paderborn"


def test_the_board_shows_a_mission_to_nobody_but_its_seat(tmp_path: Path) -> None:
    told = f"{TAVERNS} now {CARDS[0]} {CARDS[1]} {CARDS[2]}"
    story = Story(tmp_path, told, title="hansa", way="referee", options={"missions": "yes"})
    for name in ("Ana", "Bo", "Cy"):
        story.menu("Board", name)
        for _ in range(12):
            story.misses("Mission", "Osnabrück, Stendal")
            story.turn(1)
        story.back()
        story.back()
        story.back()


def test_a_set_up_code_lays_out_tiles_and_markers_set_aside(tmp_path: Path) -> None:
    options = {"emperor": "yes", "tribute": "1"}
    title = catalogue.title("hansa")
    answers = title.setup(CODE, 3, catalogue.options(title, 3, options)).answers
    game, keys = catalogue.new_game(title, "referee", 3, options), list[str]()
    while game.decision is not None and game.decision.kind in answers:
        keys.append(answers[game.decision.kind])
        game.answer(keys[-1])
    story = Story(tmp_path, " ".join(keys), title="hansa", way="referee", options=options, code=CODE)
    story.sees("2 of 2 left")
    story.menu("Board", "Emperor's Favour")
    story.sees("Emperor's Favour")


def test_with_drawn_tiles_the_table_is_still_asked_when_mission_cards_are_told(tmp_path: Path) -> None:
    options = {"missions": "yes", "emperor": "yes"}
    story = Story(tmp_path, "seat.0", title="hansa", way="referee", options=options, draws="companion")
    story.sees("Mission cards told?", "At the end")
