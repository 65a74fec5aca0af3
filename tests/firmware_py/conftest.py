"""What holds for every test with a box in it: the box is let go of, and its journal closed, when its module is over.
And one browser for all tests that look at the bench page.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from chromium import Page
    from page_line import BenchProcess
    from selenium.webdriver import Chrome


@pytest.fixture(scope="module", autouse=True)
def displays_let_go() -> Iterator[None]:
    """luma keeps every display until the process ends, and with it the box and its open journal: here there are more
    boxes in one process than a process has files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("luma.core.device.atexit", SimpleNamespace(register=lambda _: None, unregister=lambda _: None))
        yield


@pytest.fixture(scope="module", autouse=True)
def journals_closed() -> Iterator[None]:
    """A box that is killed leaves its journal as a pulled plug does; the connection lives until the tests are over."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def kept(*args: object, **how: object) -> sqlite3.Connection:
        opened.append(connect(*args, **how))  # type: ignore[call-overload]
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", kept)
        yield
    for each in opened:
        with suppress(sqlite3.Error):  # opened in a thread that has gone: closed there
            each.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    from chromium import open_browser  # noqa: PLC0415  (only the tests with the mark "browser" need it)

    with tempfile.TemporaryDirectory(prefix="tab-") as profile:
        driver = open_browser(Path(profile))
        yield driver
        driver.quit()


@pytest.fixture
def laid(browser: Chrome) -> Iterator[Callable[..., tuple[Page, BenchProcess]]]:
    """Opens the page in the middle of a game: ``laid("seat.0", "12 none")``, each the keys of one input; what game it
    is as for ``story.lay``."""
    from chromium import Page  # noqa: PLC0415
    from page_line import BenchProcess  # noqa: PLC0415
    from story import lay  # noqa: PLC0415

    with ExitStack() as stack:

        def begun(*inputs: str, **game: Any) -> tuple[Page, BenchProcess]:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tab-")))
            lay(folder / "data", *inputs, **game)
            bench = BenchProcess(folder)
            stack.callback(bench.close)
            page = Page(browser, bench.address)
            stack.callback(browser.get, "about:blank")
            page.sees("Go on")
            page.click("#knob")
            return page, bench

        yield begun
