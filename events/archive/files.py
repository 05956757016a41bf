"""Where archived games lie: a folder, or whatever else fsspec has a driver for."""

import os
import secrets
from pathlib import Path
from typing import Any, Self, cast

import fsspec
from fsspec.implementations.local import LocalFileSystem

from events.store.port import GameUnavailableError


class ArchiveError(GameUnavailableError):
    """The archive cannot be reached, or not as it should; the store itself is well."""


class DamagedArchiveError(ArchiveError):
    """What the archive has of a game is missing, or not what was archived: its operator has to
    restore a copy. Others can be read."""


class ArchivePlaceError(ValueError):
    """The place named for the archive cannot be used; the message says why and holds no secret."""


class ArchiveFiles:
    """The files of an archive, by their paths below it; safe to share between threads."""

    def __init__(self, filesystem: Any, root: str) -> None:
        self._filesystem = filesystem
        self._root = root.rstrip("/")

    @classmethod
    def at(cls, url: str) -> Self:
        """The archive at a URL or in a folder. Raises ``ArchivePlaceError``."""
        try:
            filesystem, root = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:
            scheme = url.partition("://")[0]
            raise ArchivePlaceError(
                f"no driver for {scheme}:// works here ({type(error).__name__}); "
                "install the package that fsspec names for it"
            ) from None
        return cls(filesystem, root)

    def write(self, path: str, data: bytes) -> None:
        """Write a file whole, over one of that name; on the disk on return, where it is a folder
        that is written to. Raises ``ArchiveError``."""
        try:
            if isinstance(self._filesystem, LocalFileSystem):
                _write_durably(Path(self._root) / path, data)
            else:
                self._pipe(f"{self._root}/{path}", data)
        except Exception as error:
            # Each driver has failures of its own.
            raise _unreachable("written", path, error) from error

    def read(self, path: str) -> bytes:
        """The contents of a file. Raises ``ArchiveError``, and ``DamagedArchiveError`` when there
        is none of that name in an archive that is there."""
        try:
            return cast(bytes, self._filesystem.cat_file(f"{self._root}/{path}"))
        except Exception as error:
            if isinstance(error, FileNotFoundError) and self._is_there():
                reason = f"{path} of the archive is missing: restore it from a backup"
                raise DamagedArchiveError(reason) from error
            raise _unreachable("read", path, error) from error

    def _is_there(self) -> bool:
        """Whether anything is in the archive: of a volume that is not mounted all files are
        missing."""
        try:
            return bool(self._filesystem.ls(self._root, detail=False))
        except Exception:
            return False

    def _pipe(self, name: str, data: bytes) -> None:
        try:
            self._filesystem.pipe_file(name, data)
        except FileNotFoundError:
            self._filesystem.makedirs(name.rpartition("/")[0], exist_ok=True)
            self._filesystem.pipe_file(name, data)


def _unreachable(done: str, path: str, error: Exception) -> ArchiveError:
    return ArchiveError(
        f"{path} of the archive cannot be {done} ({type(error).__name__}): see ARCHIVE_URL"
    )


def _write_durably(file: Path, data: bytes) -> None:
    """Never seen half written, and there after a crash of the machine."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f".{secrets.token_hex(8)}.new")
    try:
        with fresh.open("xb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        fresh.rename(file)
    finally:
        fresh.unlink(missing_ok=True)
    for folder in (file.parent, file.parent.parent, file.parent.parent.parent):
        _sync(folder)


def _sync(folder: Path) -> None:
    """Put the names in a folder on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
