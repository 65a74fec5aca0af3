"""The plug, for real: a process that writes the journal gets SIGKILL at random instants."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KILLS = 20


def test_no_saved_operation_is_lost_by_a_killed_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "tests/support/journal_killer.py", str(tmp_path / "journal.sqlite"), str(KILLS), "5"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    rounds = [line.split() for line in done.stdout.splitlines()]
    assert len(rounds) == KILLS
    assert all(int(found) >= int(saved) and whole == "True" for saved, found, whole in rounds)
    assert int(rounds[-1][0]) > KILLS  # and it was written to all the time
