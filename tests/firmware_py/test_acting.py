"""Root acts for whoever owns the data folder, so that the service can go on with what a command has written."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from live import ROOT

from firmware_py.commands.acting import act_as_owner, barred

NOBODY = 65534
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")


@pytest.fixture
def service() -> Path:
    """A folder as the service has it, where another user can reach it."""
    folder = Path(tempfile.mkdtemp(prefix="tab-"))
    os.chown(folder, NOBODY, NOBODY)
    folder.chmod(0o750)
    return folder


def in_child(folder: Path, *lines: str) -> str:
    """What a process of its own prints, whose user may change; it knows ``folder``."""
    code = ["import os", "from pathlib import Path", "from firmware_py.commands.acting import act_as_owner, barred"]
    code += [f"folder = Path({str(folder)!r})", *lines]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(code)], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


def test_what_root_writes_belongs_to_the_owner_of_the_folder(service: Path) -> None:
    told = in_child(
        service,
        "act_as_owner(folder)",
        "(folder / 'lock').write_text('somebody')",
        "print(os.geteuid(), folder.stat().st_gid in os.getgroups(), barred(folder) == '')",
    )
    assert told == f"{NOBODY} True True"
    assert (service / "lock").stat().st_uid == (service / "lock").stat().st_gid == NOBODY


def test_in_a_folder_of_its_own_and_without_one_root_stays_root(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        act_as_owner(folder)
        assert os.geteuid() == 0
        assert barred(folder) == ""


def test_another_user_is_told_to_ask_with_sudo(service: Path) -> None:
    told = in_child(service, f"os.setegid({NOBODY - 1})", f"os.seteuid({NOBODY - 1})", "print(barred(folder))")
    assert told == f"the data folder {service} belongs to the companion's own user: ask again with sudo"


@pytest.mark.parametrize(("real", "who"), [(True, NOBODY), (False, 0)])
def test_a_companion_that_root_starts_by_hand_acts_for_the_owner_unless_a_bench_has_its_wires(
    service: Path, real: bool, who: int
) -> None:
    told = in_child(
        service,
        "from firmware_py.start import Begun",
        f"owned = Begun().claim(folder, {real})",
        "(folder / 'records').mkdir()",
        "print(os.geteuid())",
    )
    assert told == str(who)
    assert (service / "lock").stat().st_uid == NOBODY
    assert (service / "records").stat().st_uid == who


def test_root_gives_nothing_away_that_a_lock_file_only_points_to(service: Path, tmp_path: Path) -> None:
    treasure = tmp_path / "shadow"
    treasure.write_text("secrets")
    (service / "lock").symlink_to(treasure)
    in_child(
        service,
        "from datetime import UTC, datetime",
        "from firmware_py.data_folder import DataFolder",
        "DataFolder.claim(folder, datetime.now(UTC)).release()",
    )
    assert (treasure.stat().st_uid, treasure.read_text()) == (0, "secrets")
