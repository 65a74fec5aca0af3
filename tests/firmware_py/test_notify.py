"""The service manager hears what the daemon tells it, and its absence is harmless."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.notify import ALIVE, READY, STOPPING, Condition, Notifier, status


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(5)
        yield line


def test_the_manager_hears_several_states_in_one_message(manager: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})
    assert notifier.tell(READY, status("2 displays,\n1 reader"))
    assert manager.recv(200) == b"READY=1\nSTATUS=2 displays, 1 reader"


def test_an_abstract_socket_is_reached_by_its_at_sign() -> None:
    name = f"tabularius-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + name)
        line.settimeout(5)
        assert Notifier({"NOTIFY_SOCKET": "@" + name}).tell(STOPPING)
        assert line.recv(200) == b"STOPPING=1"


def test_the_status_says_what_is_missing_and_is_told_only_when_it_changes(manager: socket.socket) -> None:
    condition = Condition(Notifier({"NOTIFY_SOCKET": manager.getsockname()}), "2 displays, a tag reader")
    lost = ["display at 0x3D on i2c-1 does not answer: check SDA/SCL, or its address jumper"]
    condition.tell((), "", READY)
    assert manager.recv(200) == b"READY=1\nSTATUS=running: 2 displays, a tag reader"
    for _ in range(3):
        condition.tell(lost, "")
    assert manager.recv(200) == b"STATUS=running: 2 displays, a tag reader; display at 0x3D on i2c-1 does not answer"
    condition.tell(lost, "card is full")
    assert manager.recv(200).endswith(b"; display at 0x3D on i2c-1 does not answer; not saved, card is full")
    condition.tell((), "")
    assert manager.recv(200) == b"STATUS=running: 2 displays, a tag reader"
    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.recv(200)


def test_without_a_service_nothing_is_said_and_nothing_is_due() -> None:
    notifier = Notifier({"WATCHDOG_USEC": "15000000"})
    assert not notifier.tell(READY)
    assert notifier.interval_s is None


def test_a_manager_that_has_gone_is_no_error(tmp_path: Path) -> None:
    assert not Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell(ALIVE)


def test_a_manager_that_does_not_read_never_blocks_the_daemon(manager: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})
    heard = [notifier.tell(ALIVE) for _ in range(5000)]
    assert heard[0]
    assert not heard[-1]


@pytest.mark.parametrize(
    ("environ", "interval_s"),
    [
        ({"WATCHDOG_USEC": "15000000"}, 7.5),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": str(os.getpid())}, 7.5),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_keep_alive_is_due_at_half_the_allowed_time(environ: dict[str, str], interval_s: float | None) -> None:
    assert Notifier({"NOTIFY_SOCKET": "/run/notify", **environ}).interval_s == interval_s
