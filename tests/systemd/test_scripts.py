"""The scripts behind ``make`` name what is missing with the one command that brings it, and refuse what they must."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VENV = ROOT / "requirements" / "venv.sh"
INSTALL = ROOT / "systemd" / "install.sh"


class Machine:
    """A computer whose programs answer as a test wants: each fake stands before the real one on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)}

    def fake(self, name: str, script: str) -> None:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def run(self, *command: str | Path, **environ: str) -> tuple[int, str]:
        done = subprocess.run(
            [*map(str, command)], env=self.environ | environ, capture_output=True, text=True, check=False
        )
        return done.returncode, (done.stdout + done.stderr).strip()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    folder = tmp_path / "bin"
    folder.mkdir()
    return Machine(folder)


def test_a_missing_python_is_named_with_its_remedy(machine: Machine, tmp_path: Path) -> None:
    status, said = machine.run(VENV, tmp_path / "venv", "run", PYTHON="python3.99")
    assert (status, said) == (1, "python3.99 is missing; this brings it: sudo apt install python3 python3-venv")


def test_an_old_python_is_named_with_what_is_needed(machine: Machine, tmp_path: Path) -> None:
    machine.fake("old", '[ "$1" = --version ] && { echo Python 3.9.2; exit 0; }; exit 1')
    status, said = machine.run(VENV, tmp_path / "venv", "run", PYTHON="old")
    assert status == 1
    assert said.startswith("Python 3.9.2 is too old: Python 3.11 or later is needed")


def test_a_missing_venv_module_is_named_with_its_remedy(machine: Machine, tmp_path: Path) -> None:
    machine.fake("bare", 'case "$2" in *ensurepip*) exit 1 ;; esac')
    status, said = machine.run(VENV, tmp_path / "venv", "run", PYTHON="bare")
    assert (status, said) == (1, "python3-venv is missing; this brings it: sudo apt install python3-venv")
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize("what", ["install", "uninstall"])
def test_installing_without_root_is_refused_before_anything_is_done(machine: Machine, what: str) -> None:
    machine.fake("id", "echo 1000")
    machine.fake("systemctl", "echo touched; exit 1")
    assert machine.run(INSTALL, what) == (1, f"tabularius: this needs root: sudo make {what}")


GO_ON = "TABULARIUS_GO_ON"


@pytest.mark.parametrize(
    ("state", "stopped"), [("active", True), ("activating", True), ("failed", False), ("inactive", False)]
)
def test_an_update_that_fails_leaves_a_companion_that_was_running_running(
    machine: Machine, tmp_path: Path, state: str, stopped: bool
) -> None:
    calls = tmp_path / "calls"
    machine.fake("id", "echo 0")
    machine.fake("systemctl", f'echo "$@" >>{calls}; [ "$1" != is-active ] || {{ echo {state}; exit 3; }}')
    status, said = machine.run(INSTALL, "install", SYSTEMD_FOLDER=str(tmp_path), PYTHON="python3.99")
    assert status == 1
    assert "python3.99 is missing" in said
    assert ("the companion that was running is started again" in said) is stopped
    restart = "stop tabularius.service", f"set-environment {GO_ON}=1", "restart tabularius.service"
    expected = [*restart, f"unset-environment {GO_ON}"] if stopped else []
    assert calls.read_text().splitlines()[1:] == expected


@pytest.mark.parametrize("set_", ["run", "dev"])
def test_what_cannot_be_fetched_is_one_line_without_a_word_of_pip(machine: Machine, tmp_path: Path, set_: str) -> None:
    no_network = "WARNING: Retrying after connection broken by 'NewConnectionError'\\nERROR: No matching distribution"
    (bin_ := tmp_path / "venv" / "bin").mkdir(parents=True)
    for name, text in {
        "python": f'[ "$2" = pip ] || exec python3 "$@"; printf "{no_network}" >&2; exit 1',
        "pip": "",
    }.items():
        (bin_ / name).write_text(f"#!/bin/sh\n{text}\n")
        (bin_ / name).chmod(0o755)
    status, said = machine.run(VENV, tmp_path / "venv", set_)
    assert (status, len(said.splitlines())) == (1, 1)
    assert said.startswith("the requirements could not be fetched; is there a network?")


FRESH = "#dtparam=i2c_arm=on\n#dtparam=spi=on\ndtparam=audio=on\n"
CONSOLE = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait\n"
NO_CONSOLE = "console=tty1 root=PARTUUID=1 rootwait\n"
BUS, SPEED, PORT, TAKEN = "do_i2c 0", "dtparam=i2c_arm_baudrate=400000", "do_serial_hw 0", "do_serial_cons 1"


@pytest.mark.parametrize(
    ("place", "config", "cmdline", "said"),
    [
        ("boot/firmware", FRESH, CONSOLE, [BUS, PORT, TAKEN]),
        ("boot", FRESH, CONSOLE, [BUS, PORT, TAKEN]),
        ("boot/firmware", "dtparam=i2c_arm=off\nenable_uart=0\n", NO_CONSOLE, [BUS, PORT]),
        ("boot/firmware", "dtparam=i2c_arm=on\nenable_uart=1\n", NO_CONSOLE, [SPEED]),
        ("boot/firmware", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\nenable_uart=1\n", NO_CONSOLE, []),
        ("boot/firmware", "dtparam=spi=on,i2c=on\ndtparam=i2c_baudrate=400000\nenable_uart=1\n", NO_CONSOLE, []),
        ("boot/firmware", "dtparam=i2c_arm\ndtparam=uart0=on\n", "console=ttyAMA0,115200\n", [SPEED, TAKEN]),
    ],
    ids=["as delivered", "as delivered, older place", "all off", "slow bus", "all set", "other names", "as on a Pi 5"],
)
def test_a_board_is_told_what_it_still_needs(
    machine: Machine, tmp_path: Path, place: str, config: str, cmdline: str, said: list[str]
) -> None:
    (folder := tmp_path / "box" / place).mkdir(parents=True)
    (folder / "config.txt").write_text(config)
    (folder / "cmdline.txt").write_text(cmdline)
    if place == "boot/firmware":  # what is left at the older place says nothing
        (tmp_path / "box" / "boot" / "config.txt").write_text("DO NOT EDIT THIS FILE\nenable_uart=0\n")
    status, text = machine.run(INSTALL, "advice", DESTDIR=str(tmp_path / "box"))
    words = [*said, "started anew"] if said else []
    assert status == 0
    assert len(text.splitlines()) == len(words)
    assert all(word in line for word, line in zip(words, text.splitlines(), strict=True))


def test_what_is_no_raspberry_pi_is_told_nothing(machine: Machine, tmp_path: Path) -> None:
    assert machine.run(INSTALL, "advice", DESTDIR=str(tmp_path)) == (0, "")


def test_another_word_than_install_or_uninstall_is_refused(machine: Machine) -> None:
    assert machine.run(INSTALL, "remove") == (1, 'tabularius: found "remove"; allowed: install, uninstall, advice')


def test_taking_away_what_is_not_there_is_no_error(machine: Machine, tmp_path: Path) -> None:
    status, said = machine.run(INSTALL, "uninstall", DESTDIR=str(tmp_path / "box"))
    assert (status, said.startswith("tabularius: gone; settings stay")) == (0, True)


@pytest.mark.parametrize("script", [VENV, INSTALL])
def test_the_scripts_need_no_more_than_a_posix_shell(script: Path) -> None:
    assert script.read_text().startswith("#!/bin/sh\n")
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
