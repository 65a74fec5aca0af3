"""The bench page's server: on the loopback address only, server-sent events out and POST in."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterator
from importlib import resources
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from config.schema import Settings
from firmware_py.errors import PortBusy
from firmware_py.web.bench import Bench

HOST = "127.0.0.1"
FILES = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/map.css": ("map.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/map.js": ("map.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
LARGEST_MOVE = 1000  # bytes of one POST
SLOW_START_S = 5.0  # a companion that takes longer to be ready does so before everybody's eyes
PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


def listen(port: int) -> socket.socket:
    """A socket on the loopback address. Raises PortBusy."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(16)
    except OSError as problem:
        listener.close()
        raise PortBusy(
            f"port {port} of this computer is taken ({problem.strerror}): stop the program that has it, "
            f"or choose another with --set bench.port={port + 1}"
        ) from problem
    return listener


def application(bench: Bench) -> Starlette:
    """The page, what stands on the bench, what is to be seen, and moves of the hands."""

    def page(request: Request) -> Response:
        name, kind = FILES[request.url.path]
        text = (resources.files("firmware_py.web") / name).read_text(encoding="utf-8")
        return Response(text, media_type=kind, headers=PAGE_HEADERS)

    async def furniture(request: Request) -> Response:
        return JSONResponse(bench.furniture())

    async def events(request: Request) -> Response:
        async def stream() -> AsyncIterator[str]:
            async for glances in bench.watch():
                yield f"data: {json.dumps(glances)}\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def move(request: Request) -> Response:
        # a browser says which page asks; one that does not say cannot send this type without asking first
        own = f"http://{request.headers.get('host')}"
        if request.headers.get("origin", own) != own:
            return JSONResponse({"error": "a move comes from the bench's own page"}, 403)
        if request.headers.get("content-type") != "application/json":
            return JSONResponse({"error": "a move is sent as application/json"}, 415)
        body = b""
        try:
            async for piece in request.stream():
                body += piece
                if len(body) > LARGEST_MOVE:
                    raise ValueError("a move is one short JSON object")
            await bench.do(msgspec.json.decode(body, type=dict[str, Any]))
        except (ValueError, msgspec.MsgspecError) as wrong:
            return JSONResponse({"error": str(wrong)}, 400)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        return JSONResponse({})

    routes = [Route(path, page) for path in FILES]
    routes += [Route("/furniture", furniture), Route("/events", events), Route("/move", move, methods=["POST"])]
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
    return Starlette(routes=routes, middleware=[hosts])


class _Server(uvicorn.Server):
    """Leaves the signals to the bench, whose companion has to be stopped first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def run(settings: Settings, arguments: list[str], open_browser: bool) -> int:
    """Serve the bench until SIGINT or SIGTERM.

    The exit status is the companion's if that could not even start; its own message is on the terminal then.
    """
    listener = listen(settings.bench.port)
    bench = Bench(settings, arguments)
    config = uvicorn.Config(
        application(bench), log_level="error", lifespan="off", ws="none", timeout_graceful_shutdown=2, access_log=False
    )
    server = _Server(config)

    def stop() -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # whoever holds a line is cut off without a word
        server.should_exit = True
        bench.wake()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    failed = False
    try:
        await bench.start()
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bench.settled.wait(), SLOW_START_S)
        failed = bench.status == "stopped" and bool(bench.exit)
        if failed:
            stop()
        elif not server.should_exit:
            await _announce(listener, open_browser)
        await serving
        return (bench.exit or 0) if failed else 0
    finally:
        await bench.close()


async def _announce(listener: socket.socket, open_browser: bool) -> None:
    address = f"http://{HOST}:{listener.getsockname()[1]}/"
    print(f"The bench is open at {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    if open_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        with contextlib.suppress(webbrowser.Error):
            await asyncio.to_thread(webbrowser.open, address)
