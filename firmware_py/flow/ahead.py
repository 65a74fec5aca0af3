"""Answers given ahead: a row of a prompt may mean more than the answer that is open, and is not asked for the rest.

What a row means beyond its own answers comes from the way; it is given as those questions come up in the same action,
with the input that leads to them, so that one Back takes it all back. Knows no title.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import EngineError
from engine.game import TABLE, Game
from engine.words import Reply


class Ahead:
    """What is still to be answered by itself: the answer by the kind of its question, for one seat."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """From now on every question is asked."""
        self._answers: dict[str, str] = {}
        self._seat, self._kind, self._turn = TABLE, "", 0
        self.icon = ""  # of the row that was taken, as long as answers of it are still to come

    def expect(self, game: Game, reply: Reply) -> None:
        """That row was taken."""
        self.forget()
        if reply.ahead and game.decision is not None:
            self._answers, self.icon = dict(reply.ahead), reply.icon
            self._seat, self._kind, self._turn = game.decision.seat, game.decision.kind, game.turn[0]

    def follow(self, game: Game, keys: Sequence[str]) -> tuple[str, ...]:
        """What else these answers bring. Forgets everything where the action that it was said in is over."""
        if not self._answers:
            return ()
        ahead, found = game.copy(), list[str]()
        try:
            for key in keys:
                ahead.answer(key)
            while (asked := ahead.decision) is not None and asked.seat == self._seat:
                key = self._answers.pop(asked.kind, "")
                if key not in asked.keys:
                    break
                ahead.answer(key)
                found.append(key)
        except EngineError:  # said where the answers are given
            return ()
        asked = ahead.decision
        again = asked is not None and (asked.seat, asked.kind) == (self._seat, self._kind)
        if asked is None or asked.seat != self._seat or ahead.turn[0] != self._turn or again:
            self.forget()
        return tuple(found)
