"""The options of Hansa Teutonica: the open points of its rules that tables really differ on, and how it is kept.

Every other open point is a fixed ruling where it is applied. The first value is the default.
"""

from __future__ import annotations

from engine.hansa.kinds import BOX
from engine.hansa.maps import BOARDS
from engine.title import Option
from engine.words import Text

OPTIONS = (
    Option("board", tuple(BOARDS), Text("Board")),
    Option("bank", tuple(BOX.banks), Text("Bank on the desk"), ask=Text("Your desk's Bank shows?")),
    Option("start_player", ("random", "chosen"), Text("Start player")),
    Option("end_turn_early", ("yes", "only_when_stuck"), Text("Turn ends early"), in_play=True),
    Option("markers_inside_actions", ("claim_window", "between_actions"), Text("Markers inside a claim"), in_play=True),
    Option("drawn_marker", ("hidden", "shown"), Text("Drawn markers"), in_play=True),
    Option("region_tie", ("printed", "shared"), Text("Ties in a country"), in_play=True),
    Option(
        "green_city_exchange", ("permanent_marker_pieces", "no", "yes"), Text("Exchange in green cities"), in_play=True
    ),
    Option("permission_gained", ("at_once", "next_turn"), Text("Permission gained"), in_play=True),
    Option("name_routes", ("no", "yes"), Text("Claims name their route"), in_play=True),
    Option("marker_mix", ("big_box", "first_edition"), Text("Marker mix")),
    Option("move_3", ("move", "remove"), Text("Move 3 marker")),
    Option("missions", ("no", "yes"), Text("Mission cards")),
    Option("emperor", ("no", "yes"), Text("Emperor's Favour")),
    Option("markers_in_emperor_turn", ("no_action_needed", "none"), Text("Markers in its turn"), in_play=True),
    Option("modules_on_other_boards", ("no", "yes"), Text("Modules elsewhere")),
    Option("bonus_swap", ("0", "1", "2"), Text("Swap markers")),
    Option("tribute", ("0", "1", "2"), Text("Tribute markers")),
    Option("block", ("0", "1", "2"), Text("Block markers")),
    Option("blank_1", ("",), Text("Blank marker 1"), letters=80),
    Option("blank_2", ("",), Text("Blank marker 2"), letters=80),
)
