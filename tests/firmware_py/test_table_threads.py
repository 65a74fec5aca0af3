"""The table on a real loop with a real worker thread, as the daemon runs it."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

from toy_title import TOY

from drivers.seams import LoopClock, ThreadWorker
from firmware_py.table import Table

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)


def made(folder: Path, changed: asyncio.Event) -> Table:
    loop = asyncio.get_running_loop()
    return Table(
        folder / "journal.sqlite",
        ThreadWorker("journal", loop),
        LoopClock(loop),
        changed.set,
        os.urandom,
        lambda: (NOW, False),
        titles=lambda name: TOY,
    )


async def saved(table: Table, changed: asyncio.Event) -> None:
    while table.mark:
        changed.clear()
        await asyncio.wait_for(changed.wait(), 30)


def test_an_evening_on_real_threads_is_saved_resumed_and_stopped(tmp_path: Path) -> None:
    async def first() -> list[str]:
        changed = asyncio.Event()
        table = made(tmp_path, changed)
        table.load()
        table.new("toy", "count", 2, {})
        for key in ("1", "3", "round"):
            table.give((key,), "knob")
        await saved(table, changed)
        table.give(("2",), "knob")
        assert table.close()
        assert table.game is not None
        return [past.key for past in table.game.past]

    async def second() -> list[str]:
        changed = asyncio.Event()
        table = made(tmp_path, changed)
        opened: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
        table.start(opened.set_result)
        assert await asyncio.wait_for(opened, 30) is None
        assert table.stopped_cleanly
        table.open(1)
        await saved(table, changed)
        assert table.game is not None
        keys = [past.key for past in table.game.past]
        table.new("toy", "count", 2, {})
        await saved(table, changed)
        again: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
        table.open(1, again.set_result)  # read by the worker, since the other game is on the table
        assert await asyncio.wait_for(again, 30) is None
        assert table.number == 1
        assert table.close()
        return keys

    assert asyncio.run(first()) == asyncio.run(second()) == ["1", "3", "round", "2"]
