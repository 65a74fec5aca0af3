"""What holds for every test: browser tests need a browser, and where one is promised its lack is a failure."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import settings

BROWSER = (("chromium", "chromium-browser", "google-chrome"), ("chromedriver",))
REMEDY = "no Chromium with its driver here; one command brings them: sudo apt install chromium chromium-driver"


# A slow computer is no failure, and the integration run repeats exactly.
settings.register_profile("tabularius", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tabularius")


def has_browser() -> bool:
    return all(any(shutil.which(name) for name in names) for names in BROWSER)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    browser = [item for item in items if item.get_closest_marker("browser")]
    if browser and not has_browser():
        if os.environ.get("CI"):
            raise pytest.UsageError(REMEDY)
        for item in browser:
            item.add_marker(pytest.mark.skip(reason=REMEDY))


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
