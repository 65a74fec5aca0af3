"""Hansa Teutonica at the wire: the Bank asked once, routes by their cities, the knob handed over, what is owed yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from plans import CODE, opened
from story import Story, kept

from engine import catalogue
from firmware_py.flow.pairs import parts
from firmware_py.screens import icons
from tests.firmware_py.test_flow_hansa_inputs import FREE, told

GLASSES = (
    '{name="prompt", role="prompt"}',
    '{name="status", role="status", address=0x3D}',
    '{name="own", role="seat.0", bus=2}',
)
OWN = (f"display=[{', '.join(GLASSES)}]",)


def icon_on(art: list[str], name: str) -> bool:
    """Whether that small icon stands anywhere on the glass."""
    drawn = icons.small(name)
    assert drawn is not None
    rows = [format(bits, f"0{drawn.width}b").replace("1", "#").replace("0", ".") for bits in drawn.rows]
    return any(
        all(art[y + row][x : x + drawn.width] == line for row, line in enumerate(rows))
        for y in range(len(art) - len(rows) + 1)
        for x in range(len(art[0]) - drawn.width + 1)
    )


def sit_down(story: Story, way: str) -> None:
    story.picks("Hansa Teutonica")
    story.picks(way)
    story.sees("players")


# ---- the Bank


def test_the_first_set_up_asks_what_the_bank_shows_and_the_box_remembers_it(tmp_path: Path) -> None:
    story = Story(tmp_path)
    sit_down(story, "Scorekeeper")
    story.click()
    story.sees("Your desk's Bank shows?")
    story.picks("3-5-7-all")
    story.sees("Who starts?")
    story.picks("Draw")
    story.wait(4.0)
    story.menu("Finish", "Stop here")
    story.picks("Yes") if story.shows("Yes") else None
    story.wait(3.0)
    story.stop()
    assert kept(tmp_path).game.options["bank"] == "3-5-7-all"
    again = Story(tmp_path)
    again.picks("New game")
    sit_down(again, "Referee")
    again.turn(1)
    again.click()  # another number of players: what is printed stays the same
    again.sees("The board?")
    again.picks("Options")
    again.sees("3-5-7-all")
    again.picks("Bank on")
    again.sees("3-4-7-all")
    again.back()
    again.back()
    again.click()
    again.sees("The board?")
    again.picks("Options")
    again.sees("3-4-7-all")


def test_the_bank_in_force_stands_at_income(tmp_path: Path) -> None:
    story = told(tmp_path, "referee", bank="3-5-7-all")
    story.sees("Income", "Bank 3")
    story.focuses("Income")
    story.sees("Bank 3, 6 in stock")


# ---- routes


def test_both_lists_hold_only_cities_that_lead_to_a_legal_answer(tmp_path: Path) -> None:
    story = told(tmp_path, "referee")
    game = catalogue.new_game("hansa", "referee", 3)
    while not game.turn[0]:
        assert game.decision is not None
        game.answer(game.decision.keys[0])
    game.answer("place")
    assert game.decision is not None
    pairs = [pair for key in game.decision.keys if (pair := parts(key))]
    story.picks("Place")
    cities = sorted({name for key in game.decision.keys if parts(key) for name in str(game.words(key)).split("–")})
    story.focus(cities[0])
    story.turn(len(cities) - 2)
    story.focus(cities[-2])
    story.turn(5)
    story.focus(cities[-1])
    story.turn(1 - len(cities))
    story.picks("Hamburg")
    others = sorted({b if a == "hamburg" else a for a, b in pairs if "hamburg" in (a, b)})
    assert others == ["bremen", "luebeck", "lueneburg", "stade"]
    story.sees("Hamburg and?", "Bremen", "Lübeck", "Lüneburg", "Stade", "3 free")
    story.back()
    story.focus("Hamburg")


def test_a_city_on_the_knob_and_the_other_by_its_tag_are_a_route(tmp_path: Path) -> None:
    story = told(tmp_path, "referee")
    story.picks("Place")
    assert story.box is not None and not story.box.among()
    story.picks("Hamburg")
    assert {way for (way,) in story.box.among()} == {
        "stade-hamburg", "hamburg-luebeck", "hamburg-lueneburg", "hamburg-bremen",
    }  # fmt: skip
    story.tap("hansa/city.luebeck")
    story.sees("Place where?", "Hamburg–Lübeck", "Back takes it back")
    assert not story.box.among()
    assert story.box.table is not None and story.box.table.game is not None
    assert story.box.table.game.past[-2].key == "hamburg-luebeck"


def test_fast_turning_jumps_to_the_next_initial_letter_of_the_cities(tmp_path: Path) -> None:
    story = told(tmp_path, "referee")
    story.picks("Place")
    story.focus("Arnheim")
    story.quick(4)  # the first notch is one like any other
    story.focus("Emden")


# ---- displacement


def test_a_displaced_seat_is_handed_the_knob_and_gives_it_back(tmp_path: Path) -> None:
    keys = ("place", FREE, "trader", "place", "minden-muenster", "trader")
    story = told(tmp_path, "referee", *keys, overrides=OWN)
    story.misses("your", on="own")
    story.beeps()
    story.picks("Displace")
    story.picks("Minden–Münster")
    story.sees("Ana answers", "displaced trader to?", "in the turn of Bo")
    story.sees("your answer", on="own")
    story.sees("displaced trader to?", on="status")
    story.focus("Ana", on="status")
    assert story.beeps() > 0
    story.wait(3.0)
    story.sees("Ana", "displaced trader to?", "1 more piece allowed")
    story.picks("Bremen–Minden")
    story.wait(3.0)
    story.picks("No more")
    story.sees("Back to Bo")
    story.misses("your", on="own")
    story.focus("Bo", on="status")
    story.wait(3.0)
    story.sees("Bo", "1 of 2 left")


# ---- what is owed


def test_a_drawn_marker_is_on_every_glass_until_it_is_placed(tmp_path: Path) -> None:
    story = told(tmp_path, "scorekeeper", "claim", "none", "marker", "done", overrides=OWN)
    story.sees("1 marker to place", "Placed, next: Bo")
    for glass in ("status", "own"):
        story.sees("1 marker to place", on=glass)
    story.menu("Rules here")
    story.sees("Still to do: 1 marker to")
    story.back()
    story.back()
    story.click()
    story.wait(2.0)
    story.misses("marker to place")
    for glass in ("status", "own"):
        story.misses("marker to place", on=glass)


@pytest.mark.parametrize("way", ["referee", "scorekeeper"])
def test_a_demand_of_trajan_is_on_every_glass_as_soon_as_the_loop_ends(tmp_path: Path, way: str) -> None:
    keys = ["seat.0", "12", "none", "12"] if way == "scorekeeper" else [*opened(3), "!time.15", "seaport"]
    story = Story(tmp_path, " ".join(keys), way=way, code=CODE if way == "referee" else "")
    story.wait(3.0)
    story.sees("demand to turn", on="status")
    assert icon_on(story.art(), "warning")
