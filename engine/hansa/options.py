"""The options of Hansa Teutonica: the open points of its rules that tables really differ on, and how it is kept.

Every other open point is a fixed ruling where it is applied. The first value is the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.errors import BadPlayers
from engine.hansa.favour import KeptFavour
from engine.hansa.kinds import BOX
from engine.hansa.maps import BOARDS, Map, map_for
from engine.hansa.missions import fits
from engine.title import Option, When
from engine.words import Text


def _when(test: Callable[[Map, Mapping[str, str]], object], words: str, kept: str = "") -> When:
    """Where a side of a board passes that test under the options in force; kept in that way only, if one is given."""

    def applies(way: str, players: int, options: Mapping[str, str]) -> bool:
        try:
            side = map_for(players, options["board"])
        except BadPlayers:
            return False  # the board is to be changed first
        return (not kept or way == kept) and bool(test(side, options))

    return When(applies, Text(words))


_REFEREE = _when(lambda side, options: True, "kept by the referee", "referee")
_CLAIMS = _when(lambda side, options: True, "kept by the scorekeeper", "scorekeeper")
_COUNTRIES = _when(lambda side, options: side.regions, "on boards with countries")
_GREEN = _when(lambda side, options: side.green, "on boards with green cities, kept by the referee", "referee")
_PERMISSION = _when(
    lambda side, options: side.permissions, "on boards with permissions, kept by the referee", "referee"
)
_BASE = _when(lambda side, options: fits(side), "on the base board")
_ELSEWHERE = _when(lambda side, options: not fits(side), "on other boards than the base board")
_TILES = _when(
    lambda side, options: fits(side) or options["modules_on_other_boards"] == "yes",
    "on the base board, or with modules elsewhere",
)
_TILES_IN_PLAY = _when(lambda side, options: KeptFavour.played(options, side), "with the Emperor's Favour")

OPTIONS = (
    Option("board", tuple(BOARDS), Text("Board")),
    Option("bank", tuple(BOX.banks), Text("Bank on the desk"), ask=Text("Your desk's Bank shows?")),
    Option("start_player", ("random", "chosen"), Text("Start player")),
    Option("end_turn_early", ("yes", "only_when_stuck"), Text("Turn ends early"), in_play=True, when=_REFEREE),
    Option(
        "markers_inside_actions",
        ("claim_window", "between_actions"),
        Text("Markers inside a claim"),
        in_play=True,
        when=_REFEREE,
    ),
    Option("drawn_marker", ("hidden", "shown"), Text("Drawn markers"), in_play=True, when=_REFEREE),
    Option("region_tie", ("printed", "shared"), Text("Ties in a country"), in_play=True, when=_COUNTRIES),
    Option(
        "green_city_exchange",
        ("permanent_marker_pieces", "no", "yes"),
        Text("Exchange in green cities"),
        in_play=True,
        when=_GREEN,
    ),
    Option("permission_gained", ("at_once", "next_turn"), Text("Permission gained"), in_play=True, when=_PERMISSION),
    Option("name_routes", ("no", "yes"), Text("Claims name their route"), in_play=True, when=_CLAIMS),
    Option("marker_mix", ("big_box", "first_edition"), Text("Marker mix")),
    Option("move_3", ("move", "remove"), Text("Move 3 marker")),
    Option("missions", ("no", "yes"), Text("Mission cards"), when=_BASE),
    Option("emperor", ("no", "yes"), Text("Emperor's Favour"), when=_TILES),
    Option(
        "markers_in_emperor_turn",
        ("no_action_needed", "none"),
        Text("Markers in its turn"),
        in_play=True,
        when=_TILES_IN_PLAY,
    ),
    Option("modules_on_other_boards", ("no", "yes"), Text("Modules elsewhere"), when=_ELSEWHERE),
    Option("bonus_swap", ("0", "1", "2"), Text("Swap markers")),
    Option("tribute", ("0", "1", "2"), Text("Tribute markers")),
    Option("block", ("0", "1", "2"), Text("Block markers")),
    Option("blank_1", ("",), Text("Blank marker 1"), letters=80),
    Option("blank_2", ("",), Text("Blank marker 2"), letters=80),
)
