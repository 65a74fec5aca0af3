"""A third title, a folder of under 150 lines that nothing else knows, on the companion's own process, its knob and
glass, its tags, and the bench page in a real browser."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from chromium import Page
from live import LiveBench
from page_line import BenchProcess
from reading import seen
from selenium.webdriver import Chrome
from story import kept
from third_title import TITLES, path_with_pebbles, pebbles_in_the_box

from engine import record

# what a hand does, and what stands on the glass then: two at the table, a handful of three
KNOB = (
    (1, "Pebbles"), (0, "Beachcomber"), (0, "players"), (0, "How many pebbles?"), (2, "3"), (0, "Which colour?"),
    (1, "Grey"), (0, "green"),
)  # fmt: skip
ANSWERS = ["3", "grey"]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a path short enough for sockets; what is started from here has the title on the engine's path."""
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        monkeypatch.setenv("PYTHONPATH", path_with_pebbles(Path(name) / "path"))
        yield Path(name)


def test_it_is_one_folder_of_under_150_lines() -> None:
    files = [path for path in TITLES.rglob("*.*") if path.suffix != ".pyc"]
    assert [path.name for path in files] == ["__init__.py"]
    assert len(files[0].read_text().splitlines()) < 150


def test_it_runs_on_the_daemon_by_the_knob_and_goes_on_after_the_plug_was_pulled(folder: Path) -> None:
    live = LiveBench(folder)
    try:
        live.start()
        live.ready()
        for turn, then in KNOB:
            live.turn(turn) if turn else live.click()
            assert live.wait_until(partial(shows, live, then)), "\n".join(live.art())
        assert live.wait_until(lambda: not live.marked())
        live.kill()
        live.start()
        live.ready()
        assert live.wait_until(lambda: shows(live, "gre") and shows(live, "How many pebbles?")), "\n".join(live.art())
        status, said = live.stop()
        assert status == 0, said
    finally:
        live.close()
    with pebbles_in_the_box():
        again = record.replay(kept(live.data))
    assert [past.key for past in again.past] == ANSWERS and again.totals() == [3, 0]


def shows(live: LiveBench, text: str) -> bool:
    return seen(live.art(), text)


@pytest.mark.browser
def test_it_runs_on_the_bench_page_with_its_tags(browser: Chrome, folder: Path) -> None:
    bench = BenchProcess(folder)
    try:
        page = Page(browser, bench.address)
        for turn, then in KNOB[:4]:
            page.wheel(turn) if turn else page.click("#knob")
            page.sees(then)
        page.click('[data-tag="pebbles/grey"]')
        page.sees("Grey pebble", "Back takes it back")
        page.sees("gre", "How many pebbles?")
        page.sees("3", on="status")
    finally:
        browser.get("about:blank")
        bench.close()
    with pebbles_in_the_box():
        assert [past.key for past in record.replay(kept(folder / "data")).past] == ANSWERS
