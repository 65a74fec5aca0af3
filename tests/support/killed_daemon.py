"""The whole daemon, as a process on the bench's wires in real time, killed at random instants while hands play on it.

    python killed_daemon.py ROUNDS SEED

Each round plays a little, notes the prompt on the glass once it is saved, plays on, and kills the daemon at a random
instant of that; then it is started again. What had been saved must be in the journal, and if nothing was added to it
the same prompt must be on the glass (looked at in every fifth round). Prints a line a round: its number, the operations
saved, "well" or what was wrong. Ends with status 1 at the first round in which something was wrong, or a start was
refused.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from live import PATIENCE_S, LiveBench

from firmware_py.journal import read_only

HEADER = 11  # rows with the time and the mark
QUIET_S = 0.25
TOAST_S = 2.0  # after which no toast covers a prompt any more
FUSE_S = 0.5
GLASS_EVERY = 5  # rounds: what toasts make slow


class KilledDaemon:
    """A bench whose daemon dies and comes back."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.live, self.chance = LiveBench(folder, overrides=("table.toast_s=0.5",)), random.Random(seed)

    def sit_down(self) -> None:
        """Start, and take what has the focus until there is a game."""
        self.start()
        while self.saved() == 0:
            self.live.click()
            self.prompt(TOAST_S)

    def start(self) -> None:
        self.live.start()
        self.live.ready()

    def close(self) -> None:
        self.live.close()

    def prompt(self, quiet_s: float = QUIET_S) -> list[str]:
        """What the glass shows, saved and still for so long, below its header."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            art = self.live.art()
            moved = self.live.wait_until(lambda art=art: self.live.art() != art, quiet_s)  # type: ignore[misc]
            if not moved and not self.live.marked():
                return art[HEADER:]
        raise TimeoutError("the glass does not come to rest:\n" + "\n".join(self.live.art()))

    def saved(self) -> int:
        """How many operations of the last game are in the journal, and of those before."""
        games, _ = read_only(self.live.data / "journal.sqlite")
        return max((game.last for game in games), default=0)

    def hand(self) -> None:
        """One input, as it comes: an answer most of the time."""
        if self.chance.random() < 0.3:
            self.live.turn(self.chance.choice((-1, 1, 2)))
            self.prompt()  # a click that overtakes the turn would leave the focus elsewhere than a start does
        self.live.click()

    def round(self, glass: bool) -> str:
        """Play, kill, start again; "" if all is well, else what is wrong.

        With ``glass`` nothing is played while the fuse burns, and what the glass shows then is compared too.
        """
        for _ in range(self.chance.randint(0, 2)):
            self.hand()
        before, saved = self.prompt(TOAST_S if glass else QUIET_S), self.saved()
        fuse_s = time.monotonic() + self.chance.uniform(0.0, FUSE_S)
        if not glass:
            self.live.click()
        while (left_s := fuse_s - time.monotonic()) > 0:
            self.live.wait_until(lambda: False, left_s)
        self.live.kill()
        found = self.saved()
        self.start()
        if found < saved or self.saved() < found:
            return f"{saved} operations were saved, {found} were there, {self.saved()} are there now"
        if glass and found == saved and not self.live.wait_until(lambda: self.live.art()[HEADER:] == before):
            return "the prompt that was saved is not on the glass:\n" + "\n".join(self.live.art())
        return ""


def main() -> int:
    rounds, seed = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        killed = KilledDaemon(Path(name), seed)
        try:
            killed.sit_down()
            for number in range(1, rounds + 1):
                wrong = killed.round(number % GLASS_EVERY == 0)
                print(number, killed.saved(), wrong or "well", flush=True)
                if wrong:
                    return 1
        finally:
            killed.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
