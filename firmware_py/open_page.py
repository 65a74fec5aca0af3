"""Opens the bench page in the browser once it is there: what ``make run`` does beside starting the bench.

It only looks: the bench runs without it, and where there is no screen it does nothing. This module must not know
what the page shows.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
import urllib.request
import webbrowser
from collections.abc import Callable, Mapping

from config import ConfigError, load

NAME = b"Tabularius"
PATIENCE_S = 60.0
PAUSE_S = 0.2


def open_page(
    url: str,
    *,
    wanted: Callable[[], bool],
    show: Callable[[str], object] = webbrowser.open,
    sleep: Callable[[float], object] = time.sleep,
) -> bool:
    """Show ``url`` as soon as a page of ours answers there. False if none came, or while ``wanted`` said no.

    A page of someone else at the same port is not shown: the bench itself says that its port is taken.
    """
    for _ in range(int(PATIENCE_S / PAUSE_S)):
        if not wanted():
            return False
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:  # loopback only
            if NAME in answer.read(100_000):
                show(url)
                return True
        sleep(PAUSE_S)
    return False


def has_screen(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a browser could be seen; without one, webbrowser would take over the terminal."""
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def main() -> int:
    parent = os.getppid()
    try:
        port = load().settings.bench.port
    except ConfigError:
        return 0  # the bench, started at the same time, says what is wrong
    if has_screen():
        open_page(f"http://127.0.0.1:{port}/", wanted=lambda: os.getppid() == parent)
    return 0


if __name__ == "__main__":
    sys.exit(main())
