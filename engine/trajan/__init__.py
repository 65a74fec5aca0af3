"""Trajan (Stefan Feld, 2011) for 2 to 4 players: the title, its options and the ways to keep it.

The options are the open points of the rules that tables really differ on; every other ruling is fixed where it is
applied. This module joins the title together and holds no rule itself.
"""

from __future__ import annotations

from engine.title import Option, Title, When
from engine.trajan.components import components
from engine.trajan.pieces import tagged
from engine.trajan.referee import Referee
from engine.trajan.scorekeeper import Scorekeeper
from engine.trajan.setup import layout
from engine.words import Text

__all__ = ["OPTIONS", "TITLE"]


def _loops() -> tuple[str, ...]:
    box = components()
    return tuple("/".join(str(length) for length in loops.values()) for loops in (box.loops, box.loops_elsewhere))


_MOVES = When(lambda way, players, options: way == "referee", Text("kept by the referee"))

OPTIONS = (
    Option("time_loop", _loops(), Text("Spaces of the time loop"), counted=components().loop_range),
    Option("starting_markers", ("chosen", "random"), Text("Starting markers")),
    Option("draft", ("three_at_once", "one_by_one"), Text("First Trajan tiles"), when=_MOVES),
    Option("start_player", ("random", "chosen"), Text("Start player")),
    Option("fulfil", ("mandatory", "optional"), Text("Fulfilling a Trajan tile"), in_play=True, when=_MOVES),
    Option("extra_tiles_per_turn", ("1", "unlimited"), Text("Extra action tiles a turn"), in_play=True, when=_MOVES),
    Option(
        "extra_after_skipped_action", ("no", "yes"), Text("Extra after a skipped action"), in_play=True, when=_MOVES
    ),
    Option("reshuffle", ("yes", "no"), Text("Discards shuffled anew"), in_play=True, when=_MOVES),
    Option("refuse_demand", ("no", "yes"), Text("A demand may be refused"), in_play=True),
    Option("province_vote_tiles", ("go", "stay"), Text("Vote tiles in provinces"), in_play=True, when=_MOVES),
    Option("wild_demand_for_bonus", ("no", "yes"), Text("Wild demand for a bonus"), in_play=True),
    Option("vice_consul_needs_vote", ("no", "yes"), Text("Vice-consul needs a vote"), in_play=True),
    Option("final_tie", ("new_stack", "track"), Text("A tie at the end"), in_play=True),
)


TITLE = Title(
    name="trajan",
    label=Text("Trajan"),
    emblem="arch16",
    rules_version=1,
    colours=components().colours,
    ways={"scorekeeper": Scorekeeper(), "referee": Referee()},
    options=OPTIONS,
    components=tagged,
    setup=layout,
)
