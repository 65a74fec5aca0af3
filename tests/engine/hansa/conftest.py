"""The title is in the catalogue for these tests, whether or not it is offered to everybody yet."""

from __future__ import annotations

import pytest

import engine.hansa


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.hansa, "TITLE", engine.hansa.HANSA, raising=False)
