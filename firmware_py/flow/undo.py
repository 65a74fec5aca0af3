"""Taking answers back, and letting them come again: what one input did, one Back takes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game
from firmware_py.flow import news as telling
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import QuestionLayer
from firmware_py.folding import label
from firmware_py.view import Header, Line, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def take_back(flow: Flow) -> None:
    """Take the last answer back. Past a revealed tile, from the end of a game, and from where a finished game was
    taken up again only after asking, with the focus on the harmless answer."""
    header = Header("", "undo", flow.say("Take back"))
    if not flow.table.can_undo:
        flow.sound("refused")
        flow.toast(Toast(header, flow.say("Nothing to undo")))
        return
    reveals = flow.table.undo_reveals()
    game = flow.game
    assert game is not None
    if reveals is not None:
        title, lines = flow.say(reveals), (flow.say("It was already seen."), flow.say("Turn the tile down again."))
    elif game.over or flow.back_asks:
        title = last_answer(flow, game)
        why = "The game is over." if game.over else "The game was finished."
        lines = flow.say(why), flow.say("Take the last answer back?")
    else:
        taken_back(flow)
        return

    def pick(place: int) -> None:
        flow.pop()
        if place == 0:
            taken_back(flow)

    buttons = flow.say("Take back"), flow.say("Keep")
    flow.push(QuestionLayer(lambda: header, title, lambda _: lines, buttons, pick, cursor=1))


def last_answer(flow: Flow, game: Game) -> str:
    """The last answer with its question, in words."""
    before = game.copy(past=True)
    key = before.undo()
    return telling.answered(flow.say(before.words()), flow.say(label(before, key)))


def taken_back(flow: Flow) -> None:
    undone = flow.table.undo(flow.device)
    flow.sound("undo")
    flow.news = ()
    flow.home()
    flow.toast(telling.undone(flow, undone), telling.LONG)


def undo_rows(flow: Flow) -> None:
    """The menu's Undo: at once, or, where something was taken back before, Redo and Undo."""
    if not flow.table.can_redo:
        flow.layers.clear()
        take_back(flow)
        return

    def pick(place: int) -> None:
        flow.layers.clear()
        if place == 0:
            asked, news = flow.asked, flow.table.redo(flow.device)
            flow.home()
            flow.tell(news, asked)
        else:
            take_back(flow)

    rows = ["Redo", *(["Undo more"] if flow.table.can_undo else [])]
    lines = [Line(flow.say(row), icon="undo") for row in rows]
    flow.push(with_back(flow, Header("", "undo", flow.say("Undo")), lines, pick))
