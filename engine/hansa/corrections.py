"""What the corrections of every way share: reading the parts of a key, fields for a knob, the score.

Knows no board. A part is refused in words that say what was found and what there is.
"""

from __future__ import annotations

from engine.errors import IllegalAnswer
from engine.game import Game
from engine.hansa import ledger_words
from engine.hansa.points import give
from engine.words import Amendment, Field, Seat, Text

SCORE_MOST = 99
SCORE_REASONS = tuple(word for word in ledger_words.REASONS if word != "correction")
AMOUNTS = tuple(f"{amount:+d}" for amount in range(-SCORE_MOST, SCORE_MOST + 1) if amount)
_NUMBER_LETTERS = 3


def refuse(message: str, **args: int | str | Seat | Text) -> IllegalAnswer:
    return IllegalAnswer(Text(message, **args))


def number(part: str, least: int, most: int, what: str) -> int:
    """A whole number written in the one way that there is; refused in words otherwise."""
    if part.isascii() and part.isdigit() and len(part) <= _NUMBER_LETTERS and str(int(part)) == part:
        value = int(part)
        if least <= value <= most:
            return value
    raise refuse(
        "{what} cannot be {found}: it is a whole number from {least} to {most}",
        what=Text(what),
        found=part,
        least=least,
        most=most,
    )


def known(part: str, words: dict[str, int], what: str) -> int:
    if part not in words:
        raise refuse("{found} is no {what}", found=part, what=Text(what))
    return words[part]


def seat_in(game: Game, part: str) -> int:
    return number(part, 0, game.players - 1, "a seat")


# ---- fields for a knob


def seat_field(game: Game, present: int) -> Field:
    values = tuple(str(seat) for seat in range(game.players))
    return Field(Text("Seat"), values, tuple(Text("{seat}", seat=Seat(int(seat))) for seat in values), str(present))


def number_field(name: Text, most: int, present: int, least: int = 0) -> Field:
    values = tuple(str(value) for value in range(least, most + 1))
    return Field(name, values, tuple(Text("{number}", number=int(value)) for value in values), str(present))


def score_amendment(game: Game, mover: int) -> Amendment:
    labels = tuple(Text("{signed}", signed=int(amount)) for amount in AMOUNTS)
    fields = (
        seat_field(game, mover),
        Field(Text("Points"), AMOUNTS, labels, "+1"),
        Field(Text("What for"), SCORE_REASONS, tuple(ledger_words.reason(word) for word in SCORE_REASONS), "other"),
    )
    return Amendment("!score", Text("Score"), "pencil", fields)


def do_score(game: Game, parts: list[str], at: int) -> None:
    """A correction of the score, as every way writes it."""
    seat = seat_in(game, parts[0])
    if parts[1] not in AMOUNTS:
        raise refuse(
            "points cannot be {found}: they are +1 to +{most} or -1 to -{most}", found=parts[1], most=SCORE_MOST
        )
    if parts[2] not in SCORE_REASONS:
        raise refuse("{found} is not what points are for: {words}", found=parts[2], words=", ".join(SCORE_REASONS))
    amount = int(parts[1])
    give(game, seat, amount, "correction", parts[2], at)
    text = Text("{signed} {reason}", signed=amount, reason=ledger_words.reason(parts[2]))
    game.tell("corrected", seat, text, amount, "pencil")
