"""The drawn icons, 8×8 and 16×16, from text art in the package. Nothing here knows what an icon is used for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from firmware_py.screens.fonts import Bitmap, doubled


def parse(text: str) -> dict[str, Bitmap]:
    """Icons by name from the file's text: a line ``= name | meaning``, then the rows of art."""
    icons: dict[str, Bitmap] = {}
    for block in text.split("\n= ")[1:]:
        title, *art = block.split("\n")
        rows = [row for row in art if row and not set(row) - set(".#")]
        bits = tuple(int(row.replace(".", "0").replace("#", "1"), 2) for row in rows)
        icons[title.split(" | ")[0]] = Bitmap(len(rows[0]), bits)
    return icons


@cache
def _drawn() -> Mapping[str, Bitmap]:
    return parse(Path(__file__).with_name("icons.txt").read_text(encoding="utf-8"))


def names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(_drawn())


def small(name: str) -> Bitmap | None:
    """An icon of 8×8 pixels; the small one of a name that ends in 16; None for a name that is not drawn."""
    art = _drawn().get(name.removesuffix("16"))
    return art if art is not None and art.width == 8 else _drawn().get(name)


@cache
def large(name: str) -> Bitmap | None:
    """An icon of 16×16 pixels: the large one of that name, else the small one at twice its size."""
    drawn = _drawn()
    art = drawn.get(name) or drawn.get(f"{name}16") or drawn.get(name.removesuffix("16"))
    if art is not None and art.width == 8 and f"{name}16" in drawn:
        art = drawn[f"{name}16"]
    return doubled(art) if art is not None and art.width == 8 else art


@cache
def huge(name: str) -> Bitmap | None:
    """An icon of 32×32 pixels: the large one at twice its size."""
    art = large(name)
    return None if art is None else doubled(art)
