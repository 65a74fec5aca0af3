"""What chance answers for a seat or the table: the rest of a set-up from its code, and starting pieces by lot.

The answers join those of the input that led to them, so that one Back takes all of them back. Lots come from the
entropy of the box; what was drawn is said, since hands have to lay it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game import TABLE, Game
from firmware_py.flow.pages import notice
from firmware_py.flow.prompt import Extra
from firmware_py.view import Header

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.table import Table


def laid_out(table: Table, keys: Sequence[str]) -> tuple[str, ...]:
    """What a set-up code says to the questions to the table that follow these answers."""
    game, header = table.game, table.header
    if game is None or header is None or not header.setup or game.turn[0]:
        return ()
    answers = game.title.setup(header.setup, game.players, game.options).answers
    ahead, found = game.copy(), list[str]()
    try:
        for key in keys:
            ahead.answer(key)
        while ahead.decision is not None and ahead.decision.seat == TABLE and ahead.decision.kind in answers:
            found.append(answers[ahead.decision.kind])
            ahead.answer(found[-1])
    except EngineError:  # said where the answers are given; or the table has laid out something else
        return tuple(found[:-1])
    return tuple(found)


def drawn_key(flow: Flow, game: Game) -> str:
    """One of the open answers, by the odds of the way."""
    assert game.decision is not None
    odds = game.way.odds(game)
    lot = int.from_bytes(flow.entropy(8), "big") % sum(odds)
    return next(key for key, most in zip(game.decision.keys, accumulate(odds), strict=True) if lot < most)


def lots(flow: Flow, game: Game) -> tuple[Extra, ...]:
    """The row that leaves the open question, and those of its kind that follow, to chance; none where there is none."""
    if game.decision is None or not game.way.lots(game):
        return ()
    return (Extra(flow.say("By lot"), "random", lambda: draw_lots(flow, game)),)


def draw_lots(flow: Flow, game: Game) -> None:
    """Answer the open question and those of its kind for that seat, and say what is to be laid out."""
    asked = game.decision
    assert asked is not None
    ahead, keys, said = game.copy(), list[str](), list[str]()
    while ahead.decision is not None and ahead.decision[:2] == asked[:2]:
        keys.append(drawn_key(flow, ahead))
        said.append(f"{flow.say(ahead.words())}: {flow.say(ahead.words(keys[-1]))}")
        ahead.answer(keys[-1])
        said += [flow.say(item.text) for item in ahead.news if item.kind == "forced" and item.seat == asked.seat]
    if flow.give(keys):
        flow.show_toasts(())
        flow.push(notice(flow, Header(flow.name(asked.seat), "random", flow.say("Lay these out")), said))
