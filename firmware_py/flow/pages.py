"""Pages to look at: status, a seat's page, the score, "why", the entries of one reason, others, the rules at hand.

Everything comes from the game's page, ledger and words, so that every title has these pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.game import TABLE, Game
from engine.ledger import Entry, by_reason
from engine.words import Text
from firmware_py.errors import FirmwareError
from firmware_py.flow import news as telling
from firmware_py.flow.prompt import prompt
from firmware_py.flow.widgets import EntriesLayer, Layer, ListLayer, NoticeLayer
from firmware_py.view import Header, Line, Screen, SeatPage, Standing, Status, Winner

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def status_screen(flow: Flow) -> Screen:
    """The game at a glance; the seat to move is inverted."""
    game = flow.game
    assert game is not None
    page = game.page(None)
    rows = tuple(
        Standing(flow.say(row.label), telling.number(row.number), row.icon, telling.number(row.aside))
        for row in page.rows
    )
    mover = game.decision.seat if game.decision else TABLE
    focus = next((place for place, row in enumerate(page.rows) if row.seat == mover), -1)
    return Status(flow.say(page.status), flow.say(page.left), page.marks, rows, focus, page.track)


class SeatLayer(Layer):
    """One seat's page; turning goes to the next seat, a click to its "why"."""

    def __init__(self, flow: Flow, seat: int) -> None:
        self.flow, self.of = flow, seat

    def turn(self, notches: int, fast: bool) -> None:
        game = self.flow.game
        if game is not None:
            self.of = (self.of + notches) % game.players

    def click(self) -> None:
        self.flow.replace(why_layer(self.flow, self.of))

    def screen(self) -> Screen:
        flow, game = self.flow, self.flow.game
        assert game is not None
        page, standings, seat = game.page(self.of), game.standings(), self.of
        total, best = standings.totals[seat], standings.totals[standings.order[0]]
        place = telling.ordinal(standings.places[seat])
        if total < best:
            place = f"{place}, {best - total} behind"
        row = next((row for row in page.rows if row.seat == seat), None)
        facts: tuple[tuple[str, str], ...] = ()
        if row is not None and row.note is not None:
            facts = ((row.icon, flow.say(row.note)),)
        elif row is not None and row.aside is not None:
            facts = ((row.icon, telling.number(row.aside)),)
        decision = game.decision
        lines, turn = tuple(flow.say(note) for note in page.notes), ""
        if decision is not None and decision.seat == seat:
            turn = "your turn"
        elif decision is not None and decision.seat != TABLE:
            lines = (f"{flow.name(decision.seat)} is playing", *lines)
        return SeatPage(flow.name(seat), telling.number(total), "points", place, facts, page.marks, lines, turn)


class OverLayer(ListLayer):
    """The end of a game: the winner first, then the seats from first to last; a click opens a seat's "why"."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        game = flow.game
        assert game is not None
        standings = game.standings()
        lines = [
            Line(f"{standings.places[seat]} {flow.name(seat)}", telling.number(standings.totals[seat]))
            for seat in standings.order
        ]
        self.order = standings.order
        lines.append(Line("New game", icon="arch"))
        super().__init__(lambda: Header("", "prestige", "Final score"), lines, self.picked, cursor=-1)

    def turn(self, notches: int, fast: bool) -> None:
        if self.cursor < 0:  # the first turn leaves the winner's picture for the list
            self.cursor = 0 if notches > 0 else len(self.lines) - 1
        else:
            super().turn(notches, fast)

    def click(self) -> None:
        if self.cursor < 0:
            self.cursor = 0
        else:
            super().click()

    def picked(self, place: int) -> None:
        if place < len(self.order):
            self.flow.push(why_layer(self.flow, self.order[place]))
        else:
            self.flow.table.finish("over")
            self.flow.home()

    def screen(self) -> Screen:
        return super().screen() if self.cursor >= 0 else winner_screen(self.flow)


def winner_screen(flow: Flow) -> Screen:
    """Who wins, by how much, from what most."""
    game = flow.game
    assert game is not None
    standings = game.standings()
    first = standings.order[0]
    others = [seat for seat in standings.order if seat != first]
    margin = standings.totals[first] - standings.totals[others[0]] if others else 0
    gained = by_reason(game.ledger, first)
    best = max(gained, key=lambda reason: gained[reason], default="")
    lines = [f"most from {flow.say(game.way.reason(best)).lower()}: {gained[best]}"] if best else []
    lines.append("   ".join(f"{flow.name(seat)} {telling.number(standings.totals[seat])}" for seat in others))
    by = f"by {margin}" if margin else "by the tie-break"
    return Winner(f"{flow.name(first)} wins", telling.number(standings.totals[first]), by, tuple(lines))


def over_layer(flow: Flow) -> Layer:
    return OverLayer(flow)


def score_layer(flow: Flow) -> Layer:
    """All seats with their points; a click opens a seat's page."""
    game = flow.game
    assert game is not None
    standings = game.standings()
    lines = [
        Line(f"{standings.places[seat]} {flow.name(seat)}", telling.number(standings.totals[seat]))
        for seat in standings.order
    ]
    header = Header("", "prestige", "Score", flow.say(game.page(None).status))
    return with_back(flow, header, lines, lambda place: flow.push(SeatLayer(flow, standings.order[place])))


