"""Repair the append-only file after a crash, before a Redis server reads it.

A crash can truncate a transaction. Redis loads such a file without the transaction, but leaves its
beginning in the file and appends after it: the next start may then find it completed by later
commands, and execute what was never confirmed.
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
    """The append-only files of a server: a single one up to Redis 6.2, later those in the manifest
    of a folder. Other files in that folder, left by a crash, are ignored."""

    base: Path | None
    """The base file of the last rewrite."""
    written: Path | None
    """The file that the server appends to."""
    in_folder: bool

    @classmethod
    def of(cls, data: Path) -> Self:
        """The append-only files in the folder ``data``."""
        folder, single = data / _FOLDER, data / _NAME
        manifest = folder / f"{_NAME}.manifest"
        if not manifest.exists():
            existing = single if single.exists() else None
            return cls(existing, existing, in_folder=folder.exists())
        last: dict[str, Path] = {}
        for kind, name in _parts(manifest):
            path = folder / name
            if name == _NAME and not path.exists():
                path = single  # A crash during the migration to the folder left it there.
            if path.exists():
                last[kind] = path
        return cls(last.get("b"), last.get("i"), in_folder=True)


def _parts(manifest: Path) -> Iterator[tuple[str, str]]:
    """Type and name of each part, oldest first."""
    for line in manifest.read_text().splitlines():
        fields = line.split(" ")
        if fields[0] == "file":
            entry = dict(zip(fields[::2], fields[1::2], strict=False))
            yield entry["type"], entry["file"]


def repair(data: Path) -> int:
    """Remove an incomplete transaction from the end of the append-only file in ``data``; return the
    number of bytes removed."""
    file = AppendOnlyFiles.of(data).written
    if file is None:
        return 0
    with file.open("r+b") as stream:
        size = stream.seek(0, os.SEEK_END)
        for offset in _transactions(stream, size):
            complete = _is_complete(stream, offset)
            if complete is None:
                continue  # Bytes of a value that only look like a transaction.
            if complete:
                return 0
            stream.truncate(offset)
            stream.flush()
            os.fsync(stream.fileno())
            return size - offset
    return 0


def _transactions(stream: BinaryIO, size: int) -> Iterator[int]:
    """The offsets of transactions, the last one first."""
    end = size
    while end > 0:
        start = max(0, end - _WINDOW)
        stream.seek(start)
        window = stream.read(min(end + _OVERLAP, size) - start)
        for match in reversed([*_BEGIN.finditer(window)]):
            if start + match.start() < end:
                yield start + match.start()
        end = start


def _is_complete(stream: BinaryIO, offset: int) -> bool | None:
    """Whether the transaction at ``offset`` is complete; None if the bytes there are not
    commands."""
    stream.seek(offset)
    while True:
        fields = _command(stream)
        if not fields:
            return None if fields is None else False
        if len(fields) == 1 and fields[0].lower() == _END:
            return True


def _command(stream: BinaryIO) -> list[bytes] | None:
    """Read the next command; empty at the end of the file or of a truncated command, None for bytes
    that are not a command."""
    line = stream.readline()
    while line.startswith(_COMMENT):
        line = stream.readline()
    if not line.endswith(b"\r\n"):
        return [] if line[:1] in (b"", b"*") else None
    if not re.fullmatch(rb"\*[1-9][0-9]*\r\n", line):
        return None
    fields = []
    for _ in range(int(line[1:])):
        head = stream.readline()
        if not head.endswith(b"\r\n"):
            return []
        if not re.fullmatch(rb"\$[0-9]+\r\n", head):
            return None
        field = stream.read(int(head[1:]) + 2)
        if len(field) < int(head[1:]) + 2:
            return []
        fields.append(field[:-2])
    return fields
