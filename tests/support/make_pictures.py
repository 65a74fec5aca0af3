"""Makes the pictures of README in tests/pictures: four screens, and the bench page in a real browser.

An evening is kept on the emulated box under simulated time, and what the glass shows is enlarged; the page is opened on
a bench that goes on with the same evening. Run by ``make pictures``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

SUPPORT = Path(__file__).parent
ROOT = SUPPORT.parent.parent
sys.path[:0] = [str(ROOT), str(SUPPORT)]

from chromium import Page, open_browser  # noqa: E402
from evening import icon_at  # noqa: E402
from page_line import BenchProcess  # noqa: E402
from PIL import Image  # noqa: E402
from plans import kept_score  # noqa: E402
from selenium.webdriver import Keys  # noqa: E402
from story import Story  # noqa: E402

from engine import catalogue  # noqa: E402
from firmware_py.screens.picture import png  # noqa: E402

PICTURES = ROOT / "tests" / "pictures"
NAMES = ("Ana", "Bo", "Cyrille")
SCALE = 4
COLOURS = 200


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


def page(folder: Path) -> None:
    """The bench page, on an evening that is under way."""
    Story(folder / "data", *played(38), names=NAMES).stop()
    bench = BenchProcess(folder)
    browser = open_browser(folder / "browser")
    try:
        opened = Page(browser, bench.address, 1250, 680)
        opened.sees("Go on")
        opened.keys(Keys.ENTER)
        opened.sees("markers")
        opened.wheel(1)
        opened.click("#knob")
        opened.sees("Points?")
        opened.wait(lambda: not any(icon_at(opened.art(each), "unsaved") for each in opened.displays()), "all saved")
        opened.run("document.activeElement.blur()")
        shot = folder / "page.png"
        browser.save_screenshot(str(shot))
        with Image.open(shot) as taken:
            taken.convert("RGB").quantize(COLOURS).save(PICTURES / "bench.png", "PNG", optimize=True)
    finally:
        browser.quit()
        bench.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        screens(Path(name))
        place = Path(name) / "page"
        place.mkdir()
        page(place)
    for each in sorted(PICTURES.glob("*.png")):
        print(f"{each.relative_to(ROOT)}: {each.stat().st_size} bytes")


if __name__ == "__main__":
    if shutil.which("chromedriver") is None:
        sys.exit("no Chromium with its driver here; one command brings them: sudo apt install chromium chromium-driver")
    main()
