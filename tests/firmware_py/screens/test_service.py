"""Golden pictures of the test card and of the trace of a contact; and what makes the card tell a wrong setting."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.screens import text_art
from tests.firmware_py.screens.service_examples import service_examples

FOLDER = Path(__file__).parents[2] / "screens" / "service"
EXAMPLES = service_examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_picture_looks_as_its_golden_one(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text_art(EXAMPLES[name]) == golden


def test_there_is_no_golden_picture_without_its_example() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == EXAMPLES.keys()


@pytest.mark.parametrize("height", [64, 32])
def test_the_card_has_a_whole_frame_on_the_outermost_pixels_whatever_is_written_on_it(height: int) -> None:
    rows = text_art(EXAMPLES[f"card-{height}"]).splitlines()
    assert rows[0] == rows[-1] == "#" * 128
    assert {row[0] + row[-1] for row in rows} == {"##"}


def test_a_clean_move_is_one_step_and_a_bouncing_one_has_as_many_as_it_had_edges() -> None:
    clean = text_art(EXAMPLES["trace-clean-64"]).splitlines()
    bouncing = text_art(EXAMPLES["trace-64"]).splitlines()
    between = 20  # a row between high and low: only the steps cross it, and the words at the right do not reach it
    assert clean[between][:70].count("#") == 1
    assert bouncing[between][:70].count("#") == 5
