"""Writes the golden screens anew, and says which of them have changed: run it by hand and look at the diff."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "screens"


def main() -> None:
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]
    from fresh_box import as_text, tour  # noqa: PLC0415

    from firmware_py.screens import render, text_art  # noqa: PLC0415
    from tests.firmware_py.screens.examples import HEIGHTS, examples  # noqa: PLC0415
    from tests.firmware_py.screens.service_examples import service_examples  # noqa: PLC0415

    for kind in ("service", "first-run"):
        (FOLDER / kind).mkdir(parents=True, exist_ok=True)
    wanted = {}
    for name, view in examples().items():
        for height in HEIGHTS:
            wanted[FOLDER / f"{name}-{height}.txt"] = text_art(render(view, 128, height))
    for name, picture in service_examples().items():
        wanted[FOLDER / "service" / f"{name}.txt"] = text_art(picture)
    with tempfile.TemporaryDirectory() as data:
        for height in HEIGHTS:
            wanted[FOLDER / "first-run" / f"{height}.txt"] = as_text(tour(Path(data) / str(height), height))
    for path in sorted({*FOLDER.glob("*.txt"), *(FOLDER / "service").glob("*.txt")} - set(wanted)):
        path.unlink()
        print(f"removed {path.name}")
    for path, art in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != art:
            print(f"{'changed' if path.exists() else 'new'} {path.name}")
            path.write_text(art, encoding="utf-8")
    print(f"{len(wanted)} golden screens")


if __name__ == "__main__":
    main()
