"""Boots the installed unit for real, in a container, and plays on it through emulated wires. Needs root.

``python tests/systemd/boot.py ROOT``: ROOT is a Debian with systemd into which ``make install DESTDIR=ROOT`` has been
run. Shown are: the start, a turn on the glass, the watchdog's restart of a companion that stands still, the game as it
was, a clean stop, a second boot with a root that cannot be written. Whatever does not hold ends it with status 1.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent / "support")]

from live import LiveBench  # noqa: E402
from reading import seen  # noqa: E402

UNIT = "tabularius.service"
BENCH = "/mnt/bench"
PROFILE = "one-oled-knob"
DROP_IN = f"""# The only difference to a real box: its wires are emulated outside the container.
[Service]
ExecStart=
ExecStart=/opt/tabularius/bin/tabularius --profile {PROFILE} --wires {BENCH}/wires
"""
BOOT_S, WATCHDOG_S, STOP_S = 60.0, 45.0, 2.0


class Failed(Exception):
    """Something does not hold."""


class Container:
    """A booted container; commands run inside it."""

    def __init__(self, root: Path, bench: Path, *more: str) -> None:
        self.process = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--console=pipe",
             f"--directory={root}", f"--bind={bench}:{BENCH}", *more],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "0"},
        )  # fmt: skip
        self.first = ""

    def run(self, *command: str) -> str:
        """What a command inside prints; "" while there is no inside yet."""
        if not self.first:
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            if not children:
                return ""
            self.first = children[0]
        done = subprocess.run(
            ["nsenter", f"--target={self.first}", "--mount", "--uts", "--ipc", "--net", "--pid", *command],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout

    def show(self, name: str) -> str:
        return self.run("systemctl", "show", "--value", f"--property={name}", UNIT).strip()

    def log(self) -> str:
        return self.run("journalctl", "--no-pager", "--output=cat", "--lines=40", f"--unit={UNIT}")

    def off(self) -> None:
        if self.process.poll() is None:
            self.run("systemctl", "poweroff", "--no-block")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.communicate(timeout=30)
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


@contextlib.contextmanager
def booted(root: Path, bench: Path, *more: str) -> Iterator[Container]:
    container = Container(root, bench, *more)
    try:
        yield container
    finally:
        container.off()


def until(what: Callable[[], object], patience_s: float, otherwise: Callable[[], str]) -> float:
    """Look until that holds; how long it took, in seconds."""
    begun_s = time.monotonic()
    while not what():
        if time.monotonic() - begun_s > patience_s:
            raise Failed(otherwise())
        time.sleep(0.1)
    return time.monotonic() - begun_s


def shows(live: LiveBench, *texts: str) -> bool:
    return all(seen(live.art(), text) for text in texts)


def started(container: Container, live: LiveBench, *texts: str) -> None:
    def where() -> str:
        return f"the glass does not show {texts} but\n{chr(10).join(live.art())}\n{container.log()}"

    took = until(lambda: container.show("ActiveState") == "active" and shows(live, *texts), BOOT_S, where)
    print(f"boot: the unit is active and {texts[0]!r} on the glass, {took:.1f} s after the container's start")


def enter_a_turn(live: LiveBench) -> None:
    """The first evening up to the second seat's prompt, saved."""
    steps: tuple[tuple[int, str], ...] = (
        (1, ""), (0, "How much"), (0, "players"), (1, "3"), (0, "time loop"), (0, "Who starts?"), (1, ""),
        (0, "14 left then"), (0, "No score"), (0, "green"),
    )  # fmt: skip
    for notches, then in steps:
        live.turn(notches) if notches else live.click()
        time.sleep(0.5)
        if then:
            until(partial(shows, live, then), 10, lambda then=then: f"no {then!r} on\n{chr(10).join(live.art())}")  # type: ignore[misc]
    until(lambda: not live.marked(), 5, lambda: "the turn is never saved")


def written_by_it(root: Path) -> list[str]:
    """What its user owns outside the folder that is its own."""
    uid = next(
        line.split(":")[2] for line in (root / "etc/passwd").read_text().splitlines() if line[:11] == "tabularius:"
    )
    found = subprocess.run(
        ["find", str(root), "-xdev", "-uid", uid, "!", "-path", f"{root}/var/lib/tabularius*"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return found.stdout.split()


def evening(root: Path, live: LiveBench, bench: Path) -> None:
    with booted(root, bench) as container:
        started(container, live, "New game")
        for name in ("Type", "User", "WatchdogUSec", "NotifyAccess"):
            print(f"boot: {name}={container.show(name)}")
        enter_a_turn(live)
        before = live.art()
        first = int(container.show("MainPID"))
        container.run("systemctl", "kill", "--signal=STOP", "--kill-whom=main", UNIT)  # every loop of it stands still
        took = until(lambda: container.show("NRestarts") == "1", WATCHDOG_S, lambda: f"no watchdog\n{container.log()}")
        until(lambda: container.show("ActiveState") == "active", BOOT_S, container.log)
        if "Watchdog timeout" not in container.log() or int(container.show("MainPID")) == first:
            raise Failed(f"it was not the watchdog that started it again\n{container.log()}")
        until(lambda: live.art() == before, 10, lambda: "the game is not where it was:\n" + "\n".join(live.art()))
        print(f"boot: stalled, restarted by the watchdog after {took:.1f} s, the game where it was")
        begun_s = time.monotonic()
        container.run("systemctl", "stop", UNIT)
        took = time.monotonic() - begun_s
        if took > STOP_S or container.show("Result") not in ("success", "watchdog"):
            raise Failed(f"the stop took {took:.2f} s, result {container.show('Result')}")
        if container.show("ExecMainStatus") != "0" or not shows(live, "Saved"):
            raise Failed(
                f"status {container.show('ExecMainStatus')}, glass\n{chr(10).join(live.art())}\n{container.log()}"
            )
        print(f"boot: clean stop in {took:.2f} s, status 0, 'Saved' on the glass")
    strangers = written_by_it(root)
    if strangers:
        raise Failed(f"it wrote outside its folder: {strangers}")
    print("boot: it wrote nothing outside /var/lib/tabularius")


def on_a_read_only_root(root: Path, live: LiveBench, bench: Path) -> None:
    """The same game, with one small writable folder on a root that cannot be written."""
    games = bench / "games"
    subprocess.run(["cp", "--archive", str(root / "var/lib/tabularius"), str(games)], check=True)
    live.on_loop(live.world.cut_power)
    live.on_loop(live.world.power)
    with booted(root, bench, "--volatile=state", f"--bind={games}:/var/lib/tabularius") as container:
        started(container, live, "Last game")
        print("boot: with a read-only root and one writable folder the game is there to go on with")


def main() -> None:
    if len(sys.argv) != 2 or os.geteuid() != 0:
        sys.exit("usage, as root: python tests/systemd/boot.py ROOT")
    root = Path(sys.argv[1]).resolve()
    folder = root / f"etc/systemd/system/{UNIT}.d"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.conf").write_text(DROP_IN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        bench = Path(name)
        bench.chmod(0o755)
        live = LiveBench(bench, PROFILE)
        (bench / "wires").chmod(0o666)
        try:
            live.on_loop(live.world.power)
            evening(root, live, bench)
            on_a_read_only_root(root, live, bench)
        except Failed as problem:
            sys.exit(f"boot: {problem}")
        finally:
            live.close()


if __name__ == "__main__":
    main()
