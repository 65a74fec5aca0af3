"""Questions whose answers are for one seat alone: on shared glass, on that seat's own display, and on nobody else's."""

from __future__ import annotations

from pathlib import Path

from plans import CODE, opened
from story import Story

from engine import catalogue

PAIRS = ("blue-white", "yellow-green", "orange-pink", "blue-yellow", "green-orange")
DRAWN = "trajan green draw"


def laid(hands: str) -> str:
    return " ".join(opened(3, hands=hands, trays=dict.fromkeys(range(3), PAIRS)))


def asked(folder: Path, hands: str = "seen", **how: object) -> tuple[Story, tuple[str, ...]]:
    """A story in which Bo, who starts, has drawn two cards and has to discard one: with the kinds of card in hand."""
    keys = f"{laid(hands)} {DRAWN}"
    game = catalogue.new_game("trajan", "referee", 3)
    for key in keys.split():
        game.answer(key)
    if hands == "seen":
        for _ in range(2):
            game.answer("card.gems")
        keys += " card.gems card.gems"
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == (1, "card.discard")
    story = Story(folder, keys, way="referee", code=CODE, **how)
    return story, tuple(dict.fromkeys(key.partition("-")[0] for key in game.decision.keys))


def test_shared_glass_shows_the_answers_only_after_that_seat_says_it_is_looking(tmp_path: Path) -> None:
    story, cards = asked(tmp_path)
    story.sees("Bo", "Private", "Discard", "For Bo alone.", "I am looking")
    story.misses(*cards, "pile 1")
    story.turn(1)
    story.misses(*cards, "pile 1")
    story.click()
    story.focus(f"{cards[0]}, pile 1")
    story.click()
    story.wait(4.0)
    story.sees("Cy", "Which tray?")


def test_the_button_of_that_seat_looks_another_ones_does_not(tmp_path: Path) -> None:
    story, cards = asked(tmp_path)
    story.seat(2)
    story.sees("Cy", "points", "Bo is playing")
    story.misses(*cards)
    story.back()
    story.sees("I am looking")
    story.seat(1)
    story.focus(f"{cards[0]}, pile 1")


def test_what_is_not_legal_and_the_board_tell_nothing_of_a_hand_that_is_covered(tmp_path: Path) -> None:
    story, cards = asked(tmp_path)
    story.hold()
    rows = set()
    for _ in range(12):
        rows.update(story.says().inverted())
        story.turn(1)
    assert "Board" in rows
    assert "Not possible now" not in rows
    story.back()
    story.menu("Board", "Bo")
    for _ in range(2):
        story.misses(*cards)
        story.turn(1)
    story.sees("3/4", "cards in hand", "5")
    story.misses(*cards)
    story.back()
    story.back()
    story.back()
    story.click()
    story.menu("Board", "Bo")
    story.turn(2)
    story.sees("hand: gems", "2")


def test_after_a_rest_it_is_covered_again(tmp_path: Path) -> None:
    story, cards = asked(tmp_path, overrides=('display=[{name="main", role="all"}]',))
    story.click()
    story.sees(f"{cards[0]}, pile 1")
    story.wait(30.0)
    story.misses(*cards)
    story.turn(1)
    story.sees("I am looking")
    story.misses(*cards)


def test_on_its_own_display_it_is_answered_as_anywhere_and_no_other_display_shows_it(tmp_path: Path) -> None:
    roles = ("prompt", "seat.0", "seat.1", "seat.2")
    tables = ", ".join(
        f'{{name="{role.replace(".", "-")}", role="{role}", bus={1 + place // 2}, address={0x3C + place % 2}}}'
        for place, role in enumerate(roles)
    )
    story, cards = asked(tmp_path, overrides=(f"display=[{tables}]",))
    story.sees("Bo", "Private", "Discard", "Bo looks at their own", on="prompt")
    story.focus(f"{cards[0]}, pile 1", on="seat-1")
    story.turn(1)
    story.focus(f"{cards[0]}, pile 2", on="seat-1")
    for name in ("prompt", "seat-0", "seat-2"):
        story.misses("gems", "pile 1", "pile 2", on=name)
    story.sees("Bo is playing", on="seat-0")
    story.click()
    story.wait(4.0)
    story.sees("Cy", "Which tray?", on="prompt")
    story.sees("hand:", on="seat-1")
    story.misses("hand:", on="prompt")


OWN = "".join(
    f'{{name="{role.replace(".", "-")}", role="{role}", bus={1 + place // 2}, address={0x3C + place % 2}}}, '
    for place, role in enumerate(("prompt", "seat.0", "seat.1", "seat.2"))
)


def test_on_its_own_display_a_seat_sees_its_hand_also_while_it_is_its_turn(tmp_path: Path) -> None:
    story = Story(tmp_path, laid("seen"), way="referee", code=CODE, overrides=(f"display=[{OWN}]",))
    story.sees("Bo", "Which tray?", on="prompt")
    story.sees("Bo", "your turn", "hand:", on="seat-1")
    story.misses("hand:", on="prompt")
    story.sees("Bo is playing", "hand:", on="seat-0")
    story.misses("your turn", on="seat-0")


def test_while_its_own_display_is_lost_its_private_question_is_on_the_shared_one(tmp_path: Path) -> None:
    story, cards = asked(tmp_path, overrides=(f"display=[{OWN}]",))
    story.world.unplug("seat-1")
    story.turn(1)
    story.wait(3.0)
    story.sees("A part is lost", on="prompt")
    story.back()
    story.sees("Bo", "Private", "For Bo alone.", "I am looking", on="prompt")
    story.misses(*cards, on="prompt")
    story.click()
    story.focus(f"{cards[0]}, pile 2", on="prompt")
    story.world.plug("seat-1")
    story.waits_for("Found again", on="prompt")
    story.wait(2.5)
    story.sees("Bo looks at their own", on="prompt")
    story.focus(f"{cards[0]}, pile 2", on="seat-1")


def test_a_hidden_hand_is_a_number_to_the_companion_too_so_nothing_is_covered(tmp_path: Path) -> None:
    story, _ = asked(tmp_path, hands="hidden")
    story.sees("Bo", "Discard", "pile 1")


def test_a_private_card_that_was_drawn_for_a_seat_is_not_told_to_all(tmp_path: Path) -> None:
    story = Story(tmp_path, f"{laid('seen')} trajan green", way="referee", code=CODE, draws="companion")
    story.sees("Bo", "Seaport", "draw two")
    story.click()
    story.sees("Private", "Discard", "I am looking")
    story.misses("Drawn for you.")
