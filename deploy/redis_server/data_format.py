"""Which server may open the files of another, found out before any of them is touched.

Beside the files a note says which server wrote them last. Files without one, of an earlier version
of this service or of a server of one's own, are judged by their form and the header of their base.
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
"""The oldest Redis that writes a format of snapshots; the next one must be newer than all these."""
_NEWEST_FORMAT = (8, 4)
_FIRST_OWN_FORMAT = ServerVersion("Valkey", 9, 0)
_LAST_COMMON = (7, 2)
"""The Redis that Valkey went out from: it reads the files of that one and of earlier ones."""


def require_readable(data: Path, server: ServerVersion, program: Path) -> None:
    """Refuse with DeployError, changing nothing, files that this server would not read, or would
    not see, or that a newer one has written."""
    for writer in _writers(data):
        if not _reads(server, writer):
            raise DeployError(
                f"{data} was written by {writer} and must not be opened by {server} "
                f"({program}); nothing was changed. Set {VARIABLE} to the path of "
                f"{writer.name} {writer.major}.{writer.minor} or newer, or unset it to use the "
                "included server"
            )


def note_writer(data: Path, server: ServerVersion) -> None:
    """Note that this server has written the files, in a way that survives a loss of power."""
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
    """What the note says, and the oldest server that the files can be of."""
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
    """A snapshot begins with the name and number of its format; a file of commands does not."""
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
