"""``tabularius tags``: tags of this box: listed, read, written, learned one after another, forgotten.

What was learned is in the journal's memory, as the table keeps it. Where a companion runs it does all of this, with
its own reader; otherwise the command owns the data folder and opens the parts for as long as it takes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from config.checks import one_line
from config.loader import BENCH_PROFILE, Loaded, load
from drivers.errors import DriverError
from drivers.seams import LoopClock, ThreadWorker, Worker
from firmware_py.commands import tagging
from firmware_py.commands.acting import act_as_owner, barred
from firmware_py.commands.asking import Companion, running
from firmware_py.commands.teaching import Teaching
from firmware_py.control_lines import ForgetTag, LearnTags, ListTags, ReadTag, WriteTag
from firmware_py.data_folder import JOURNAL_FILE, DataFolder
from firmware_py.errors import FolderTrouble, JournalTrouble, NoTag
from firmware_py.flow.learning import LEARNED
from firmware_py.journal import Journal
from firmware_py.walk import Steps, Walk

if TYPE_CHECKING:
    from firmware_py.box import BusWires

Do = Callable[[Teaching], Steps[Any]]
MORE_S = 30.0
"""How much longer than a hand a companion may take before it counts as hanging."""


def run(arguments: Namespace) -> int:
    loaded = load(
        BENCH_PROFILE if arguments.bench and arguments.profile is None else arguments.profile,
        arguments.config,
        arguments.data,
        arguments.overrides,
    )
    companion = running(loaded.data)
    if companion is not None:
        with companion:
            return _do(There(companion), arguments)
    act_as_owner(loaded.data)
    if why := barred(loaded.data):
        raise FolderTrouble(why)
    if arguments.what in (None, "list"):
        return _do(Here(loaded, arguments), arguments)
    with DataFolder.claim(loaded.data, datetime.now(UTC), f"tags {arguments.what}"):
        return _do(Here(loaded, arguments), arguments)


def _do(at: Here | There, arguments: Namespace) -> int:
    """What is asked for, wherever it is done, and how a person is told."""
    match arguments.what or "list":
        case "list":
            learned = at.known()
            print(json.dumps(learned) if arguments.json else listing(learned))
        case "forget":
            print(f"{at.forget(arguments.uid)} forgotten")
        case "read":
            found = at.read(arguments.seconds)
            print(json.dumps(found, ensure_ascii=False) if arguments.json else in_words(found))
        case "write":
            label = tagging.label_of(arguments.text)
            if label == "?" and not arguments.any:
                raise NoTag(
                    f'"{arguments.text}" names no component: expected TITLE/WORD, as in trajan/forum.bread; '
                    "--any writes it anyway"
                )
            uid = at.write(arguments.text, arguments.seconds)
            print(f'{spaced(uid)}: "{arguments.text}"{"" if label == "?" else f", {label}"}')
        case "learn":
            chosen = tagging.pieces(arguments.title, arguments.kind, arguments.copies)
            print(f"{at.learn(arguments)} of {len(chosen)} have a tag")
    return 0


def spaced(uid: str) -> str:
    """A UID in hex as people read it."""
    return bytes.fromhex(uid).hex(" ")


def listing(learned: Mapping[str, str]) -> str:
    """For a person: number, text, and what people call it; by text."""
    if not learned:
        return "no tag has been learned here; a tag that carries its own text need not be"
    rows = sorted((text, uid) for uid, text in learned.items())
    return "\n".join(f"{spaced(uid):<21} {text:<28} {tagging.label_of(text)}" for text, uid in rows)


def in_words(found: Mapping[str, Any]) -> str:
    """For a person: what a tag is."""
    return "\n".join(
        (
            f"number   {spaced(found['uid'])}",
            f"text     {one_line(found['text']) if found['text'] is not None else 'none'}",  # anybody's, so not obeyed
            f"learned  {found['learned'] or 'no'}",
            f"means    {found['label'] or 'nothing yet'}",
        )
    )


def without_terminal(how: str) -> None:
    """Say how a tag is passed over where there is no terminal, whose Enter does it."""
    if sys.stdin is None or not sys.stdin.isatty():
        print(how, file=sys.stderr, flush=True)


# ---- beside a companion


class There:
    """A running companion that does it with its own reader, and keeps it."""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion

    def known(self) -> dict[str, str]:
        known: dict[str, str] = self._companion.ask(ListTags(), MORE_S)
        return known

    def forget(self, wanted: str) -> int:
        return int(self._companion.ask(ForgetTag(wanted), MORE_S))

    def read(self, seconds: float) -> dict[str, Any]:
        found: dict[str, Any] = self._companion.ask(ReadTag(seconds), seconds + MORE_S)
        return found

    def write(self, text: str, seconds: float) -> str:
        return str(self._companion.ask(WriteTag(text, seconds), seconds + MORE_S))

    def learn(self, arguments: Namespace) -> int:
        question = LearnTags(
            arguments.title, arguments.kind, arguments.copies, arguments.write, seconds := arguments.seconds
        )
        self._companion.skip_on_enter()
        without_terminal(f"One whose tag does not come within {seconds:g} s is passed over.")
        return int(self._companion.ask(question, seconds + MORE_S))


# ---- without one


class Here:
    """This process, with the reader, the displays and the knob of the box open for as long as it takes."""

    def __init__(self, loaded: Loaded, arguments: Namespace) -> None:
        self._loaded, self._arguments = loaded, arguments

    def known(self) -> dict[str, str]:
        return listed(self._loaded.data)

    def forget(self, wanted: str) -> int:
        memory = Memory(self._loaded.data)
        try:
            uids = tagging.to_forget(memory.learned, wanted)
            memory.forget(uids)
        finally:
            memory.close()
        return len(uids)

    def read(self, seconds: float) -> dict[str, Any]:
        found: dict[str, Any] = self._at_reader(lambda desk: tagging.read(desk, self.known, seconds))
        return found

    def write(self, text: str, seconds: float) -> str:
        return str(self._at_reader(lambda desk: tagging.write(desk, text, seconds)))

    def learn(self, arguments: Namespace) -> int:
        chosen = tagging.pieces(arguments.title, arguments.kind, arguments.copies)
        memory = Memory(self._loaded.data)
        before = dict(memory.learned)

        def teach(desk: Teaching) -> Steps[int]:
            without_terminal("A click of the knob passes over one, Back ends.")
            return desk.teach(chosen, before, memory.keep, arguments.write, arguments.seconds)

        try:
            return int(self._at_reader(teach))
        finally:
            memory.close()

    def _at_reader(self, do: Do) -> Any:
        from firmware_py.commands.doctor import wires_for  # noqa: PLC0415

        tagging.check_reader(self._loaded.settings)
        if self._arguments.wires is None and self._loaded.profile == BENCH_PROFILE:
            raise NoTag(
                "no hand can lay a tag on an emulated reader without its page: start `tabularius --bench`, leave it "
                "running and ask again; tags are then laid on its page"
            )
        with wires_for(self._loaded, self._arguments, lambda finding: None) as wires:
            return asyncio.run(at_reader(self._loaded, wires, do))


def listed(data: Path) -> dict[str, str]:
    """The tags that this box has learned: "title/word" by the UID in hex. Changes nothing."""
    from firmware_py.journal_file import copied  # noqa: PLC0415

    if not (data / JOURNAL_FILE).exists():
        return {}
    with copied(data / JOURNAL_FILE) as copy:
        journal = Journal(copy)
        try:
            return _known(journal.open().memory)
        finally:
            journal.close()


def _known(memory: Mapping[str, Any]) -> dict[str, str]:
    known = memory.get(LEARNED, {})
    return dict(known) if isinstance(known, dict) else {}


class Memory:
    """What this box has learned, kept at every change."""

    def __init__(self, data: Path) -> None:
        self._journal = Journal(data / JOURNAL_FILE)
        contents = self._journal.open()
        if contents.trouble:
            raise JournalTrouble(f"{data / JOURNAL_FILE}: {contents.trouble}")
        self.learned = _known(contents.memory)

    def keep(self, uid: str, text: str) -> None:
        self.learned[uid] = text
        self._journal.append((), {LEARNED: self.learned})

    def forget(self, uids: list[str]) -> None:
        for uid in uids:
            del self.learned[uid]
        self._journal.append((), {LEARNED: self.learned})

    def close(self) -> None:
        self._journal.close()


async def at_reader(loaded: Loaded, make_wires: Callable[[Any], BusWires], do: Do) -> Any:
    """What comes of it, with the parts of the box open for as long as it takes; in real time, a thread a bus."""
    loop = asyncio.get_running_loop()
    clock = LoopClock(loop)
    wires = make_wires(clock)

    def worker(name: str) -> Worker:
        return ThreadWorker(name, loop)

    desk = Desk(loaded, wires, clock, worker, loop.call_soon_threadsafe, time.monotonic)
    over: asyncio.Future[Any] = loop.create_future()

    def done(result: Any, error: BaseException | None) -> None:
        if error is not None:
            over.set_exception(error)
        else:
            over.set_result(result)

    walk = Walk(clock, do(desk.teaching), done)
    if sys.stdin is not None and sys.stdin.isatty():
        print("Enter passes over one, Ctrl-C ends; so do the knob and Back.", file=sys.stderr)
        loop.add_reader(sys.stdin.fileno(), _entered, desk.teaching)
    try:
        return await over
    finally:
        walk.stop()
        desk.close()


def _entered(teaching: Teaching) -> None:
    """Enter was pressed."""
    sys.stdin.readline()
    teaching.skip()


class Desk:
    """Reader, displays and controls of a box, for ``Teaching``."""

    def __init__(
        self,
        loaded: Loaded,
        wires: BusWires,
        clock: Any,
        worker: Callable[[str], Worker],
        post: Callable[[Callable[[], None]], Any],
        now_s: Callable[[], float],
        say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
    ) -> None:
        from drivers.controls import Controls  # noqa: PLC0415
        from drivers.reader import Reader  # noqa: PLC0415
        from firmware_py.commands.glasses import Glasses  # noqa: PLC0415
        from firmware_py.wiring import controls_wiring  # noqa: PLC0415

        wanted = loaded.settings.reader
        assert wanted is not None
        self._glasses = Glasses(loaded.settings, wires.open_bus, clock, worker)
        self.teaching = Teaching(clock, self._glasses.show, say)
        self._controls: Controls | None = None
        try:
            factory = wires.pin_factory()
        except DriverError as problem:
            say(f"without the knob: {problem}")
        else:
            self._controls = Controls(controls_wiring(loaded.settings), factory, clock, post, self.teaching.event)
        self._worker = worker("reader")
        self.teaching.reader = Reader(
            "reader",
            lambda: wires.open_port(wanted.port),
            clock,
            self._worker,
            self.teaching.event,
            path=wanted.port,
            poll_ms=wanted.poll_ms,
            now_s=now_s,
        )
        self.teaching.reader.start()

    def close(self) -> None:
        if self._controls is not None:
            self._controls.close()
        if self.teaching.reader is not None:
            self.teaching.reader.close()
        self._worker.close()
        self._glasses.close()
