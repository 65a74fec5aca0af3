"""The beginning of an evening on the bench page in a real browser, as referee, for each title: whatever is entered by
mouse, wheel, keys and tags is answered, shown, and kept."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from chromium import Page, open_browser
from page_hands import PageHands
from page_line import BenchProcess
from plans import opened, refereed
from player import Player
from story import kept, lay

from engine import catalogue, record
from tests.engine.hansa.test_hansa_records import text_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TURNS = 1


def trajan() -> list[str]:
    return refereed(6, 2, opened(2))


def hansa() -> list[str]:
    return [answer.key for answer in record.read(text_of("hansa-03")).answers]


def before_turn(title: str, players: int, keys: list[str], turn: int) -> int:
    """How many answers of a plan come before that turn."""
    game = catalogue.new_game(title, "referee", players)
    for done, key in enumerate(keys):
        if game.turn[0] == turn:
            return done
        game.answer(key)
    raise AssertionError(f"no turn {turn}")


@pytest.mark.parametrize(("title", "players", "plan"), [("trajan", 2, trajan), ("hansa", 3, hansa)])
def test_the_first_turns_of_an_evening_in_the_browser(title: str, players: int, plan: Callable[[], list[str]]) -> None:
    keys, names = plan(), [str(colour) for colour in catalogue.title(title).colours][:players]
    begun, until = before_turn(title, players, keys, 1), before_turn(title, players, keys, 1 + TURNS)
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        folder = Path(name)
        lay(folder / "data", *keys[:begun], names=names, title=title, way="referee")
        bench = BenchProcess(folder)
        browser = open_browser(folder / "browser")
        try:
            page = Page(browser, bench.address)
            page.sees("Go on")
            page.click("#knob")
            player = Player(PageHands(page), keys, names, title=title, way="referee")
            player.skip_to(begun)
            player.play(until)
            assert not page.find("#error").is_displayed()
            assert [each["message"] for each in browser.get_log("browser")] == []
            bench.end()
        finally:
            browser.quit()
            bench.close()
        assert [answer.key for answer in kept(folder / "data").answers] == keys[:until]
