"""The scorekeeper way: the table plays; the companion keeps time, rounds, demands, senate, score and the final sums.

Joins the questions (``turns``, ``quarter``, ``final``), the corrections (``amendments``), the words and the checks to
one way. Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Game
from engine.title import Board
from engine.trajan import amendments, calendar, demands, final, ledger_words, quarter, scoring, senate, sheet, turns
from engine.trajan import scorekeeper_check as check
from engine.trajan import scorekeeper_page as pages
from engine.trajan import scorekeeper_refusals as refusals
from engine.trajan import scorekeeper_rules as rules
from engine.trajan import scorekeeper_words as speech
from engine.trajan.components import components
from engine.words import Amendment, Hint, Page, Row, Standings, Text


class ScorekeeperBoard(Board):
    """What the scorekeeper knows. Each box is described where its area is: clock (``calendar``), shown and seen
    (``demands``), space, height, votes and tie (``senate``), pool and owner (``quarter``), sheet (``final``);
    ``left`` has 1 for a seat that left."""

    __slots__ = ("clock", "height", "left", "owner", "pool", "seen", "sheet", "shown", "space", "tie", "votes")

    def __init__(self, players: int, loop: int) -> None:
        self.clock = calendar.clock(loop)
        self.shown = demands.shown()
        self.seen = demands.seen()
        self.space = [0] * players
        self.height = list(range(players))
        self.votes = [senate.UNSAID] * players
        self.tie = [senate.GONE] * players
        self.pool = [senate.ALL_TILES]
        self.owner = [0] * len(quarter.TILES)
        self.left = [0] * players
        self.sheet = [final.UNSAID] * (players * final.FIELDS)


class Scorekeeper(calendar.Keeper):
    """Trajan for 2 to 4 players, a handful of inputs a turn."""

    name = "scorekeeper"
    label = Text("Scorekeeper")
    note = Text("You play, it counts")
    emblem = "consul16"
    players = components().players

    def board(self, players: int, options: Mapping[str, str]) -> ScorekeeperBoard:
        return ScorekeeperBoard(players, int(options["time_loop"]))

    def begin(self, game: Game) -> None:
        turns.begin(game)

    # ---- what the calendar needs

    def take_turn(self, game: Game, seat: int) -> None:
        game.push(turns.MARKERS, seat)

    def settle_quarter(self, game: Game) -> None:
        quarter.settle(game)

    def final_scoring(self, game: Game) -> None:
        final.begin(game)

    # ---- corrections

    def amendments(self, game: Game) -> Sequence[Amendment]:
        return amendments.offered(game)

    def amend(self, game: Game, key: str) -> None:
        amendments.amend(game, key)

    def may_change(self, game: Game) -> Sequence[str]:
        return amendments.may_change(game)

    # ---- words

    def words(self, game: Game, key: str | None) -> Text:
        return speech.question(game) if key is None else speech.answer(game, key)

    def forced(self, game: Game, key: str) -> Text:
        return speech.forced(game, key)

    def why_not(self, game: Game, key: str) -> Text:
        return refusals.why_not(game, key)

    def hint(self, game: Game, key: str) -> Hint | None:
        return speech.hint(game, key)

    def icon(self, game: Game, key: str | None) -> str:
        return speech.icon(game, key)

    def form(self, game: Game) -> str:
        return speech.form(game)

    def usual(self, game: Game) -> str | None:
        return speech.usual(game)

    def starts(self, game: Game) -> Sequence[str]:
        return speech.STARTS

    def others(self, game: Game) -> Sequence[str]:
        return refusals.others(game)

    def odds(self, game: Game) -> Sequence[int]:
        return speech.odds(game)

    def named(self, game: Game, word: str) -> Sequence[str]:
        return speech.named(game, word)

    def reason(self, reason: str) -> Text:
        return ledger_words.reason(reason)

    def place(self, place: str) -> Text:
        return ledger_words.place(place)

    def when(self, when: int) -> Text:
        return ledger_words.when(when)

    def owed(self, game: Game) -> Sequence[Text]:
        return speech.owed(game)

    # ---- where everybody stands

    def standings(self, game: Game) -> Standings:
        """What lies on the mats is not known before final scoring asks, so ``today`` is empty until it is done."""
        order = scoring.final_order(game)
        places = [0] * game.players
        for place, seat in enumerate(order, 1):
            places[seat] = place
        today = (0,) * game.players if game.over else ()
        return Standings(tuple(game.totals()), today, tuple(order), tuple(places))

    def page(self, game: Game, viewer: int | None) -> Page:
        return pages.page(game)

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return pages.state(game)

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        return sheet.summary(game, seat)

    def result(self, game: Game) -> Sequence[Row]:
        return pages.result(game)

    def rules(self, game: Game) -> Sequence[Text]:
        return rules.rules(game)

    def check(self, game: Game) -> None:
        check.check(game)
