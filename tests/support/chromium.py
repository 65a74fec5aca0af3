"""The bench page in a real browser: headless Chromium on an emulated bench, with mouse, wheel and keys."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from live import PATIENCE_S
from page_line import art_of
from reading import read, seen
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip
LOOK_S = 0.04  # between two looks at the page


def open_browser(profile: Path) -> Chrome:
    """A Chromium of its own, which keeps its things in ``profile``."""
    options = Options()
    options.binary_location = next(path for path in map(shutil.which, NAMES) if path)
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    return Chrome(options=options, service=Service(shutil.which("chromedriver")))


class Page:
    """The bench page at ``address``: what a person does and sees there."""

    def __init__(self, browser: Chrome, address: str, width: int = 1250, height: int = 800) -> None:
        self.browser, self.address = browser, address
        self.size(width, height)
        self.load()

    def load(self) -> None:
        """Open the page, again if it is open."""
        self.browser.get(self.address)
        self.wait(lambda: self.run("return document.body.dataset.ready === 'yes'"), "the page is ready")

    def size(self, width: int, height: int, dark: bool = False) -> None:
        """The window's inner size in pixels, and whether the person likes it dark."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def run(self, script: str, *arguments: object) -> object:
        return self.browser.execute_script(script, *arguments)

    def find(self, selector: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    # ---- eyes

    def art(self, name: str = "prompt") -> list[str]:
        lit = self.run("return document.getElementById(arguments[0]).dataset.lit", f"glass-{name}")
        return art_of(str(lit))

    def pixels(self, name: str) -> list[str]:
        """What is really painted on the canvas."""
        script = """
            const canvas = document.getElementById(arguments[0]);
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            let text = "";
            for (let at = 0; at < data.length; at += 4) text += data[at + 1] > 127 ? "#" : ".";
            return [text, canvas.width];"""
        text, width = self.run(script, f"glass-{name}")  # type: ignore[misc]
        return [text[start : start + width] for start in range(0, len(text), width)]

    def texts(self, selector: str) -> list[str]:
        return [each.text for each in self.all(selector)]

    def state(self) -> str:
        return self.find("#state").text

    def wait(self, what: Callable[[], object], name: str) -> None:
        """Wait until that holds; AssertionError with what is to be seen if it never does."""
        until_s = time.monotonic() + PATIENCE_S
        while not what():
            if time.monotonic() > until_s:
                glass = "; ".join(f"{each}: {read(self.art(each))}" for each in self.displays())
                raise AssertionError(f"waited in vain for {name}. State: {self.state()}. Glass: {glass}")
            time.sleep(LOOK_S)

    def displays(self) -> list[str]:
        return [each.get_attribute("id")[6:] for each in self.browser.find_elements(By.TAG_NAME, "canvas")]  # type: ignore[index]

    def sees(self, *texts: str, on: str = "prompt") -> None:
        """Wait until all that stands on a display."""
        self.wait(lambda: all(seen(self.art(on), text) for text in texts), f"{' and '.join(texts)} on {on}")

    def reads(self, text: str) -> None:
        """Wait until the page's own state line says that."""
        self.wait(lambda: text in self.state(), f"the state {text!r}")

    # ---- hands

    def _hand(self) -> ActionChains:
        return ActionChains(self.browser, duration=10)

    def click(self, selector: str) -> None:
        if selector == "#knob":
            self.calm()
        self.find(selector).click()

    def calm(self) -> None:
        """Wait until another click on the knob is not taken for the second half of a double click."""
        self.wait(lambda: self.run("return performance.now() - pushedAt > TWICE_MS"), "time for another click")

    def wheel(self, steps: int) -> None:
        """Roll the mouse's wheel over the knob, away from the person if ``steps`` < 0."""
        origin = ScrollOrigin.from_element(self.find("#knob"))
        for _ in range(abs(steps)):
            self._hand().scroll_from_origin(origin, 0, 120 if steps > 0 else -120).perform()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self._hand().send_keys(key).perform()

    def hold_key(self, key: str, seconds: float) -> None:
        self._hand().key_down(key).pause(seconds).key_up(key).perform()

    def hold_mouse(self, selector: str, seconds: float) -> None:
        where = self.find(selector)
        self._hand().click_and_hold(where).pause(seconds).release().perform()

    @contextlib.contextmanager
    def pressing(self, selector: str) -> Iterator[None]:
        """A mouse's button is down there for the time being."""
        self._hand().click_and_hold(self.find(selector)).perform()
        try:
            yield
        finally:
            self._hand().release().perform()

    def double_click(self, selector: str) -> None:
        self.calm()
        self._hand().double_click(self.find(selector)).perform()

    def drag(self, selector: str, *path: tuple[int, int]) -> None:
        """Press beside the middle of something and move on; places are pixels from its middle."""
        where = self.find(selector)
        chain = self._hand().move_to_element_with_offset(where, *path[0]).click_and_hold()
        for place in path[1:]:
            chain.move_to_element_with_offset(where, *place)
        chain.release().perform()

    def drag_to(self, selector: str, target: str) -> None:
        ActionChains(self.browser).drag_and_drop(self.find(selector), self.find(target)).perform()
