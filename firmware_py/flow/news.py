"""What the glass and the buzzer make of news: toasts, pages to look at, sounds, and the wording of what went back.

Follows the news of an answer alone; a title needs no code here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.game import TABLE, Game
from engine.ledger import Entry
from engine.words import News, Row
from firmware_py.flow.pages import notice
from firmware_py.flow.widgets import Layer, ShownLayer
from firmware_py.names import MOST_LETTERS, shortened
from firmware_py.view import Header, Notice, Result, Screen, Sheet, Standing, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.folding import Undone

SOUNDS = ("over", "quarter", "round", "turn")  # the greatest event of an answer is the one that is heard
LONG, LONGER = 4 / 3, 2.0  # how much longer a toast stays that has more to say
SHEET_ROWS, LOW_SHEET_ROWS = 5, 2  # lines of a final score on glass of 64 and of 32 rows
TOAST_LINES = 3
DRAWN_TOASTS = 2  # more draws at once than this are a page to read
CORRECTION = "correction"  # the reason of every corrected score


def signed(amount: int) -> str:
    """A number with its sign, a true minus."""
    return f"+{amount}" if amount > 0 else str(amount).replace("-", "−")


def number(value: int | None) -> str:
    """A number as it stands in a row; nothing for None."""
    return "" if value is None else str(value).replace("-", "−")


def sounds(news: Sequence[News], handed: bool = False) -> Iterator[str]:
    """The names of the sounds for an answer's news: at most one. ``handed``: somebody else is asked now."""
    kinds = {item.kind for item in news} | ({"turn"} if handed else set())
    for name in SOUNDS:
        if name in kinds:
            yield name
            return


def heading(flow: Flow, game: Game) -> str:
    """What a question to the table follows from ("Round 3 is over"), if it does."""
    if game.decision is None or game.decision.seat != TABLE:
        return ""
    return next((flow.say(item.text) for item in reversed(flow.news) if item.kind == "round"), "")


def toasts(flow: Flow, news: Sequence[News], asked: int) -> Iterator[tuple[Screen, float]]:
    """Pictures for an answer's news, each with how many times the usual while it stays; ``asked``: who answered."""
    game = flow.game
    if game is None:
        return
    where = flow.say(game.page(None).status)
    if scored := fresh_points(flow, game, news, asked):
        yield points(flow, game, scored, where), 1.0
    drawn = [item for item in news if item.kind == "drawn"]
    for item in drawn if len(drawn) <= DRAWN_TOASTS else ():
        lines = flow.say("Drawn for you."), flow.say("Lay it out.")
        yield Toast(Header("", "random", where), flow.say(item.text), lines, icon=item.icon or "random"), LONGER
    for item in news:
        if item.kind in ("corrected", "left"):
            title = flow.say("Corrected") if item.kind == "corrected" else flow.say("Seat left")
            header = Header(flow.name(item.seat), "pencil", where)
            yield Toast(header, title, (flow.say(item.text), flow.say("Back takes it back"))), LONG
    handed = handed_over(game, news, asked)
    if handed:
        yield hand_over(flow, game, news, where), LONG
    mover = game.decision.seat if game.decision is not None else TABLE
    # who is asked on sees what came of it; a picture over the next question would only be in the way
    seen = {mover, asked} if handed else {mover}
    forced = [item for item in news if item.kind == "forced" and (item.icon or item.seat not in seen)]
    if forced:
        yield only_choices(flow, forced, where), LONG


def handed_over(game: Game | None, news: Sequence[News], asked: int) -> bool:
    """Whether the knob goes to another seat in the middle of a turn, or back to the seat whose turn it is."""
    if game is None or game.decision is None or any(item.kind == "turn" for item in news):
        return False
    seat, mover = game.decision.seat, game.way.mover(game)
    return seat != asked and TABLE not in (seat, asked, mover) and mover in (seat, asked)


def hand_over(flow: Flow, game: Game, news: Sequence[News], where: str) -> Screen:
    """Whose answer it is now, what was taken for that seat without asking, and what is asked."""
    assert game.decision is not None
    seat, mover = game.decision.seat, game.way.mover(game)
    question = flow.say(game.words())
    if seat == mover:
        title, beside = flow.say("Back to {name}", name=flow.name(seat)), game.way.beside(game)
        lines = [flow.say(beside) if beside is not None else question]
        return Toast(Header(flow.name(seat), "", where), title, tuple(lines), icon="seat")
    title = flow.say("{name} answers", name=flow.name(seat))
    taken = [flow.say(item.text) for item in news if item.kind == "forced" and item.seat == seat]
    lines = [*taken[:1], question, flow.say("in the turn of {name}", name=flow.name(mover))]
    return Toast(Header(flow.name(seat), "", where), title, tuple(lines), icon="" if taken else "seat")


def fresh_points(flow: Flow, game: Game, news: Sequence[News], asked: int) -> list[Entry]:
    """What the seat that was asked has scored since the glass last told so, once the next question is not its own."""
    if game.decision is not None and game.decision.seat == asked:
        return []
    start, flow.told_points = min(flow.told_points, len(game.ledger)), len(game.ledger)
    if any(item.kind == "final" for item in news):
        return []
    return [entry for entry in game.ledger[start:] if entry.seat == asked and entry.reason != CORRECTION]


