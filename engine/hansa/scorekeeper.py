"""The scorekeeper way: the table plays; the companion keeps prestige, desks, markers, ends and final sums.

Joins the questions (``keeping``, ``counting``), the corrections, the words and the checks to one way. Holds no rule of
its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Game
from engine.hansa import counting, drawing, keeping, leaves, ledger_words, modules, scorekeeper_check
from engine.hansa import scorekeeper_amendments as amendments
from engine.hansa import scorekeeper_page as pages
from engine.hansa import scorekeeper_words as speech
from engine.hansa.kinds import BOX
from engine.hansa.maps import map_for
from engine.title import Way
from engine.words import Amendment, Drawing, Hint, Leaf, Page, Row, Standings, Text


class Scorekeeper(Way):
    """Hansa Teutonica for 2 to 5 players, a handful of inputs a turn."""

    name = "scorekeeper"
    label = Text("Scorekeeper")
    note = Text("You play, it counts")
    emblem = "consul16"
    players = BOX.players

    def board(self, players: int, options: Mapping[str, str]) -> keeping.ScorekeeperBoard:
        side = map_for(players, options["board"])
        return keeping.ScorekeeperBoard(players, side, modules.kept(options, side))

    def begin(self, game: Game) -> None:
        keeping.begin(game)

    def amendments(self, game: Game) -> Sequence[Amendment]:
        return amendments.offered(game)

    def amend(self, game: Game, key: str) -> None:
        amendments.amend(game, key)

    def may_change(self, game: Game) -> Sequence[str]:
        """The switches that the scorekeeper goes by; no past answer depends on them."""
        if game.over or game.board.clock[keeping.PLAY] > keeping.PLAYING:
            return ()
        here = {"region_tie": keeping.side(game).regions, "markers_in_emperor_turn": modules.named(game, "favour")}
        return ("name_routes", *(name for name, any_here in here.items() if any_here))

    # ---- words

    def words(self, game: Game, key: str | None) -> Text:
        if key is None:
            return modules.question(game) or speech.question(game)
        return modules.answer(game, key) or speech.answer(game, key)

    def why_not(self, game: Game, key: str) -> Text:
        return modules.why_not(game, key) or speech.why_not(game, key)

    def hint(self, game: Game, key: str) -> Hint | None:
        return modules.hint(game, key) or speech.hint(game, key)

    def icon(self, game: Game, key: str | None) -> str:
        return modules.icon(game, key) or speech.icon(game, key)

    def form(self, game: Game) -> str:
        return speech.form(game)

    def usual(self, game: Game) -> str | None:
        return speech.usual(game)

    def others(self, game: Game) -> Sequence[str]:
        return modules.others(game, speech.others(game))

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
        """``today`` is what was entered during play: abilities, markers, special prestige."""
        order, places = counting.order(game)
        today = [0] * game.players
        if game.board.clock[keeping.PLAY] <= keeping.PLAYING:
            today = [sum(amount for amount, _ in counting.known_lines(game, seat)) for seat in range(game.players)]
        return Standings(tuple(game.totals()), tuple(today), tuple(order), tuple(places))

    def page(self, game: Game, viewer: int | None) -> Page:
        return pages.page(game, viewer)

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return pages.state(game) | modules.state(game, viewer)

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        return [*pages.summary(game, seat), *modules.summary(game, seat)]

    def mover(self, game: Game) -> int:
        clock = game.board.clock
        playing = game.decision is not None and clock[keeping.PLAY] == keeping.PLAYING
        return clock[keeping.MOVER] if playing else super().mover(game)

    def about(self, game: Game, seat: int) -> Sequence[Text]:
        return speech.seat_notes(game, seat)[:2]  # as many as a page has room for

    def beside(self, game: Game) -> Text | None:
        return speech.beside(game)

    def owed(self, game: Game) -> Sequence[Text]:
        return speech.owed(game)

    def rules(self, game: Game) -> Sequence[Text]:
        return modules.rules(game) or speech.rules(game)

    def boards(self, game: Game, viewer: int | None) -> Sequence[Leaf]:
        return modules.leaves(game, viewer, leaves.scorekeeper(game))

    def drawing(self, game: Game, viewer: int | None) -> Drawing | None:
        return drawing.scorekeeper(game)

    def check(self, game: Game) -> None:
        scorekeeper_check.check(game)
