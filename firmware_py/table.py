"""The game on the table: the one door for every answer, from whatever device it comes.

Every operation is checked and applied to the game at once, then journalled; ``mark`` says whether it is on the card
yet. Runs on the loop, and nothing here waits for the card. This module joins the game (``firmware_py.folding``) with
the journal (``firmware_py.saving``); it must not know displays, controls or any title.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from drivers.seams import Clock, Worker
from engine import catalogue, record
from engine.game import TABLE, Game
from engine.randomiser import code_from
from engine.words import News, Seat, Text
from firmware_py.errors import Differs, NoGame, Outdated
from firmware_py.folding import Play, Titles, Undone, begin, digest, ended, fold
from firmware_py.journal import OPEN, STOPPED, Contents, Journal
from firmware_py.journal_games import told_by
from firmware_py.operations import GameInfo, Operation, Start, payload, written
from firmware_py.past_games import Keep, PastGames
from firmware_py.saving import Done, Saving, Shift
from firmware_py.shelf import Shelf

MEANWHILE = 32  # how many answers are kept in words for a device that answers too late


class Table:
    """One game on the table, and the others in the journal.

    ``worker`` is the journal's own. ``changed`` is called on the loop when state, mark or trouble have changed.
    ``entropy(n)`` gives n random bytes; ``wall()`` the time in UTC and whether the clock is known to be right.
    ``titles`` finds a title by its name. ``keep`` says what becomes of finished games (None: they stay as they are).

    ``load`` or ``start`` reads the journal. After a stop nobody asked for the game is then on the table as it was;
    after a clean one (``stopped_cleanly``) it waits in ``unfinished`` for ``open``. If it does not replay to what was
    ``stored``, ``differs`` says where, and ``open_agreed`` goes on from the last answer that agrees.
    """

    def __init__(
        self,
        journal: Path | Journal,
        worker: Worker,
        clock: Clock,
        changed: Callable[[], None],
        entropy: Callable[[int], bytes],
        wall: Callable[[], tuple[datetime, bool]],
        titles: Titles = catalogue.title,
        keep: Keep | None = None,
    ) -> None:
        self.changed = changed
        self.differs: Differs | None = None
        self.stored: GameInfo | None = None
        self.stopped_cleanly = False
        self.news: list[News] = []
        self._entropy, self._wall, self._titles = entropy, wall, titles
        self._journal = journal if isinstance(journal, Journal) else Journal(journal)
        self._saving = Saving(self._journal, worker, clock, lambda: self.changed(), self._opened)  # noqa: PLW0108
        self._play: Play | None = None
        self._shelf = Shelf(titles, wall)
        self.past = PastGames(self._journal, self._saving, self._shelf, clock, titles, lambda: self.number, keep)
        self._memory: dict[str, Any] = {}
        self._ready: tuple[Operation, ...] = ()  # of the game that was open at the last stop, read already
        self._last = 0
        self._meanwhile: deque[tuple[int, Text]] = deque(maxlen=MEANWHILE)

    # ---- what there is

    @property
    def game(self) -> Game | None:
        return self._play.game if self._play else None

    @property
    def number(self) -> int:
        """The number of the game on the table, 0 if there is none."""
        return self._play.number if self._play else 0

    @property
    def header(self) -> record.Header | None:
        return self._play.header if self._play else None

    @property
    def names(self) -> tuple[str, ...]:
        return self._play.start.names if self._play else ()

    @property
    def colours(self) -> tuple[str, ...]:
        return self._play.start.colours if self._play else ()

    @property
    def draws(self) -> str:
        """ "table" if hands reveal what is random, "companion" if it is drawn here."""
        return self._play.start.draws if self._play else "table"

    @property
    def finished(self) -> str:
        """How the game on the table was ended, "" if it was not: at its end a game is finished by itself."""
        return self._play.finished if self._play else ""

    @property
    def revision(self) -> int:
        """Grows with everything that is done; who answers says which revision was seen."""
        return self._last

    @property
    def mark(self) -> str:
        """ "" if everything is on the card, "unsaved" until it is, "notsaved" while the card refuses."""
        return self._saving.mark

    @property
    def unsaved(self) -> int:
        """How many answers, or things done to them, are only in memory."""
        return self._saving.unsaved

    @property
    def trouble(self) -> str:
        """Why nothing can be saved, in a few words ("card is full"), or ""."""
        return self._saving.trouble

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should be told once about the journal (damage set aside, what was recovered)."""
        return tuple(self._saving.notes)

    def writing_s(self) -> float:
        """For how many seconds a commit has been under way, 0 if none is."""
        return self._saving.writing_s()

    def unfinished(self) -> list[GameInfo]:
        """The games that can be gone on with, the one played last first."""
        return self._shelf.unfinished()

    def recall(self, name: str, default: Any = None) -> Any:
        """What was remembered under that name."""
        return self._memory.get(name, default)

    def remember(self, name: str, value: Any) -> None:
        """Keep plain data (what JSON can hold) under a name, beyond any game."""
        if name not in self._memory or self._memory[name] != value:
            self._saving.remember(name, value)
            self._memory[name] = value
            self._saving.write()
            self.changed()

    # ---- opening and stopping

    def load(self) -> None:
        """Read the journal here and now, before there is anything to hold up. Raises JournalTooNew."""
        self._saving.load()

    def start(self, done: Done = lambda _: None) -> None:
        """Read the journal on the worker; then ``done``, with JournalTooNew if it cannot be used."""

        def opened(error: BaseException | None) -> None:
            done(error)
            self.changed()

        self._saving.start(opened)

    def close(self, timeout_s: float = 5.0) -> bool:
        """A stop that was asked for: save everything, close the journal and its worker.

        Waits for the card, at most ``timeout_s``. False, with ``trouble``, if something is not saved.
        """
        self._memory[STOPPED] = True
        self._saving.remember(STOPPED, True)
        return self._saving.close(timeout_s)

    def _opened(self, contents: Contents, shift: Shift) -> None:
        """The journal was read, at the start or, if the card did not let it be, some time later."""
        late = self._last > 0
        self._shelf.opened(contents, shift)
        self._memory = {**contents.memory, **self._memory}
        self._last += contents.last
        if late:
            self._meanwhile.clear()
            if self._play is not None:
                self._play.number += shift.games
                self._keep(OPEN, self._play.number)
            return
        self.stopped_cleanly = bool(self._memory.get(STOPPED, False))
        self._ready = contents.current
        if self._ready and not self.stopped_cleanly and self._take_up(self._ready):
            self._done([])

    # ---- games

    def new(
        self,
        title: str,
        way: str,
        players: int,
        options: Mapping[str, str],
        names: Sequence[str] = (),
        colours: Sequence[str] = (),
        setup_code: str = "",
        draws: str = "table",
    ) -> None:
        """Begin a game; the one on the table stays as it is, unfinished. A seat without name or colour gets one.

        Raises what the engine says about title, way, players and options.
        """
        moment, synchronised = self._wall()
        start = Start(
            title=title,
            rules=self._titles(title).rules_version,
            way=way,
            players=players,
            options=options,
            names=(),
            colours=(),
            setup=setup_code,
            secret=code_from(int.from_bytes(self._entropy(8), "big")),
            draws=draws,
            started=written(moment) if synchronised else "",
        )
        play = begin(self._shelf.next_number(), start, self._titles)
        header = record.header_of(play.game, names, colours)
        play.start = replace(
            start,
            options=dict(play.game.options),
            names=header.names,
            colours=tuple(colour for _, colour in header.seats),
        )
        self._put_on(play)
        self._append("new", details=play.start.to_payload())
        self._done(list(play.game.news))

    def open(self, number: int, done: Done = lambda _: None) -> None:
        """Put another game on the table, when the worker has read it; at once if it is in memory.

        Then ``done``: with None, or with Differs (also in ``differs``), NoGame or JournalTrouble.
        """
        if self._play is not None and self._play.number == number:
            self._going(number)
            done(None)
            return
        self.read(number, lambda operations, error: done(error or self._show(number, operations)))

    def open_agreed(self, number: int, done: Done = lambda _: None) -> None:
        """Put a game that differs on the table as it was after the last answer that agrees; what came later is void."""

        def cut(operations: tuple[Operation, ...]) -> BaseException | None:
            try:
                fold(operations, self._titles)
            except Differs as differs:
                sound = tuple(each for each in operations if each.number <= differs.agreed)
                if not sound:
                    return differs
                self._take_up(sound)
                self._append("cut", details=payload({"after": differs.agreed}))
                self._going(number)
                self._done([])
                return None
            return self._show(number, operations)

        self.read(number, lambda operations, error: done(error or cut(operations)))

    def read(self, number: int, got: Callable[[tuple[Operation, ...], BaseException | None], None]) -> None:
        """The operations of a game, from memory or from the journal; nothing is put on the table."""
        waiting = self._saving.pending(number)
        if waiting and waiting[0].op == "new":
            got(waiting, None)
        elif self._ready and self._ready[0].game == number and self._play is None:
            last = self._ready[-1].number
            got(self._ready + tuple(each for each in waiting if each.number > last), None)
        else:

            def read(found: tuple[Operation, ...] | None, error: BaseException | None) -> None:
                operations = found or ()
                last = operations[-1].number if operations else 0
                got(operations + tuple(each for each in self._saving.pending(number) if each.number > last), error)
                if error is not None:
                    self.changed()

            self._saving.ask(lambda: self._journal.read(number), read)

    def finish(self, how: str) -> None:
        """Take the game off the table: kept, and to be reopened. ``how`` if it is not at its end ("stopped" …)."""
        if self._play is None:
            raise NoGame("no game is on the table")
        if not self._play.finished:
            self._finished(self._play, how)
        self._keep(OPEN, None)
        self._play = None
        self._done([])

    def _finished(self, play: Play, how: str) -> None:
        play.finished = how
        self._append("finish", details=payload(play.ending()))

    def reopen(self, number: int, done: Done = lambda _: None) -> None:
        """Put a finished game on the table again, and go on with it. ``done`` as in ``open``.

        One that came to its end stays finished until something of it is taken back or corrected.
        """

        def again(error: BaseException | None) -> None:
            if error is None and self._play is not None and self._play.finished and not self._play.game.over:
                self._append("reopen")
                self._going(number)
                self._done([])
            done(error)

        self.open(number, again)

    def rename(self, seat: int, name: str, colour: str) -> None:
        """Another name or colour for a seat; who had that colour gets this seat's. No rule depends on either."""
        play = self._opened_play()
        names, colours = list(play.start.names), list(play.start.colours)
        if colour in colours:
            colours[colours.index(colour)] = colours[seat]
        names[seat], colours[seat] = name, colour
        self._head({"names": names, "colours": colours})

    def set_draws(self, draws: str) -> None:
        """From now on "table" (hands reveal) or "companion" (drawn here)."""
        self._head({"draws": draws})
        self._done(self._draw())

    def record(self) -> str:
        """The text record of the game on the table. Raises NoGame."""
        if self._play is None:
            raise NoGame("no game is on the table")
        return record.write(self._play.game, self._play.header)

    # ---- answers

    def give(self, keys: Sequence[str], device: str, revision: int | None = None) -> list[News]:
        """Answer with the keys of one input, all of them or none, and say what they brought about.

        Raises IllegalAnswer or GameOver as the engine does, Outdated if ``revision`` is not the present one, NoGame.
        """
        play = self._opened_play()
        if revision is not None and revision != self._last:
            raise Outdated(tuple(text for number, text in self._meanwhile if number > revision))
        if not keys:
            return []
        seat = play.game.decision.seat if play.game.decision else TABLE
        news, words = play.give(keys)
        self._append("give", keys, seat, device, revision)
        who = Seat(seat) if seat != TABLE else Text("table")
        self._meanwhile.append((self._last, Text("{who}: {answer}", who=who, answer=words)))
        return self._done(news + self._draw())

    @property
    def can_undo(self) -> bool:
        return self._answerable and bool(self._opened_play().done)

    @property
    def can_redo(self) -> bool:
        return self._answerable and bool(self._opened_play().again)

    def undo_reveals(self) -> Text | None:
        """What hands must turn down again if the last input is taken back; None if it revealed nothing."""
        return self._play.reveals() if self._play is not None else None

    def undo(self, device: str) -> Undone:
        """Take the last input back, with all that was drawn after it. Raises NothingToTakeBack or NoGame."""
        undone = self._opened_play().undo()
        self._append("undo", undone.keys, undone.seat, device)
        self._meanwhile.append((self._last, Text("taken back: {answer}", answer=undone.words)))
        self._done([])
        return undone

    def redo(self, device: str) -> list[News]:
        """Let the last input that was taken back come again. Raises NothingToTakeBack or NoGame."""
        play = self._opened_play()
        seat = play.game.decision.seat if play.game.decision else TABLE
        news = play.redo()
        self._append("redo", play.done[-1].keys, seat, device)
        return self._done(news)

    def change(self, answer: int, key: str, device: str) -> list[News]:
        """Replace answer number ``answer`` (from 0, as in the ledger) and play all later ones again.

        Raises IllegalAnswer, naming the first later answer that no longer fits; then nothing has changed.
        """
        play = self._opened_play()
        was = play.game.past[answer].key if 0 <= answer < len(play.game.past) else ""
        news = play.change(answer, key)
        details = payload({"answer": answer, "key": key, "was": was})
        self._append("change", (key,), play.game.past[answer].seat, device, details=details)
        return self._done(news + self._draw())

    # ---- behind the door

    @property
    def _answerable(self) -> bool:
        """Not while a game that was stopped is only looked at; one at its end can be taken back and corrected."""
        return self._play is not None and (self._play.game.over or not self._play.finished)

    def _opened_play(self) -> Play:
        if self._play is None:
            raise NoGame("no game is on the table")
        if not self._answerable:
            raise NoGame("this game is finished: reopen it to go on")
        return self._play

    def _show(self, number: int, operations: tuple[Operation, ...]) -> BaseException | None:
        if self._take_up(operations):
            self._going(number)
            self._done([])
            return None
        self.changed()
        return self.differs

    def _take_up(self, operations: tuple[Operation, ...]) -> bool:
        try:
            self._put_on(fold(operations, self._titles))
        except Differs as differs:
            self.differs, self.stored = differs, told_by(operations)
            return False
        return True

    def _put_on(self, play: Play) -> None:
        self._play, self.differs, self._ready = play, None, ()
        self.news = []
        self._meanwhile.clear()

    def _going(self, number: int) -> None:
        """A game is being played: that is what a pulled plug comes back to."""
        if self._answerable:
            self._keep(OPEN, number)
        self._keep(STOPPED, False)
        self._saving.write()

    def _keep(self, name: str, value: Any) -> None:
        if self._memory.get(name, ...) != value:
            self._memory[name] = value
            self._saving.remember(name, value)

    def _head(self, details: Mapping[str, Any]) -> None:
        play = self._opened_play()
        play.start = play.start.headed(details)
        self._append("header", details=payload(details))
        self._done([])

    def _draw(self) -> list[News]:
        assert self._play is not None
        keys = self._play.draw()
        if not keys:
            return []
        news = self._play.drawn(keys)
        self._append("draw", keys, TABLE, "companion")
        return news

    def _append(
        self,
        op: str,
        keys: Sequence[str] = (),
        seat: int = TABLE,
        device: str = "",
        revision: int | None = None,
        details: str = "",
    ) -> None:
        play = self._play
        assert play is not None
        if op != "finish":  # whatever is done to a finished game opens it again
            play.finished = ""
        moment, synchronised = self._wall()
        seen = self._last if revision is None else revision
        self._last += 1
        operation = Operation(
            number=self._last,
            game=play.number,
            op=op,
            keys=tuple(keys),
            seat=seat,
            device=device,
            revision=seen,
            digest=digest(play.game),
            turn=play.game.turn[0],
            totals=tuple(play.game.totals()),
            payload=details,
            at=written(moment),
            synchronised=synchronised,
        )
        self._saving.put(operation)
        self._shelf.add(play, operation)
        if not play.finished:
            self._keep(OPEN, play.number)
            self._keep(STOPPED, False)

    def _done(self, news: list[News]) -> list[News]:
        """Send off what was done; a game at its end is finished, and stays on the table to be looked at."""
        if self._play is not None and self._play.game.over and not self._play.finished:
            self._finished(self._play, ended(self._play.game))
        self.news = news
        self._saving.write()
        self.changed()
        return news
