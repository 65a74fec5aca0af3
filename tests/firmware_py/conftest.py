"""What holds for every test with a box in it: it is let go of when the test is over."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest


@pytest.fixture(scope="module", autouse=True)
def displays_let_go() -> Iterator[None]:
    """luma keeps every display until the process ends, and with it the box and its open journal: here there are more
    boxes in one process than a process has files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("luma.core.device.atexit", SimpleNamespace(register=lambda _: None, unregister=lambda _: None))
        yield
