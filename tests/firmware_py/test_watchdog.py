"""The watchdog is fed only while every loop moves: each is made to stand still in turn, at the wire."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from held_worker import HeldWorker
from story import Story

from firmware_py.notify import Notifier

LAID = ("seat.0",)


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """The service manager's end of the line."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line:
        line.bind(str(tmp_path / "line"))
        line.setblocking(False)
        yield line


def fed(story: Story, line: socket.socket) -> bool:
    """Whether the watchdog is fed when it is due."""
    assert story.box is not None
    story.box.tell_alive(Notifier({"NOTIFY_SOCKET": line.getsockname(), "WATCHDOG_USEC": "15000000"}))
    try:
        return line.recv(100) == b"WATCHDOG=1"
    except BlockingIOError:
        return False


def worker_of(story: Story, what: str) -> HeldWorker:
    """The worker of a bus, of the reader or of the journal, from now on one that can be held."""
    box = story.box
    assert box is not None and box.reader is not None and box.table is not None
    worker = {"bus": box.buses[1]._worker, "reader": box.reader._worker, "journal": box.table._saving._worker}[what]
    worker.__class__ = HeldWorker
    assert isinstance(worker, HeldWorker)
    return worker


@pytest.mark.parametrize(
    ("what", "named", "patience_s"),
    [("bus", "i2c-1", 12.0), ("reader", "reader", 12.0), ("journal", "journal", 32.0)],
)
def test_a_loop_that_stands_still_is_named_and_withholds_the_keep_alive_until_it_moves_again(
    what: str,
    named: str,
    patience_s: float,
    tmp_path: Path,
    manager: socket.socket,
    caplog: pytest.LogCaptureFixture,
) -> None:
    story = Story(tmp_path / "box", *LAID)
    assert fed(story, manager)
    worker = worker_of(story, what)
    worker.held = True
    story.click()  # something to draw, and something to save
    story.wait(patience_s)
    assert not fed(story, manager)
    assert named in caplog.text
    worker.held = False
    story.wait(5.0)
    assert fed(story, manager)


def test_a_box_at_rest_moves_enough_for_the_watchdog(tmp_path: Path, manager: socket.socket) -> None:
    story = Story(tmp_path / "box", *LAID)
    for _ in range(8):
        story.wait(7.5)
        assert fed(story, manager)
