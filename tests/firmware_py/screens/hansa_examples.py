"""The views of the golden screens of Hansa Teutonica by name, with the words of a real evening."""

from __future__ import annotations

from firmware_py.view import (
    Choice,
    Dial,
    Header,
    Idle,
    Line,
    Panel,
    Screen,
    SeatPage,
    Sheet,
    Standing,
    Status,
    Toast,
    Winner,
)

FACTS = (("city", "9/10"), ("bonus", "2"), ("prestige", "17/20"))
LONG = "Wolfgängerßü"  # twelve letters with marks


def seat(name: str, points: int, markers: int) -> Standing:
    return Standing(name, str(points), "bonus", str(markers))


def mover(name: str, points: int, left: int, of: int) -> Standing:
    return Standing(name, str(points), "actions", str(left), (left, of))


def status(rows: tuple[Standing, ...], focus: int, left: str = "", note: str = "", way: str = "") -> Status:
    return Status("R7", "", (), rows, focus, None, FACTS, note, left if way != "scorekeeper" else "")


def hansa() -> dict[str, Screen]:
    """Name → view."""
    return _status() | _scorekeeper() | _referee() | _pages()


def _status() -> dict[str, Screen]:
    three = (seat("Ana", 12, 2), mover("Bo", 9, 2, 3), seat("Éva", 17, 3))
    two = (Standing("Ana", "12", "actions", "3"), seat("Göttrik", 9, 1))
    five = (
        seat("Ana", 12, 2),
        seat("Bo", 9, 0),
        seat("Cyprian", 4, 1),
        mover("Éva", 17, 1, 4),
        seat("Friedrich", 11, 3),
    )
    long = (seat(LONG, 12, 2), mover("Göttrikssohn", 9, 2, 5), seat("Éva", 117, 10))
    counted = (seat("Ana", 12, 2), Standing("Bo", "9", "actions", "6"), seat("Éva", 17, 3))
    five_long = tuple(
        mover(LONG, 17, 7, 9) if place == 1 else seat(name, 17, 1)
        for place, name in enumerate(("Göttrikssohn", LONG, "Ana", "Maximiliane", "Bo"))
    )
    return {
        "h-status-2": Status("R7", "", (), two, 0, None, (("city", "0/7"), ("bonus", "12"), ("prestige", "3/20"))),
        "h-status-3": status(three, 1, "2 left"),
        "h-status-3-scorekeeper": status(counted, 1),
        "h-status-3-long": status(long, 1, "2 left"),
        "h-status-4": status(
            (mover("Ana", 12, 4, 5), seat("Göttrik", 9, 1), *three[1:2], seat("Cy", 4, 0)), 0, "4 left"
        ),
        "h-status-5": status(five, 3, "1 left"),
        "h-status-5-long": status(five_long, 1, "7 left"),
        "h-status-owed": status(counted, 1, note="1 marker to place"),
        "h-status-displaced": status(three, 2, note="displaced trader to?"),
        "h-idle": Idle("Éva answers", (("Ana", "12"), ("Bo", "9"), ("Éva", "17"))),
    }


def _scorekeeper() -> dict[str, Screen]:
    bo = Header("Bo", "", "3 actions", "Éva 17/20")
    turn = (
        Line("Next: Cyprian", icon="seat"),
        Line("Route claimed", icon="link"),
        Line("Marker used", "2 left", "bonus"),
        Line("Other points", icon="pencil"),
    )
    more = (
        Line("Done"),
        Line("Marker taken", "11 left", "bonus"),
        Line("City full: 8", icon="city"),
        Line("Coin +1", icon="prestige"),
        Line("East–West +7", icon="eastwest"),
        Line("Keys", "1→2", "key"),
        Line("Privilege", "white→orange", "privilege"),
        Line("Prestige 7", icon="prestige"),
    )
    seats = tuple(Line(name, "+1", "seat") for name in ("Ana", "Bo", LONG, "Éva"))
    return {
        "h-turn": Choice(bo, turn, 0),
        "h-turn-owed": Choice(bo, (Line(f"Placed, next: {LONG}", icon="seat"), *turn[1:]), 0, "1 marker to place"),
        "h-claim": Choice(
            Header("Bo", "", "Who has the cities?"), (Line("Nobody"), *seats), 0, "or press a seat button"
        ),
        "h-claim-city": Choice(
            Header(LONG, "", "Who has Quedlinburg?", marks=("warning",)), (Line("Nobody"), *seats), 1
        ),
        "h-claim-more": Choice(Header("Bo", "", "and then?"), more, 1),
        "h-claim-more-owed": Choice(
            Header("Bo", "", "and then?", "1 entered"), more[:1] + more[2:], 0, "1 marker to place"
        ),
        "h-final-ask": Dial(
            Header("Éva", "link", "final"),
            "offices in a network",
            "7",
            True,
            True,
            ("×3 makes +21",),
            footer=("Ana 12", "Bo 9", "Éva 17"),
        ),
    }


