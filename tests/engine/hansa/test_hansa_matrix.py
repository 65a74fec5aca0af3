"""The rules matrix tells the truth: every module and test that it names is there, every ruling has its row."""

from __future__ import annotations

import re
from pathlib import Path

from engine.hansa import TITLE

ROOT = Path(__file__).parents[3]
README = (ROOT / "engine" / "hansa" / "README.md").read_text()
HERE = Path(__file__).parent
TESTS = "".join(path.read_text() for path in HERE.glob("test_*.py"))
# the rulings of the fact sheet but those that concern the pawn for two players
RULINGS = (
    *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41, 43),
    *(44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77, 79, 80, 82),
    *(83, 85, 86, 88, 89, 91, 92, 94),
)


def test_every_test_in_the_matrix_exists() -> None:
    defined = set(re.findall(r"^def (test_\w+)", TESTS, re.M))
    named = set(re.findall(r"`(test_\w+)`", README))
    assert named - defined == set() and len(named) > 60


def test_every_module_is_described_and_every_one_described_exists() -> None:
    named = set(re.findall(r"`(\w+\.py)`", README))
    there = {path.name for path in (ROOT / "engine" / "hansa").glob("*.py")}
    assert {name for name in named if not name.startswith("test_")} - there == set()
    assert there - named - {"__init__.py"} == set()


def test_every_ruling_is_a_test_that_cites_it_and_stands_in_the_matrix() -> None:
    cited = {int(number) for number in re.findall(r"def test_\w+_ruling_(\d+)\(", TESTS)}
    assert set(RULINGS) - cited == set()
    matrix = README.partition("### Rules matrix")[2].partition("### Open points")[0]
    rows = {
        int(number) for row in re.findall(r"^\|[^|]+\|([ \d,]+)\|", matrix, re.M) for number in re.findall(r"\d+", row)
    }
    assert rows == set(RULINGS)


def test_every_option_stands_in_the_readme_with_its_values() -> None:
    for option in TITLE.options:
        values = ("a text", "none") if option.letters else option.values
        assert f"| `{option.name}` | {', '.join(values)} |" in README
