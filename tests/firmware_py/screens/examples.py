"""The views of the golden screens by name: one for every screen of the design, with the words of a real evening."""

from __future__ import annotations

from msgspec.structs import replace

from engine.words import Track
from firmware_py.view import (
    Big,
    Cell,
    Cells,
    Choice,
    Code,
    Dark,
    Dial,
    Entries,
    Grid,
    GridRow,
    Header,
    Idle,
    Laying,
    Letters,
    Line,
    Mark,
    Marks,
    Notice,
    Panel,
    Plate,
    Plates,
    Question,
    Result,
    Screen,
    SeatPage,
    Sheet,
    Splash,
    Standing,
    Status,
    Toast,
    View,
    Winner,
)
from tests.firmware_py.screens.hansa_examples import hansa

HEIGHTS = (64, 32)
_DISCS = ("blue", "pink", "yellow", "green", "orange", "white")


_TRAYS = (
    Plate("VI", "2", "construction", note="→II"),
    Plate("I", "1", "seaport", note="→II"),
    Plate("II", "3", "forum", note="→V"),
    Plate("V", "0", "arch", legal=False),
    Plate("IV", "12", "senate", note="→IV"),
    Plate("III", "2", "military", note="→V"),
)


def _sow(colours: int, cursor: int) -> Marks:
    marks = tuple(Mark(name[0].upper(), f"{place % 2 + 1} left", f"disc-{name}") for place, name in enumerate(_DISCS))
    header = Header("Ana", subject="1 of 3 to Military")
    return Marks(header, marks[:colours], cursor, ("then Senate, Trajan", "Tile at Trajan: P W"))


