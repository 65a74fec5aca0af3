"""A third title on the engine's path, a folder like any other title's, in this process or in those that it starts.

``titles/pebbles`` has what the others lack, and shows that nothing outside a title's folder knows it.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import engine

ROOT = Path(__file__).parent.parent.parent
TITLES = ROOT / "tests" / "titles"


@contextmanager
def pebbles_in_the_box() -> Iterator[None]:
    """The title is there in this process."""
    engine.__path__.append(str(TITLES))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        engine.__path__.remove(str(TITLES))
        sys.modules.pop("engine.pebbles", None)
        vars(engine).pop("pebbles", None)


def path_with_pebbles(folder: Path, titles: Path = TITLES) -> str:
    """The ``PYTHONPATH`` with which any Python finds the title; what that takes is put in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sitecustomize.py").write_text(f"import engine\n\nengine.__path__.append({str(titles)!r})\n")
    return os.pathsep.join((str(folder), str(ROOT)))


@contextmanager
def broken_in_the_box(folder: Path, source: str, name: str = "pebbles") -> Iterator[None]:
    """A title of that name that holds ``source`` is there in this process."""
    write_title(folder, source, name)
    engine.__path__.append(str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        engine.__path__.remove(str(folder))
        sys.modules.pop(f"engine.{name}", None)


def write_title(folder: Path, source: str, name: str = "pebbles") -> None:
    """Put the folder of a title into ``folder``."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "__init__.py").write_text(source)
