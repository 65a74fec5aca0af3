"""Why a seat has its points: the sums by reason, the entries of one reason, and the change of an earlier entry.

Reads the ledger and the words of the game, whatever the title.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game import TABLE, Game
from engine.ledger import Entry, by_reason
from engine.title import Way
from engine.words import Text
from firmware_py.errors import FirmwareError
from firmware_py.flow import news as telling
from firmware_py.flow.pages import notice, with_back
from firmware_py.flow.prompt import prompt
from firmware_py.flow.widgets import EntriesLayer, Layer, ListLayer
from firmware_py.view import Header, Line, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


@dataclass(frozen=True, slots=True)
class Told:
    """A game whose points are told: the one on the table, or a past one; ``game`` is None if that does not replay."""

    names: Sequence[str]
    way: Way | None
    ledger: Sequence[Entry]
    totals: Sequence[int]
    game: Game | None
    live: bool = False  # whether its entries can be changed

    def reason(self, entry: Entry | str) -> Text:
        reason = entry if isinstance(entry, str) else entry.reason
        return self.way.reason(reason) if self.way else Text(reason.capitalize())

    def what(self, flow: Flow, entry: Entry) -> str:
        """What an entry is for: its place, or else its reason."""
        return flow.say(self.way.place(entry.place) if self.way else Text("")) or flow.say(self.reason(entry))

    def when(self, flow: Flow, entry: Entry) -> str:
        return flow.say(self.way.when(entry.when) if self.way else Text("turn {turn}", turn=entry.turn))


def on_table(flow: Flow) -> Told:
    """The game on the table."""
    game = flow.game
    assert game is not None
    return Told(flow.table.names, game.way, game.ledger, game.totals(), game, live=True)


def why_seats_layer(flow: Flow) -> Layer:
    """Whose score shall be explained."""
    game = flow.game
    assert game is not None
    lines = [Line(flow.name(seat), telling.number(total)) for seat, total in enumerate(game.totals())]
    mover = game.decision.seat if game.decision and game.decision.seat != TABLE else 0
    header = Header("", "book", flow.say("Why?"))
    return with_back(flow, header, lines, lambda place: flow.push(why_layer(flow, place)), mover)


def why_layer(flow: Flow, seat: int, told: Told | None = None) -> Layer:
    """The sources of a seat's points; a click shows the entries of one."""
    told = told or on_table(flow)
    sums = by_reason(told.ledger, seat)
    reasons = sorted(sums, key=lambda reason: -sums[reason])
    header = Header(told.names[seat], "", flow.say("Why {total}?", total=told.totals[seat]))
    if not reasons:
        empty = notice(flow, header, (flow.say("No points yet."),))
        empty.of_seat = seat
        return empty
    lines = [Line(flow.say(told.reason(reason)), telling.number(sums[reason])) for reason in reasons]
    page = with_back(flow, header, lines, lambda place: flow.push(entries_layer(flow, seat, reasons[place], told)))
    page.of_seat = seat
    return page


def entries_layer(flow: Flow, seat: int, reason: str, told: Told) -> Layer:
    """The ledger lines of one seat and reason, oldest first; a click offers to change one of the game on the table."""
    entries = [entry for entry in told.ledger if entry.seat == seat and entry.reason == reason]
    rows = [(told.when(flow, entry), told.what(flow, entry), telling.signed(entry.amount)) for entry in entries]
    if not flow.ways.has_back:
        rows.append(("", flow.say("Back"), ""))
    total = telling.number(sum(entry.amount for entry in entries))
    header = Header(told.names[seat], "", f"{flow.say(told.reason(reason))} {total}")

    def pick(place: int) -> None:
        if place == len(entries):
            flow.pop()
        elif told.live:
            flow.push(entry_layer(flow, entries[place]))

    page = EntriesLayer(lambda: header, rows, pick, len(entries) - 1)
    page.of_seat = seat
    return page


def entry_layer(flow: Flow, entry: Entry) -> Layer:
    """One line of the score: change it, or keep it."""
    game = flow.game
    assert game is not None
    header = Header(flow.name(entry.seat), "pencil", said(flow, entry))
    lines = [
        Line(flow.say("Change this entry"), icon="pencil"),
        Line(flow.say("Keep it"), telling.signed(entry.amount)),
    ]

    def pick(place: int) -> None:
        if place == 0:
            change_entry(flow, game, entry)
        else:
            flow.pop()

    return ListLayer(lambda: header, lines, pick, cursor=1)


def said(flow: Flow, entry: Entry) -> str:
    """When and what for: "Q2 R3 stairs"."""
    told = on_table(flow)
    return f"{told.when(flow, entry)} {told.what(flow, entry)}"


def change_entry(flow: Flow, game: Game, entry: Entry) -> None:
    """Ask the old question again; the later answers are replayed after the new one."""
    if not 0 <= entry.answer < len(game.past) or game.past[entry.answer].key[:1] == "!":
        flow.refuse(flow.say("This entry is a correction. Correct it once more."), flow.say("Cannot change"))
        return
    before = game.past[entry.answer].key
    then = game.copy(past=True)
    while len(then.past) > entry.answer:
        then.undo()

    def give(key: str) -> None:
        if key == before:
            flow.pop()
            return
        try:
            flow.table.change(entry.answer, key, flow.device)
        except (EngineError, FirmwareError) as refused:
            flow.pop()
            why = getattr(refused, "text", None)
            said_why = flow.say(why) if isinstance(why, Text) else str(refused)
            flow.refuse(f"{said_why.rstrip('.')}. {flow.say('Menu → Correct sets points.')}", flow.say("Not changed"))
            return
        flow.home()
        total = f"{flow.name(entry.seat)} {telling.number(flow.table.game.totals()[entry.seat])}"  # type: ignore[union-attr]
        header = Header(flow.name(entry.seat), "pencil", said(flow, entry))
        lines = (total, flow.say("Back takes it back"))
        flow.toast(Toast(header, flow.say("Changed"), lines), telling.LONG)

    heading = flow.say("Change to")
    flow.replace(prompt(then, flow.table.names, flow.say, give, heading=heading, start=before))
