"""Mending the append-only file after a crash, before a Redis server reads it.

A crash can cut a transaction short. Redis loads such a file without the transaction, but leaves
what there is of it in the file, and goes on writing behind that: the next start then finds it
complete at last, and carries out what nobody was told of, in the middle of another command.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

_BEGIN = re.compile(rb"\*1\r\n\$5\r\nmulti\r\n", re.IGNORECASE)
_END = b"exec"
_WINDOW = 1 << 20
_OVERLAP = 64
_COMMENT = b"#"
_NAME = "appendonly.aof"
_FOLDER = "appendonlydir"


class AppendOnlyFiles(NamedTuple):
    """The files of a server: up to Redis 6.2 a single one, later the parts of a folder that its
    manifest names. Files that a crash has left there besides are no part of the data."""

    base: Path | None
    """What the data began with when they were last rewritten."""
    written: Path | None
    """The file that the server goes on writing."""
    in_folder: bool

    @classmethod
    def of(cls, data: Path) -> Self:
        """What there is below ``data``."""
        folder, single = data / _FOLDER, data / _NAME
        manifest = folder / f"{_NAME}.manifest"
        if not manifest.exists():
            found = single if single.exists() else None
            return cls(found, found, in_folder=folder.exists())
        last: dict[str, Path] = {}
        for kind, name in _parts(manifest):
            path = folder / name
            if name == _NAME and not path.exists():
                path = single  # A crash amid the change from one form to the other left it there.
            if path.exists():
                last[kind] = path
        return cls(last.get("b"), last.get("i"), in_folder=True)


def _parts(manifest: Path) -> Iterator[tuple[str, str]]:
    """Type and name of each part, those written later behind."""
    for line in manifest.read_text().splitlines():
        words = line.split(" ")
        if words[0] == "file":
            entry = dict(zip(words[::2], words[1::2], strict=False))
            yield entry["type"], entry["file"]


def mend(data: Path) -> int:
    """Cut an unfinished transaction off the end of the file below ``data`` that the server goes on
    writing; returns how many bytes that were, 0 for a file that is whole."""
    file = AppendOnlyFiles.of(data).written
    if file is None:
        return 0
    with file.open("r+b") as stream:
        size = stream.seek(0, os.SEEK_END)
        for place in _beginnings(stream, size):
            ended = _ends(stream, place)
            if ended is None:
                continue  # The bytes of a value that only look like a beginning.
            if ended:
                return 0
            stream.truncate(place)
            stream.flush()
            os.fsync(stream.fileno())
            return size - place
    return 0


def _beginnings(stream: BinaryIO, size: int) -> Iterator[int]:
    """Where transactions begin, the last one first."""
    end = size
    while end > 0:
        start = max(0, end - _WINDOW)
        stream.seek(start)
        window = stream.read(min(end + _OVERLAP, size) - start)
        for match in reversed([*_BEGIN.finditer(window)]):
            if start + match.start() < end:
                yield start + match.start()
        end = start


def _ends(stream: BinaryIO, place: int) -> bool | None:
    """Whether the transaction that begins at ``place`` ends in the file; None when what follows
    are no commands."""
    stream.seek(place)
    while True:
        words = _command(stream)
        if not words:
            return None if words is None else False
        if len(words) == 1 and words[0].lower() == _END:
            return True


def _command(stream: BinaryIO) -> list[bytes] | None:
    """The next command; an empty one at the end of the file, be it in the middle of a command;
    None for bytes that are none."""
    line = stream.readline()
    while line.startswith(_COMMENT):
        line = stream.readline()
    if not line.endswith(b"\r\n"):
        return [] if line[:1] in (b"", b"*") else None
    if not re.fullmatch(rb"\*[1-9][0-9]*\r\n", line):
        return None
    words = []
    for _ in range(int(line[1:])):
        head = stream.readline()
        if not head.endswith(b"\r\n"):
            return []
        if not re.fullmatch(rb"\$[0-9]+\r\n", head):
            return None
        word = stream.read(int(head[1:]) + 2)
        if len(word) < int(head[1:]) + 2:
            return []
        words.append(word[:-2])
    return words
