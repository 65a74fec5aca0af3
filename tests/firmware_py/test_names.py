"""Short names: as much of each as there is room for, and two of one table never read the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_py.names import shortened


def test_a_name_loses_letters_from_its_end_and_one_that_fits_stays_whole() -> None:
    assert shortened(["Bartholomäus", "Bo", "Cyprian"], 4) == ["Bart", "Bo", "Cypr"]
    assert shortened(["Bartholomäus", "Bo", "Cyprian"], 12) == ["Bartholomäus", "Bo", "Cyprian"]


def test_names_that_begin_alike_end_in_the_letter_that_tells_them_apart() -> None:
    names = ["Anne-Marie", "Anne-Sophie", "Max"]
    assert shortened(names, 3) == ["AnM", "AnS", "Max"]
    assert shortened(names, 6) == ["Anne-M", "Anne-S", "Max"]
    assert shortened(names, 1) == ["AM", "AS", "M"]


def test_of_a_name_that_begins_with_another_the_letter_after_that_is_told() -> None:
    assert shortened(["Anna", "Annabel"], 3) == ["Ann", "Anb"]
    assert shortened(["Ana", "Ana Maria"], 3) == ["Ana", "AnM"]


names = st.lists(
    st.text("aAbBéÉ -'", min_size=1, max_size=12).map(str.strip).filter(bool),
    min_size=2,
    max_size=5,
    unique_by=str.casefold,
)


@given(names, st.integers(3, 12))
def test_two_seats_never_read_the_same(names: list[str], letters: int) -> None:
    short = [each.casefold() for each in shortened(names, letters)]
    assert len(set(short)) == len(short)
    assert all(0 < len(each) <= max(letters, len(name)) for each, name in zip(short, names, strict=True))
