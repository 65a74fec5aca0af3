"""Kills a process that writes a journal, at random instants, and reads what is left.

    python journal_killer.py JOURNAL ROUNDS SEED

Each round forks a writer that appends operations, one to three at a time, and says on a pipe which number was the last
whenever a commit has returned. After a few of these, and a random moment more, it gets SIGKILL; then the journal is
opened as at a start. Prints a line a round: operations said to be saved, operations found, whether they are all as
written. Ends with status 1 if an operation that was said to be saved is missing, or a start was refused.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from firmware_py.journal import Journal
from firmware_py.operations import Operation, Start


def made(number: int) -> Operation:
    start = Start("toy", 1, "count", 2, {}, ("Ana", "Bo"), ("red", "green"), "", "222222", "table", "")
    first = number == 1
    keys = () if first else (f"key.{number}",)
    details = start.to_payload() if first else ""
    op = "new" if first else "give"
    return Operation(number, 1, op, keys, 0, "knob", number, "0", 0, (0, 0), details, "2026-11-29T19:30:00Z", False)


def write(path: Path, pipe: int, chance: random.Random) -> None:
    journal = Journal(path)
    last = journal.open().last
    while True:
        count = chance.randint(1, 3)
        journal.append([made(last + each) for each in range(1, count + 1)], {"open": 1, "last": last + count})
        last += count
        os.write(pipe, f"{last}\n".encode())


def main() -> int:
    path, rounds, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    saved = 0
    for _ in range(rounds):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            write(path, writing, chance)
        os.close(writing)
        with os.fdopen(reading, "rb") as said:
            for _ in range(chance.randint(0, 6)):
                saved = int(said.readline())
            time.sleep(chance.random() * 0.004)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            for line in said:
                saved = int(line)
        journal = Journal(path)
        contents = journal.open()
        found = [] if contents.last == 0 else list(journal.read(1))
        whole = found == [made(number) for number in range(1, contents.last + 1)]
        print(saved, contents.last, whole, *contents.notes, contents.trouble, flush=True)
        journal.close()
        if contents.last < saved or not whole or contents.notes or contents.trouble:
            return 1
        chance.random()
    return 0


if __name__ == "__main__":
    sys.exit(main())
