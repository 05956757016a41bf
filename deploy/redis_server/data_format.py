"""Check that a server may open existing data files, before they are touched.

A note beside the files says which server wrote them last. Files without a note, from an earlier
version of this service or another server, are identified by their layout and the header of the
base.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from deploy.errors import DeployError
from deploy.redis_server.aof import AppendOnlyFiles
from deploy.redis_server.binary import OLDEST, VARIABLE, ServerVersion

NOTE = "written-by"

_NOTED = re.compile(r"(Redis|Valkey) (\d+)\.(\d+)\.(\d+)\n")
_HEADER = re.compile(rb"(REDIS|VALKEY)([0-9]{3,4})")
_SINGLE_FILE = ServerVersion("Redis", *OLDEST)
_FOLDER = ServerVersion("Redis", 7, 0)
_BY_FORMAT = {10: (7, 0), 11: (7, 2), 12: (7, 4)}
"""The oldest Redis release by snapshot format; an unknown format must be newer than all these."""
_NEWEST_FORMAT = (8, 4)
_FIRST_OWN_FORMAT = ServerVersion("Valkey", 9, 0)
_LAST_COMMON = (7, 2)
"""The Redis release that Valkey was forked from: Valkey reads files of it and of older ones."""


def require_readable(data: Path, server: ServerVersion, program: Path) -> None:
    """Raise ``DeployError``, without changes, for files that this server cannot read or would
    ignore, or that a newer one has written."""
    for writer in _writers(data):
        if not _reads(server, writer):
            raise DeployError(
                f"{data} was written by {writer} and must not be opened by {server} "
                f"({program}); nothing was changed. Set {VARIABLE} to the path of "
                f"{writer.name} {writer.major}.{writer.minor} or newer, or unset it to use the "
                "included server"
            )


def note_writer(data: Path, server: ServerVersion) -> None:
    """Write the note that this server has written the files, durably."""
    note, text = data / NOTE, f"{server}\n"
    if note.exists() and note.read_text(errors="replace") == text:
        return
    unfinished = note.with_name(f"temp-{NOTE}")
    with unfinished.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(note)


def _writers(data: Path) -> Iterator[ServerVersion]:
    """The writer in the note, and the oldest servers that can have written the files."""
    note = data / NOTE
    if note.exists():
        noted = _NOTED.fullmatch(note.read_text(errors="replace"))
        if noted is None:
            raise DeployError(
                f"{note} does not say which server wrote the data; it should contain a line "
                f"such as '{_SINGLE_FILE}'. Nothing was changed"
            )
        yield ServerVersion(noted[1], *map(int, noted.groups()[1:]))
    files = AppendOnlyFiles.of(data)
    if files.in_folder:
        yield _FOLDER
    if files.base is not None:
        yield _by_header(files.base)


def _by_header(base: Path) -> ServerVersion:
    """The writer of a base: a snapshot begins with its format's name and number."""
    with base.open("rb") as file:
        header = _HEADER.match(file.read(16))
    if header is None:
        return _SINGLE_FILE
    if header[1] == b"VALKEY":
        return _FIRST_OWN_FORMAT
    number = int(header[2])
    if number < min(_BY_FORMAT):
        return _SINGLE_FILE
    return ServerVersion("Redis", *_BY_FORMAT.get(number, _NEWEST_FORMAT))


def _reads(server: ServerVersion, writer: ServerVersion) -> bool:
    if server.name == writer.name:
        return server.release >= writer.release
    return server.name == "Valkey" and writer.release <= _LAST_COMMON