NAMES = (
    "Ana",
    "Bo",
    "Cy",
    "Cyprian",
    "Éva",
    "Fritz",
    "Göttrik",
    "Göttrikssohn",
    "Friedrich",
    "Maximilian",
    "Wolfgängerßü",
)
_MARKS = ("bread", "games", "demand-hidden")
_FOUR = (
    Standing("Ana", "41", "consul", "9"),
    Standing("Bo", "38", "vote", "4"),
    Standing("Cyprian", "35", "vice", "7"),
    Standing("Éva", "52", "vote", "2"),
)
_THREE = (
    Standing("Ana", "41", "consul", "9"),
    Standing("Göttrik", "38", "vote", "4"),
    Standing("Éva", "52", "vice", "7"),
)
_TWO = (Standing("Ana", "117", "consul", "9"), Standing("Bo", "99", "vice", "4"))
_BUILD = GridRow("construction", "Build", ("2", "3", "4", "5"))
_PROVINCE = GridRow("military", "Province", ("1", "2", "3", "4", "5", "6", "7", "10"))
_SHIP = GridRow("seaport", "Ship", ("1", "2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "15", "20"))
_TILE = GridRow("arch", "Tile", ("1", "2", "3", "4", "5", "9"))
_NO_SCORE = GridRow("", "", ("No score", "senate 4"), ("", "senate"))
_NO_MORE = GridRow("", "", ("No more", "senate 4"), ("", "senate"))
_POINTS = (_NO_SCORE, _BUILD, _PROVINCE, _SHIP, _TILE)
_WHEEL = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Ä", "É", "Š", "space", "done")


def examples() -> dict[str, View]:
    """Every golden screen's view by its name."""
    views = {name: View(screen, names=NAMES) for name, screen in (_start() | _prompts() | _trajan() | hansa()).items()}
    views["t-points"] = replace(views["t-points"], mark="unsaved")
    views["t-taken"] = replace(views["t-taken"], mark="unsaved")
    views["t-status-2"] = replace(views["t-status-2"], mark="unsaved")
    views["undone"] = replace(views["undone"], mark="unsaved")
    views["storage"] = replace(views["storage"], mark="notsaved")
    views["t-seat-notsaved"] = replace(views["t-seat"], mark="notsaved")
    views["dark-notsaved"] = View(Dark(), mark="notsaved")
    views["list-unsaved"] = replace(views["list"], mark="unsaved")
    return views


def _start() -> dict[str, Screen]:
    return {
        "splash": Splash("looking for parts…"),
        "choose-title": Choice(
            Header(subject="New game"),
            (
                Line("Trajan", icon="arch16", note="2–4 players"),
                Line("Hansa Teutonica", icon="ship16", note="2–5 players"),
            ),
            0,
        ),
        "way": Choice(
            Header(subject="How much shall I do?"),
            (
                Line("Scorekeeper", icon="senate16", note="time, demands, points"),
                Line("Referee", icon="military16", note="every move is checked"),
            ),
            0,
        ),
        "resume": Question(
            Header(icon="saved", subject="Last game", right="Sat 21:40"),
            "Trajan Q2 R3",
            ("Ana 41 Bo 38 Cy 35", "Bo is to move"),
            ("Go on", "New game"),
            0,
        ),
        "players": Choice(
            Header(subject="Seats", right="first: Bo"),
            (Line("1 Ana", "red"), Line("2 Bo", "green"), Line("3 Cy", "brown"), Line("Éva", "blue"), Line("Done")),
            3,
        ),
        "player-count": Dial(Header(subject="New game"), "players", "3", lower=True, upper=True, lines=("Ana Bo Cy",)),
        "name-wheel": Letters(
            Header(subject="Name of seat 3", right="3/12"), "Cyp", _WHEEL, 17, ("click: letter", "hold: done")
        ),
        "seat-edit": Choice(
            Header(chip="Cyprian", subject="seat 3"),
            (Line("Name", "Cyprian"), Line("Colour", "brown"), Line("Swap seat"), Line("Back")),
            0,
        ),
        "other-games": Choice(
            Header(subject="Other games"),
            (
                Line("Trajan", "Q4 R4", note="Sat 21:40  Ana 117 Bo 99"),
                Line("Trajan", "over", note="Fri 23:10  Éva won"),
                Line("Hansa Teutonica", note="Mon 20:05  stopped"),
            ),
            1,
        ),
        "finish": Choice(
            Header(subject="Finish", right="20:57"),
            (Line("Pause"), Line("Stop here"), Line("Count now"), Line("Seat leaves"), Line("Back")),
            0,
        ),
        "paused": Big(
            Header(subject="Trajan Q2 R3", right="21:04"),
            "Paused",
            ("All answers are saved.", "Click to go on."),
            "paused16",
        ),
        "idle": Idle("Bo to move", (("Ana", "41"), ("Bo", "38"), ("Cy", "35"))),
        "idle-4": Idle("Göttrik to move", (("Ana", "41"), ("Göttrik", "138"), ("Cyprian", "35"), ("Éva", "52"))),
        "stopping": Big(Header(), "Saving…", ("Do not unplug yet",)),
        "safe": Big(Header(), "Saved", ("safe to unplug", "Trajan Q2 R3"), "plug16"),
        "t-setup-code": Code(
            Header(icon="random", subject="Setup code"),
            "K7F3-Q2",
            ("Same code, same setup.", "Turn: next   Back: before"),
        ),
        "t-setup-province": Laying(
            Header(subject="Provinces", right="7/31"), "bread16", "Alpes", "bread", "Forum tile, face up", 7, 31
        ),
        "t-setup-senate": Laying(
            Header(subject="Senate discs", right="24/31"),
            "",
            "Bo lowest, then",
            "Cyprian, Ana",
            "Stack on the start space",
            24,
            31,
        ),
        "error-display": Notice(
            Header(icon="warning", subject="Display 2 is lost"),
            (
                "No answer at 0x3D, i2c-1.",
                "Check SDA and SCL, or its address jumper.",
                "Trying again… 3",
                "The game goes on.",
            ),
        ),
        "error-reader": Notice(
            Header(icon="warning", subject="Tag reader is lost"),
            (
                "No answer on the serial port.",
                "Check its plug and power.",
                "Tags do nothing meanwhile; the knob does everything.",
                "Trying again… 7",
            ),
        ),
        "storage": Notice(
            Header(subject="Not saved: card is full"),
            (
                "12 answers are only in memory. Do not unplug.",
                "Free some space, or phone → Export. Trying again… 4",
            ),
            "Play on",
        ),
    }


def _prompts() -> dict[str, Screen]:
    trays = ("Seaport", "Forum", "Military", "Trajan", "Senate", "Construction")
    tray_icons = ("seaport", "forum", "military", "arch", "senate", "construction")
    return {
        "list": Choice(
            Header(chip="Bo", subject="Which action?"),
            tuple(Line(label, icon=icon) for label, icon in zip(trays, tray_icons, strict=True)),
            2,
        ),
        "list-long": Choice(
            Header(subject="Use which marker?"),
            (
                Line("Swap two offices"),
                Line("Additional trading post, at the left of a city"),
                Line("Develop one ability"),
                Line("+4 actions"),
                Line("Move three, also of others and over the sea"),
                Line("Extra office"),
            ),
            1,
        ),
        "list-others": Choice(
            Header(chip="Bo", subject="Others"),
            (Line("Seaport"), Line("Forum"), Line("Senate", "empty", legal=False), Line("Trajan", legal=False)),
            2,
        ),
        "dial": Dial(
            Header(icon="vote", subject="Vote tiles", right="Cy"), "", "5", True, True, ("space 4 + tiles 5 = 9",)
        ),
        "dial-floor": Dial(
            Header(icon="vote", subject="Vote tiles", right="Cy"), "", "0", False, True, ("space 4 + tiles 0 = 4",)
        ),
        "yes-no": Question(
            Header(chip="Ana", subject="Fulfil the tile?"),
            "+9",
            ("Both are in the tray.",),
            ("Yes", "No"),
            0,
            (("disc-blue", "B"), ("disc-white", "W")),
        ),
        "undo": Question(
            Header(icon="undo", subject="Take back"),
            "Demand: games",
            ("It was already seen.", "Turn the tile down again."),
            ("Take back", "Keep"),
            1,
        ),
        "undone": Toast(
            Header(chip="Ana", subject="Q2 R3"),
            "Taken back",
            ("Ana: build +3", "Menu → Undo → Redo"),
            icon="undo",
        ),
        "why": Choice(
            Header(chip="Ana", subject="Why 63?"),
            (
                Line("Construction", "19"),
                Line("Senate", "16"),
                Line("Provinces", "15"),
                Line("Ships", "12"),
                Line("Trajan tiles", "5"),
                Line("Demands", "−4"),
            ),
            0,
        ),
        "why-detail": Entries(
            Header(chip="Ana", subject="Construction 19"),
            (
                ("Q1 R1", "door", "+3"),
                ("Q1 R3", "stairs", "+4"),
                ("Q2 R1", "roof", "+5"),
                ("Q2 R2", "window", "+4"),
                ("Q2 R3", "stairs", "+3"),
            ),
            4,
        ),
        "why-detail-long": Entries(
            Header(chip="Cyprian", subject="Trajan tiles 27"),
            (
                ("Q1 R1", "tile", "+9"),
                ("Q1 R3", "corrected by the table, was +4", "−3"),
                ("Q2 R1", "tile, then built the second door", "+5"),
                ("Q2 R2", "tile", "+4"),
                ("Q2 R3", "tile", "+3"),
                ("Q3 R1", "tile", "+9"),
                ("Q3 R2", "tile", "+3"),
            ),
            1,
        ),
        "menu": Choice(
            Header(subject="Table", right="20:57"),
            tuple(
                Line(label, icon=icon)
                for label, icon in (
                    ("Undo", "undo"),
                    ("Score", "prestige"),
                    ("Why", "book"),
                    ("Correct", "pencil"),
                    ("Others", "hand"),
                    ("Pause", "paused"),
                    ("Seats", "seat"),
                    ("Rules here", "forum"),
                    ("Finish", "saved"),
                    ("Back", ""),
                )
            ),
            1,
        ),
        "tag-taken": Toast(
            Header(chip="Bo", icon="tag", subject="Forum: take tile"),
            "Bread",
            ("taken from the forum", "Back takes it back"),
            icon="bread16",
        ),
        "phone-joined": Toast(
            Header(icon="phone", subject="Phone joined"),
            "Éva has seat 4",
            ("and answers from there; the knob still answers for everyone.",),
        ),
        "not-here": Notice(
            Header(chip="Bo", icon="tag", subject="Does not fit now"),
            ("The identical ship takes one commodity only, and fish is already chosen.",),
            title="Wine card",
        ),
        "tag-learn": Notice(
            Header(icon="tag", subject="Teach tags", right="14/70"),
            ("Lay it on the reader or click to skip",),
            title="Bread tile 3",
            icon="tag16",
        ),
        "t-correct": Dial(
            Header(icon="pencil", subject="Correct"),
            "Time marker",
            "14",
            True,
            True,
            ("was 12, now 14 of 21", "click: enter as correction"),
        ),
    }


def _trajan() -> dict[str, Screen]:
    turn = Header(chip="Ana", subject="Q2 R3")
    return {
        "t-status-4": Status("Q2 R3", "9 left", _MARKS, _FOUR, 1, Track(21, 12)),
        "t-status-3": Status(
            "Q2 R3", "11 left", ("religion", "demand-hidden", "demand-hidden"), _THREE, 2, Track(16, 5)
        ),
        "t-status-2": Status("Q4 R4", "1 left", ("religion", "bread", "bread"), _TWO, 0, Track(11, 10)),
        "status-5": Status(
            "R7", "", (), tuple(Standing(name, str(4 * len(name))) for name in ("Ana", "Bo", "Cy", "Éva", "Fritz")), 3
        ),
        "t-move": Dial(
            turn,
            "markers",
            "3",
            True,
            True,
            ("6 left then",),
            track=Track(21, 12, 3),
            footer=("Ana 41", "Bo 38", "Cyprian 35", "Éva 52"),
        ),
        "t-move-end": Dial(
            Header(chip="Cyprian", subject="Q2 R3"),
            "markers",
            "4",
            True,
            True,
            ("ends R3, 2 over",),
            strong=True,
            track=Track(16, 14, 4),
            footer=("Ana 41", "Bo 38", "Cyprian 35"),
        ),
        "t-points": Grid("Ana", "no score", _POINTS, 0, 0),
        "t-points-owed": Grid("Ana", "no score", _POINTS, 0, 0, ("warning",)),
        "t-status-owed": Status("Q2 R3", "2 left", _MARKS, _FOUR, 1, Track(21, 2), note="a demand to turn up"),
        "t-points-build": Grid("Ana", "build +3", _POINTS, 1, 1),
        "t-points-2": Grid("Ana", "tile +9, and?", (_NO_MORE, *_POINTS[1:4]), 0, 0),
        "t-points-senate": Grid("Ana", "senate +4", _POINTS, 0, 1),
        "t-points-ship": Grid("Ana", "ship +12", _POINTS, 3, 10),
        "t-points-ship-end": Grid("Ana", "ship +20", _POINTS, 3, 12),
        "t-taken": Toast(turn, "construction", ("Ana 44", "next: Bo"), big="+3"),
        "t-tray": Plates(
            Header("Ana", subject="Which tray?", right="6 left"),
            _TRAYS,
            2,
        ),
        "t-tray-end": Plates(Header("Cyprian", subject="Which tray?", right="12 over"), _TRAYS, 5, strong=True),
        "t-board-construction": Panel(
            Header("", "construction", "Construction", "2/4"),
            (
                Line("door 4", icon="door"),
                Line("fountain 2", "Cyprian", "fountain"),
                Line("2.3", "Ana, Göttrik", "worker"),
                Line("window 5", icon="window"),
                Line("stairs 3", icon="stairs"),
            ),
        ),
        "t-board-seat": Panel(
            Header("Göttrik", "", "", "1/4"),
            (
                Line("I BYYOOP", "arch", "seaport"),
                Line("II –", "W+W", "forum religion"),
                Line("III BBYYGGOO", "2 P+B", "military legionnaire"),
                Line("IV W", "2 W+B", "senate hand"),
                Line("V GP", "", "arch"),
            ),
        ),
        "t-private": Notice(
            Header("Cyprian", "hand", "Private"), ("For Cyprian alone.",), "I am looking", "Different cards: 2"
        ),
        "t-private-own": Notice(
            Header("Cyprian", "hand", "Private"), ("Cyprian looks at their own display.",), title="Discard"
        ),
        "list-told": Choice(
            Header("Ana", "construction", "Construction"),
            tuple(
                Line(label, icon=icon)
                for label, icon in (
                    ("new worker", "worker"),
                    ("door 5", "door"),
                    ("stairs 2", "stairs"),
                    ("roof 3", "roof"),
                    ("skip", ""),
                )
            ),
            1,
            "+5 and senate, row 1.1",
        ),
        "t-sow": _sow(2, 0),
        "t-sow-4": _sow(4, 1),
        "t-sow-6": _sow(6, 3),
        "t-demand": Cells(
            Header(subject="Round 3 is over", right="2 of 3"),
            "New demand?",
            (Cell("bread", "bread16"), Cell("games", "games16"), Cell("religion", "religion16")),
            1,
        ),
        "t-unmet": Cells(
            Header(chip="Ana", subject="Q2 ends", right="1/4"),
            "cannot meet",
            (Cell("0", big="0"), Cell("−4", big="1"), Cell("−9", big="2"), Cell("−15", big="3")),
            0,
            ("bread", "games", "games"),
        ),
        "t-votes": Dial(
            Header(chip="Ana", subject="Q2 ends", right="1/4"),
            "vote tiles",
            "5",
            True,
            True,
            ("space 4 + tiles 5 = 9", "consul now: Ana, 9 to 7"),
            footer=("Ana 41", "Bo 38", "Cyprian 35"),
        ),
        "t-move-far": Dial(
            Header(chip="Ana", icon="time", subject="Q2 R3"),
            "markers",
            "12",
            True,
            False,
            ("ends R3, 10 over",),
            strong=True,
            track=Track(16, 14, 12),
            footer=("Ana 41", "Göttrik 138", "Cyprian 35", "Éva 52"),
        ),
        "t-final-long": Dial(
            Header(chip="Cyprian", icon="legionnaire", subject="final"),
            "legionnaires in camp",
            "12",
            True,
            True,
            ("1 point each: +12",),
            footer=("Ana 137", "Göt 105", "Cyp 80"),
        ),
        "t-bonus-many": Choice(
            Header(chip="Cyprian", subject="vice-consul takes"),
            tuple(
                Line(label, icon=icon, note="3 each")
                for label, icon in (
                    ("columns + hides", "columns"),
                    ("scrolls + oils", "scrolls"),
                    ("fruit + lamps", "fruit"),
                    ("wine + fish", "wine"),
                )
            ),
            1,
        ),
        "t-question-long": Question(
            Header(chip="Göttrik", subject="religion tile left at the very end?"), "", ("+6",), ("Yes", "No"), 0
        ),
        "t-senate": Result(
            Header(subject="Q2 senate"),
            (
                Standing("Ana", "9", "consul16"),
                Standing("Cyprian", "7", "vice"),
                Standing("Bo", "4"),
                Standing("Éva", "2"),
            ),
            ("Stack: Ana Cyprian Bo Éva",),
        ),
        "t-bonus": Choice(
            Header(chip="Ana", subject="consul picks"),
            (Line("wine + fish", icon="wine fish", note="3 each"), Line("bread left", icon="bread", note="9 once")),
            0,
            "other: Cyprian, gray side",
        ),
        "t-final": Sheet(
            Header(chip="Ana", subject="final", right="1/4"),
            (("before", "98"), ("hand, camps", "+5"), ("circle", "+1"), ("sets", "+30"), ("bonus", "+15")),
            "149",
            "first",
        ),
        "t-final-ask": Dial(
            Header(chip="Ana", subject="final", right="3/5"),
            "cards in hand",
            "2",
            True,
            True,
            ("1 point each: +2", "click: next question"),
        ),
        "t-winner": Winner(
            "Éva wins",
            "152",
            "by 3",
            ("most from provinces: 41", "Ana 149  Bo 120  Cyp 98"),
        ),
        "t-seat": SeatPage(
            "Ana",
            "63",
            "points",
            "2nd, 4 behind",
            (("consul", "9 votes"),),
            _MARKS,
            ("Bo is playing", "then Cyprian, then you"),
        ),
        "t-seat-turn": SeatPage(
            "Ana", "63", "points", "2nd, 4 behind", (("consul", "9 votes"),), _MARKS, (), "your turn"
        ),
        "t-seat-turn-hand": SeatPage(
            "Göttrik",
            "63",
            "points",
            "2nd, 4 behind",
            (("consul", "9 votes"),),
            _MARKS,
            ("Hand: fish, gems, grain ×2, wine",),
            "your turn",
        ),
    }
