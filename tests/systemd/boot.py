"""Installs into a booted container by ``make install`` and plays there through emulated wires. Needs root.

``python tests/systemd/boot.py ROOT``: ROOT is what ``.ci/container`` makes, a Debian with systemd and a copy of this
clone. Shown are: what cannot be done, each in one line; the installation with its advice, and the start; a turn on the
glass; an update in the middle of it; the watchdog's restart of a companion that stands still; the game as it was; a
clean stop; a second boot, with a root that cannot be written; taking it away. Whatever does not hold ends it with
status 1.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent / "support")]

from live import LiveBench  # noqa: E402
from reading import seen  # noqa: E402

UNIT = "tabularius.service"
BENCH = "/mnt/bench"
SOURCE = "/usr/src/tabularius"
SOCKET = "/run/tabularius/control"
LEFT = ("etc/systemd/system/tabularius.service", "etc/sysusers.d/tabularius.conf", "etc/tmpfiles.d/tabularius.conf",
        "etc/udev/rules.d/60-tabularius.rules", "usr/local/bin/tabularius", "opt/tabularius",
        "etc/systemd/system/multi-user.target.wants/tabularius.service")  # fmt: skip
PROFILE = "one-oled-knob"
DROP_IN = f"""# The only difference to a real box: its wires are emulated outside the container.
[Service]
ExecStart=
ExecStart=/opt/tabularius/bin/tabularius --profile {PROFILE} --wires {BENCH}/wires
"""
BOARD = {  # as Raspberry Pi OS delivers them, as far as it matters here
    "config.txt": "#dtparam=i2c_arm=on\n#dtparam=spi=on\ndtparam=audio=on\n[all]\n",
    "cmdline.txt": "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 fsck.repair=yes rootwait\n",
}
ADVICE = ("raspi-config nonint do_i2c 0", "raspi-config nonint do_serial_hw 0", "raspi-config nonint do_serial_cons 1",
          "the box must be started anew", "usermod -aG tabularius player")  # fmt: skip
OLDER_LEGACY = ("SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1", "systemd.unified_cgroup_hierarchy=0")
BOOT_S, WATCHDOG_S, STOP_S = 60.0, 45.0, 2.0
ENVIRON = {name: value for name, value in os.environ.items() if name.startswith("PIP_")} | {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
    "DEVICE_TREE_MODEL": f"{BENCH}/model",
}  # fmt: skip
MODEL = "Raspberry Pi Zero 2 W Rev 1.0"
LGPIO = "usr/lib/python3/dist-packages/lgpio.py"
"""Where Raspberry Pi OS trixie has what drives the pins; here an empty file stands for it, since Debian has none."""


class Failed(Exception):
    """Something does not hold."""


class Container:
    """A booted container; commands run inside it."""

    def __init__(self, root: Path, bench: Path, *more: str) -> None:
        # A kernel of today has one hierarchy of control groups; where there are several, both sides must be told.
        several = not Path("/sys/fs/cgroup/cgroup.controllers").exists()
        self.process = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--console=pipe",
             f"--directory={root}", f"--bind={bench}:{BENCH}", *more, *(OLDER_LEGACY if several else ())],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=os.environ | ({"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "0"} if several else {}),
        )  # fmt: skip

    def does(self, *command: str, **environ: str) -> tuple[int, str]:
        """The status of a command inside and what it says; -1 while there is no inside yet."""
        if self.process.poll() is not None:
            raise Failed(f"the container has ended: {self.process.communicate()[1]}")
        # Asked for each time: while it is being made, the child is another.
        child = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()[:1]
        if not child:
            return -1, ""
        done = subprocess.run(
            ["nsenter", f"--target={child[0]}", "--mount", "--uts", "--ipc", "--net", "--pid", *command],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=ENVIRON | environ,
        )  # fmt: skip
        return done.returncode, done.stdout

    def run(self, *command: str) -> str:
        """What a command inside says; "" while there is no inside yet."""
        return self.does(*command)[1]

    def make(self, what: str, *before: str, **environ: str) -> tuple[int, list[str]]:
        """``make install`` or ``uninstall``: its status, and the lines it says, without make's own."""
        words = what.split()
        status, said = self.does(*before, "make", "--no-print-directory", "-C", SOURCE, *words, **environ)
        return status, [line for line in said.splitlines() if not line.startswith("make: ")]

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


