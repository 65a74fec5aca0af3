"""The rules matrix tells the truth: its example runs, and every module and test that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

from engine.catalogue import new_game

ROOT = Path(__file__).parents[3]
GENERAL = (ROOT / "engine" / "README.md").read_text()
README = GENERAL + (ROOT / "engine" / "trajan" / "README.md").read_text()
HERE = Path(__file__).parent


def test_every_test_in_the_matrix_exists() -> None:
    defined = set(re.findall(r"^def (test_\w+)", "".join(path.read_text() for path in HERE.glob("test_*.py")), re.M))
    named = set(re.findall(r"`(test_\w+)`", README))
    files = set(re.findall(r"`(test_\w+\.py)`", README))
    assert named - defined == set() and len(named) > 40
    assert [name for name in files if not (HERE / name).exists()] == []


def test_every_module_in_the_matrix_exists_and_every_module_is_described() -> None:
    named = set(re.findall(r"`(\w+\.(?:py|toml))`", README))
    there = {path.name for folder in ("engine", "engine/trajan") for path in (ROOT / folder).glob("*.py")}
    assert {name for name in named if name.endswith(".py") and not name.startswith("test_")} - there == set()
    assert there - named - {"__init__.py", "errors.py"} == set()


def test_every_ruling_that_a_test_names_is_in_the_matrix() -> None:
    text = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    tested = {
        int(number) for numbers in re.findall(r"rulings?_(\d+(?:_and_\d+)*)", text) for number in numbers.split("_and_")
    }
    matrix = README.partition("### Rules matrix")[2]
    assert {number for number in tested if not re.search(rf"\b{number}\b", matrix)} == set()
    every = {1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41}
    every |= {43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68}
    assert every - tested == set()


def test_the_example_runs_as_shown() -> None:
    example = re.search(r"```python\n(.*?)```", README, re.S)
    assert example is not None
    game = new_game("trajan", "scorekeeper", 3, {"time_loop": "16"})
    for line in example[1].splitlines():
        code, _, comment = line.partition("#")
        if code.strip().startswith("game.answer"):
            eval(code, {"game": game})
        elif code.strip().startswith("game."):
            assert repr(eval(code, {"game": game})) == comment.strip()
