"""The repository speaks of the project alone: not of the machine it was written on, nor of where packages came from."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOSTS = [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("deb.debian", "org"), ("piwheels", "org")]
FOLDERS = ["root", "work", "home/[a-z]", "Users", "opt/wheels", "opt/pypi"]
FORBIDDEN = re.compile(
    "|".join(
        [
            *(re.escape(".".join(host)) for host in HOSTS),
            *(rf"(?<![\w.*/-])/{folder}/" for folder in FOLDERS),
            r"\.\./shared",
            r"\bTO" + "DO\b",
            r"\bFIX" + "ME\b",
        ]
    )
)


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file that is, or is about to be, in the repository."""
    if shutil.which("git") and (ROOT / ".git").exists():
        command = [
            "git",
            "-c",
            f"safe.directory={ROOT}",
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        paths = [ROOT / name for name in listed if name]
    else:
        paths = [path for path in ROOT.rglob("*") if ".venv" not in path.parts and "__pycache__" not in path.parts]
    for path in paths:
        if path.is_file() and path != Path(__file__):
            raw = path.read_bytes()
            if b"\0" not in raw:
                yield path, raw.decode("utf-8")


def found_in(text: str) -> list[str]:
    return [f"{text.count(chr(10), 0, match.start()) + 1}: {match[0]}" for match in FORBIDDEN.finditer(text)]


def test_nothing_speaks_of_another_machine_or_registry() -> None:
    places = [f"{path.relative_to(ROOT)}:{place}" for path, text in texts() for place in found_in(text)]
    assert places == []


def test_such_a_word_would_be_found() -> None:
    assert found_in("one\n# see " + "/ro" + "ot/x") == ["2: " + "/ro" + "ot/"]
    assert found_in("--index-url https://" + "py" + "pi.org/simple") != []
    assert found_in("the root of the tree, our work/ and ~/.config, tests/home/b") == []


def test_every_locked_requirement_is_pinned_and_hashed() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert [lock.name for lock in locks] == ["dev.txt", "pi.txt", "run.txt"]
    for lock in locks:
        for requirement in lock.read_text().replace("\\\n", " ").splitlines():
            if requirement.strip() and not requirement.startswith("#"):
                assert re.match(r"[a-z0-9-]+==[0-9][\w.]*( ; [^-]+)?\s+--hash=sha256:", requirement), requirement


def test_the_locks_agree_on_every_version() -> None:
    pinned: dict[str, set[str]] = {}
    for lock in (ROOT / "requirements").glob("*.txt"):
        for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", lock.read_text(), flags=re.MULTILINE):
            pinned.setdefault(name, set()).add(version)
    assert {name: versions for name, versions in pinned.items() if len(versions) > 1} == {}