def with_back(flow: Flow, header: Header, lines: Sequence[Line], pick: object, cursor: int = 0) -> ListLayer:
    """A list page; on a box without a Back button it ends in a row "Back"."""
    assert callable(pick)
    shown = list(lines)
    if not flow.ways.has_back:
        shown.append(Line("Back", icon="undo"))

    def picked(place: int) -> None:
        if place < len(lines):
            pick(place)
        else:
            flow.pop()

    return ListLayer(lambda: header, shown, picked, cursor)


def why_seats_layer(flow: Flow) -> Layer:
    """Whose score shall be explained."""
    game = flow.game
    assert game is not None
    lines = [Line(flow.name(seat), telling.number(total)) for seat, total in enumerate(game.totals())]
    mover = game.decision.seat if game.decision and game.decision.seat != TABLE else 0
    return with_back(flow, Header("", "book", "Why?"), lines, lambda place: flow.push(why_layer(flow, place)), mover)


def why_layer(flow: Flow, seat: int) -> Layer:
    """The sources of a seat's points; a click shows the entries of one."""
    game = flow.game
    assert game is not None
    sums = by_reason(game.ledger, seat)
    reasons = sorted(sums, key=lambda reason: -sums[reason])
    lines = [Line(flow.say(game.way.reason(reason)), telling.number(sums[reason])) for reason in reasons]
    header = Header(flow.name(seat), "", f"Why {telling.number(game.totals()[seat])}?")
    if not lines:
        return NoticeLayer(lambda: header, [("No points yet.",)], flow.pop)
    return with_back(flow, header, lines, lambda place: flow.push(entries_layer(flow, seat, reasons[place])))


def entries_layer(flow: Flow, seat: int, reason: str) -> Layer:
    """The ledger lines of one seat and reason, oldest first; a click offers to change one."""
    game = flow.game
    assert game is not None
    way = game.way
    entries = [entry for entry in game.ledger if entry.seat == seat and entry.reason == reason]
    rows = [
        (
            flow.say(way.when(e.when)),
            flow.say(way.place(e.place)) or flow.say(way.reason(reason)),
            telling.signed(e.amount),
        )
        for e in entries
    ]
    total = telling.number(sum(entry.amount for entry in entries))
    header = Header(flow.name(seat), "", f"{flow.say(way.reason(reason))} {total}")
    return EntriesLayer(lambda: header, rows, lambda place: flow.push(entry_layer(flow, entries[place])))


def entry_layer(flow: Flow, entry: Entry) -> Layer:
    """One line of the score: change it, or go back."""
    game = flow.game
    assert game is not None
    way = game.way
    what = flow.say(way.place(entry.place)) or flow.say(way.reason(entry.reason))
    header = Header(flow.name(entry.seat), "pencil", f"{flow.say(way.when(entry.when))} {what}")
    lines = [Line("Change this entry", icon="pencil"), Line("Keep it", telling.signed(entry.amount))]

    def pick(place: int) -> None:
        if place == 0:
            change_entry(flow, game, entry)
        else:
            flow.pop()

    return ListLayer(lambda: header, lines, pick, cursor=1)


def change_entry(flow: Flow, game: Game, entry: Entry) -> None:
    """Ask the old question again; the later answers are replayed after the new one."""
    then = game.copy(past=True)
    while len(then.past) > entry.answer:
        then.undo()
    if then.decision is None or not 0 <= entry.answer < len(game.past) or game.past[entry.answer].key[:1] == "!":
        flow.refuse("This entry is a correction. Take it back, or correct it again.", "Cannot change")
        return

    def give(key: str) -> None:
        try:
            news = flow.table.change(entry.answer, key, "knob")
        except (ValueError, FirmwareError) as refused:
            flow.pop()
            text = getattr(refused, "text", None)
            flow.refuse(flow.say(text) if isinstance(text, Text) else str(refused), "Not changed")
            return
        flow.home()
        flow.tell(news or ())

    flow.replace(prompt(then, flow.table.names, flow.say, give, heading="Change to"))


def others_layer(flow: Flow) -> Layer:
    """Answers of this kind that are not legal now; a click says why."""
    game = flow.game
    assert game is not None
    keys = list(game.others())
    header = Header("", "warning", "Not legal now")
    if game.decision is None or not keys:
        return NoticeLayer(lambda: header, [("Every answer of this kind is legal now.",)], flow.pop)
    lines = [Line(flow.say(game.words(key)), icon=game.way.icon(game, key), legal=False) for key in keys]

    def pick(place: int) -> None:
        why = flow.say(game.why_not(keys[place]))
        name = flow.name(game.decision.seat) if game.decision else ""
        flow.push(NoticeLayer(lambda: Header(name, "warning", "Not legal"), [(why,)], flow.pop))

    return with_back(flow, header, lines, pick)


def rules_layer(flow: Flow) -> Layer:
    """The rules that matter for the open question, and the options in force that are not at their default."""
    game = flow.game
    assert game is not None
    sentences = [flow.say(text) for text in game.way.rules(game)] or [flow.say(game.words())]
    in_force = [
        f"{flow.say(option.label)}: {game.options[option.name].replace('_', ' ')}"
        for option in game.title.options
        if game.options.get(option.name, option.values[0]) != option.values[0]
    ]
    pages = [(sentence,) for sentence in sentences] + [(line,) for line in in_force]
    return NoticeLayer(lambda: Header("", "book", "Rules here"), pages, flow.pop)
