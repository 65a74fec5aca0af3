"""Everything that is asked of the card, on tape, and what a pulled plug would have left of it at any instant.

``Tape`` stands where SQLite and the standard library hand things to the system: SQLite's own file calls (a virtual
file system registered through ctypes) and the few calls of ``os`` that change files and folders. ``Card`` winds a tape
to any step and tells what is on the card then: what was synced for certain, and of the rest nothing, everything, or any
sectors in any order. Nothing here knows journals or games.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import errno
import os
import random
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

SECTOR = 512
_OK, _FULL, _IOERR_WRITE, _IOERR_FSYNC = 0, 13, 778, 1034
_CREATE, _DELETE_ON_CLOSE, _JOURNALS = 0x04, 0x08, 0x0800 | 0x80000  # flags of SQLite's xOpen
Fault = Callable[[str, str], int]


class Step(NamedTuple):
    """One thing asked of the card. ``file`` is a file's number on the tape, which a new name does not change."""

    what: str  # write, truncate, sync; new, unlink, rename, link, folder (a folder is synced); said
    file: int = 0
    at: int = 0  # offset, length, or what was said
    data: bytes = b""
    name: str = ""  # relative to the taped folder
    other: str = ""  # the second name of a rename or link; of a new name, "file" or "folder"


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int),
        ("size_of_file", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("app_data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    )


class _Methods(Structure):
    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_CLOSE = CFUNCTYPE(c_int, c_void_p)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class Tape:
    """Notes what happens to files in ``folder`` while it is entered.

    ``fault`` is asked before every step, with what it is and the file's name, and gives SQLite's number of an error or
    0. A write that is refused has reached the card as far as its first half.
    """

    def __init__(self, folder: Path, fault: Fault | None = None) -> None:
        self.folder = folder
        self.steps: list[Step] = []
        self.fault = fault or (lambda what, name: _OK)
        self.found = {  # what was there before
            str(each.relative_to(folder)): each.read_bytes() if each.is_file() else None
            for each in sorted(folder.rglob("*"))
        }
        self.names: dict[str, int] = {name: number for number, name in enumerate(self.found, 1)}
        self._numbers = len(self.names)
        self._open: dict[int, tuple[int, str, bool]] = {}  # SQLite's file → number, name, whether its folder is owed
        self._handles: dict[int, tuple[int, str]] = {}
        self._really: dict[str, Any] = {}
        self._methods: dict[int, tuple[_Methods, tuple[Any, ...]]] = {}
        self._library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        self._library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._vfs: _Vfs | None = None

    def said(self, number: int) -> None:
        """Note that from here on somebody relies on something."""
        self.steps.append(Step("said", at=number))

    def __enter__(self) -> Tape:
        usual = self._library.sqlite3_vfs_find(None)
        self._usual = usual
        self._vfs = _Vfs()
        ctypes.memmove(ctypes.byref(self._vfs), usual, ctypes.sizeof(_Vfs))
        self._calls = (_OPEN(self._sqlite_open), _DELETE(self._sqlite_delete))
        self._vfs.name = b"tape"
        self._vfs.open = ctypes.cast(self._calls[0], c_void_p)
        self._vfs.delete = ctypes.cast(self._calls[1], c_void_p)
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        for name in ("open", "close", "write", "fsync", "rename", "replace", "link", "unlink", "mkdir"):
            self._really[name] = getattr(os, name)
            setattr(os, name, getattr(self, f"_os_{'rename' if name == 'replace' else name}"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name, really in self._really.items():
            setattr(os, name, really)
        assert self._vfs is not None
        self._library.sqlite3_vfs_register(self._usual, 1)
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        if self._open:  # a connection that is still open goes on without the tape, through what must not go away
            self._vfs.open, self._vfs.delete = self._usual.contents.open, self._usual.contents.delete
            for file in self._open:
                slot = c_void_p.from_address(file)
                slot.value = next(at for at, mine in self._methods.items() if ctypes.addressof(mine[0]) == slot.value)
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._vfs))

    # ---- names

    def _relative(self, path: str | bytes | os.PathLike[str]) -> str | None:
        place = os.path.relpath(os.fsdecode(path), self.folder)
        return None if place.startswith("..") else place

    def _new(self, name: str, kind: str = "file") -> int:
        if name not in self.names:
            self._numbers += 1
            self.names[name] = self._numbers
            self.steps.append(Step("new", self._numbers, name=name, other=kind))
        return self.names[name]

    # ---- SQLite's calls

    def _sqlite_open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        given = ctypes.string_at(name).decode() if name else ""
        known = self._relative(given) if given and not flags & _DELETE_ON_CLOSE else None
        there = known is not None and (self.folder / known).exists()
        if known is not None and not there and flags & _CREATE and (code := self.fault("new", known)):
            return code
        code = int(_OPEN(self._usual.contents.open)(vfs, name, file, flags, out))
        if code == _OK and known is not None and (self.folder / known).exists():
            owed = bool(flags & _CREATE and flags & _JOURNALS)
            self._open[file] = (self._new(known), known, owed)
            self._wrap(file)
        return code

    def _wrap(self, file: int) -> None:
        slot = c_void_p.from_address(file)
        address = slot.value
        assert address is not None
        if address not in self._methods:
            usual = _Methods.from_address(address)
            mine = _Methods()
            ctypes.memmove(ctypes.byref(mine), address, ctypes.sizeof(_Methods))
            calls = self._taped(usual)
            for name, call in zip(("close", "write", "truncate", "sync"), calls, strict=True):
                setattr(mine, name, ctypes.cast(call, c_void_p))
            self._methods[address] = mine, calls
        slot.value = ctypes.addressof(self._methods[address][0])

    def _taped(self, usual: _Methods) -> tuple[Any, ...]:
        close, write = _CLOSE(usual.close), _WRITE(usual.write)
        truncate, sync = _TRUNCATE(usual.truncate), _SYNC(usual.sync)

        def closing(file: int) -> int:
            self._open.pop(file, None)
            return int(close(file))

        def writing(file: int, data: int, length: int, at: int) -> int:
            number, name, _ = self._open[file]
            if code := self.fault("write", name):
                length //= 2
            done = int(write(file, data, length, at))
            self.steps.append(Step("write", number, at, ctypes.string_at(data, length), name))
            return code or done

        def truncating(file: int, length: int) -> int:
            number, name, _ = self._open[file]
            if code := self.fault("truncate", name):
                return code
            self.steps.append(Step("truncate", number, length, name=name))
            return int(truncate(file, length))

        def syncing(file: int, flags: int) -> int:
            number, name, owed = self._open[file]
            if code := self.fault("sync", name):
                return code
            done = int(sync(file, flags))
            self.steps.append(Step("sync", number, name=name))
            if owed:  # SQLite syncs the folder of a log with the first sync of the log itself
                self.steps.append(Step("folder", name=_folder(name)))
                self._open[file] = (number, name, False)
            return done

        return _CLOSE(closing), _WRITE(writing), _TRUNCATE(truncating), _SYNC(syncing)

    def _sqlite_delete(self, vfs: int, name: int, sync_folder: int) -> int:
        known = self._relative(ctypes.string_at(name))
        if known is not None and (code := self.fault("unlink", known)):
            return code
        code = int(_DELETE(self._usual.contents.delete)(vfs, name, sync_folder))
        if code == _OK and known is not None and self.names.pop(known, 0):
            self.steps.append(Step("unlink", name=known))
            if sync_folder:
                self.steps.append(Step("folder", name=_folder(known)))
        return code

    # ---- the system's calls

    def _refuse(self, what: str, name: str | None) -> None:
        if name is not None and (code := self.fault(what, name)):
            number = errno.ENOSPC if code == _FULL else errno.EIO
            raise OSError(number, os.strerror(number), name)

    def _os_open(self, path: Any, flags: int, mode: int = 0o777, **how: Any) -> int:
        name = self._relative(path) if not isinstance(path, int) else None
        if name is not None and flags & os.O_CREAT and name not in self.names:
            self._refuse("new", name)
        handle = int(self._really["open"](path, flags, mode, **how))
        if name is not None:
            number = 0 if (self.folder / name).is_dir() else self._new(name)
            self._handles[handle] = (number, name)
            if flags & os.O_TRUNC:
                self.steps.append(Step("truncate", number, 0, name=name))
        return handle

    def _os_close(self, handle: int) -> None:
        self._handles.pop(handle, None)
        self._really["close"](handle)

    def _os_write(self, handle: int, data: bytes) -> int:
        if handle in self._handles:
            number, name = self._handles[handle]
            at = os.lseek(handle, 0, os.SEEK_CUR)
            self._refuse("write", name)
            self.steps.append(Step("write", number, at, bytes(data), name))
        return int(self._really["write"](handle, data))

    def _os_fsync(self, handle: int) -> None:
        number, name = self._handles.get(handle, (0, None))
        self._refuse("sync", name)
        self._really["fsync"](handle)
        if name is not None:
            self.steps.append(
                Step("sync", number, name=name) if number else Step("folder", name=name.removeprefix("."))
            )

    def _os_rename(self, source: Any, target: Any, **how: Any) -> None:
        old, new = self._relative(source), self._relative(target)
        self._refuse("rename", old)
        self._really["rename"](source, target, **how)
        if old is not None and new is not None and old in self.names:
            self.names[new] = self.names.pop(old)
            self.steps.append(Step("rename", name=old, other=new))

    def _os_link(self, source: Any, target: Any, **how: Any) -> None:
        old, new = self._relative(source), self._relative(target)
        self._refuse("link", old)
        self._really["link"](source, target, **how)
        if old is not None and new is not None:
            self.names[new] = self.names[old]
            self.steps.append(Step("link", name=old, other=new))

    def _os_unlink(self, path: Any, **how: Any) -> None:
        name = self._relative(path)
        if name in self.names:
            self._refuse("unlink", name)
        self._really["unlink"](path, **how)
        if name is not None and self.names.pop(name, 0):
            self.steps.append(Step("unlink", name=name))

    def _os_mkdir(self, path: Any, mode: int = 0o777, **how: Any) -> None:
        name = self._relative(path)
        self._refuse("new", name)
        self._really["mkdir"](path, mode, **how)
        if name is not None:
            self._new(name, "folder")


class _File:
    """A file on the card: what is there for certain, and what is on its way."""

    def __init__(self, data: bytes = b"") -> None:
        self.certain = bytearray(data)
        self.waiting: list[Step] = []

    def left(self, kept: Callable[[], bool] | None) -> bytes:
        """With what of the waiting has got there: each sector of a write, or each change of length, that is kept."""
        data = bytearray(self.certain)
        for step in self.waiting:
            if kept is None or step.what == "truncate":
                if kept is None or kept():
                    _change(data, step)
                continue
            at = step.at
            while at < step.at + len(step.data):
                end = min((at // SECTOR + 1) * SECTOR, step.at + len(step.data))
                if kept():
                    _change(data, step._replace(at=at, data=step.data[at - step.at : end - step.at]))
                at = end
        return bytes(data)


def _change(data: bytearray, step: Step) -> None:
    length = step.at if step.what == "truncate" else step.at + len(step.data)
    if len(data) < length:
        data.extend(bytes(length - len(data)))
    if step.what == "truncate":
        del data[length:]
    else:
        data[step.at : length] = step.data


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


Left = dict[str, bytes | None]  # the name of every file and its data; of every folder, and None


class Card:
    """The card as the steps of a tape change it. ``said`` is the last thing that was said."""

    def __init__(self, tape: Tape) -> None:
        self.said = 0
        self._files = {number: _File(data or b"") for number, data in enumerate(tape.found.values(), 1)}
        self._folders = {number for number, data in enumerate(tape.found.values(), 1) if data is None}
        self._names = dict(zip(tape.found, self._files, strict=True))
        self._waiting: list[Step] = []

    def take(self, step: Step) -> None:
        """Let one more step happen."""
        match step.what:
            case "said":
                self.said = step.at
            case "write" | "truncate":
                self._files[step.file].waiting.append(step)
            case "sync":
                file = self._files[step.file]
                for each in file.waiting:
                    _change(file.certain, each)
                file.waiting.clear()
            case "folder":
                for each in self._waiting:
                    if _folder(each.name) == step.name:
                        _renamed(self._names, each)
                self._waiting = [each for each in self._waiting if _folder(each.name) != step.name]
            case _:
                if step.what == "new":
                    self._files[step.file] = _File()
                    self._folders |= {step.file} if step.other == "folder" else set()
                self._waiting.append(step)

    def left(self) -> Iterator[tuple[str, Left]]:
        """What a plug pulled now may leave: how it was chosen, and the files.

        Names change in the order in which they were asked for, as far as they got.
        """
        yield "nothing unsynced", self._left(0, lambda: False)
        yield "everything", self._left(len(self._waiting), None)

    def some(self, chance: random.Random) -> Left:
        """Any sectors of what is not synced, and the names as far as they got."""
        likely = chance.choice((0.1, 0.5, 0.9))
        return self._left(chance.randint(0, len(self._waiting)), lambda: chance.random() < likely)

    def settled(self) -> bool:
        """Whether everything is there for certain."""
        return not self._waiting and not any(each.waiting for each in self._files.values())

    def _left(self, names: int, kept: Callable[[], bool] | None) -> Left:
        found = dict(self._names)
        for step in self._waiting[:names]:
            _renamed(found, step)
        folders = {"", *(name for name, number in found.items() if number in self._folders)}
        data = {
            number: None if number in self._folders else self._files[number].left(kept) for number in found.values()
        }
        return {name: data[number] for name, number in found.items() if _folder(name) in folders}


def _renamed(names: dict[str, int], step: Step) -> None:
    match step.what:
        case "new":
            names[step.name] = step.file
        case "unlink":
            names.pop(step.name, None)
        case "rename":
            if step.name in names:
                names[step.other] = names.pop(step.name)
        case "link":
            if step.name in names:
                names[step.other] = names[step.name]


def lay_out(left: Left, folder: Path) -> None:
    """Make an empty folder hold these files; one object of data under two names is one file with two names."""
    written: dict[int, Path] = {}
    for name, data in sorted(left.items()):
        place = folder / name
        if data is None:
            place.mkdir()
        elif data and id(data) in written:
            place.hardlink_to(written[id(data)])
        else:
            place.write_bytes(data)
            written[id(data)] = place