def told_before(game: Game | None) -> int:
    """How many entries of a game that is taken up have been told: all but what is scored by who is still asked."""
    if game is None:
        return 0
    told = len(game.ledger)
    if game.decision is not None and game.past and game.past[-1].seat == game.decision.seat:
        while told and (last := game.ledger[told - 1]).seat == game.decision.seat and last.turn == game.turn[0]:
            told -= 1
    return told


def points(flow: Flow, game: Game, scored: Sequence[Entry], where: str) -> Screen:
    """ "+3", for what, and who comes next."""
    seat = scored[0].seat
    name, total, decision = flow.name(seat), number(game.totals()[seat]), game.decision

    def line(names: Sequence[str]) -> str:
        following = ""
        if decision is not None and decision.seat not in (TABLE, seat):
            following = flow.say("   next: {name}", name=names[decision.seat])
        return f"{names[seat]} {total}{following}"

    said = in_a_line(flow, flow.table.names, line)
    reasons = dict.fromkeys(flow.say(game.way.reason(entry.reason)) for entry in scored)
    return Toast(
        Header(name, "", where), ", ".join(reasons), (said,), big=signed(sum(entry.amount for entry in scored))
    )


def in_a_line(flow: Flow, names: Sequence[str], line: Callable[[Sequence[str]], str]) -> str:
    """A line of text with as many letters of the names as it has room for."""
    for letters in range(MOST_LETTERS, 1, -1):
        text = line(shortened(names, letters))
        if len(flow.ways.wrap(text)) <= 1:
            return text
    return line(shortened(names, 1))


def only_choices(flow: Flow, forced: Sequence[News], where: str) -> Screen:
    """What was answered without asking, since there was no other answer."""
    said = [f"{flow.name(item.seat)}: {flow.say(item.text)}".removeprefix(": ") for item in forced]
    if len(said) > TOAST_LINES:
        rest = len(said) - TOAST_LINES + 1
        said = [*said[: TOAST_LINES - 1], flow.say("and {count} more", count=rest)]
    return Toast(Header("", "", where), flow.say("The only choice"), tuple(said))


# ---- pages to look at


def pages(flow: Flow, news: Sequence[News]) -> list[Layer]:
    """Results, and long lists of what was drawn, that stay until they have been looked at, the first one first."""
    game = flow.game
    if game is None:
        return []
    shown: list[Layer] = []
    drawn = [flow.say(item.text) for item in news if item.kind == "drawn"]
    if len(drawn) > DRAWN_TOASTS:
        shown.append(notice(flow, Header("", "random", flow.say("Lay these out")), drawn))
    for item in news:
        if item.kind == "senate" and (rows := game.way.result(game)):
            shown += result_pages(flow, rows, flow.say(item.text))
        elif item.kind == "final":
            shown.append(sheet_page(flow, game, item.seat))
    return shown


def result_pages(flow: Flow, rows: Sequence[Row], subject: str) -> Iterator[ShownLayer]:
    """The result of a vote; on low glass the notes on a page of their own."""
    standings = tuple(Standing(flow.say(row.label), number(row.number), row.icon) for row in rows)
    notes = tuple(flow.say(row.note) for row in rows if row.note is not None)
    header = Header("", "", subject)
    picture = Result(header, standings, notes)
    yield ShownLayer(lambda _: picture, flow.pop)
    if flow.ways.page_lines < SHEET_ROWS:
        others = "   ".join(f"{row.name} {row.number}" for row in standings[2:])
        more = Notice(header, tuple(line for line in (others, *notes) if line))
        yield ShownLayer(lambda _: more, flow.pop)


def sheet_page(flow: Flow, game: Game, seat: int, name: str = "", done: Callable[[], None] | None = None) -> ShownLayer:
    """A seat's final score, line by line, and its place so far; a click calls ``done``, or closes it."""
    lines = tuple(
        (flow.say(row.label), number(row.number) if place == 0 else signed(row.number or 0))
        for place, row in enumerate(game.way.summary(game, seat))
    )
    standings = game.standings()
    total, place = number(standings.totals[seat]), ordinal(flow, standings.places[seat])
    header = Header(name or flow.name(seat), "", flow.say("final"), f"{seat + 1}/{game.players}")
    rows = SHEET_ROWS if flow.ways.page_lines >= SHEET_ROWS else LOW_SHEET_ROWS
    return ShownLayer(
        lambda first: Sheet(header, lines, total, place, first), done or flow.pop, steps=max(0, len(lines) - rows)
    )


def ordinal(flow: Flow, place: int) -> str:
    """ "first", "2nd" …"""
    if place == 1:
        return flow.say("first")
    return flow.say({2: "2nd", 3: "3rd"}.get(place, "{place}th"), place=place)


# ---- what went back


def answered(question: str, answer: str) -> str:
    """A question and its answer in a line: "Points? build +3", "markers: 2"."""
    return f"{question} {answer}" if question.endswith(("?", ":")) else f"{question}: {answer}"


def undone(flow: Flow, what: Undone) -> Screen:
    """What Back took back, and the way to have it again."""
    game = flow.game
    where = flow.say(game.page(None).status) if game is not None else ""
    said = answered(flow.say(what.question), flow.say(what.words))
    long = len(flow.ways.wrap(said))  # what does not fit beside the icon has the whole width
    lines = (said, flow.say("Menu → Undo → Redo")) if long < TOAST_LINES else (said,)
    icon = "undo" if long == 1 else ""
    return Toast(Header(flow.name(what.seat), "", where), flow.say("Taken back"), lines, icon=icon)