def done(container: Container, what: str, *, says: Sequence[str], **environ: str) -> float:
    """``make install`` or ``uninstall`` does what it shall and says that; how long it took, in seconds."""
    begun_s = time.monotonic()
    status, lines = container.make(what, **environ)
    if status or len(lines) != len(says) or not all(word in line for word, line in zip(says, lines, strict=True)):
        raise Failed(f"make {what} ended with {status}; expected {says}, said {lines}\n{container.log()}")
    return time.monotonic() - begun_s


def what_cannot_be_done(container: Container) -> None:
    """Each is one line, and leaves nothing of a service behind."""
    nobody = "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"
    needs_root, no_python = "tabularius: this needs root: sudo make", "python3.99 is missing; this brings it: sudo apt"
    for what, before, line in (
        ("install", nobody, f"{needs_root} install"),
        ("uninstall", nobody, f"{needs_root} uninstall"),
        ("install PYTHON=python3.99", (), f"{no_python} install python3 python3-venv"),
        ("install", ("unshare", "--net"), "the requirements could not be fetched; is there a network?"),
    ):  # fmt: skip
        status, lines = container.make(
            what, *before, DEVICE_TREE_MODEL="/none"
        )  # what a Pi may lack as well is told later
        if status == 0 or len(lines) != 1 or not lines[0].startswith(line):
            raise Failed(f"make {what} after {before} ended with {status}; expected {line!r}, said {lines}")
    if fragment := container.show("FragmentPath"):
        raise Failed(f"an installation that could not be done left {fragment}")
    print("boot: not root, no Python, no network: one line each, nothing installed")


def from_system(container: Container) -> bool:
    """Whether lgpio comes from the system: it has no wheel for the newer Python."""
    return bool(container.does("python3", "-c", "import sys; sys.exit(sys.version_info >= (3, 13))")[0])


def installed(container: Container, root: Path, live: LiveBench) -> None:
    """For the first time, with the advice for a board that is as it was delivered."""
    container.run("useradd", "player")  # or it is there already
    source = listing(root / SOURCE[1:])
    lacks = ("python3-lgpio is missing",) if from_system(container) else ()
    took = done(container, "install", says=(*lacks, "installed in /opt/tabularius", *ADVICE), SUDO_USER="player")
    print(f"boot: installed in {took:.0f} s by {container.run('python3', '--version').strip()}, with all advice")
    if listing(root / SOURCE[1:]) != source:
        raise Failed(f"it left something in the clone: {listing(root / SOURCE[1:]) ^ source}")
    started(container, live, "New game")
    site = next((root / "opt/tabularius/lib").glob("python3*/site-packages"))
    for package in ("engine", "drivers", "config", "firmware_py"):
        sources, compiled = (len(list((site / package).rglob(f"*.{kind}"))) for kind in ("py", "pyc"))
        if not sources or sources != compiled:
            raise Failed(f"{package}: {compiled} of {sources} modules are byte-compiled")
    for name in ("Type", "User", "WatchdogUSec", "NotifyAccess", "UnitFileState"):
        print(f"boot: {name}={container.show(name)}")


def updated(container: Container, root: Path, live: LiveBench) -> None:
    """In the middle of a game; and the board is by now as it was advised."""
    (root / "boot/firmware/config.txt").write_text("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\nenable_uart=1\n")
    (root / "boot/firmware/cmdline.txt").write_text("console=tty1 root=PARTUUID=1-02\n")
    settings = root / "etc/tabularius/tabularius.toml"
    settings.write_text(mine := settings.read_text() + "# mine\n")
    if from_system(container):
        (root / LGPIO).touch()
    before, first, files = live.art(), container.show("MainPID"), listing(root / "opt/tabularius", root / "etc")
    took = done(container, "install", says=("kept your settings", "installed in"))
    until(lambda: live.art() == before, 10, lambda: f"the game is not where it was:\n{chr(10).join(live.art())}")
    if container.show("MainPID") == first or container.show("NRestarts") != "0" or settings.read_text() != mine:
        raise Failed(f"an update did not start it anew, once, with its settings kept\n{container.log()}")
    find = "import importlib.util as u; print(u.find_spec('lgpio').origin)"
    origin = container.run("/opt/tabularius/bin/python", "-c", find)
    if not origin.startswith("/usr/lib" if from_system(container) else "/opt/tabularius/lib"):
        raise Failed(f"lgpio is not where it should come from: {origin}")
    if other := listing(root / "opt/tabularius", root / "etc") ^ files:
        raise Failed(f"an update changed which files there are: {other}")
    if "GO_ON" in container.run("systemctl", "show-environment"):
        raise Failed("an update leaves its word to the companion behind")
    print(f"boot: updated in {took:.0f} s in the middle of a game; it is at its prompt, its settings kept")


