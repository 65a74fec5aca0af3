"""The bench as a process of its own, in real time, without a browser: port, companion, who may move its hands."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from live import PATIENCE_S
from page_line import HOST, BenchProcess, command, end_of, free_port, run_once
from reading import seen

from firmware_py.data_folder import DataFolder

PRESS = json.dumps({"press": "knob"})


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a path short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        yield Path(name)


@pytest.fixture
def bench(folder: Path) -> Iterator[BenchProcess]:
    process = BenchProcess(folder)
    yield process
    process.close()


def test_it_serves_the_page_and_ends_with_status_0(bench: BenchProcess) -> None:
    status, page = bench.ask("GET", "/")
    assert (status, page.count("<html")) == (200, 1)
    bench.wait_for_glass(lambda art: seen(art, "New game"))
    companion = bench.companion()
    head = f"POST /move HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"
    with socket.create_connection((HOST, bench.port)) as slow:  # whoever holds a line is cut off without a word
        slow.sendall(head.encode() + b'{"tu')
        assert bench.ask("GET", "/furniture")[0] == 200  # by then the other is being listened to
        assert bench.end() == 0
    end_of(companion)
    said = bench.messages.read_text().splitlines()
    assert f"The bench is open at {bench.address} (Ctrl-C ends it)" in said
    assert "Traceback (most recent call last):" not in said
    assert said[-1] == "stopped: everything is saved"


@pytest.mark.parametrize(
    ("screen", "opens"), [({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "wayland-0"}, True), ({}, False)]
)
def test_where_there_is_a_screen_the_page_opens_by_itself(folder: Path, screen: dict[str, str], opens: bool) -> None:
    opened = folder / "opened"
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    without = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    bench = BenchProcess(folder, browser=without | screen | {"BROWSER": f"{browser} %s"})
    try:
        bench.wait_for_glass(lambda art: seen(art, "New game"))
        if opens:
            until_s = time.monotonic() + PATIENCE_S
            while not opened.exists() and time.monotonic() < until_s:
                time.sleep(0.02)
            assert opened.read_text().strip() == bench.address
        assert bench.end() == 0
        assert opened.exists() == opens
    finally:
        bench.close()


def test_a_busy_port_is_one_line_that_names_it_and_another(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, said = run_once(command(folder, port, "--no-browser")[3:], folder)
    assert (status, len(said.splitlines())) == (1, 1), said
    assert f"port {port} of this computer is taken" in said
    assert "--set bench.port=" in said
    assert not (folder / "data").exists()


def test_a_second_bench_on_the_same_folder_is_one_line_that_names_the_first(bench: BenchProcess, folder: Path) -> None:
    status, said = run_once(command(folder, free_port(), "--no-browser")[3:], folder)
    assert (status, len(said.splitlines())) == (1, 1), said
    assert f"the data folder {folder / 'data'} is in use by process {bench.companion()}, since " in said
    bench.move(press="knob")
    bench.move(release="knob")
    bench.wait_for_glass(lambda art: seen(art, "How much"))


@pytest.mark.parametrize(
    ("data", "what"), [("file/data", "a file has that name"), ("/proc/tabularius", "cannot be made")]
)
def test_a_data_folder_that_cannot_be_written_is_one_line(folder: Path, data: str, what: str) -> None:
    (folder / "file").write_text("")
    place = folder / data
    status, said = run_once(
        ["--bench", "--no-browser", "--data", str(place), "--set", f"bench.port={free_port()}"], folder
    )
    assert (status, len(said.splitlines())) == (1, 1), said
    assert f"the data folder {place} cannot be made" in said
    assert what in said
    assert "--data DIR" in said


def test_when_the_bench_is_killed_its_companion_ends_by_itself_and_says_why(bench: BenchProcess) -> None:
    companion = bench.companion()
    bench.process.kill()
    bench.process.wait()
    end_of(companion)
    last = bench.messages.read_text().splitlines()[-1]
    assert last.startswith("tabularius: the bench at ")
    assert last.endswith("start it again with tabularius --bench")


def test_a_companion_that_dies_is_told_on_the_page_and_can_be_started_again(bench: BenchProcess) -> None:
    os.kill(bench.companion(), signal.SIGKILL)
    assert bench.glimpse(lambda glance: glance.get("supply") == "stopped")["exit"] == "SIGKILL"
    bench.move(power="plug")
    bench.glimpse(lambda glance: glance.get("supply") == "on")


def test_why_a_companion_could_not_start_is_told_on_the_page(bench: BenchProcess) -> None:
    bench.move(power="pull")
    bench.glimpse(lambda glance: glance.get("supply") == "off")
    with DataFolder.claim(bench.folder / "data", datetime(2026, 11, 29, 19, 30, tzinfo=UTC)):
        bench.move(power="plug")
        told = bench.glimpse(lambda glance: glance.get("supply") == "stopped")
    assert told["exit"] == "exit status 1"
    assert f"in use by process {os.getpid()}, since 2026-11-29 19:30 UTC" in told["said"]


def test_bench_and_companion_listen_on_the_loopback_address_alone(bench: BenchProcess) -> None:
    ours = {socket_number(link) for number in (bench.process.pid, bench.companion()) for link in open_files(number)}
    listening = set()
    for family, row in kernel_sockets():
        if row[3] == "0A" and row[9] in ours:
            address, _, port = row[1].partition(":")
            listening.add((family, address, int(port, 16)))
    assert listening == {("tcp", "0100007F", bench.port)}
    udp = {row[9] for family, row in kernel_sockets() if family.startswith("udp")}
    assert not udp & ours


def kernel_sockets() -> Iterator[tuple[str, list[str]]]:
    """Every socket of the network that the kernel knows: its family, and the fields of its row."""
    for family in ("tcp", "tcp6", "udp", "udp6"):
        table = Path("/proc/net") / family
        if table.exists():
            for line in table.read_text().splitlines()[1:]:
                yield family, line.split()


def open_files(number: int) -> list[str]:
    links = []
    for each in Path(f"/proc/{number}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed while we looked
            links.append(str(each.readlink()))
    return links


def socket_number(link: str) -> str:
    return link.removeprefix("socket:[").removesuffix("]") if link.startswith("socket:[") else ""


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content_Type": "text/plain"}, PRESS, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, PRESS, 415),
        ({}, PRESS, 415),
        ({"Content_Type": "application/json", "Host": "tabularius.example"}, PRESS, 400),
        ({"Content_Type": "application/json", "Host": "127.0.0.1.example:8642"}, PRESS, 400),
        ({"Content_Type": "application/json", "Origin": "http://tabularius.example"}, PRESS, 403),
        ({"Content_Type": "application/json", "Origin": "null"}, PRESS, 403),
        ({"Content_Type": "application/json", "Origin": "http://127.0.0.1:1"}, PRESS, 403),
        ({"Content_Type": "application/json"}, json.dumps({"press": "doorbell"}), 400),
        ({"Content_Type": "application/json"}, json.dumps({"turn": 51}), 400),
        ({"Content_Type": "application/json"}, json.dumps({"turn": True}), 400),
        ({"Content_Type": "application/json"}, json.dumps({"press": "knob", "release": "knob"}), 400),
        ({"Content_Type": "application/json"}, "[1", 400),
        ({"Content_Type": "application/json"}, "", 400),
        ({"Content_Type": "application/json"}, "[" * 999, 400),
        ({"Content_Type": "application/json"}, '{"turn": 1e999}', 400),
        ({"Content_Type": "application/json"}, '{"press": "\\ud800"}', 400),
        ({"Content_Type": "application/json"}, '{"press": "' + "k" * 2000 + '"}', 400),
    ],
)
def test_no_other_page_moves_the_hands_and_no_move_is_made_up(
    one_bench: BenchProcess, headers: dict[str, str], body: str, status: int
) -> None:
    answer, text = one_bench.ask("POST", "/move", body, **headers)
    assert answer == status
    assert "\n" not in text.strip()
    one_bench.wait_for_glass(lambda art: seen(art, "New game"))


def test_whoever_hangs_up_in_the_middle_of_a_move_is_no_trouble(one_bench: BenchProcess) -> None:
    head = f"POST /move HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    for _ in range(5):
        with socket.create_connection((HOST, one_bench.port)) as line:
            line.sendall(head.encode() + b'{"press"')
    with socket.create_connection((HOST, one_bench.port)) as line:
        line.sendall(b"\x00\xff" * 500)
        assert b"400" in line.recv(100)
    one_bench.wait_for_glass(lambda art: seen(art, "New game"))
    assert "Traceback" not in one_bench.messages.read_text()


def test_pages_that_do_not_listen_delay_nobody(one_bench: BenchProcess) -> None:
    with contextlib.ExitStack() as deaf:
        for _ in range(60):
            line = deaf.enter_context(socket.create_connection((HOST, one_bench.port)))
            line.sendall(f"GET /events HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        one_bench.move(turn=1)
        one_bench.wait_for_glass(lambda art: seen(art, "Trajan", True))
    one_bench.move(turn=-1)
    one_bench.wait_for_glass(lambda art: seen(art, "Hansa Teutonica", True))


def test_a_button_is_let_go_when_the_last_page_has_gone(bench: BenchProcess) -> None:
    bench.wait_for_glass(lambda art: seen(art, "New game"))
    bench.move(press="knob")
    bench.glimpse(lambda glance: "glass" in glance)  # a page that goes
    bench.wait_for_glass(lambda art: seen(art, "How much"))


def test_reading_under_another_name_is_refused_too(one_bench: BenchProcess) -> None:
    for path in ("/", "/furniture", "/events", "/page.js"):
        assert one_bench.ask("GET", path, Host="tabularius.example")[0] == 400
    assert one_bench.ask("GET", "/../pyproject.toml")[0] == 404


@pytest.fixture(scope="module")
def one_bench() -> Iterator[BenchProcess]:
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        process = BenchProcess(Path(name))
        yield process
        process.close()
