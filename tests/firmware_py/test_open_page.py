"""The page is shown once it is there, and only if it is ours."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from firmware_py.open_page import has_screen, open_page


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = self.server.body  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        server.body = b"<title>Tabularius bench</title>"  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def url(server: HTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/"


def test_our_page_is_shown_once(server: HTTPServer) -> None:
    shown: list[str] = []
    assert open_page(url(server), wanted=lambda: True, show=shown.append)
    assert shown == [url(server)]


def test_the_page_of_someone_else_is_never_shown(server: HTTPServer) -> None:
    server.body = b"<title>Printer</title>"  # type: ignore[attr-defined]
    shown: list[str] = []
    waits: list[float] = []
    assert not open_page(url(server), wanted=lambda: len(waits) < 3, show=shown.append, sleep=waits.append)
    assert shown == []


def test_it_ends_with_the_bench_that_it_waits_for(server: HTTPServer) -> None:
    assert not open_page(url(server), wanted=lambda: False, show=pytest.fail)


def test_it_gives_up_when_no_page_ever_comes(server: HTTPServer) -> None:
    address = f"http://127.0.0.1:{server.server_port}/"
    waits: list[float] = []
    server.body = b""  # type: ignore[attr-defined]
    assert not open_page(address, wanted=lambda: True, show=pytest.fail, sleep=waits.append)
    assert sum(waits) == pytest.approx(60)


def test_without_a_screen_no_browser_takes_over_the_terminal() -> None:
    assert not has_screen({})
    assert has_screen({"DISPLAY": ":0"})
    assert has_screen({"WAYLAND_DISPLAY": "wayland-0"})