def listing(*folders: Path) -> set[str]:
    """The files of some folders, caches left out."""
    return {str(path) for folder in folders for path in folder.rglob("*") if path.suffix not in (".pyc", ".cache")}


def its_socket(container: Container) -> None:
    """The wire of its own commands is its group's, and nobody else's."""
    told = container.run("stat", "--format=%F %G %a", SOCKET, str(Path(SOCKET).parent)).splitlines()
    if told != ["socket tabularius 660", "directory tabularius 750"]:
        raise Failed(f"the control socket and its folder are {told}")
    member, stranger = (("setpriv", "--reuid=65534", f"--regid={group}", "--clear-groups", "tabularius")
                        for group in ("tabularius", "65534"))  # fmt: skip
    status, said = container.does(*member, "doctor", "--json")
    if status or container.show("MainPID") not in said or '"display main"' not in said:
        raise Failed(f"the doctor of a member of its group ended with {status} and said {said}")
    for words in (("tags",), ("games",)):
        status, said = container.does(*member, *words)
        if status:
            raise Failed(f"{words} of a member of its group ended with {status} and said {said}")
    status, said = container.does(*stranger, "doctor")
    if status != 1 or "answers the group tabularius alone" not in said or len(said.splitlines()) != 1:
        raise Failed(f"the doctor of a stranger ended with {status} and said {said}")
    print("boot: doctor, tags and games of a member of its group are answered; a stranger is told which group that is")


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
        until(
            lambda: container.run("systemctl", "is-system-running").strip() in ("running", "degraded"),
            BOOT_S,
            container.log,
        )
        container.make("uninstall PURGE=1")  # what a run that failed has left
        what_cannot_be_done(container)
        installed(container, root, live)
        enter_a_turn(live)
        updated(container, root, live)
        its_socket(container)
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
        if not container.does("test", "-e", SOCKET)[0]:
            raise Failed("the control socket is still there")
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


def taken_away(root: Path, live: LiveBench, bench: Path) -> None:
    """Twice, then with settings and games, twice; the first while it runs."""
    with booted(root, bench) as container:
        started(container, live, "Last game")
        for _ in range(2):
            done(container, "uninstall", says=("gone; settings stay",))
            kept = [name for name in ("etc/tabularius/tabularius.toml", "var/lib/tabularius/journal.sqlite")
                    if (root / name).exists()]  # fmt: skip
            left = [name for name in LEFT if os.path.lexists(root / name)]
            if left or len(kept) != 2 or not shows(live, "Saved") or container.show("ActiveState") == "active":
                raise Failed(f"uninstall left {left} and kept {kept}")
        for _ in range(2):
            done(container, "uninstall PURGE=1", says=("gone, with its settings and games",))
            status, said = container.does("id", "tabularius")
            left = [name for name in (*LEFT, "etc/tabularius", "var/lib/tabularius") if os.path.lexists(root / name)]
            if left or not status:
                raise Failed(f"a purge left {left} {said}")
    print("boot: taken away, while it ran and again, then with settings and games")


def main() -> None:
    if len(sys.argv) != 2 or os.geteuid() != 0:
        sys.exit("usage, as root: python tests/systemd/boot.py ROOT")
    root = Path(sys.argv[1]).resolve()
    (root / LGPIO).unlink(missing_ok=True)
    folder = root / f"etc/systemd/system/{UNIT}.d"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.conf").write_text(DROP_IN)
    (root / "boot/firmware").mkdir(parents=True, exist_ok=True)
    for name, text in BOARD.items():
        (root / "boot/firmware" / name).write_text(text)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        bench = Path(name)
        bench.chmod(0o755)
        live = LiveBench(bench, PROFILE)
        (bench / "wires").chmod(0o666)
        (bench / "model").write_text(MODEL)
        try:
            live.on_loop(live.world.power)
            evening(root, live, bench)
            on_a_read_only_root(root, live, bench)
            taken_away(root, live, bench)
        except Failed as problem:
            sys.exit(f"boot: {problem}")
        finally:
            live.close()
            shutil.rmtree(folder)
            (root / LGPIO).unlink(missing_ok=True)


if __name__ == "__main__":
    main()