def _referee() -> dict[str, Screen]:
    actions = (
        Line("again: Hamburg–Lüneburg", icon="trader"),
        Line("Place", icon="trader"),
        Line("Place a merchant", icon="merchant"),
        Line("Route", "2", "link"),
        Line("Displace", icon="trader"),
        Line("Displace by merchant", icon="merchant"),
        Line("Move", icon="trader"),
        Line("Income", "Bank all", "bank"),
        Line("Part of the income"),
        Line("End turn"),
    )
    cities = tuple(
        Line(name, str(count))
        for name, count in (("Duisburg", 1), ("Göttingen", 1), ("Hamburg", 2), ("Lübeck", 1), ("Tangermünde", 3))
    )
    rewards = (
        Line("Lübeck", "pink", "office-square"),
        Line("Hamburg", "black", "office-round"),
        Line("Bank", "5→7", "bank"),
        Line("Extra: Hamburg", icon="bonus"),
        Line("Nothing"),
    )
    near = (
        Line("Bremen–Minden", "2 free"),
        Line("Hamburg–Lüneburg", "1 free"),
        Line("Stade–Hamburg", "3 free"),
        Line("No more"),
    )
    abilities = (
        Line("Actions", "3→3", "actions"),
        Line("Book", "2→3", "book"),
        Line("Bank", "5→7", "bank"),
        Line("Privilege", "orange→pink", "privilege"),
    )
    income = Header("Bo", "bank", "R7")
    return {
        "h-action": Choice(Header("Bo", "", "Action?", "2 of 3 left"), actions[1:], 2, "2 routes are full"),
        "h-action-again": Choice(Header("Bo", "", "Action?", "1 of 3 left"), actions, 0, "4 + 1 in supply"),
        "h-action-owed": Choice(
            Header("Bo", "", "Action?", "1 of 3 left", marks=("warning",)), actions[1:], 6, "Bank all, 6 in stock"
        ),
        "h-city1": Choice(Header("Bo", "trader", "Place where?"), cities, 2),
        "h-city1-again": Choice(Header("Bo", "trader", "Place where?"), (Line("again: Hamburg–Lübeck"), *cities), 0),
        "h-city2": Choice(
            Header("Bo", "trader", "Hamburg and?"), (Line("Lübeck", "3 free"), Line("Bremen", "4 free")), 0
        ),
        "h-reward": Choice(Header("Bo", "", "Hamburg–Lübeck"), rewards, 0),
        "h-displaced": Choice(Header("Éva", "", "displaced trader to?"), near, 0, "2 more pieces allowed"),
        "h-handed": Toast(
            Header("Éva", "", "R7"), "Éva answers", ("displaced trader to?", "in the turn of Göttrikssohn"), icon="seat"
        ),
        "h-handed-placed": Toast(
            Header("Éva", "", "R7"),
            "Éva answers",
            ("put on Hamburg–Lüneburg", "extra merchant to?", "in the turn of Bo"),
        ),
        "h-handed-back": Toast(Header("Bo", "", "R7"), "Back to Göttrikssohn", ("1 of 3 left",), icon="seat"),
        "h-develop": Choice(Header("Bo", "", "Develop?"), abilities, 0),
        "h-income-mix": Dial(
            income,
            "Merchants among 5?",
            "1",
            True,
            True,
            ("4 traders, 1 merchant",),
            footer=("Ana 12", "Bo 9", "Éva 17"),
        ),
        "h-bank": Choice(Header(subject="Your desk's Bank shows?"), (Line("3-4-7-all"), Line("3-5-7-all")), 0),
    }


def _pages() -> dict[str, Screen]:
    desk = (
        Line("Keys", icon="key", values=("1", "2", "2", "3", "4"), at=0),
        Line("Actions", icon="actions", values=("2", "3", "3", "4", "4", "5"), at=2),
        Line("Privilege", icon="privilege", values=("W", "O", "P", "B"), at=1),
        Line("Book", icon="book", values=("2", "3", "4", "5"), at=3),
        Line("Bank", icon="bank", values=("3", "5", "7", "all"), at=3),
    )
    ends = (
        Line("cities full", "9/10", "city"),
        Line("someone has 20", "17/20", "prestige"),
        Line("markers are gone", "2", "bonus"),
    )
    routes = (
        Line("Groningen–Emden", "1", "link"),
        Line("Ana: 2 traders, Bo: 1"),
        Line("merchant"),
        Line("Lüneburg–Perleberg", "3", "bonus"),
        Line("Exchange offices"),
    )
    lines = (("track", "17"), ("desk 2×4", "+8"), ("5 markers", "+6"), ("cities 3×2", "+6"), ("net 7×3", "+21"))
    about = ("Income 5  Move 2  Keys ×1", "Colours: white, orange")
    return {
        "h-desk": Panel(Header("Bo", "", "7 + 4 in supply", "1/2"), desk),
        "h-ends": Panel(Header("", "prestige", "The game ends when"), ends),
        "h-routes": Panel(Header("", "link", "Routes", "1/6"), routes),
        "h-seat": SeatPage("Bo", "9", "prestige", "3rd, 8 behind", (("", "2 left"),), (), about, boxes=(2, 3)),
        "h-seat-long": SeatPage(LONG, "117", "prestige", "3rd, 18 behind", (("", "7 left"),), (), about, boxes=(7, 9)),
        "h-seat-other": SeatPage("Éva", "17", "prestige", "first", (("bonus", "3"),), (), about),
        "h-seat-turn": SeatPage(
            "Bo", "9", "prestige", "3rd, 8 behind", (("", "2 left"),), (), about, "your turn", (2, 3)
        ),
        "h-seat-answer": SeatPage("Éva", "17", "prestige", "first", (("bonus", "3"),), (), about, "your answer"),
        "h-seat-owed": SeatPage(
            "Bo", "9", "prestige", "3rd, 8 behind", (("actions", "3"),), (), about, "1 marker to place"
        ),
        "h-final": Sheet(Header("Éva", "", "final", "1/4"), lines, "58", "first"),
        "h-winner": Winner("Éva wins", "58", "by 6", ("most from network: 21", "Ana 52  Bo 41  Cyp 30"), "prestige"),
    }
