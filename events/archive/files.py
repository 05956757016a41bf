"""The files of the archive: in a folder, or in any other file system of fsspec."""

import os
import secrets
from pathlib import Path
from typing import Any, Self, cast

import fsspec
from fsspec.implementations.local import LocalFileSystem

from events.store.port import GameUnavailableError


class ArchiveError(GameUnavailableError):
    """The archive is unavailable; the store itself is unaffected."""


class DamagedArchiveError(ArchiveError):
    """A file of a game is missing or altered; the operator has to restore it from a backup."""


class ArchiveLocationError(ValueError):
    """The location of the archive cannot be used; the message says why and has no secret."""


class ArchiveFiles:
    """The files of an archive, by their relative paths. Thread-safe."""

    def __init__(self, filesystem: Any, root: str) -> None:
        self._filesystem = filesystem
        self._root = root.rstrip("/")

    @classmethod
    def at(cls, url: str) -> Self:
        """The archive at a URL or in a folder. Raises ``ArchiveLocationError``."""
        try:
            filesystem, root = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:
            scheme = url.partition("://")[0]
            raise ArchiveLocationError(
                f"no driver for {scheme}:// works here ({type(error).__name__}); "
                "install the package that fsspec names for it"
            ) from None
        return cls(filesystem, root)

    def write(self, path: str, data: bytes) -> None:
        """Write or replace a file atomically; in a local folder it is durable on return. Raises
        ``ArchiveError``."""
        try:
            if isinstance(self._filesystem, LocalFileSystem):
                _write_durably(Path(self._root) / path, data)
            else:
                self._pipe(f"{self._root}/{path}", data)
        except Exception as error:
            # Each driver has exceptions of its own.
            raise _unreachable("written", path, error) from error

    def read(self, path: str) -> bytes:
        """Read a file. Raises ``ArchiveError``, and ``DamagedArchiveError`` if the archive is
        available but the file is missing."""
        try:
            return cast(bytes, self._filesystem.cat_file(f"{self._root}/{path}"))
        except Exception as error:
            if isinstance(error, FileNotFoundError) and self._is_available():
                reason = f"{path} of the archive is missing: restore it from a backup"
                raise DamagedArchiveError(reason) from error
            raise _unreachable("read", path, error) from error

    def _is_available(self) -> bool:
        """Whether the archive has any files: an empty one is probably a volume that is not
        mounted."""
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


def _unreachable(action: str, path: str, error: Exception) -> ArchiveError:
    return ArchiveError(
        f"{path} of the archive cannot be {action} ({type(error).__name__}): see ARCHIVE_URL"
    )


def _write_durably(file: Path, data: bytes) -> None:
    """Write a file atomically and durably."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = file.with_name(f".{secrets.token_hex(8)}.new")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.rename(file)
    finally:
        temporary.unlink(missing_ok=True)
    for folder in (file.parent, file.parent.parent, file.parent.parent.parent):
        _sync(folder)


def _sync(folder: Path) -> None:
    """Make the directory entries of a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
