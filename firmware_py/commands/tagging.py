"""What is done with tags at a reader, whoever has it: the command itself or the running companion.

Which pieces of a title are to get a tag, what a tag that was laid down means, what becomes of one that is written.
Knows neither files nor terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from config.schema import Settings
from drivers.errors import DriverError, PartLost
from engine import catalogue
from engine.errors import UnknownTitle
from firmware_py.commands.teaching import Piece, Teaching
from firmware_py.errors import NoTag
from firmware_py.walk import Steps


def check_reader(settings: Settings) -> None:
    """Raises NoTag if the settings name no reader."""
    if settings.reader is None:
        raise NoTag(
            'there is no tag reader in the settings: set profile = "two-oled-seat-buttons", or write [reader] port'
        )


def label_of(text: str) -> str:
    """What people call the component that a tag's text names; "?" if nothing is called so."""
    title, _, word = text.partition("/")
    try:
        parts = catalogue.title(title).components()
    except UnknownTitle:
        return "?"
    return next((str(part.label) for part in parts if part.word == word), "?")


def pieces(title: str, kind: str | None, copies: bool) -> list[Piece]:
    """What is to get a tag. Raises NoTag for a kind that the title does not have."""
    parts = catalogue.title(title).components()
    kinds = sorted({part.word.partition(".")[0] for part in parts})
    if kind is not None and kind not in kinds:
        raise NoTag(f'{title} has no kind "{kind}": expected one of {", ".join(kinds)}')
    return [
        Piece(f"{title}/{part.word}", str(part.label))
        for part in parts
        if kind in (None, part.word.partition(".")[0])
        for _ in range(part.copies if copies else 1)
    ]


def to_forget(known: Mapping[str, str], wanted: str) -> list[str]:
    """The UIDs (hex) that are meant by a tag's number, or by "all". Raises NoTag for one that is not known."""
    uids = list(known) if wanted == "all" else [wanted.replace(" ", "").replace(":", "").lower()]
    if not set(uids) <= known.keys():
        raise NoTag(f"no tag {wanted} has been learned here; `tabularius tags list` shows which have")
    return uids


def read(desk: Teaching, known: Callable[[], Mapping[str, str]], seconds: float) -> Steps[dict[str, Any]]:
    """The next tag: "uid" in hex, "text" on it, "learned" as, and the "label" of what it means; None for what is not
    there."""
    tag = yield from desk.one("Read a tag", seconds)
    learned = known().get(tag.uid.hex())
    means = learned or (tag.text or "").strip()
    label = label_of(means) if means else None
    shown = means if label == "?" else label
    desk.end("Read a tag", shown or "Tag read", "No answer to the game.")
    return {"uid": tag.uid.hex(), "text": tag.text, "learned": learned, "label": label}


def write(desk: Teaching, text: str, seconds: float) -> Steps[str]:
    """Write a text to the next tag; its UID in hex. Raises NoTag if it takes none, PartLost if the reader is lost."""
    tag = yield from desk.one("Write a tag", seconds)
    try:
        yield from desk.put(tag, text)
    except PartLost:
        raise
    except DriverError as problem:
        raise NoTag(f"{problem}; `tabularius tags learn` takes any tag by its number") from problem
    label = label_of(text)
    desk.end("Write a tag", "Tag written", text if label == "?" else label)
    return tag.uid.hex()
