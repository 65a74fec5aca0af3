"""The control socket of the running companion: takes its own commands' questions, and gives them lines of answers.

Whoever is let in by the file's owner and group may ask. What a client sends, or that it goes in the middle, is never
the companion's trouble: a line has a longest length, a question a longest time, and what runs for a client ends with
it. Waits on the daemon's loop; slow work goes to a thread that is there only while somebody asks. What a question
means is in ``firmware_py.commands.answering``, imported for the first of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivers.seams import ThreadWorker
from firmware_py.control_lines import (
    LONGEST_ASK,
    Asked,
    Greeting,
    Refused,
    Result,
    Skip,
    Told,
    asked,
    encoded,
    program_version,
)
from firmware_py.data_folder import control_socket, reachable
from firmware_py.errors import BadAsk
from firmware_py.walk import Walk

if TYPE_CHECKING:
    from firmware_py.commands.answering import Office
    from firmware_py.data_folder import DataFolder

MOST_CLIENTS = 32
ASK_S = 5.0  # to send the question, once connected
LEAVE_S = 5.0  # to take the last of the answer
MOST_WAITING = 8 << 20  # bytes that a client has not taken; one that reads nothing is not waited for
ANSWERING = "firmware_py.commands.answering", "firmware_py.__main__"
LISTENING = 0o660
"""The owner and the group of the file; for the service that is the group ``tabularius``."""


class Control:
    """Listens once ``open`` has been called, on the running loop, until ``close``.

    ``office`` is what answers are made from, made when the first question comes; it is given the worker for slow work.
    """

    def __init__(self, office: Callable[[], Office]) -> None:
        self.path: Path | None = None
        self._make_office = office
        self._office: Office | None = None
        self._version = ""
        self._data = Path()
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[Any]] = set()
        self._worker: ThreadWorker | None = None
        self._log = logging.getLogger("tabularius")

    async def open(self, folder: DataFolder, environ: Mapping[str, str] = os.environ) -> None:
        """Listen, and have the lock file say where. A companion that cannot listen runs all the same, and says so."""
        path, self._data = control_socket(folder.path, environ), folder.path
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            path.unlink(missing_ok=True)  # of a companion that was killed: who owns the folder owns this name
            with reachable(path) as name:
                line.bind(name)
            path.chmod(LISTENING)
            line.setblocking(False)
            self._server = await asyncio.start_unix_server(self._met, sock=line, limit=LONGEST_ASK)
        except OSError as problem:
            line.close()
            self._log.warning("no command can ask this companion: %s: %s", path, problem.strerror or problem)
            return
        self.path = path
        folder.tell_socket(path)

    def close(self) -> None:
        """Hang up on everybody, and take the socket away."""
        if self._server is not None:
            self._server.close()
        for talk in self._talks:
            talk.cancel()
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
        self._server = self.path = None

    # ---- one client

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.current_task()
        assert talk is not None
        self._talks.add(talk)
        try:
            if len(self._talks) > MOST_CLIENTS:
                self._say(writer, Refused(f"{MOST_CLIENTS} commands ask this companion already: try again later"))
            else:
                await self._serve(reader, writer)
            writer.close()
            await asyncio.wait_for(writer.wait_closed(), LEAVE_S)
        except (OSError, asyncio.CancelledError):
            pass  # it has gone, or takes too long: its own affair; or the companion ends, which is told elsewhere
        except Exception:  # noqa: BLE001  (whatever it is, the game goes on)
            self._log.exception("a command could not be answered")
        finally:
            writer.transport.abort()
            self._talks.discard(talk)
            self._rest()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Greet, take the question, answer it."""
        if not self._version:
            self._version = await self._slow(program_version)
        self._say(writer, Greeting(self._version, str(self._data), os.getpid()))
        try:
            question = asked(await asyncio.wait_for(reader.readline(), ASK_S))
        except BadAsk as problem:
            self._say(writer, Refused(str(problem)))
            return
        except ValueError:  # what a line says that is too long
            self._say(writer, Refused(f"found a line without an end: expected at most {LONGEST_ASK} bytes"))
            return
        if self._office is None:
            await self._slow(lambda: [importlib.import_module(name) for name in ANSWERING])
            self._office = self._make_office()
        self._office.worker = self._thread()
        await self._answer(self._office, question, reader, writer)

    async def _answer(
        self, office: Office, question: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Answer until all is said or the client has gone."""
        from firmware_py.__main__ import one_line  # noqa: PLC0415  (as the command would say it itself)
        from firmware_py.commands.answering import Answer  # noqa: PLC0415

        over: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def done(result: Any, error: BaseException | None) -> None:
            if not over.done():
                over.set_result(Refused(one_line(error)) if isinstance(error, Exception) else Result(result))

        answer = Answer(office, lambda message: self._say(writer, message))
        walk = Walk(office.box.clock, answer.steps(question), done)
        hearing = asyncio.create_task(self._hear(reader, answer, over))
        try:
            self._say(writer, await over)
        finally:
            hearing.cancel()
            walk.stop()

    async def _hear(self, reader: asyncio.StreamReader, answer: Any, over: asyncio.Future[Any]) -> None:
        """What the client says meanwhile; that it goes ends everything done for it."""
        problem: Exception = ConnectionResetError("the client has gone")
        try:
            while line := await reader.readline():
                if not isinstance(asked(line), Skip):
                    break
                answer.skip()
        except (BadAsk, ValueError, OSError) as trouble:
            problem = trouble if isinstance(trouble, OSError) else problem
        if not over.done():
            over.set_exception(problem)

    def _say(self, writer: asyncio.StreamWriter, message: Told) -> None:
        transport = writer.transport
        if transport.get_write_buffer_size() > MOST_WAITING:
            transport.abort()
        elif not transport.is_closing():
            writer.write(encoded(message))

    # ---- slow work

    def _thread(self) -> ThreadWorker:
        if self._worker is None:
            self._worker = ThreadWorker("control", asyncio.get_running_loop())
        return self._worker

    async def _slow(self, job: Callable[[], Any]) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def back(result: Any, error: BaseException | None) -> None:
            if done.cancelled():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)

        self._thread().run(job, back)
        return await done

    def _rest(self) -> None:
        """Nobody asks any more: no thread is kept, unless a job that is stuck has it."""
        if not self._talks and self._worker is not None and not self._worker.busy():
            self._worker.close(0.0)
            self._worker = None
