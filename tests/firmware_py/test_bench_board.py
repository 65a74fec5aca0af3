"""The drawing of the board on the bench page, in a real browser: live with the game, and one more way to lay tags."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from chromium import Page
from page_line import BenchProcess
from plans import CODE, opened
from selenium.webdriver import Keys
from story import kept

from engine.hansa.maps import board_map

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Begin = Callable[..., tuple[Page, BenchProcess]]
ROUTES = len(board_map("standard-23").routes)
FIRST = ("seat.0", "exchange", "move-3")


@pytest.fixture
def begin(laid: Begin) -> Begin:
    """Begin in the middle of a game that the referee keeps for three."""
    return partial(laid, title="hansa", way="referee")


def shows(page: Page, selector: str, count: int = 1) -> None:
    """Wait until there are so many of something on the board."""
    script = "return document.querySelectorAll(arguments[0]).length"
    page.wait(lambda: page.run(script, f"#map {selector}") == count, f"{count} × {selector}")


def touch(page: Page, word: str) -> None:
    """Click on a spot or a road."""
    page.run(
        """const part = document.querySelector(`#map [data-word="${arguments[0]}"]`);
        part.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));""",
        word,
    )


def answers(bench: BenchProcess) -> list[str]:
    bench.end()
    return [answer.key for answer in kept(bench.folder / "data").answers]


def test_the_board_is_there_with_the_game_and_goes_with_it(begin: Begin) -> None:
    page, _ = begin(*FIRST)
    page.sees("2 of 2 left")
    shows(page, ".spot", 27)
    assert [chip.text for chip in page.all("#players .player")] == ["1 Ana 0", "2 Bo 0", "3 Cy 0"]
    assert page.find("#players .moves").text == "1 Ana 0"
    shows(page, ".lit", 0)
    touch(page, "stade-hamburg")
    page.wait(lambda: page.find("#map-help").text == "Not asked for now: Stade–Hamburg.", "that it is not asked for")
    page.keys(Keys.ENTER)
    shows(page, ".road.lit", ROUTES)
    assert page.find("#map-help").text.startswith("Lit is what the question asks for")
    page.click("#fold")
    page.wait(lambda: not page.find("#board").is_displayed(), "the board to be folded away")
    page.click("#fold")
    page.wait(lambda: page.find("#board").is_displayed(), "the board")
    page.click("#plug")
    page.wait(lambda: not page.find("#board").is_displayed(), "no board without power")


def test_a_city_that_is_clicked_is_tapped_on_the_reader_and_so_is_a_road(begin: Begin) -> None:
    page, bench = begin(*FIRST)
    page.sees("2 of 2 left")
    page.keys(Keys.ENTER)
    page.sees("Place where?")  # by now the reader has looked round; what lay on it before would be ignored
    shows(page, ".road.lit", ROUTES)
    touch(page, "luebeck")
    page.wait(lambda: "Lübeck" in page.find("#on-reader").text, "the tag on the reader")
    page.sees("1 of 2 left")
    shows(page, '[data-word="hamburg-luebeck"] .s-red')
    page.wait(lambda: "nothing" in page.find("#on-reader").text, "the tag to be lifted")
    page.keys(Keys.ARROW_RIGHT, Keys.ENTER)  # not "again"
    page.sees("Place where?")
    touch(page, "minden-hannover")
    shows(page, '[data-word="minden-hannover"] .s-red')
    assert answers(bench)[3:] == ["place", "hamburg-luebeck", "trader", "place", "minden-hannover", "trader"]


def test_after_the_first_of_two_cities_only_what_is_still_possible_is_lit(begin: Begin) -> None:
    page, bench = begin(*FIRST)
    page.sees("2 of 2 left")
    page.keys(Keys.ENTER)
    page.sees("Place where?")
    shows(page, ".road.lit", ROUTES)
    page.keys(Keys.ENTER)  # the first city on the knob: Arnheim, at three routes
    shows(page, ".road.lit", 3)
    page.keys(Keys.ESCAPE)
    shows(page, ".road.lit", ROUTES)
    touch(page, "hamburg")
    shows(page, ".road.lit", 4)
    page.wait(lambda: "nothing" in page.find("#on-reader").text, "the tag to be lifted")
    touch(page, "hamburg-luebeck")
    page.wait(lambda: "Lübeck" in page.find("#on-reader").text, "one tag more is enough")
    page.sees("1 of 2 left")
    shows(page, '[data-word="hamburg-luebeck"] .s-red')
    assert answers(bench)[3:] == ["place", "hamburg-luebeck", "trader"]


def test_a_place_is_chosen_by_keys_too_and_what_is_taken_back_goes_from_the_board(begin: Begin) -> None:
    page, _ = begin(*FIRST)
    page.sees("2 of 2 left")
    page.keys(Keys.ENTER)
    page.sees("Place where?")
    shows(page, ".road.lit", ROUTES)
    page.run("document.querySelector('#map [data-word=\"hamburg-luebeck\"]').focus()")
    page.keys(Keys.ENTER)
    page.sees("1 of 2 left")
    shows(page, '[data-word="hamburg-luebeck"] .s-red')
    page.keys(Keys.ESCAPE)
    shows(page, '[data-word="hamburg-luebeck"] .s-red', 0)
    shows(page, ".road.lit", ROUTES)


def test_the_board_stands_beside_the_box_and_fits_narrow_windows(begin: Begin) -> None:
    page, _ = begin(*FIRST)
    shows(page, ".spot", 27)
    for width in (1250, 1000, 400):
        for dark in (False, True):
            page.size(width, 800, dark)
            page.wait(lambda: page.run(STICKS_OUT) == 0, "nothing to stick out")
            for part in ("#map", "#displays", "#knob", "#seats", "#back") if width == 1250 else ():
                box = page.run("return arguments[0].getBoundingClientRect().toJSON()", page.find(part))
                assert isinstance(box, dict)
                assert box["bottom"] <= 800 and box["right"] <= 1250, (part, box)


def test_what_is_asked_for_and_has_no_tag_sends_a_click_to_the_knob(laid: Begin) -> None:
    page, _ = laid(*opened(3), title="trajan", way="referee", code=CODE)
    page.sees("Which tray?")
    shows(page, ".space.lit", 6)
    page.wait(lambda: "it has no tag" in page.find("#map-help").text, "that a tray has no tag")
    page.find("#map .space.lit").click()
    page.wait(lambda: page.find("#map-help").text == "It has no tag: take it with the knob.", "what to do")
    page.keys(Keys.ENTER)
    page.sees("Military")
    page.wait(lambda: "a click there lays its tag" in page.find("#map-help").text, "that provinces have tags")


def test_no_name_is_wider_than_its_box_however_wide_the_letters_of_the_browser_are(begin: Begin) -> None:
    page, _ = begin(*FIRST)
    shows(page, ".spot", 27)
    page.run("document.getElementById('map').style.letterSpacing = '2px'; paintBoard(pictured.board); placeBoard()")
    found = page.run(NAMES)
    assert isinstance(found, list)
    assert len(found) == 27
    assert [name for name, over in found if over > 0] == []
    assert any(over > -3 for _, over in found)


NAMES = """return [...document.querySelectorAll("#map .spot")].map((spot) => {
  const name = spot.querySelector(".name").getBBox(), frame = spot.querySelector(".frame").getBBox();
  const sign = spot.querySelector(":scope > .icon");
  const right = sign ? sign.transform.baseVal[0].matrix.e : frame.x + frame.width;
  return [spot.dataset.word, Math.max(frame.x - name.x, name.x + name.width - right)];
});"""

STICKS_OUT = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
