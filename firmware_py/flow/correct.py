"""Corrections on the knob: entered from the game's own list of amendments, field by field, whatever the title."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.words import Amendment, Track
from firmware_py.flow import news as telling
from firmware_py.flow.pages import notice, with_back
from firmware_py.flow.widgets import DialLayer, Layer, is_number
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

LEAVE = "!leave"  # a seat leaves: not a correction, but a way to finish


def amendments_layer(flow: Flow, cursor: int = 0) -> Layer:
    """What may be corrected now; and, last, who draws what is revealed."""
    game = flow.game
    assert game is not None
    amendments = [each for each in game.amendments() if each.fields and not each.stem.startswith(LEAVE)]
    header = Header("", "pencil", flow.say("Correct"))
    if not amendments:
        return notice(flow, header, (flow.say("Nothing can be corrected yet."),))
    lines = [Line(flow.say(each.label), icon=each.icon) for each in amendments]
    lines.append(Line(flow.say("Revealed tiles"), drawn_how(flow, flow.table.draws), "random"))

    def pick(place: int) -> None:
        if place < len(amendments):
            ask_field(flow, amendments[place], ())
        else:
            flow.table.set_draws(other_draws(flow.table.draws))
            flow.replace(amendments_layer(flow, place))

    return with_back(flow, header, lines, pick, cursor)


def drawn_how(flow: Flow, draws: str) -> str:
    """Who draws what is revealed, in words."""
    return flow.say("by hand") if draws == "table" else flow.say("drawn")


def other_draws(draws: str) -> str:
    """The other of the two ways to draw."""
    return "companion" if draws == "table" else "table"


def ask_field(flow: Flow, amendment: Amendment, chosen: tuple[str, ...]) -> None:
    """Ask the next field of a correction, or give it when all are chosen."""
    if len(chosen) == len(amendment.fields):
        flow.give((".".join((amendment.stem, *chosen)),))
        return
    field = amendment.fields[len(chosen)]

    def pick(place: int) -> None:
        ask_field(flow, amendment, (*chosen, field.values[place]))

    flow.push(field_layer(flow, amendment, chosen, pick))


def field_layer(flow: Flow, amendment: Amendment, chosen: tuple[str, ...], pick: Callable[[int], None]) -> Layer:
    """A dial for a run of numbers, a list for anything else; the cursor starts on what is there now."""
    field = amendment.fields[len(chosen)]
    name = flow.say(field.name)
    labels = [flow.say(text) for text in field.labels]
    start = field.values.index(field.present) if field.present in field.values else 0
    subject = flow.say(amendment.label)
    if not all(map(is_number, labels)):
        header = Header("", "pencil", name, subject if subject != name else "")
        return with_back(flow, header, [Line(text) for text in labels], pick, start)
    last = len(chosen) == len(amendment.fields) - 1
    click = flow.say("click: enter as correction") if last else flow.say("click: next")

    def words(place: int) -> tuple[tuple[str, ...], bool, Track | None]:
        change = labels[0][:1] in "+−" and labels[-1][:1] in "+−"
        if change:
            said = total_then(flow, amendment, (*chosen, field.values[place]))
        else:
            said = flow.say("was {was}, now {now}", was=labels[start], now=labels[place])
        return tuple(each for each in (said, click) if each), False, None

    return DialLayer(lambda: Header("", "pencil", subject), name, labels, pick, start, words)


def total_then(flow: Flow, amendment: Amendment, chosen: tuple[str, ...]) -> str:
    """What the correction does to a score ("Ana 41, then 44"), tried on a copy; empty if it does something else."""
    game = flow.game
    assert game is not None
    rest = (field.present for field in amendment.fields[len(chosen) :])
    ahead = game.copy()
    try:
        ahead.answer(".".join((amendment.stem, *chosen, *rest)))
    except EngineError:
        return ""
    changed = [
        flow.say("{name} {was}, then {now}", name=flow.name(seat), was=telling.number(was), now=telling.number(now))
        for seat, (was, now) in enumerate(zip(game.totals(), ahead.totals(), strict=True))
        if was != now
    ]
    return changed[0] if len(changed) == 1 else ""
