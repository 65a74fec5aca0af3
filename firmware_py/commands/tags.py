"""``tabularius tags``: tags of this box: listed, read, written, learned one after another, forgotten.

What was learned is in the journal's memory, as the table keeps it. Listing goes beside a companion; whatever needs the
reader or changes something needs the data folder for itself.
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

from config.loader import BENCH_PROFILE, Loaded, load
from drivers.errors import DriverError, PartLost
from drivers.seams import LoopClock, ThreadWorker, Worker
from engine import catalogue
from engine.errors import UnknownTitle
from firmware_py.commands.acting import act_as_owner, barred
from firmware_py.commands.teaching import Piece, Teaching
from firmware_py.data_folder import JOURNAL_FILE, DataFolder
from firmware_py.errors import FolderTrouble, JournalTrouble, NoTag
from firmware_py.flow.learning import LEARNED
from firmware_py.journal import Journal
from firmware_py.walk import Steps, Walk

if TYPE_CHECKING:
    from firmware_py.box import BusWires

Do = Callable[[Teaching], Steps[Any]]


def run(arguments: Namespace) -> int:
    loaded = load(
        BENCH_PROFILE if arguments.bench and arguments.profile is None else arguments.profile,
        arguments.config,
        arguments.data,
        arguments.overrides,
    )
    act_as_owner(loaded.data)
    if why := barred(loaded.data):
        raise FolderTrouble(why)
    what = arguments.what or "list"
    if what == "list":
        learned = listed(loaded.data)
        print(json.dumps(learned) if arguments.json else listing(learned))
        return 0
    with DataFolder.claim(loaded.data, datetime.now(UTC)) as folder:
        if what == "forget":
            return forget(folder.path, arguments.uid)
        if loaded.settings.reader is None:
            raise NoTag(
                'there is no tag reader in the settings: set profile = "two-oled-seat-buttons", or write [reader] port'
            )
        if what == "read":
            return read(loaded, arguments)
        if what == "write":
            return write(loaded, arguments)
        return learn(loaded, folder.path, arguments)


# ---- what was learned


def listed(data: Path) -> dict[str, str]:
    """The tags that this box has learned: "title/word" by the UID in hex. Changes nothing, also beside a companion."""
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


def listing(learned: Mapping[str, str]) -> str:
    """For a person: number, text, and what people call it; by text."""
    if not learned:
        return "no tag has been learned here; one with a text of its own needs not be"
    rows = sorted((text, uid) for uid, text in learned.items())
    return "\n".join(f"{bytes.fromhex(uid).hex(' '):<21} {text:<28} {label_of(text)}" for text, uid in rows)


def label_of(text: str) -> str:
    """What people call the component that a tag's text names; "?" if nothing is called so."""
    title, _, word = text.partition("/")
    try:
        parts = catalogue.title(title).components()
    except UnknownTitle:
        return "?"
    return next((str(part.label) for part in parts if part.word == word), "?")


def forget(data: Path, wanted: str) -> int:
    """Forget one tag by its number, or "all"."""
    memory = Memory(data)
    try:
        uid = wanted.replace(" ", "").replace(":", "").lower()
        uids = list(memory.learned) if wanted == "all" else [uid]
        if not set(uids) <= memory.learned.keys():
            raise NoTag(f"no tag {wanted} has been learned here; `tabularius tags list` shows which have")
        memory.forget(uids)
    finally:
        memory.close()
    print(f"{len(uids)} forgotten")
    return 0


# ---- at the reader


def read(loaded: Loaded, arguments: Namespace) -> int:
    """Say what the next tag is."""
    tag = at_reader(loaded, arguments, lambda desk: desk.one("Read a tag", arguments.seconds))
    learned = listed(loaded.data).get(tag.uid.hex())
    means = learned or tag.text or ""
    found = {"uid": tag.uid.hex(), "text": tag.text, "learned": learned, "label": label_of(means) if means else None}
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    print(f"number   {tag.uid.hex(' ')}")
    print(f"text     {tag.text if tag.text is not None else 'none'}")
    print(f"learned  {learned or 'no'}")
    print(f"means    {label_of(means) if means else 'nothing yet'}")
    return 0


def write(loaded: Loaded, arguments: Namespace) -> int:
    """Write a text to the next tag; one that names no component only if that is wanted."""
    text = arguments.text
    label = label_of(text)
    if label == "?" and not arguments.any:
        raise NoTag(
            f'"{text}" names no component: expected TITLE/WORD, as in trajan/forum.bread; --any writes it anyway'
        )
    try:
        tag = at_reader(loaded, arguments, lambda desk: desk.write(text, arguments.seconds))
    except PartLost:
        raise
    except DriverError as problem:
        raise NoTag(f"{problem}; `tabularius tags learn` takes any tag by its number") from problem
    print(f'{tag.uid.hex(" ")}: "{text}"{"" if label == "?" else f", {label}"}')
    return 0


def learn(loaded: Loaded, data: Path, arguments: Namespace) -> int:
    """A tag for every component of a title, or of one kind of them."""
    chosen = pieces(arguments.title, arguments.kind, arguments.copies)
    memory = Memory(data)
    try:
        before = dict(memory.learned)
        count = at_reader(
            loaded,
            arguments,
            lambda desk: desk.teach(chosen, before, memory.keep, arguments.write, arguments.seconds),
        )
    finally:
        memory.close()
    print(f"{count} of {len(chosen)} have a tag")
    return 0


def pieces(title: str, kind: str | None, copies: bool) -> list[Piece]:
    """What is to get a tag. Raises NoTag for a kind that the title does not have."""
    parts = catalogue.title(title).components()
    kinds = sorted({part.word.partition(".")[0] for part in parts})
    if kind is not None and kind not in kinds:
        raise NoTag(f'{title} has no kind "{kind}": expected one of {", ".join(kinds)}')
    return [
        Piece(f"{title}/{part.word}", str(part.label))
        for part in parts
        if kind in (None, part.word.partition(".")[0])
        for _ in range(part.copies if copies else 1)
    ]


def at_reader(loaded: Loaded, arguments: Namespace, do: Do) -> Any:
    """What ``do`` gives, with the reader, the displays and the knob of the box open for as long as it takes."""
    from firmware_py.commands.doctor import wires_for  # noqa: PLC0415

    with wires_for(loaded, arguments, lambda finding: None) as wires:
        return asyncio.run(_at_reader(loaded, wires, do))


async def _at_reader(loaded: Loaded, make_wires: Callable[[Any], BusWires], do: Do) -> Any:
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
