"""The beginning of an evening on the bench page in a real browser, as referee, for each title: whatever is entered by
mouse, wheel, keys and tags is answered, shown, and kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from chromium import Page
from page_hands import PageHands
from page_line import BenchProcess
from plans import opened, refereed
from player import Player
from story import kept

from engine import catalogue, record
from tests.engine.hansa.test_hansa_records import text_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

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
def test_the_first_turns_of_an_evening_in_the_browser(
    laid: Callable[..., tuple[Page, BenchProcess]], title: str, players: int, plan: Callable[[], list[str]]
) -> None:
    keys, names = plan(), [str(colour) for colour in catalogue.title(title).colours][:players]
    begun, until = before_turn(title, players, keys, 1), before_turn(title, players, keys, 1 + TURNS)
    page, bench = laid(*keys[:begun], names=names, title=title, way="referee")
    page.browser.get_log("browser")  # what other pages had to say
    player = Player(PageHands(page), keys, names, title=title, way="referee")
    player.skip_to(begun)
    player.play(until)
    assert not page.find("#error").is_displayed()
    assert [each["message"] for each in page.browser.get_log("browser")] == []
    bench.end()
    assert [answer.key for answer in kept(bench.folder / "data").answers] == keys[:until]
