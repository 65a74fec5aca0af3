"""Another board of Hansa Teutonica chosen on the knob: for whom it is."""

from __future__ import annotations

from pathlib import Path

from story import Story, kept

from firmware_py.flow.pairs import part_labels


def test_a_board_that_is_not_for_so_many_players_is_refused_with_the_reason(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.picks("Hansa")
    story.picks("Scorekeeper")
    story.sees("players", "2")
    story.click()
    story.picks("3-4-7-all")
    story.sees("Who starts?")
    story.picks("Options")
    story.focuses("Board")
    story.click()
    story.focus("east")
    story.back()
    story.sees("Not now", "Hanseatic League is for 3 to", "5 players, not 2.")
    story.click()
    story.focuses("Board")
    story.click()
    story.click()
    story.focus("standard")
    story.back()
    story.sees("Who starts?")
    story.picks("red")
    story.stop()
    assert kept(tmp_path).header.options.get("board", "standard") == "standard"


def test_a_city_with_a_hyphen_of_its_own_keeps_its_name_among_the_parts_of_routes() -> None:
    labels = {"brandenburg-berlincoelln": "Brandenburg–Berlin-Cölln", "conway-isleofman": "Conway–Isle of Man"}
    assert part_labels(labels) == {
        "brandenburg": "Brandenburg",
        "berlincoelln": "Berlin-Cölln",
        "conway": "Conway",
        "isleofman": "Isle of Man",
    }
