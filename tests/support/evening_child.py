"""The box and its world in a process of their own, so that they can be killed at any instant.

Reads a move a line as JSON, answers with what every display shows. Run by ``killed_evening``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from evening import Bench


def main() -> None:
    folder, start_s = Path(sys.argv[1]), float(sys.argv[2])
    bench = Bench(folder, start_s=start_s)
    glasses = [each.name for each in bench.settings.displays]

    def say() -> None:
        art = {name: bench.art(name) for name in glasses}
        print(json.dumps({"art": art, "now_s": bench.clock.now_s()}), flush=True)

    say()
    for line in sys.stdin:
        move, *rest = json.loads(line)
        getattr(bench, move)(*rest)
        say()


if __name__ == "__main__":
    main()
