"""Makes the pictures of README in tests/pictures: four screens, and the bench page in a real browser, with a board too.

An evening is kept on the emulated box under simulated time, and what the glass shows is enlarged; the page is opened on
a bench that goes on with the same evening. Run by ``make pictures``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SUPPORT = Path(__file__).parent
ROOT = SUPPORT.parent.parent
sys.path[:0] = [str(ROOT), str(SUPPORT)]

from chromium import Page, open_browser  # noqa: E402
from evening import icon_at  # noqa: E402
from page_line import BenchProcess  # noqa: E402
from PIL import Image  # noqa: E402
from plans import kept_score  # noqa: E402
from reading import seen  # noqa: E402
from selenium.webdriver import Keys  # noqa: E402
from story import Story, lay  # noqa: E402

from engine import catalogue, record  # noqa: E402
from firmware_py.screens.picture import png  # noqa: E402
from tests.engine.hansa.test_hansa_records import text_of  # noqa: E402

PICTURES = ROOT / "tests" / "pictures"
NAMES = ("Ana", "Bo", "Cyrille")
SCALE = 4
COLOURS = 256


def played(turns: int) -> list[str]:
    """The answers of an evening up to the beginning of a turn."""
    game = catalogue.new_game("trajan", "scorekeeper", len(NAMES))
    keys = []
    for key in kept_score(seed=4):
        decision = game.decision
        assert decision is not None
        if decision.kind == "turn.markers" and game.turn[0] >= turns:
            break
        keys.append(key)
        game.answer(key)
    return keys


def image(art: list[str]) -> Image.Image:
    """Text art as a one-bit picture."""
    made = Image.new("1", (len(art[0]), len(art)))
    made.putdata([pixel == "#" for row in art for pixel in row])
    return made


def screen(name: str, art: list[str]) -> None:
    (PICTURES / f"{name}.png").write_bytes(png(image(art), SCALE))


def screens(folder: Path) -> None:
    """Set-up, turn, senate and "why"."""
    laid = Story(folder / "setup")
    laid.picks("Trajan")
    laid.picks("Scorekeeper")
    laid.turn(1)
    laid.click()
    laid.click()
    laid.picks("Set up by code")
    laid.picks("New code")
    laid.click()
    laid.turn(3)
    screen("setup", laid.art())

    evening = Story(folder / "evening", *played(38), names=NAMES)
    evening.turn(1)
    evening.click()
    evening.turn(5)
    screen("turn", evening.art())
    screen("senate", evening.art("status"))
    evening.back()
    evening.menu("Why")
    evening.click()
    screen("why", evening.art())


def score(page: Page) -> None:
    """Markers are entered, and the points are asked for."""
    page.sees("markers")
    page.wheel(1)
    page.click("#knob")
    page.sees("Points?")


def place(page: Page) -> None:
    """The routes of the board with a free post are asked for."""
    page.sees("Place where?")
    page.wait(lambda: page.all("#map .road.lit"), "routes that are asked for")


def lay_hansa(folder: Path) -> None:
    """A game for four up to where a piece is placed, when much of it has been played."""
    played = record.read(text_of("hansa-08"))
    keys, options = [answer.key for answer in played.answers], played.header.options
    game = catalogue.new_game("hansa", "referee", 4, options)
    for done, key in enumerate(keys):
        if done > len(keys) * 2 // 3 and game.decision is not None and game.decision.kind == "place.route":
            lay(folder, *keys[:done], names=(*NAMES, "Dario"), title="hansa", way="referee", options=dict(options))
            return
        game.answer(key)
    raise AssertionError("nothing is placed in that game")


def page(folder: Path, name: str, height: int, then: Callable[[Page], None]) -> None:
    """The bench page, going on with the evening in that folder."""
    bench = BenchProcess(folder)
    browser = open_browser(folder / "browser")
    try:
        opened = Page(browser, bench.address, 1250, height)
        opened.sees("Go on")
        opened.keys(Keys.ENTER)
        then(opened)
        opened.wait(lambda: not any(seen(opened.art(each), "Go on") for each in opened.displays()), "the game alone")
        opened.wait(lambda: not any(icon_at(opened.art(each), "unsaved") for each in opened.displays()), "all saved")
        opened.run("document.activeElement.blur()")
        shot = folder / "page.png"
        browser.save_screenshot(str(shot))
        with Image.open(shot) as taken:
            taken.convert("RGB").quantize(COLOURS).save(PICTURES / f"{name}.png", "PNG", optimize=True)
    finally:
        browser.quit()
        bench.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        screens(Path(name))
        kept, board = Path(name) / "page", Path(name) / "board"
        Story(kept / "data", *played(38), names=NAMES).stop()
        page(kept, "bench", 680, score)
        lay_hansa(board / "data")
        page(board, "board", 800, place)
    for each in sorted(PICTURES.glob("*.png")):
        print(f"{each.relative_to(ROOT)}: {each.stat().st_size} bytes")


if __name__ == "__main__":
    if shutil.which("chromedriver") is None:
        sys.exit("no Chromium with its driver here; one command brings them: sudo apt install chromium chromium-driver")
    main()
