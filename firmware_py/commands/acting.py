"""Acting for the companion's own user: what root writes into the data folder, the service could not write again."""

from __future__ import annotations

import contextlib
import grp
import os
from pathlib import Path

WIRES = ("gpio", "i2c", "spi", "dialout", "input")
"""The groups that the wires belong to, as the service has them."""


def act_as_owner(folder: Path) -> None:
    """If this is root and the folder is another user's, be that user from now on, with the groups of the wires."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        found = folder.stat()
        if os.geteuid() != 0 or found.st_uid == 0:
            return
        groups = [found.st_gid]
        for name in WIRES:
            with contextlib.suppress(KeyError):  # a system without that kind of wire
                groups.append(grp.getgrnam(name).gr_gid)
        os.setgroups(groups)
        os.setegid(found.st_gid)
        os.seteuid(found.st_uid)


def barred(folder: Path) -> str:
    """Why this user may not work in the folder, and what to do; "" if it may, or if there is no folder yet."""
    with contextlib.suppress(OSError):
        if folder.is_dir() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK, effective_ids=True):
            writable = os.statvfs(folder).f_flag & os.ST_RDONLY == 0
            if writable:
                return f"the data folder {folder} belongs to the companion's own user: ask again with sudo"
    return ""
