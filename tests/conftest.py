"""What holds for every test: browser tests need a browser, and where one is promised its lack is a failure; the
longest tests begin first; and what tests write lies in memory, where there is room.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

BROWSER = (("chromium", "chromium-browser", "google-chrome"), ("chromedriver",))
REMEDY = "no Chromium with its driver here; one command brings them: sudo apt install chromium chromium-driver"
LONGEST = (
    "test_bench_page", "test_evening_hansa", "test_evening", "test_flow_any_hands", "test_bench_evening",
    "test_evening_referee", "test_daemon", "test_evening_clumsy", "test_daemon_bench", "test_controls_endurance",
    "test_bench_board", "test_whole_games", "test_third_title", "test_powercut", "test_any_faults",
)  # fmt: skip
"""Modules that take longest; those that wait in real time are parted by those that compute."""
IN_MEMORY = Path("/dev/shm")
ROOM_BYTES = 1 << 30


# A slow computer is no failure, and the integration run repeats exactly.
settings.register_profile("tabularius", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tabularius")


def has_browser() -> bool:
    return all(any(shutil.which(name) for name in names) for names in BROWSER)


def pytest_configure() -> None:
    """A card syncs slowly: unless somebody says where, temporary files lie in memory, if programs may be there too."""
    if "TMPDIR" not in os.environ and os.access(IN_MEMORY, os.W_OK):
        card = os.statvfs(IN_MEMORY)
        if card.f_bavail * card.f_frsize >= ROOM_BYTES and not card.f_flag & os.ST_NOEXEC:
            os.environ["TMPDIR"] = str(IN_MEMORY)  # of the processes that tests start, too
            tempfile.tempdir = None


@pytest.hookimpl(trylast=True)  # what was left out by its mark needs no browser
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rank = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.stem, len(rank)))
    browser = [item for item in items if item.get_closest_marker("browser")]
    if browser and not has_browser():
        if os.environ.get("CI"):
            raise pytest.UsageError(REMEDY)
        for item in browser:
            item.add_marker(pytest.mark.skip(reason=REMEDY))


def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: the search for what can be freed need not go through them each time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    print_faults(terminalreporter)
    skipped = terminalreporter.stats.get("skipped", [])
    left_out = [report for report in skipped if isinstance(report.longrepr, tuple) and REMEDY in report.longrepr[2]]
    if left_out:
        terminalreporter.write_line(f"{len(left_out)} browser tests left out: {REMEDY}", yellow=True)


def print_faults(terminalreporter: pytest.TerminalReporter) -> None:
    """The fault matrix as a table, of what was run of it."""
    cells = [
        value
        for report in terminalreporter.stats.get("passed", [])
        for name, value in report.user_properties
        if name == "fault matrix"
    ]
    if not cells:
        return
    told = {(part, fault, state): words for part, fault, state, words in cells}
    terminalreporter.write_line("faults: seconds until it is said / until the part is back, idle | deciding")
    for part, fault in sorted({(part, fault) for part, fault, _, _ in cells}):
        row = " | ".join(told[part, fault, state] for state in ("idle", "deciding") if (part, fault, state) in told)
        terminalreporter.write_line(f"  {part:<8} {fault:<16} {row}")
