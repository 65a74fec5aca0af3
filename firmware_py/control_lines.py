"""What a running companion and its own commands say to each other: one JSON object a line, over a Unix socket.

The companion greets with its version and data folder, the command asks one thing, the companion answers in as many
lines as it takes; the last is ``Result`` or ``Refused``. Both ends are of one version, which the greeting tells, so the
messages need no other numbering. This module must not know what is done about a question, nor who listens.
"""

from __future__ import annotations

import importlib
import json
from typing import Annotated, Any, TypeAlias

import msgspec

from firmware_py.errors import BadAsk

LONGEST_ASK = 1 << 13
"""Bytes of a command's line, its end included."""
LONGEST_TEXT = 1000

Words: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=999)]


class _Asked(msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True):
    pass


class Doctor(_Asked, frozen=True, tag="doctor"):
    """How every part, setting and file is, as ``Found`` lines; with ``cards`` test cards pass over the glass."""

    cards: bool = False


class ShowGames(_Asked, frozen=True, tag="games"):
    """Game ``number`` with its operations; 0: some games, the unfinished and the newest finished ones that ended before
    operation ``before``, or only those if it is not 0."""

    number: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)] = 0
    before: Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)] = 0


class ListTags(_Asked, frozen=True, tag="tags.list"):
    """The learned tags: "title/word" by the UID in hex."""


class ForgetTag(_Asked, frozen=True, tag="tags.forget"):
    """Forget one by its UID in hex, or "all"; how many were forgotten."""

    uid: Words


class ReadTag(_Asked, frozen=True, tag="tags.read"):
    """The next tag that is laid down within ``seconds``."""

    seconds: Seconds


class WriteTag(_Asked, frozen=True, tag="tags.write"):
    """Write ``text`` to the next tag; its UID in hex."""

    text: Words
    seconds: Seconds


class LearnTags(_Asked, frozen=True, tag="tags.learn"):
    """A tag for each component of a title, or of one ``kind`` of them; how many got one."""

    title: Words
    kind: Words | None
    copies: bool
    write: bool
    seconds: Seconds


class Skip(_Asked, frozen=True, tag="skip"):
    """Pass over what a hand is asked for now; said while another question is being answered."""


Asked: TypeAlias = Doctor | ShowGames | ListTags | ForgetTag | ReadTag | WriteTag | LearnTags | Skip


class _Told(msgspec.Struct, frozen=True, tag_field="say", forbid_unknown_fields=True):
    pass


class Greeting(msgspec.Struct, frozen=True, tag_field="say", tag="companion"):
    """Who answers; the one line that every later version must still read, whatever else it holds by then."""

    version: str
    data: str
    process: int


class Line(_Told, frozen=True, tag="line"):
    """What is to be said to the person meanwhile."""

    text: str


class Found(_Told, frozen=True, tag="finding"):
    """One finding of the doctor."""

    part: str
    ok: bool
    found: str
    remedy: str


class Result(_Told, frozen=True, tag="result"):
    """The last line: what came of it, as plain data."""

    value: Any = None


class Refused(_Told, frozen=True, tag="refused"):
    """The last line: why nothing came of it."""

    message: str


Told: TypeAlias = Greeting | Line | Found | Result | Refused


def encoded(message: Asked | Told) -> bytes:
    """A message as its line. What no coding knows, as in the name of a file, becomes a "?"."""
    try:
        return msgspec.json.encode(message) + b"\n"
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(message), ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def asked(line: bytes) -> Asked:
    """What a command asks. Raises BadAsk for anything that is no question."""
    message: Asked = _decoded(line, Asked)
    return message


def told(line: bytes) -> Told:
    """What a companion says. Raises BadAsk for anything that is nothing of the kind."""
    message: Told = _decoded(line, Told)
    return message


def _decoded(line: bytes, kind: Any) -> Any:
    if not line.endswith(b"\n"):
        raise BadAsk("the line has no end")
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadAsk(f"no message of this program: {problem}") from problem


def program_version() -> str:
    """Of the installed program, "" if it is not installed. Slow: what finds it is imported here."""
    metadata = importlib.import_module("importlib.metadata")
    try:
        return str(metadata.version("tabularius"))
    except metadata.PackageNotFoundError:
        return ""
