"""What the glass and the buzzer make of news: toasts, sounds, and the wording of what was taken back or is lost.

Follows the news of an answer alone; a title needs no code here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.game import TABLE
from engine.words import News, Row, Text
from firmware_py.view import Header, Notice, Result, Screen, Sheet, Standing, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.folding import Undone

SOUNDS = ("over", "quarter", "round", "turn")  # the greatest event of an answer is the one that is heard


def signed(amount: int) -> str:
    """A number with its sign, a true minus."""
    return f"+{amount}" if amount > 0 else str(amount).replace("-", "−")


def number(value: int | None) -> str:
    """A number as it stands in a row; nothing for None."""
    return "" if value is None else str(value).replace("-", "−")


def sounds(news: Sequence[News]) -> Iterator[str]:
    """The names of the sounds for an answer's news: at most one."""
    kinds = {item.kind for item in news}
    for name in SOUNDS:
        if name in kinds:
            yield name
            return


def toasts(flow: Flow, news: Sequence[News]) -> Iterator[tuple[Screen, float]]:
    """Pictures for an answer's news, each with its seconds."""
    game = flow.game
    if game is None:
        return
    page = game.page(None)
    kinds = {item.kind for item in news}
    moved_on = bool(kinds & {"turn", "round", "quarter", "over"})
    scored = [item for item in news if item.kind == "points"]
    where = flow.say(page.status)
    if scored and moved_on and "final" not in kinds:
        last = scored[-1]
        yield points(flow, last, where), 1.5
    for item in news:
        if item.kind == "drawn":
            yield Toast(Header("", "random", "Drawn for you"), flow.say(item.text), icon=item.icon), 2.5
        elif item.kind in ("corrected", "left"):
            header = Header(flow.name(item.seat), "pencil", where)
            title = "Corrected" if item.kind == "corrected" else "Seat left"
            yield Toast(header, title, (flow.say(item.text),)), 2.0
        elif item.kind == "senate":
            rows = game.way.result(game)
            if rows:
                yield outcome(flow, rows, flow.say(item.text)), 6.0
        elif item.kind == "final":
            yield sheet(flow, item.seat), 6.0


def points(flow: Flow, scored: News, where: str) -> Screen:
    """ "+3", for what, and who comes next."""
    assert flow.game is not None
    name = flow.name(scored.seat)
    lines = [f"{name} {number(flow.game.totals()[scored.seat])}"]
    decision = flow.game.decision
    if decision is not None and decision.seat not in (TABLE, scored.seat):
        lines.append(f"next: {flow.name(decision.seat)}")
    return Toast(Header(name, "", where), flow.say(scored.text), ("   ".join(lines),), big=signed(scored.amount))


def outcome(flow: Flow, rows: Sequence[Row], subject: str) -> Screen:
    """The result of a vote: the first two large, the others and the notes in lines."""
    first = tuple(Standing(flow.say(row.label), number(row.number), row.icon) for row in rows[:2])
    rest = "   ".join(f"{flow.say(row.label)} {number(row.number)}" for row in rows[2:])
    notes = [flow.say(row.note) for row in rows if row.note is not None]
    return Result(Header("", "", subject), first, tuple(line for line in (rest, *notes) if line))


def sheet(flow: Flow, seat: int) -> Screen:
    """A seat's final score, line by line, and its place so far."""
    game = flow.game
    assert game is not None
    lines = tuple(
        (flow.say(row.label), number(row.number) if place == 0 else signed(row.number or 0))
        for place, row in enumerate(game.way.summary(game, seat))
    )
    standings = game.standings()
    place = ordinal(standings.places[seat])
    header = Header(flow.name(seat), "", "final", f"{seat + 1}/{game.players}")
    return Sheet(header, lines, number(standings.totals[seat]), place)


def ordinal(place: int) -> str:
    """ "first", "2nd" …"""
    return {1: "first", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def undone(flow: Flow, what: Undone) -> Screen:
    """What Back took back, and the way to have it again."""
    game = flow.game
    where = flow.say(game.page(None).status) if game is not None else ""
    name = flow.name(what.seat)
    said = flow.say(what.words)
    lines = (f"{name}: {said}" if name else said, "Menu → Undo → Redo")
    return Toast(Header(name, "", where), "Taken back", lines, icon="undo")


def part_lost(message: str) -> Screen:
    """A part of the box does not answer: the driver's own sentence, and that the game goes on."""
    subject, _, remedy = message.partition(": ")
    sentence = f"{subject[:1].upper()}{subject[1:]}."
    advice = f"{remedy[:1].upper()}{remedy[1:]}." if remedy else ""
    return Notice(Header("", "warning", "A part is lost"), (sentence, advice, "The game goes on."))


def trouble_lines(unsaved: int) -> tuple[str, ...]:
    """How much is at stake while nothing can be saved, and what helps."""
    count = "1 answer is" if unsaved == 1 else f"{unsaved} answers are"
    return (f"{count} only in memory. Do not unplug.", "Free some space. Trying again…")


def say_text(flow: Flow, text: Text | str) -> str:
    """A text or a final string, in words."""
    return text if isinstance(text, str) else flow.say(text)
