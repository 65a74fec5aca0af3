"""Chance for games that nobody draws for: TABLE decisions by their odds, and the lively player of ``simulate``.

What is drawn depends on the seed and on the number of the answer alone. So a copy of a game, or a game in which
something was taken back and given again, meets the same luck; and so does another machine. Knows no title.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from engine.game import TABLE, Game

# So many answers of one turn are drawn freely, far more than the last turn takes with all the questions of final
# scoring; after that the turn is brought to its end.
PATIENCE = 200


class Chance:
    """Draws from a seed: any text."""

    def __init__(self, seed: str) -> None:
        self._start = sha256(seed.encode("utf-8", "surrogatepass")).digest()

    def below(self, number: int, count: int) -> int:
        """A number from 0 to ``count`` - 1 for the answer with that number: SHA-256 over the hash of the seed and the
        number in eight bytes; the first 16 bytes of it modulo count, which is fair to one part in 2⁹⁶."""
        digest = sha256(self._start + number.to_bytes(8, "big")).digest()
        return int.from_bytes(digest[:16], "big") % count

    def weighted(self, number: int, weights: Sequence[int]) -> int:
        """An index, each as likely as its weight; the sum of the weights must be above 0."""
        at = self.below(number, sum(weights))
        for index, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return index
        raise AssertionError("the weights add up to less than their sum")

    def table(self, game: Game) -> str:
        """The answer to an open TABLE decision, by its odds."""
        assert game.decision is not None and game.decision.seat == TABLE
        return game.decision.keys[self.weighted(given(game), game.odds())]

    def lively(self, game: Game) -> str:
        """An answer to the open decision: of the TABLE by its odds, of a seat as the way says that people like them
        (all equally likely where it says nothing).

        A turn that has seen more than 200 answers gets the usual answer of each question (the first if there is none),
        so that every game ends.
        """
        decision = game.decision
        assert decision is not None
        if decision.seat == TABLE:
            return self.table(game)
        past, turn = game.past, game.turn[0]
        if len(past) >= PATIENCE and past[-PATIENCE].turn == turn:
            return game.way.usual(game) or decision.keys[0]
        return decision.keys[self.weighted(given(game), game.way.liking(game))]


def given(game: Game) -> int:
    """How many answers have been given."""
    return game.before + len(game.past)
