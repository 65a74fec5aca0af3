"""The line to a page beside the box: the game on the table as a drawing, told whenever it has changed.

Only where ``$TABULARIUS_BESIDE`` names a socket, as on the bench; a box of its own tells nobody. Answers never come
this way. Any title that has a drawing is told of; none is known here.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from drivers.seams import Clock, Timer
from engine.game import Game
from engine.words import Drawing, Road, Space, Spot, Text
from firmware_py.table import Table

Among: TypeAlias = Sequence[tuple[str, ...]]

VARIABLE = "TABULARIUS_BESIDE"
AGAIN_S = 0.05  # to whoever had no room for a message, the newest one is sent again so much later
LONGEST = 1 << 17  # bytes of a message; a socket takes some more
NAME = 40  # letters of a name that are told


class Beside(msgspec.Struct, frozen=True):
    """The table as anybody at it may see it. ``totals`` one a seat; ``taps``: by the word of a spot or road, or
    a space's tag, the tags that name it to the open question, to be laid on the reader one after the other."""

    title: str = ""
    label: str = ""
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    mover: int = -1
    drawing: Drawing | None = None
    taps: dict[str, tuple[str, ...]] = {}


class Teller:
    """Tells what lies on the table to the socket that the environment names, if any."""

    def __init__(self, clock: Clock, environ: Mapping[str, str] = os.environ) -> None:
        self.clock, self._address = clock, environ.get(VARIABLE, "")
        self._told: object = None
        self._waiting: bytes = b""
        self._again: Timer | None = None
        self._looking: Timer | None = None
        self._among: Callable[[], Among] = tuple

    @property
    def wanted(self) -> bool:
        """Whether anybody listens."""
        return bool(self._address)

    def follow(self, table: Table, among: Callable[[], Among] = tuple) -> None:
        """Tell of a table from now on, after everything that is due at a change has been done.

        ``among``: the ways to answer the open question that what was chosen so far has left; none for all. Whoever
        changes that says so by ``look``.
        """
        self._among = among
        before = table.changed

        def changed() -> None:
            before()
            if self._looking is None:
                self._looking = self.clock.later(0.0, lambda: self.look(table))

        table.changed = changed
        self.look(table)

    def look(self, table: Table) -> None:
        """Tell what lies on the table, if it is not what was told last."""
        self._looking = None
        among = self._among()
        state = table.number, table.revision, table.names, table.colours, tuple(among)
        if state == self._told:
            return
        self._told = state
        said = encoded(beside(table, among))
        if len(said) > LONGEST:
            said = encoded(Beside())
        self._waiting = said
        self._send()

    def _send(self) -> None:
        if self._again is not None:
            self._again.cancel()
            self._again = None
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LONGEST)
            line.setblocking(False)
            try:
                line.sendto(self._waiting, self._address)
            except OSError as full:
                if full.errno not in (errno.EAGAIN, errno.ENOBUFS):
                    raise
                self._again = self.clock.later(AGAIN_S, self._send)


def beside(table: Table, among: Among = ()) -> Beside:
    """What is to be told of a table; what is asked for, of those ways to answer only, if there are any."""
    game = table.game
    if game is None:
        return Beside()
    names = tuple(name if len(name) <= NAME else name[: NAME - 1] + "…" for name in table.names)
    ahead, keys = game, frozenset(way[-1] for way in among)
    for key in among[0][:-1] if among else ():
        ahead = game.copy() if ahead is game else ahead
        ahead.answer(key)
    drawing = ahead.way.drawing(ahead, None)
    if drawing is not None:
        drawing = said(drawing, names)
        drawing = left(drawing, keys) if keys else drawing
    return Beside(
        game.title.name,
        str(game.title.label),
        names,
        table.colours,
        tuple(game.totals()),
        game.decision.seat if game.decision is not None else -1,
        drawing,
        taps(ahead, drawing, keys) if drawing is not None else {},
    )


def left(drawing: Drawing, keys: frozenset[str]) -> Drawing:
    """The drawing, with no answers of the open question in it but these."""

    def of(thing: Spot | Road | Space) -> Any:
        return thing._replace(keys=tuple(key for key in thing.keys if key in keys))

    spots = tuple(
        of(spot)._replace(rows=tuple(tuple(of(space) for space in row) for row in spot.rows)) for spot in drawing.spots
    )
    return drawing._replace(spots=spots, roads=tuple(of(road) for road in drawing.roads))


def taps(game: Game, drawing: Drawing, keys: frozenset[str] = frozenset()) -> dict[str, tuple[str, ...]]:
    """The tags of each spot and space that has one, and of each road that the open question asks for; of its answers
    only ``keys`` are left, if there are any."""
    found: dict[str, tuple[str, ...]] = {}
    for spot in drawing.spots:
        if spot.tag:
            found[spot.word] = (f"{game.title.name}/{spot.tag}",)
        for row in spot.rows:
            found |= {space.tag: (f"{game.title.name}/{space.tag}",) for space in row if space.tag}
    named = [set(game.way.named(game, spot.tag)) if spot.tag else set[str]() for spot in drawing.spots]
    named = [words & keys for words in named] if keys else named
    for road in drawing.roads:
        words = _road_tags(road, named)
        if words:
            found[road.word] = tuple(f"{game.title.name}/{drawing.spots[end].tag}" for end in words)
    return found


def _road_tags(road: Road, named: Sequence[set[str]]) -> tuple[int, ...]:
    """The ends whose tags mean a road's answers and nothing else: one if it is enough, both, or none."""
    (one, other), wanted = road.ends, set(road.keys)
    if not wanted:
        return ()
    for enough in (one, other):
        if named[enough] == wanted:
            return (enough,)
    return (one, other) if named[one] & named[other] == wanted else ()


def said(thing: Any, names: Sequence[str]) -> Any:
    """A drawing, or a part of it, with every text in its final words."""
    if isinstance(thing, Text):
        return Text("{words}", words=thing.render(names))
    if isinstance(thing, tuple):
        parts = [said(each, names) for each in thing]
        return type(thing)(*parts) if hasattr(thing, "_fields") else tuple(parts)
    return thing


def encoded(message: Beside) -> bytes:
    """The bytes of a message; its texts are in their final words."""
    return msgspec.msgpack.encode(message, enc_hook=str)


def decoded(message: bytes) -> Beside:
    """Read the bytes of a message. ``ValueError`` if they are none."""
    return msgspec.msgpack.decode(message, type=Beside, dec_hook=lambda _, words: Text("{words}", words=str(words)))
