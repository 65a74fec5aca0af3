"""Why a seat has its points: the sums by reason, the entries of one reason, and the change of an earlier entry.

Reads the ledger and the words of the game, whatever the title.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game import TABLE, Game
from engine.ledger import Entry, by_reason
from engine.words import Text
from firmware_py.errors import FirmwareError
from firmware_py.flow import news as telling
from firmware_py.flow.pages import notice, with_back
from firmware_py.flow.prompt import prompt
from firmware_py.flow.widgets import EntriesLayer, Layer, ListLayer
from firmware_py.view import Header, Line, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def why_seats_layer(flow: Flow) -> Layer:
    """Whose score shall be explained."""
    game = flow.game
    assert game is not None
    lines = [Line(flow.name(seat), telling.number(total)) for seat, total in enumerate(game.totals())]
    mover = game.decision.seat if game.decision and game.decision.seat != TABLE else 0
    header = Header("", "book", flow.say("Why?"))
    return with_back(flow, header, lines, lambda place: flow.push(why_layer(flow, place)), mover)


def why_layer(flow: Flow, seat: int) -> Layer:
    """The sources of a seat's points; a click shows the entries of one."""
    game = flow.game
    assert game is not None
    sums = by_reason(game.ledger, seat)
    reasons = sorted(sums, key=lambda reason: -sums[reason])
    header = Header(flow.name(seat), "", flow.say("Why {total}?", total=game.totals()[seat]))
    if not reasons:
        empty = notice(flow, header, (flow.say("No points yet."),))
        empty.of_seat = seat
        return empty
    lines = [Line(flow.say(game.way.reason(reason)), telling.number(sums[reason])) for reason in reasons]
    page = with_back(flow, header, lines, lambda place: flow.push(entries_layer(flow, seat, reasons[place])))
    page.of_seat = seat
    return page


def entries_layer(flow: Flow, seat: int, reason: str) -> Layer:
    """The ledger lines of one seat and reason, oldest first; a click offers to change one."""
    game = flow.game
    assert game is not None
    way = game.way
    entries = [entry for entry in game.ledger if entry.seat == seat and entry.reason == reason]
    rows = [
        (
            flow.say(way.when(entry.when)),
            flow.say(way.place(entry.place)) or flow.say(way.reason(reason)),
            telling.signed(entry.amount),
        )
        for entry in entries
    ]
    if not flow.ways.has_back:
        rows.append(("", flow.say("Back"), ""))
    total = telling.number(sum(entry.amount for entry in entries))
    header = Header(flow.name(seat), "", f"{flow.say(way.reason(reason))} {total}")

    def pick(place: int) -> None:
        if place < len(entries):
            flow.push(entry_layer(flow, entries[place]))
        else:
            flow.pop()

    page = EntriesLayer(lambda: header, rows, pick, len(entries) - 1)
    page.of_seat = seat
    return page


def entry_layer(flow: Flow, entry: Entry) -> Layer:
    """One line of the score: change it, or keep it."""
    game = flow.game
    assert game is not None
    header = Header(flow.name(entry.seat), "pencil", said(flow, game, entry))
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


def said(flow: Flow, game: Game, entry: Entry) -> str:
    """When and what for: "Q2 R3 stairs"."""
    what = flow.say(game.way.place(entry.place)) or flow.say(game.way.reason(entry.reason))
    return f"{flow.say(game.way.when(entry.when))} {what}"


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
            flow.refuse(flow.say(why) if isinstance(why, Text) else str(refused), flow.say("Not changed"))
            return
        flow.home()
        total = f"{flow.name(entry.seat)} {telling.number(flow.table.game.totals()[entry.seat])}"  # type: ignore[union-attr]
        header = Header(flow.name(entry.seat), "pencil", said(flow, game, entry))
        lines = (total, flow.say("Back takes it back"))
        flow.toast(Toast(header, flow.say("Changed"), lines), telling.LONG)

    heading = flow.say("Change to")
    flow.replace(prompt(then, flow.table.names, flow.say, give, heading=heading, start=before))
