"""What the corrections of every title share: reading the parts of a key, fields for a knob, the score, how one is done.

A correction is a key ``!WORD.PART.PART``. Knows no board. A part is refused in words that say what was found and what
there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.errors import IllegalAnswer
from engine.game import Game
from engine.words import Amendment, Field, Seat, Text

SCORE_MOST = 99
AMOUNTS = tuple(f"{amount:+d}" for amount in range(-SCORE_MOST, SCORE_MOST + 1) if amount)
_NUMBER_LETTERS = 3


class Correction(NamedTuple):
    """What a word offers a knob, what it does with the parts that follow it, how many these are and how many more they
    may be."""

    offer: Callable[[Game], Sequence[Amendment]]
    do: Callable[[Game, list[str]], None]
    parts: int
    more: int = 0


def refuse(message: str, **args: int | str | Seat | Text) -> IllegalAnswer:
    return IllegalAnswer(Text(message, **args))


# ---- reading parts


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


def known(part: str, words: Mapping[str, int], what: str) -> int:
    if part not in words:
        raise refuse("{found} is no {what}", found=part, what=Text(what))
    return words[part]


def seat_in(game: Game, part: str) -> int:
    return number(part, 0, game.players - 1, "a seat")


def staying_in(game: Game, part: str) -> int:
    """The same of a board with a box ``left``, for a seat that has not left."""
    seat = seat_in(game, part)
    if game.board.left[seat]:
        raise refuse("{seat} has left", seat=Seat(seat))
    return seat


# ---- fields for a knob


def seat_field(seats: Sequence[int], present: int) -> Field:
    """One of these seats; the first, if the present one is none of them."""
    values = tuple(str(seat) for seat in seats)
    labels = tuple(Text("{seat}", seat=Seat(seat)) for seat in seats)
    return Field(Text("Seat"), values, labels, str(present) if present in seats else values[0])


def number_field(name: Text, most: int, present: int, least: int = 0) -> Field:
    values = tuple(str(value) for value in range(least, most + 1))
    return Field(name, values, tuple(Text("{number}", number=int(value)) for value in values), str(present))


# ---- the score


def score(
    reasons: Mapping[str, Text],
    give: Callable[[Game, int, int, str, str, int], None],
    when: Callable[[Game], int],
    mover: Callable[[Game], int],
) -> Correction:
    """``!score.SEAT.+N.REASON``: ``reasons`` are those of the title's ledger, ``give`` writes its lines, ``when`` is
    the ledger's time now, ``mover`` the seat on which the knob starts."""
    words = tuple(word for word in reasons if word != "correction")
    amounts = Field(Text("Points"), AMOUNTS, tuple(Text("{signed}", signed=int(each)) for each in AMOUNTS), "+1")
    what_for = Field(Text("What for"), words, tuple(reasons[word] for word in words), "other")

    def offer(game: Game) -> list[Amendment]:
        fields = (seat_field(range(game.players), mover(game)), amounts, what_for)
        return [Amendment("!score", Text("Score"), "pencil", fields)]

    def do(game: Game, parts: list[str]) -> None:
        seat, amount, reason = seat_in(game, parts[0]), parts[1], parts[2]
        if amount not in AMOUNTS:
            raise refuse(
                "points cannot be {found}: they are +1 to +{most} or -1 to -{most}", found=amount, most=SCORE_MOST
            )
        if reason not in words:
            raise refuse("{found} is not what points are for: {words}", found=reason, words=", ".join(words))
        give(game, seat, int(amount), "correction", reason, when(game))
        text = Text("{signed} {reason}", signed=int(amount), reason=reasons[reason])
        game.tell("corrected", seat, text, int(amount), "pencil")

    return Correction(offer, do, 3)


# ---- doing one


def offered(game: Game, there: Mapping[str, Correction], allowed: Sequence[str]) -> list[Amendment]:
    """What may be corrected now: each with its fields, their values and what is there now."""
    return [amendment for word in allowed for amendment in there[word].offer(game)]


def amend(
    game: Game,
    key: str,
    there: Mapping[str, Correction],
    allowed: Sequence[str],
    why: Callable[[Game, str], Text | None] = lambda game, word: None,
) -> None:
    """Do the correction. Raises IllegalAnswer, in words, if it is none of those that are ``there``, or none ``allowed``
    now; ``why`` says why a word is not, if the title has more to say than that."""
    word, *parts = key[1:].split(".")
    if word not in there:
        raise refuse("{found} is no correction: {words}", found=key, words=", ".join(f"!{each}" for each in there))
    if word not in allowed:
        raise IllegalAnswer(why(game, word) or Text("this cannot be corrected now: {found}", found=key))
    found = there[word]
    if not found.parts <= len(parts) <= found.parts + found.more:
        raise refuse("{found} has too few or too many parts", found=key)
    found.do(game, parts)
