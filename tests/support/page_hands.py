"""The hands of a player on the bench page: mouse, wheel and keys by turns, tags from the tray, eyes on the glass.

In real time: the glass is read when no picture has come for a moment; waiting ends as soon as it changes.
"""

from __future__ import annotations

import random
import time

from chromium import LOOK_S, Page
from evening import icon_at
from selenium.webdriver import Keys

QUIET_MS = 220  # without a new picture or a move of the hands for so long, the glass is read
WATCH = """
window.changedAt = performance.now();
new MutationObserver(() => { window.changedAt = performance.now(); })
  .observe(document.body, { subtree: true, attributeFilter: ["data-lit"] });
"""


class PageHands:
    """As ``player.Hands`` wants them, on an open bench page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.inputs = page, 0
        self._chance = random.Random(seed)
        page.run(WATCH)

    def turn(self, notches: int) -> None:
        """Turn the knob, by one of the ways that the page has."""
        self.inputs += 1
        way = self._chance.choice(("wheel", "keys", "buttons")) if abs(notches) < 4 else "keys"
        for _ in range(abs(notches)):
            if way == "wheel":
                self.page.wheel(1 if notches > 0 else -1)
            elif way == "keys":
                self.page.keys(Keys.ARROW_RIGHT if notches > 0 else Keys.ARROW_LEFT)
            else:
                self.page.click("#right" if notches > 0 else "#left")
        self._moved()

    def click(self, control: str = "knob") -> None:
        self.inputs += 1
        if control == "knob" and self._chance.random() < 0.5:
            self.page.keys(Keys.ENTER)
        else:
            self.page.click("#knob" if control == "knob" else f'[data-control="{control}"]')
        self._moved()

    def tap(self, word: str) -> None:
        """Click on a tag in the tray, and wait until its time on the reader is over."""
        self.inputs += 1
        self.page.click(f'[data-tag="{word}"]')
        self._moved()
        self.page.wait(lambda: "nothing" in self.page.find("#on-reader").text, "the tag to be lifted")
        self.page.wait(lambda: self._quiet_ms() > 1300, "the reader to let go of it")

    def wait(self, seconds: float) -> None:
        """Wait for another picture, at most so long."""
        before, until_s = self._lit(), time.monotonic() + seconds
        while self._lit() == before and time.monotonic() < until_s:
            time.sleep(LOOK_S)

    def art(self, name: str | None = None) -> list[str]:
        self.page.wait(lambda: self._quiet_ms() > QUIET_MS, "a quiet glass")
        return self.page.art(name or "prompt")

    def marked(self, art: list[str] | None = None) -> bool:
        rows = (art or self.art())[:8]
        return any(icon_at(rows, name) for name in ("unsaved", "notsaved"))

    def _moved(self) -> None:
        self.page.run("window.changedAt = performance.now()")

    def _quiet_ms(self) -> float:
        quiet = self.page.run("return performance.now() - window.changedAt")
        assert isinstance(quiet, int | float)
        return float(quiet)

    def _lit(self) -> object:
        return self.page.run("return document.getElementById('glass-prompt').dataset.lit")
