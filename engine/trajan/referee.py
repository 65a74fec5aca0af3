"""The referee way: every move is entered and checked, and the companion knows the whole board.

Joins the areas of the board (set-up, circle, actions, settlement, final count), the words and the checks to one way.
Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Game
from engine.trajan import calendar, circle, count, drawing, ledger_words, opening, scoring, settlement, switch
from engine.trajan import referee_amendments as corrections
from engine.trajan import referee_boards as leaves
from engine.trajan import referee_check as check
from engine.trajan import referee_hints as hints
from engine.trajan import referee_page as pages
from engine.trajan import referee_places as lying
from engine.trajan import referee_refusals as refusals
from engine.trajan import referee_rules as rules
from engine.trajan import referee_tags as tags
from engine.trajan import referee_words as speech
from engine.trajan.board import RefereeBoard
from engine.trajan.kinds import BOX
from engine.words import Amendment, Drawing, Hint, Leaf, Page, Row, Standings, Text


class Referee(calendar.Keeper):
    """Trajan for 2 to 4 players, every move."""

    name = "referee"
    label = Text("Referee")
    note = Text("It knows every move")
    emblem = "arch16"
    players = BOX.players

    def board(self, players: int, options: Mapping[str, str]) -> RefereeBoard:
        return RefereeBoard(players, int(options["time_loop"]))

    def begin(self, game: Game) -> None:
        opening.begin(game)

    # ---- what the calendar needs

    def take_turn(self, game: Game, seat: int) -> None:
        circle.begin_turn(game, seat)

    def settle_quarter(self, game: Game) -> None:
        settlement.settle(game)

    def final_scoring(self, game: Game) -> None:
        count.begin(game)

    # ---- corrections

    def amendments(self, game: Game) -> Sequence[Amendment]:
        return corrections.offered(game)

    def amend(self, game: Game, key: str) -> None:
        corrections.amend(game, key)

    def ways_on(self, game: Game) -> Sequence[str]:
        return switch.ways_on(game)

    def switched(self, game: Game, way: str) -> Game:
        return switch.to_scorekeeper(game)

    def may_change(self, game: Game) -> Sequence[str]:
        return corrections.may_change(game)

    # ---- words

    def words(self, game: Game, key: str | None) -> Text:
        return speech.question(game) if key is None else speech.answer(game, key)

    def forced(self, game: Game, key: str) -> Text:
        return speech.forced(game, key)

    def why_not(self, game: Game, key: str) -> Text:
        return refusals.why_not(game, key)

    def hint(self, game: Game, key: str) -> Hint | None:
        return hints.hint(game, key)

    def icon(self, game: Game, key: str | None) -> str:
        return speech.icon(game, key)

    def form(self, game: Game) -> str:
        return lying.FORMS.get(game.decision.kind if game.decision else "") or speech.form(game)

    def places(self, game: Game) -> Sequence[tuple[str, Row]]:
        return lying.places(game)

    def private(self, game: Game) -> bool:
        return lying.private(game)

    def lots(self, game: Game) -> bool:
        return lying.lots(game)

    def usual(self, game: Game) -> str | None:
        return speech.usual(game)

    def others(self, game: Game) -> Sequence[str]:
        return refusals.others(game)

    def odds(self, game: Game) -> Sequence[int]:
        return speech.odds(game)

    def named(self, game: Game, word: str) -> Sequence[str]:
        return tags.named(game, word)

    def rules(self, game: Game) -> Sequence[Text]:
        return rules.rules(game)

    def owed(self, game: Game) -> Sequence[Text]:
        return rules.owed(game)

    def reason(self, reason: str) -> Text:
        return ledger_words.reason(reason)

    def place(self, place: str) -> Text:
        return ledger_words.place(place)

    def when(self, when: int) -> Text:
        return ledger_words.when(when)

    # ---- where everybody stands

    def standings(self, game: Game) -> Standings:
        """Points now, and what final scoring would add today (nothing once it is done)."""
        order = scoring.final_order(game)
        places = [0] * game.players
        for place, seat in enumerate(order, 1):
            places[seat] = place
        today = tuple(pages.today(game, seat) for seat in range(game.players))
        return Standings(tuple(game.totals()), today, tuple(order), tuple(places))

    def page(self, game: Game, viewer: int | None) -> Page:
        found = pages.page(game)
        return found._replace(notes=(*found.notes, *leaves.own_notes(game, viewer)))

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return pages.state(game, viewer)

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        return pages.summary(game, seat)

    def boards(self, game: Game, viewer: int | None) -> Sequence[Leaf]:
        return leaves.boards(game, viewer)

    def drawing(self, game: Game, viewer: int | None) -> Drawing | None:
        return drawing.referee(game)

    def result(self, game: Game) -> Sequence[Row]:
        return pages.result(game)

    def check(self, game: Game) -> None:
        check.check(game)
