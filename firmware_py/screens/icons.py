"""The drawn icons, 8×8 and 16×16, from text art in the package. Nothing here knows what an icon is used for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from firmware_py.screens.fonts import BITS, Bitmap, doubled


def parse(text: str) -> dict[str, Bitmap]:
    """Icons by name from the file's text: a line ``= name | meaning``, then the rows of art."""
    icons: dict[str, Bitmap] = {}
    for block in text.split("\n= ")[1:]:
        title, _, art = block.partition("\n")
        rows = [row for row in art.translate(BITS).split("\n") if row and not row.strip("01")]
        icons[title.split(" | ")[0]] = Bitmap(len(rows[0]), tuple(int(row, 2) for row in rows))
    return icons


@cache
def _drawn() -> Mapping[str, Bitmap]:
    return parse(Path(__file__).with_name("icons.txt").read_text(encoding="utf-8"))


def names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(_drawn())


def small(name: str) -> Bitmap | None:
    """An icon of 8×8 pixels, also by the name of its large form ("bread16", "disc-blue"); None if it is not drawn."""
    art = _drawn().get(name.removesuffix("16").replace("disc-", "m-"))
    return art if art is not None and art.width == 8 else None


@cache
def large(name: str) -> Bitmap | None:
    """An icon of 16×16 pixels, also by the name of its small form; a small one at twice its size if need be."""
    drawn = _drawn()
    stem = name.removesuffix("16")
    for form in (f"{stem}16", stem.replace("m-", "disc-"), stem):
        art = drawn.get(form)
        if art is not None and (art.width == 16 or form == stem):
            return art if art.width == 16 else doubled(art)
    return None


@cache
def huge(name: str) -> Bitmap | None:
    """An icon of 32×32 pixels: the large one at twice its size."""
    art = large(name)
    return None if art is None else doubled(art)
