"""What holds for every test with a box in it: the box is let go of, and its journal closed, when its module is over."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace

import pytest


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
