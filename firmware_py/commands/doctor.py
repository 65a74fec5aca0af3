"""``tabularius doctor``: every part, setting and file of the box looked at; each fault with its cause and remedy.

Exit status 0 if all is well, 1 if anything is not. Where a companion runs, that one looks at its own parts
(``checkup``) and the game goes on. Otherwise the parts are opened here, and in a terminal each button is asked to be
pressed, the knob to be turned and a tag to be laid down.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from config.errors import ConfigError
from config.loader import BENCH_PROFILE, Loaded, load
from drivers.seams import Clock, LoopClock, ThreadWorker, Worker
from firmware_py.commands import findings
from firmware_py.commands.acting import act_as_owner, barred
from firmware_py.commands.asking import Companion, running
from firmware_py.commands.findings import Finding
from firmware_py.control_lines import Doctor
from firmware_py.data_folder import DataFolder, holder, way_out
from firmware_py.errors import FolderTrouble, InUse
from firmware_py.walk import Steps, Walk

if TYPE_CHECKING:
    from firmware_py.box import BusWires

HANDS_S = 15.0
BESIDE_S = 90.0
"""How long a companion may say nothing: longer than it gives a card that hangs."""


def run(arguments: Namespace) -> int:
    """Examine, print, and give the exit status."""
    hands_s = arguments.hands
    if hands_s is None:
        hands_s = 0.0 if arguments.json or arguments.bench or not sys.stdin.isatty() else HANDS_S
    made: list[Finding] = []

    def tell(finding: Finding) -> None:
        made.append(finding)
        if not arguments.json:
            for line in in_words(finding):
                print(line, flush=True)

    def ask(what: str) -> None:
        print(f"  → {what}", file=sys.stderr if arguments.json else sys.stdout, flush=True)

    try:
        loaded = settings(arguments)
    except ConfigError as problem:
        for each in findings.bad_settings(problem):
            tell(each)
    else:
        companion = None if arguments.first_run else running(loaded.data)
        if companion is not None:
            ask_companion(companion, arguments.cards, tell)
        else:
            examine(loaded, arguments, hands_s, tell, ask)
    if arguments.json:
        print(json.dumps([each._asdict() for each in made], ensure_ascii=False))
    else:
        print(summary(made))
    return 0 if all(each.ok for each in made) else 1


def ask_companion(companion: Companion, cards: bool, tell: Callable[[Finding], None]) -> None:
    """Have the running companion look at itself."""
    with companion:
        companion.ask(
            Doctor(cards),
            BESIDE_S,
            find=lambda each: tell(Finding(each.part, each.ok, each.found, each.remedy)),
        )


def settings(arguments: Namespace) -> Loaded:
    """The settings in force. Raises ConfigError."""
    profile = BENCH_PROFILE if arguments.bench and arguments.profile is None else arguments.profile
    return load(profile, arguments.config, arguments.data, arguments.overrides)


def in_words(finding: Finding) -> Iterator[str]:
    """A finding as lines for a person."""
    sign = "FAULT " if not finding.ok else "note  " if finding.remedy else "ok    "
    yield f"{sign}{finding.part}: {finding.found}"
    if finding.remedy:
        yield f"        → {finding.remedy}"


def summary(made: list[Finding]) -> str:
    """The last line."""
    faults = sum(not each.ok for each in made)
    return "all is well" if not faults else f"{faults} fault{'' if faults == 1 else 's'}, each with its remedy above"


def examine(
    loaded: Loaded,
    arguments: Namespace,
    hands_s: float,
    tell: Callable[[Finding], None],
    ask: Callable[[str], None],
) -> None:
    """Files, then the parts, then the settings. Raises InUse while another process owns the data folder."""
    for each in findings.messages(loaded):
        tell(each)
    act_as_owner(loaded.data)
    if why := barred(loaded.data):  # and whether a companion holds the parts cannot be seen either
        tell(findings.of_problem("data folder", why))
        return
    try:
        folder: DataFolder | None = DataFolder.claim(loaded.data, datetime.now(UTC), "doctor")
    except InUse as problem:
        data = loaded.data.expanduser()
        first = way_out(data, "stop it first (sudo systemctl stop tabularius)")
        raise InUse(
            f"the data folder {data} is in use by {holder(data)}, which holds the parts too: {first}, then ask the "
            "doctor again"
        ) from problem
    except FolderTrouble as problem:
        folder = None
        tell(findings.of_problem("data folder", problem))
    try:
        if folder is not None and arguments.first_run:
            from firmware_py.setting_up import set_up  # noqa: PLC0415

            with wires_for(loaded, arguments, tell) as wires:
                if set_up(wires, folder.path, lambda line: tell(Finding("first run", True, line))):
                    loaded = settings(arguments)
        if folder is not None:
            for each in (*findings.folder(folder.path), *findings.journal(folder.path)):
                tell(each)
        from firmware_py.daemon import wall  # noqa: PLC0415

        tell(findings.clock(*wall()))
        with wires_for(loaded, arguments, tell) as wires:
            asyncio.run(look(loaded, wires, hands_s, tell, ask))
        for each in findings.settings(loaded):
            tell(each)
    finally:
        if folder is not None:
            folder.release()


@contextmanager
def wires_for(
    loaded: Loaded, arguments: Namespace, tell: Callable[[Finding], None]
) -> Iterator[Callable[[Clock], BusWires]]:
    """What the parts hang on: an emulated world, a bench's wires, or this computer's own."""
    if arguments.wires is not None:
        from drivers.bench.client import WireClient  # noqa: PLC0415

        client = WireClient(arguments.wires)
        try:
            yield lambda clock: client
        finally:
            client.close()
    elif arguments.bench or loaded.profile == BENCH_PROFILE:
        from drivers.bench.world import World  # noqa: PLC0415
        from firmware_py.web.bench import world_wiring  # noqa: PLC0415
        from firmware_py.wires import WorldWires  # noqa: PLC0415

        worlds: list[World] = []
        tell(Finding("box", True, "emulated: no real part is touched"))

        def made(clock: Clock) -> BusWires:
            worlds.append(World(world_wiring(loaded.settings), clock, reader_path=Path(folder) / "reader"))
            return WorldWires(worlds[0])

        with tempfile.TemporaryDirectory(prefix="tabularius-doctor-") as folder:
            yield made
            for world in worlds:
                world.close()
    else:
        from firmware_py.wires import RealWires  # noqa: PLC0415

        yield lambda clock: RealWires()


async def look(
    loaded: Loaded,
    wires: Callable[[Clock], BusWires],
    hands_s: float,
    tell: Callable[[Finding], None],
    ask: Callable[[str], None],
) -> None:
    """The parts, in real time with a thread a bus."""
    from firmware_py.commands.examination import Examination  # noqa: PLC0415
    from firmware_py.commands.trials import Trials  # noqa: PLC0415

    loop = asyncio.get_running_loop()
    clock = LoopClock(loop)

    def worker(name: str) -> Worker:
        return ThreadWorker(name, loop)

    examined = Examination(
        loaded.settings, wires(clock), clock, worker, loop.call_soon_threadsafe, time.monotonic, tell
    )

    def steps() -> Steps[None]:
        yield from examined.steps()
        if hands_s > 0:
            yield from Trials(examined, hands_s, ask).steps()

    over: asyncio.Future[Any] = loop.create_future()

    def done(result: None, error: BaseException | None) -> None:
        if error is not None:
            over.set_exception(error)
        else:
            over.set_result(result)

    walk = Walk(clock, steps(), done)
    try:
        await over
    finally:
        walk.stop()
        examined.close()
