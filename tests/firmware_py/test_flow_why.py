"""Why a seat has its points, and how what was entered wrongly is put right: entries changed, corrections made."""

from __future__ import annotations

from pathlib import Path

from story import Story, kept

from engine import catalogue

LAID = ("seat.0", "2", "build.3", "none", "2", "senate", "2", "none", "3", "ship.12")  # Bo is to move
LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")


def scores(story: Story) -> list[int]:
    """Everybody's points, by the journal."""
    story.stop()
    return kept(story.folder).game.totals()


def open_entry(story: Story, seat: str, reason: str) -> None:
    story.menu("Why", seat, reason)
    story.click()


def test_why_leads_from_the_seat_to_the_reasons_to_the_entries(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Why")
    story.sees("Why?", "Ana", "15", "Bo", "2", "Cy", "0")
    story.focus("Bo")  # the seat to move
    story.picks("Ana")
    story.sees("Ana", "Why 15?", "Ships", "12", "Construction", "3")
    story.picks("Construction")
    story.sees("Construction 3", "Q1 R1", "+3")
    story.click()
    story.sees("Change this entry", "Keep it")
    story.focus("Keep it")
    story.click()
    story.sees("Construction 3")


def test_a_changed_entry_is_played_again_with_all_that_came_later(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    open_entry(story, "Ana", "Construction")
    story.picks("Change this entry")
    story.sees("build +3")  # the cursor stands on what was entered
    story.turn(1)
    story.sees("build +4")
    story.click()
    story.sees("Changed", "Ana 16", "Back takes it back")
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 16")
    assert scores(story) == [16, 2, 0]


def test_one_back_takes_the_change_back(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    open_entry(story, "Ana", "Construction")
    story.picks("Change this entry")
    story.turn(2)
    story.click()
    story.back()
    story.sees("Taken back")
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 15")
    story.menu("Undo", "Redo")
    story.wait(2.5)
    story.sees("Ana 17")
    assert scores(story) == [17, 2, 0]


def test_a_score_that_never_was_is_changed_to_none(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    open_entry(story, "Ana", "Construction")
    story.picks("Change this entry")
    story.focuses("No score")
    story.click()
    story.sees("Changed", "Ana 12", "Back takes it back")
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 12")
    story.back()
    story.sees("Taken back")
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 15")
    assert scores(story) == [15, 2, 0]


def test_a_change_is_refused_with_the_first_later_answer_that_does_not_fit_and_what_to_do(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    open_entry(story, "Ana", "Construction")
    story.picks("Change this entry")
    story.focuses("other")
    story.click()
    story.sees("Not changed", "Turn 2, Bo: 2 does not fit", "Correct sets")
    story.click()
    story.back()
    story.back()
    story.back()
    story.back()
    story.sees("Bo", "markers", "Ana 15")
    assert scores(story) == [15, 2, 0]


def test_the_same_answer_again_changes_nothing(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    open_entry(story, "Ana", "Construction")
    story.picks("Change this entry")
    story.click()
    story.sees("Construction 3")
    story.hold()
    story.picks("Undo")
    story.sees("Ana", "Points? ship +12")  # the last answer, not a change


def test_an_entry_that_is_a_correction_is_corrected_once_more_instead(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID, "!score.0.-2.ship")
    open_entry(story, "Ana", "Correction")
    story.picks("Change this entry")
    story.sees("Cannot change")


def test_a_score_is_corrected_by_seat_amount_and_reason(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Correct", "Score")
    story.sees("Seat", "Ana", "Bo", "Cy")
    story.focus("Bo")
    story.picks("Cy")
    story.sees("Points", "+1", "Cy 0, then 1", "click: next")
    story.turn(2)
    story.sees("+3", "Cy 0, then 3")
    story.turn(-4)
    story.sees("−2", "Cy 0, then −2")
    story.turn(4)
    story.click()
    story.sees("What for")
    story.picks("Sets")
    story.sees("Cy", "Corrected", "Back takes it back")
    story.wait(2.5)
    story.sees("Bo", "markers", "Cy 3")
    assert scores(story) == [15, 2, 3]


def test_the_time_marker_is_corrected_with_old_and_new_in_words(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Correct", "Time marker")
    story.sees("Time marker", "9", "was 9, now 9")
    story.turn(2)
    story.sees("11", "was 9, now 11", "click: next")
    story.click()
    story.sees("Rounds", "0", "was 0, now 0", "click: enter as correction")
    story.click()
    story.sees("Corrected", "Time marker: 5 left")
    story.wait(2.5)
    story.sees("Bo", "markers", "3 left then")
    story.back()
    story.wait(2.5)
    story.sees("5 left then")


def test_a_round_that_ended_unnoticed_is_ended_with_the_time_marker(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Correct", "Time marker")
    story.turn(-8)
    story.click()
    story.turn(1)
    story.sees("was 0, now 1")
    story.click()
    story.wait(5.0)
    story.sees("New demand?")
    story.click()
    story.wait(5.0)
    story.sees("Bo", "markers", "Q1 R2")


def test_the_senate_is_corrected_by_space_and_place_in_its_stack(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Correct", "Senate: Cy")
    story.focus("space 0, on Ana")
    story.picks("space 1, on Bo")
    story.sees("Corrected", "Cy: space 1")
    story.stop()
    assert kept(tmp_path).game.state()["senate"][2] == {"space": 1, "height": 1, "votes": 2, "tiles": None}


def test_the_seat_to_move_is_corrected(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Correct", "Seat to move")
    story.focus("Bo")
    story.picks("Cy")
    story.wait(2.5)
    story.sees("Cy", "markers")


def test_the_demands_showing_are_corrected_one_by_one(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN)
    story.menu("Correct", "Demands")
    story.sees("Demand 1")
    story.focus("bread")
    story.picks("religion")
    story.sees("Demand 2")
    story.focus("games")
    story.click()
    story.focus("bread")
    story.picks("none")
    story.wait(2.5)
    story.stop()
    assert kept(tmp_path).game.state()["demands"]["showing"] == ["religion", "games"]


def test_every_correction_the_game_offers_can_be_entered_on_the_knob(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    game = catalogue.new_game("trajan", "scorekeeper", 3)
    for key in LAID:
        game.answer(key)
    offered = [each for each in game.amendments() if each.fields and each.stem != "!leave"]
    assert len(offered) >= 7
    for number, amendment in enumerate(offered):
        story.menu("Correct")
        story.turn(number)
        story.click()
        for place, _ in enumerate(amendment.fields):
            story.turn(-9 if place else 1)
            story.click()
        story.sees("Corrected")
        story.wait(2.5)
    story.stop()
    given = [answer.key for answer in kept(tmp_path).answers if answer.key.startswith("!")]
    assert [key.split(".")[0] for key in given] == [each.stem.split(".")[0] for each in offered]


def test_a_refused_correction_says_why_and_stays_open(tmp_path: Path) -> None:
    story = Story(
        tmp_path, "seat.0 !demands.bread.bread.bread !time.15", "1 none", "0 0 0 0 0 0", "wine-fish bread", "2 none"
    )
    story.menu("Correct", "Demands")
    for place in range(3):
        story.sees(f"Demand {place + 1}")
        story.turn(1)
        story.click()
    story.sees("Not now")  # there are five bread tiles, and three are gone
    story.click()
    story.sees("Demand 3")


def test_before_anything_was_answered_nothing_can_be_corrected(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0")
    story.back()
    story.wait(2.5)
    story.menu("Correct")
    story.sees("Nothing can be corrected")
    story.click()
    story.sees("Table")


def test_the_score_page_leads_to_the_seats(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    story.menu("Score")
    story.sees("Score", "Q1 R1", "1 Ana", "2 Bo", "3 Cy", "15")
    story.picks("2 Bo")
    story.sees("Bo", "2nd, 13 behind", "to move")
    story.turn(1)
    story.sees("Cy", "3rd, 15 behind")
    story.click()
    story.sees("Why 0?")


def test_a_second_score_of_the_turn_that_ends_a_quarter_is_entered_before_the_demands_are_paid(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAST_TURN, "4 none")
    story.sees("Ana", "cannot meet", "Cy +")
    story.inputs = 0
    story.turn(-1)
    story.click()
    story.sees("Cy", "Points?")
    story.turn(1)
    story.click()
    assert story.inputs == 4
    story.wait(5.0)
    story.sees("Ana", "cannot meet")
    story.stop()
    game = kept(tmp_path).game
    assert game.totals() == [0, 0, 2] and str(game.way.when(game.ledger[-1].when)) == "Q1 R4"


def test_forgotten_points_of_the_seat_before_cost_four_inputs(tmp_path: Path) -> None:
    story = Story(tmp_path, "seat.0", "2", "none")
    story.inputs = 0
    story.turn(-2)
    story.sees("Ana +", "what was forgotten")
    story.click()
    story.turn(-1)
    story.sees("Ana", "tile +9")
    story.click()
    story.sees("Ana", "tile +9, and?")
    assert story.inputs == 4
    story.click()
    story.sees("+9", "Ana 9   next: Bo")
    story.wait(2.5)
    story.sees("Bo", "markers", "Ana 9")
