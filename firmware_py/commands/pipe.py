"""``tabularius engine``: the engine over a pipe, one JSON object a line in, one a line out.

Here are the wire and its messages; ``Session`` keeps the games. A request has exactly one of the fields of ``Request``,
with ``answer`` a game may go on, with ``new`` one begins. What is not understood is refused and changes nothing. End of
input ends with status 0, and so does an output that nobody reads any more.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from typing import IO, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from firmware_py.commands.session import Refused, Session


class New(Struct, forbid_unknown_fields=True):
    """Begin a game. ``players`` is a number or names; ``draws`` says who answers for the TABLE: "table" (whoever
    sends the answers) or "companion" (by the odds, from ``seed``; without a seed as luck will have it)."""

    title: str
    players: int | list[str]
    way: str | UnsetType = UNSET
    options: dict[str, str | int] = {}
    draws: str = "table"
    seed: str | int | UnsetType = UNSET


class Viewer(Struct, forbid_unknown_fields=True):
    """Whose eyes: a seat, from 0; None sees everything."""

    viewer: int | None = None


class Request(Struct, forbid_unknown_fields=True):
    """One line of input: exactly one field is set."""

    new: New | UnsetType = UNSET
    load: str | UnsetType = UNSET
    answer: str | UnsetType = UNSET
    answers: list[str] | UnsetType = UNSET
    undo: int | UnsetType = UNSET
    why_not: str | UnsetType = UNSET
    state: Viewer | bool | UnsetType = UNSET
    ledger: bool | UnsetType = UNSET
    standings: bool | UnsetType = UNSET
    amendments: bool | UnsetType = UNSET
    options: str | UnsetType = UNSET
    record: bool | UnsetType = UNSET
    copy: str | UnsetType = UNSET
    use: str | UnsetType = UNSET


_DECODER = msgspec.json.Decoder(Request)
_PLAIN = ("ledger", "standings", "amendments", "record")


def run(arguments: Namespace) -> int:
    """Answer standard input until it ends. An output that nobody reads ends it with status 0 as well."""
    del arguments  # neither settings nor data folder are needed
    if sys.stdin is None or sys.stdout is None:  # closed by whoever started us
        return 0
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return 0


def serve(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer every line of ``requests`` with one line in ``replies``."""
    session = Session()
    for line in requests:
        replies.write(encoded(reply(session, line)) + b"\n")
        replies.flush()


def encoded(reply: dict[str, Any]) -> bytes:
    """A reply as JSON in UTF-8, whatever was typed into it: a sign that no text can hold becomes a question mark."""
    try:
        return msgspec.json.encode(reply)
    except UnicodeEncodeError:
        return json.dumps(reply, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def reply(session: Session, line: bytes) -> dict[str, Any]:
    """The reply to one line; an error is a reply too."""
    try:
        return _answered(session, _read(line))
    except Refused as refused:
        return {"error": {"code": refused.code, "message": str(refused), **refused.details}}


def _read(line: bytes) -> Request:
    try:
        request = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad-request", f"not a request: {error}") from error
    given = [name for name in request.__struct_fields__ if getattr(request, name) is not UNSET]
    if len(given) != 1:
        found = ", ".join(given) or "none"
        raise Refused(
            "bad-request", f"a request has exactly one of {', '.join(request.__struct_fields__)}; found {found}"
        )
    return request


def _answered(session: Session, request: Request) -> dict[str, Any]:
    if (new := request.new) is not UNSET:
        return session.new(
            new.title,
            None if new.way is UNSET else new.way,
            new.players,
            {name: str(value) for name, value in new.options.items()},
            new.draws,
            None if new.seed is UNSET else str(new.seed),
        )
    if request.load is not UNSET:
        return session.load(request.load)
    if request.answer is not UNSET:
        return session.answer(request.answer)
    if request.answers is not UNSET:
        return session.answers(request.answers)
    if request.undo is not UNSET:
        return session.undo(request.undo)
    if request.why_not is not UNSET:
        return session.why_not(request.why_not)
    if (state := request.state) is not UNSET:
        if state is False:
            raise Refused("bad-request", 'state is true or {"viewer": SEAT}')
        return session.state(None if state is True else state.viewer)
    if request.options is not UNSET:
        return session.options(request.options)
    if request.copy is not UNSET:
        return session.copy(request.copy)
    if request.use is not UNSET:
        return session.use(request.use)
    for name in _PLAIN:
        asked = getattr(request, name)
        if asked is not UNSET:
            if asked is False:
                raise Refused("bad-request", f"{name} is true")
            found: dict[str, Any] = getattr(session, name)()
            return found
    raise AssertionError("a request without any field was let through")
