"""Pages to look at that any part of the flow may open: notices, lists with a way back, others, the rules at hand.

Everything comes from the game's words, so that every title has these pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from engine import catalogue
from firmware_py.flow.widgets import Layer, ListLayer, NoticeLayer, Page
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def sentence(text: str) -> str:
    """A text as a sentence: a capital first, a full stop last."""
    text = text.strip()
    if not text:
        return ""
    return f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.?!…:' else '.'}"


def paged(flow: Flow, sentences: Iterable[str], less: int = 0) -> list[Page]:
    """Sentences on as few pages as they need, each on a line of its own; ``less``: lines that something else takes."""
    room = max(1, flow.ways.page_lines - less)
    pages: list[Page] = []
    page: list[str] = []
    used = 0
    for text in sentences:
        rest, lines = text, flow.ways.wrap(text)
        if page and used + len(lines) > room:
            pages.append(tuple(page))
            page, used = [], 0
        while len(lines) > room:
            pages.append((" ".join(lines[:room]),))
            lines = lines[room:]
            rest = " ".join(lines)
        page.append(rest)
        used += len(lines)
    return [*pages, tuple(page)]


def back_word(flow: Flow) -> str:
    """What pages end in: nothing where there is a Back button."""
    return "" if flow.ways.has_back else flow.say("Back")


def notice(flow: Flow, header: Header, texts: Sequence[str], done: Callable[[], None] | None = None) -> NoticeLayer:
    """Sentences to read; the last click closes it."""
    button = back_word(flow)
    pages = paged(flow, map(sentence, texts), less=1 if button else 0)
    return NoticeLayer(lambda: header, lambda: pages, done or flow.pop, button)


def with_back(
    flow: Flow,
    header: Header,
    lines: Sequence[Line],
    pick: Callable[[int], object],
    cursor: int = 0,
    told: Sequence[str] = (),
) -> ListLayer:
    """A list page; on a box without a Back button it ends in a row "Back". ``told``: what is said of each row."""
    shown, said = list(lines), list(told)
    if not flow.ways.has_back:
        shown.append(Line(flow.say("Back"), icon="undo"))
        said += [""] * bool(said)

    def picked(place: int) -> None:
        if place < len(lines):
            pick(place)
        else:
            flow.pop()

    return ListLayer(lambda: header, shown, picked, cursor, told=said)


def not_possible(flow: Flow) -> Sequence[str]:
    """Answers of the open question's kind that are not legal now, as far as whoever looks may know them."""
    game = flow.game
    if game is None or game.decision is None:
        return ()
    if game.decision.seat >= 0 and game.way.private(game) and flow.looking != game.decision.seat:
        return ()
    return tuple(game.others())


def others_layer(flow: Flow) -> Layer:
    """What is not possible now; a click says why."""
    game, keys = flow.game, not_possible(flow)
    assert game is not None
    lines = [Line(flow.say(game.words(key)), icon=game.way.icon(game, key), legal=False) for key in keys]

    def pick(place: int) -> None:
        name = flow.name(game.decision.seat) if game.decision else ""
        why = flow.say(game.why_not(keys[place]))
        flow.push(notice(flow, Header(name, "warning", flow.say("Not possible")), (why,)))

    return with_back(flow, Header("", "warning", flow.say("Not possible now")), lines, pick)


def rules_layer(flow: Flow) -> Layer:
    """The rules that matter for the open question, and the options in force that are not at their default."""
    game = flow.game
    assert game is not None
    sentences = [flow.say(text) for text in game.way.rules(game)] or [flow.say(game.words())]
    owed = tuple(game.way.owed(game))
    if owed:
        sentences.insert(0, flow.say("Still to do: {things}", things=owed))
    for option in catalogue.applying(game.title, game.way.name, game.players, game.options):
        value = game.options.get(option.name, option.values[0])
        if option.counted is None and value != option.values[0]:
            said = value if option.letters else flow.say(value.replace("_", " "))
            sentences.append(f"{flow.say(option.label)}: {said}")
    return notice(flow, Header("", "book", flow.say("Rules here")), sentences)
