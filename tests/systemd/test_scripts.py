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


@pytest.mark.parametrize("active", [True, False])
def test_an_update_that_fails_leaves_a_companion_that_was_running_running(
    machine: Machine, tmp_path: Path, active: bool
) -> None:
    calls = tmp_path / "calls"
    machine.fake("id", "echo 0")
    machine.fake("systemctl", f'echo "$@" >>{calls}; [ "$2" != is-active ] || exit {int(not active)}')
    status, said = machine.run(INSTALL, "install", SYSTEMD_FOLDER=str(tmp_path), PYTHON="python3.99")
    assert status == 1
    assert "python3.99 is missing" in said
    assert ("the companion that was running is started again" in said) is active
    expected = ["stop tabularius.service", "start tabularius.service"] if active else []
    assert calls.read_text().splitlines()[1:] == expected


def test_another_word_than_install_or_uninstall_is_refused(machine: Machine) -> None:
    assert machine.run(INSTALL, "remove") == (1, 'tabularius: found "remove"; allowed: install, uninstall')


def test_taking_away_what_is_not_there_is_no_error(machine: Machine, tmp_path: Path) -> None:
    status, said = machine.run(INSTALL, "uninstall", DESTDIR=str(tmp_path / "box"))
    assert (status, said.startswith("tabularius: gone; settings stay")) == (0, True)


@pytest.mark.parametrize("script", [VENV, INSTALL])
def test_the_scripts_need_no_more_than_a_posix_shell(script: Path) -> None:
    assert script.read_text().startswith("#!/bin/sh\n")
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
