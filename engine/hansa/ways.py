"""What both ways to keep Hansa Teutonica have alike: a module in play has the first word, then the base game.

A way is a table: each line of its class names the function that answers one method of ``engine.title.Way``, where all
of them are described. Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.game import Game
from engine.hansa import ends as ending
from engine.hansa import ledger_words, modules
from engine.hansa.ends import Ends
from engine.title import Way
from engine.words import Hint, Leaf, Page, Row, Standings, Text


class HansaWay(Way):
    """A way that says of the base game what is asked and shown; ``base_hint`` answers ``hint``, and so on."""

    base_question: Callable[[Game], Text]
    base_answer: Callable[[Game, str], Text]
    base_why_not: Callable[[Game, str], Text | None]
    base_hint: Callable[[Game, str], Hint | None]
    base_icon: Callable[[Game, str | None], str]
    base_every: Callable[[Game], Sequence[str]]
    base_rules: Callable[[Game], Sequence[Text]]
    base_state: Callable[[Game], dict[str, Any]]
    base_summary: Callable[[Game, int], Sequence[Row]]
    base_boards: Callable[[Game], Sequence[Leaf]]
    order: Callable[[Game], tuple[list[int], list[int]]]  # the seats from first to last, and the place of each
    status: Callable[[Game], Text]  # where the game stands, in at most 7 letters
    rows: Callable[[Game], Sequence[Row]]  # a line for each seat
    ends: Callable[[Game], Ends]  # how far the three ends of the game are
    ended_early: Callable[[Game], bool]  # whether final scoring came before its time
    today: Callable[[Game], Sequence[int]]  # what final scoring would add to each seat today, as far as it is known
    seat_notes: Callable[[Game, int], Sequence[Text]]  # a seat's desk in a few lines, the weightiest first

    # ---- the open question

    def words(self, game: Game, key: str | None) -> Text:
        if key is None:
            return modules.question(game) or self.base_question(game)
        return modules.answer(game, key) or self.base_answer(game, key)

    def why_not(self, game: Game, key: str) -> Text | None:
        return modules.why_not(game, key) or self.base_why_not(game, key)

    def hint(self, game: Game, key: str) -> Hint | None:
        return modules.hint(game, key) or self.base_hint(game, key)

    def icon(self, game: Game, key: str | None) -> str:
        return modules.icon(game, key) or self.base_icon(game, key)

    def every(self, game: Game) -> Sequence[str]:
        return modules.every(game, self.base_every(game))

    def rules(self, game: Game) -> Sequence[Text]:
        return modules.rules(game) or self.base_rules(game)

    def drawn(self, game: Game) -> bool:
        return modules.drawn(game) and super().drawn(game)

    private = staticmethod(modules.private)

    # ---- where everybody stands

    def standings(self, game: Game) -> Standings:
        order, places = self.order(game)
        return Standings(tuple(game.totals()), tuple(self.today(game)), tuple(order), tuple(places))

    def page(self, game: Game, viewer: int | None) -> Page:
        now = self.ends(game)
        notes = tuple(self.seat_notes(game, viewer)) if viewer is not None and viewer >= 0 else ending.lines(now)
        if game.decision is None:
            notes = ()  # what a game was won by is to be read in its ledger
        early = (Text("Ended early"),) if self.ended_early(game) else ()
        return Page(
            self.status(game),
            Text(""),
            (),
            tuple(self.rows(game)),
            (*early, *notes, *modules.notes(game, viewer)),
            facts=ending.facts(now),
            unit=Text("prestige"),
        )

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return self.base_state(game) | modules.state(game, viewer)

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        return [*self.base_summary(game, seat), *modules.summary(game, seat)]

    def about(self, game: Game, seat: int) -> Sequence[Text]:
        return self.seat_notes(game, seat)[:2]  # as many as a page has room for

    def boards(self, game: Game, viewer: int | None) -> Sequence[Leaf]:
        return modules.leaves(game, viewer, self.base_boards(game))

    reason = staticmethod(ledger_words.reason)
    place = staticmethod(ledger_words.place)
    when = staticmethod(ledger_words.when)
