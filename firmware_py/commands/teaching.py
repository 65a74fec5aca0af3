"""Tags laid on the reader one after another, and what becomes of each: read, written, or learned as a component.

The reader says a tag once, when it is laid down, so a hand can tap one after the other. Goes on any clock and any
wires; where the answers go is the caller's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from drivers.errors import DriverError, PartLost
from drivers.events import Event, Lost, Press, Tag
from drivers.ndef import TagError
from drivers.reader import Reader
from drivers.seams import Clock
from drivers.wiring import KNOB
from firmware_py.view import Header, Toast, View
from firmware_py.walk import Steps, until

ICON = "tag16"
WRITING_S = 10.0


class Piece(NamedTuple):
    """What a tag is to stand for: its text, "title/word", and what people call it."""

    text: str
    label: str


class Teaching:
    """What goes on at the reader.

    ``show`` gets what the displays should show, ``say`` a line for the terminal, ``keep`` the UID (hex) and the text of
    each tag that was learned, at once. ``event`` is to be given what reader and controls say: a click of the knob
    passes over a component, Back ends; ``skip`` and ``stop`` do the same.
    """

    def __init__(self, clock: Clock, show: Callable[[View], None], say: Callable[[str], None]) -> None:
        self._clock, self._show, self._say = clock, show, say
        self._tag: Tag | None = None
        self._lost: str | None = None
        self._skipped = self._stopped = False
        self.reader: Reader | None = None

    def event(self, event: Event) -> None:
        if isinstance(event, Tag):
            self._tag = event
        elif isinstance(event, Lost) and self.reader is not None and event.part == self.reader.name:
            self._lost = event.message
        elif isinstance(event, Press) and event.control in (KNOB, "back"):
            (self.skip if event.control == KNOB else self.stop)()

    def skip(self) -> None:
        """Pass over what is asked for now."""
        self._skipped = True

    def stop(self) -> None:
        """End; what was done stays done."""
        self._stopped = True

    # ---- what a hand is asked for

    def one(self, subject: str, seconds: float) -> Steps[Tag]:
        """The next tag that is laid down. TagError if none comes in time, PartLost if the reader is lost."""
        self._ask(subject, "Lay a tag", "on the reader")
        self._say(f"{subject}: lay it on the reader within {seconds:g} s")
        tag = yield from self._next(seconds)
        if tag is None:
            raise TagError(f"no tag came within {seconds:g} s: lift one that lies there, and lay it down anew")
        return tag

    def teach(
        self,
        pieces: Sequence[Piece],
        known: Mapping[str, str],
        keep: Callable[[str, str], None],
        write: bool,
        seconds: float,
    ) -> Steps[int]:
        """A tag for each of ``pieces``, in order; how many got one.

        With ``write`` the text goes onto the tag, where it can; a tag that takes none is learned by its number.
        ``known`` are the tags learned before. A tag that already stands for another piece of this round is refused.
        """
        given: dict[str, Piece] = {}
        for place, piece in enumerate(pieces, 1):
            self._skipped = False
            subject = f"Tag {place} of {len(pieces)}"
            self._ask(subject, piece.label, "Lay its tag down.")
            self._say(f"{place} of {len(pieces)}: {piece.label} – lay its tag on the reader")
            while (tag := (yield from self._next(seconds))) is not None:
                uid = tag.uid.hex()
                if uid in given:
                    self._refuse(subject, f"This is {given[uid].label}.", f"Now: {piece.label}")
                    continue
                if tag.others:
                    self._refuse(subject, "Two tags", "One at a time.")
                    continue
                how = yield from self._learn(tag, piece, known, keep, write)
                if how:
                    given[uid] = piece
                    self._show(View(Toast(Header("", "tag", subject), piece.label, (how,), icon=ICON)))
                    self._say(f"  {tag.uid.hex(' ')}: {how}")
                    break
            if self._stopped:
                break
        return len(given)

    def _learn(
        self, tag: Tag, piece: Piece, known: Mapping[str, str], keep: Callable[[str, str], None], write: bool
    ) -> Steps[str]:
        """Tag and piece belong together from now on; how that was done, "" if it was not."""
        uid = tag.uid.hex()
        if write:
            try:
                yield from self.put(tag, piece.text)
            except TagError as problem:
                self._say(f"  {problem}")
            else:
                if uid in known:  # what was learned goes before what is written
                    keep(uid, piece.text)
                return "written"
            if tag.uid not in (self.reader.uids if self.reader is not None else ()):
                return ""  # pulled away too early: once more
        keep(uid, piece.text)
        return "learned"

    def put(self, tag: Tag, text: str) -> Steps[None]:
        """Write ``text`` to a tag that lies on the reader. Raises TagError if it does not take it, PartLost if the
        reader is lost."""
        assert self.reader is not None
        got: list[DriverError | None] = []
        self.reader.write_text(tag.uid, text, got.append)
        if not (yield from until(self._clock, lambda: bool(got), WRITING_S)):
            raise PartLost("the tag reader does not come to an end of writing: unplug it and plug it in again")
        if got[0] is not None:
            raise got[0]

    def end(self, subject: str, title: str, line: str) -> None:
        """Show what came of it."""
        self._ask(subject, title, line)

    # ---- inside

    def _ask(self, subject: str, title: str, line: str) -> None:
        self._show(View(Toast(Header("", "tag", subject), title, (line,), icon=ICON)))

    def _refuse(self, subject: str, title: str, line: str) -> None:
        self._ask(subject, title, line)
        self._say(f"  {title} {line}")

    def _next(self, seconds: float) -> Steps[Tag | None]:
        """The next tag; None if it was skipped, stopped, or did not come in time."""
        self._tag = None

        def over() -> bool:
            return self._tag is not None or self._lost is not None or self._skipped or self._stopped

        yield from until(self._clock, over, seconds)
        if self._lost is not None:
            raise PartLost(self._lost)
        return self._tag
