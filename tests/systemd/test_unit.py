"""The service files are what systemd itself accepts, hardened, with the user and groups they name."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FILES = Path(__file__).parents[2] / "systemd"
UNIT = (FILES / "tabularius.service").read_text()

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd here; one command brings it: apt install systemd"
)


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


def settings(name: str, text: str = UNIT) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", text, flags=re.MULTILINE)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is there, since the verifier looks for it."""
    path = tmp_path / "tabularius.service"
    path.write_text(re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", UNIT, flags=re.MULTILINE))
    return path


def test_the_unit_has_no_error_and_no_unknown_setting(unit: Path) -> None:
    verified = run("systemd-analyze", "verify", "--man=no", "--recursive-errors=yes", unit)
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")


def test_the_verifier_would_see_an_unknown_setting(unit: Path) -> None:
    unit.write_text(unit.read_text() + "\n[Service]\nMemoryMost=1\n")
    assert run("systemd-analyze", "verify", "--man=no", "--recursive-errors=yes", unit).returncode != 0


def test_the_unit_is_exposed_at_most_by_two_of_ten(unit: Path) -> None:
    judged = run("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", unit)
    assert judged.returncode == 0, judged.stdout


def test_every_group_of_the_unit_is_made_by_the_sysusers_file(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    made = run("systemd-sysusers", f"--root={tmp_path}", FILES / "tabularius.sysusers.conf")
    assert made.returncode == 0, made.stderr
    groups = {line.split(":")[0] for line in (tmp_path / "etc/group").read_text().splitlines()}
    users = {line.split(":")[0] for line in (tmp_path / "etc/passwd").read_text().splitlines()}
    assert set(settings("SupplementaryGroups")[0].split()) <= groups
    assert settings("User") == ["tabularius"]
    assert "tabularius" in users & groups


def test_every_group_of_the_device_rules_is_one_of_the_units() -> None:
    rules = (FILES / "60-tabularius.rules").read_text()
    assert set(re.findall(r'GROUP="(\w+)"', rules)) <= set(settings("SupplementaryGroups")[0].split())


def test_the_state_folder_is_the_same_in_all_files() -> None:
    (state,) = settings("StateDirectory")
    made = (FILES / "tabularius.tmpfiles.conf").read_text()
    assert f"d /var/lib/{state} 0{settings('StateDirectoryMode')[0].lstrip('0')} tabularius tabularius" in made


def test_nothing_makes_the_box_wait_for_a_network_or_hides_its_devices() -> None:
    assert "network" not in UNIT
    assert settings("PrivateDevices") == []


def test_a_box_that_fails_again_and_again_is_still_started_again() -> None:
    assert settings("Restart") == ["always"]
    assert settings("StartLimitIntervalSec") == ["0"]
