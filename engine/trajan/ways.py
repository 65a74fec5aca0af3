"""What both ways to keep Trajan have alike: the words of the ledger, the winner, the vote, a forced answer.

A way is a table: each line of its class names the function that answers one method of ``engine.title.Way``, where all
of them are described. Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Game
from engine.trajan import calendar, ledger_words, scorekeeper_page, scoring
from engine.words import Standings, Text


class TrajanWay(calendar.Keeper):
    """A way that says what the open question is, what its answers are called, what the count would add today."""

    question: Callable[[Game], Text]
    answer: Callable[[Game, str], Text]
    today: Callable[[Game], Sequence[int]]  # by seat; empty where it is not known

    def words(self, game: Game, key: str | None) -> Text:
        return self.question(game) if key is None else self.answer(game, key)

    def forced(self, game: Game, key: str) -> Text:
        # a bare number or piece says nothing by itself
        return Text("{question}: {answer}", question=self.question(game), answer=self.answer(game, key))

    def standings(self, game: Game) -> Standings:
        order = scoring.final_order(game)
        places = tuple(order.index(seat) + 1 for seat in range(game.players))
        return Standings(tuple(game.totals()), tuple(self.today(game)), tuple(order), places)

    result = staticmethod(scorekeeper_page.result)
    reason = staticmethod(ledger_words.reason)
    place = staticmethod(ledger_words.place)
    when = staticmethod(ledger_words.when)
