"""The referee way: every move is entered and checked, and the companion knows the whole board.

Joins the questions (``opening``, ``turns`` and what they lead to), the corrections, the words and the checks to one
way. Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Game
from engine.hansa import drawing, final, leaves, ledger_words, liking, modules, opening, referee_check, switch
from engine.hansa import referee_amendments as amendments
from engine.hansa import referee_hints as hints
from engine.hansa import referee_page as pages
from engine.hansa import referee_refusals as refusals
from engine.hansa import referee_rules as rules
from engine.hansa import referee_words as speech
from engine.hansa.board import MOVER, PLAY, PLAYING, RefereeBoard
from engine.hansa.kinds import BOX, face_down
from engine.hansa.maps import map_for
from engine.title import Way
from engine.words import Amendment, Drawing, Hint, Leaf, Page, Reply, Row, Standings, Text


class Referee(Way):
    """Hansa Teutonica for 3 to 5 players, every move checked."""

    name = "referee"
    label = Text("Referee")
    note = Text("It knows every move")
    emblem = "ship16"
    players = (3, BOX.players[1])
    why_players = Text("the rules for two need places of neutral pieces that nobody knows; the scorekeeper takes two")

    def board(self, players: int, options: Mapping[str, str]) -> RefereeBoard:
        side = map_for(players, options["board"])
        return RefereeBoard(players, side, face_down(options), modules.chosen(options, side))

    def begin(self, game: Game) -> None:
        opening.begin(game)

    def amendments(self, game: Game) -> Sequence[Amendment]:
        return amendments.offered(game)

    def amend(self, game: Game, key: str) -> None:
        amendments.amend(game, key)

    def ways_on(self, game: Game) -> Sequence[str]:
        return switch.ways_on(game)

    def switched(self, game: Game, way: str) -> Game:
        return switch.to_scorekeeper(game)

    def may_change(self, game: Game) -> Sequence[str]:
        """The switches that the referee goes by on this board; no past answer depends on them."""
        if game.over:
            return ()
        side = game.board.map
        here = {
            "region_tie": side.regions,
            "green_city_exchange": side.green,
            "permission_gained": side.permissions,
            "markers_in_emperor_turn": modules.named(game, "favour"),
        }
        found = [name for name, any_here in here.items() if any_here]
        return ("end_turn_early", "markers_inside_actions", "drawn_marker", *found)

    def drawn(self, game: Game) -> bool:
        return modules.drawn(game) and super().drawn(game)

    # ---- words

    def forced(self, game: Game, key: str) -> Text:
        return modules.forced(game, key) or speech.forced(game, key)

    def words(self, game: Game, key: str | None) -> Text:
        if key is None:
            return modules.question(game) or speech.question(game)
        return modules.answer(game, key) or speech.answer(game, key)

    def why_not(self, game: Game, key: str) -> Text:
        return modules.why_not(game, key) or refusals.why_not(game, key)

    def hint(self, game: Game, key: str) -> Hint | None:
        return modules.hint(game, key) or hints.hint(game, key)

    def icon(self, game: Game, key: str | None) -> str:
        return modules.icon(game, key) or speech.icon(game, key)

    def form(self, game: Game) -> str:
        return speech.form(game)

    def usual(self, game: Game) -> str | None:
        return hints.usual(game)

    def replies(self, game: Game) -> Sequence[Reply]:
        return hints.replies(game)

    def others(self, game: Game) -> Sequence[str]:
        return modules.others(game, refusals.others(game))

    def odds(self, game: Game) -> Sequence[int]:
        return speech.odds(game)

    def private(self, game: Game) -> bool:
        return modules.private(game)

    def liking(self, game: Game) -> Sequence[int]:
        return liking.weights(game)

    def named(self, game: Game, word: str) -> Sequence[str]:
        return speech.named(game, word)

    def reason(self, reason: str) -> Text:
        return ledger_words.reason(reason)

    def place(self, place: str) -> Text:
        return ledger_words.place(place)

    def when(self, when: int) -> Text:
        return ledger_words.when(when)

    # ---- where everybody stands

    def standings(self, game: Game) -> Standings:
        order, places = final.order(game)
        today = [0] * game.players
        if not final.over(game):
            today = [sum(amount for amount, _, _ in final.lines(game, seat)) for seat in range(game.players)]
        return Standings(tuple(game.totals()), tuple(today), tuple(order), tuple(places))

    def page(self, game: Game, viewer: int | None) -> Page:
        found = pages.page(game, viewer)
        return found._replace(notes=(*found.notes, *modules.notes(game, viewer)))

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return pages.state(game) | modules.state(game, viewer)

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        return [*pages.summary(game, seat), *modules.summary(game, seat)]

    def mover(self, game: Game) -> int:
        playing = game.decision is not None and game.board.clock[PLAY] == PLAYING
        return game.board.clock[MOVER] if playing else super().mover(game)

    def about(self, game: Game, seat: int) -> Sequence[Text]:
        return speech.seat_notes(game, seat)[:2]  # as many as a page has room for

    def beside(self, game: Game) -> Text | None:
        return speech.beside(game)

    def owed(self, game: Game) -> Sequence[Text]:
        return speech.owed(game)

    def rules(self, game: Game) -> Sequence[Text]:
        return modules.rules(game) or rules.rules(game)

    def boards(self, game: Game, viewer: int | None) -> Sequence[Leaf]:
        return modules.leaves(game, viewer, leaves.referee(game))

    def drawing(self, game: Game, viewer: int | None) -> Drawing | None:
        return drawing.referee(game)

    def check(self, game: Game) -> None:
        referee_check.check(game)
