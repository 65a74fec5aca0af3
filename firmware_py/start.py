"""Starting the companion for the command line: the greeting, the settings, the data folder, the wires, the daemon.

Everything is imported when it is wanted: on the box the first picture of an earlier start is on the glass before the
settings are read. Where the bench is wanted instead, its page is served from here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from config.loader import Loaded
    from firmware_py.daemon import DaemonWires
    from firmware_py.data_folder import DataFolder


STDERR = 2


def run(args: argparse.Namespace) -> int:
    """Start the companion with the configured hardware, on the bench, or on a bench's wires. Returns the status."""
    keep_standard_files()
    begun = Begun()
    try:
        begun.greet(args)
        return _run(args, begun)
    except Exception as problem:
        if not args.bench:
            from firmware_py.notify import Notifier, status  # noqa: PLC0415

            Notifier().tell(status(str(problem) or type(problem).__name__))
        raise
    finally:
        begun.release()


class Begun:
    """What a start has in hand before the settings are read: the folder, the wires, and the greeting that was shown.

    Only where the data folder is known without settings (as a service, or on a bench's wires) and holds a greeting.
    """

    def __init__(self) -> None:
        self.folder: DataFolder | None = None
        self.wires: DaemonWires | None = None
        self.shown = ""

    def greet(self, args: argparse.Namespace) -> None:
        """Show the first picture of an earlier start. Raises what claiming the folder and opening the wires raise."""
        place = args.data or os.environ.get("STATE_DIRECTORY", "").split(":")[0]
        if not place or args.bench or not (args.wires or "STATE_DIRECTORY" in os.environ):
            return
        from firmware_py import first_picture  # noqa: PLC0415

        if not (Path(place) / first_picture.FILE).is_file():
            return
        self.folder = _claim(Path(place), args.wires is None)
        self.wires = _wires(args.wires)
        self.shown = first_picture.show(self.folder.path, self.wires.open_bus)

    def claim(self, path: Path, real: bool) -> DataFolder:
        """The folder that the settings name, which is nearly always the one in hand. ``real``: the wires are.

        Root then acts for the folder's owner: the service goes on with what a companion started by hand has left.
        """
        if self.folder is None or self.folder.path != path.expanduser().absolute():
            self.release()
            self.folder = _claim(path, real)
        return self.folder

    def release(self) -> None:
        if self.folder is not None:
            self.folder.release()
            self.folder = None


def _run(args: argparse.Namespace, begun: Begun) -> int:
    from config.loader import BENCH_PROFILE, BUILT_IN, load  # noqa: PLC0415

    profile = BENCH_PROFILE if args.bench and args.profile is None else args.profile

    def reload() -> Loaded:
        return load(profile, args.config, args.data, args.overrides)

    loaded = reload()
    if args.wires is None:  # else the bench has said it
        for message in loaded.messages:
            print(f"tabularius: {message}", file=sys.stderr)
    if args.wires is None and (args.bench or loaded.profile == BENCH_PROFILE):
        import asyncio  # noqa: PLC0415

        from firmware_py.web.server import run as serve_bench  # noqa: PLC0415

        return asyncio.run(serve_bench(loaded.settings, bench_arguments(args, loaded), not args.no_browser))
    folder = begun.claim(loaded.data, args.wires is None)
    wires = begun.wires or _wires(args.wires)
    if args.first_run or loaded.origins["profile",] is BUILT_IN:
        from firmware_py.setting_up import Stopped  # noqa: PLC0415

        try:
            if _first_run(args, loaded, folder.path, wires):
                loaded = reload()
        except Stopped as stopped:
            print(f"tabularius: {stopped}", file=sys.stderr)
            return 0
    from firmware_py.daemon import Daemon  # noqa: PLC0415

    daemon = Daemon(loaded, wires, reload)
    if begun.shown != wiring_of(loaded):
        daemon.show(folder.path, wiring_of(loaded))

    import asyncio  # noqa: PLC0415
    import logging  # noqa: PLC0415

    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    return asyncio.run(daemon.run(folder))


def _first_run(args: argparse.Namespace, loaded: Loaded, data: Path, wires: DaemonWires) -> bool:
    """Ask a fresh box, on its display, what it is made of. True if that was learned."""
    from config.errors import SettingsFileError  # noqa: PLC0415
    from firmware_py.setting_up import is_fresh, set_up  # noqa: PLC0415

    if not (args.first_run or is_fresh(loaded, data)):
        return False
    try:
        return set_up(lambda clock: wires, data, lambda line: print(f"tabularius: {line}", file=sys.stderr))
    except SettingsFileError as problem:  # a card that is full or read-only; asking again and again is no way out
        print(f"tabularius: {problem}; going on without what was learned", file=sys.stderr)
        return False


def wiring_of(loaded: Loaded) -> str:
    """The displays in words: a greeting for others is not worth repeating."""
    return " ".join(
        f"{each.name}:{each.chip}:{each.bus}:{each.address}:{each.width}x{each.height}:{each.rotate}:{each.contrast}"
        for each in loaded.settings.displays
    )


def _claim(path: Path, real: bool) -> DataFolder:
    from datetime import UTC, datetime  # noqa: PLC0415

    from firmware_py.data_folder import DataFolder  # noqa: PLC0415

    if real and os.geteuid() == 0:
        from firmware_py.commands.acting import act_as_owner  # noqa: PLC0415

        act_as_owner(path)
    return DataFolder.claim(path, datetime.now(UTC))


def _wires(bench: Path | None) -> DaemonWires:
    if bench is not None:
        from drivers.bench.client import WireClient  # noqa: PLC0415

        return WireClient(bench)
    from firmware_py.wires import RealWires  # noqa: PLC0415

    return RealWires()


def keep_standard_files() -> None:
    """Open what was closed of the standard three: a journal in their place would be written to by a stray message."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= STDERR:
        pass
    os.close(handle)


def bench_arguments(args: argparse.Namespace, loaded: Loaded) -> list[str]:
    """How the bench starts the companion: with the same settings as its own."""
    words = ["--profile", loaded.profile, "--data", str(loaded.data)]
    if args.config is not None:
        words += ["--config", str(args.config)]
    if args.first_run:
        words.append("--first-run")
    for override in args.overrides:
        words += ["--set", override]
    return words
