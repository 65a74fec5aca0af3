"""The scorekeeper way: the table plays; the companion keeps prestige, desks, markers, ends and final sums.

Joins the questions (``keeping``, ``counting``), the corrections, the words and the checks to one way. Holds no rule of
its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.hansa import counting, drawing, keeping, leaves, modules
from engine.hansa import scorekeeper_amendments as corrections
from engine.hansa import scorekeeper_check as checks
from engine.hansa import scorekeeper_page as pages
from engine.hansa import scorekeeper_words as speech
from engine.hansa.kinds import BOX
from engine.hansa.maps import map_for
from engine.hansa.ways import HansaWay
from engine.words import Text


class Scorekeeper(HansaWay):
    """Hansa Teutonica for 2 to 5 players, a handful of inputs a turn."""

    name = "scorekeeper"
    label = Text("Scorekeeper")
    note = Text("You play, it counts")
    emblem = "consul16"
    players = BOX.players

    def board(self, players: int, options: Mapping[str, str]) -> keeping.ScorekeeperBoard:
        side = map_for(players, options["board"])
        return keeping.ScorekeeperBoard(players, side, modules.kept(options, side))

    begin = staticmethod(keeping.begin)
    check = staticmethod(checks.check)

    amendments = staticmethod(corrections.offered)
    amend = staticmethod(corrections.amend)
    may_change = staticmethod(corrections.may_change)

    # the open question
    base_question = staticmethod(speech.question)
    base_answer = staticmethod(speech.answer)
    base_icon = staticmethod(speech.icon)
    base_hint = staticmethod(speech.hint)
    base_why_not = staticmethod(speech.why_not)
    base_every = staticmethod(speech.every)
    base_rules = staticmethod(speech.rules)
    form = staticmethod(speech.form)
    usual = staticmethod(speech.usual)
    closes = staticmethod(speech.closes)
    named = staticmethod(speech.named)
    beside = staticmethod(speech.beside)
    owed = staticmethod(speech.owed)

    # where everybody stands
    base_state = staticmethod(pages.state)
    base_summary = staticmethod(pages.summary)
    base_boards = staticmethod(leaves.scorekeeper)
    drawing = staticmethod(drawing.scorekeeper)
    status = staticmethod(pages.status)
    rows = staticmethod(pages.rows)
    ends = staticmethod(pages.ends)
    ended_early = staticmethod(pages.ended_early)
    mover = staticmethod(pages.mover)
    order = staticmethod(counting.order)
    today = staticmethod(pages.today)
    seat_notes = staticmethod(speech.seat_notes)
