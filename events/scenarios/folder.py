"""The battles of an operator: files in a folder, read when a process starts."""

import logging
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from events.commentary.studies import Sharing
from events.scenarios import identity, reading
from events.scenarios.editor import MEDIA_TYPE, NotEditorFileError
from events.scenarios.library import StoredScenario
from events.scenarios.own import NotADocumentError

LARGEST_FILE = 256 * 1024
"""Bytes that a battle's file may have, from wherever it comes."""
MAX_FILES = 1_000
_KINDS = {".json": reading.JSON, ".m44": MEDIA_TYPE}
_log = logging.getLogger(__name__)


def battles_in(folder: Path | None) -> tuple[StoredScenario, ...]:
    """The battles of all files of a folder, for everyone. What is none is logged and left out, so
    that one bad file keeps no service from starting."""
    if folder is None or not folder.is_dir():
        return ()
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in _KINDS)
    found = (_battle(path) for path in paths[:MAX_FILES])
    return tuple(one for one in found if one is not None)


def _battle(path: Path) -> StoredScenario | None:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise NotEditorFileError(f"it has more than {LARGEST_FILE} bytes")
        content, changed = path.read_bytes(), path.stat().st_mtime
        kind = _KINDS[path.suffix.lower()]
        read = reading.read(content, kind)
    except (OSError, NotEditorFileError, NotADocumentError, msgspec.DecodeError) as error:
        _log.warning("scenario file not used", extra={"file": path.name, "reason": str(error)})
        return None
    name = identity.content_hash(content)
    return StoredScenario(
        slug=identity.slug_of(read.document["title"]["en"], "", name, read.setup),
        id=name,
        author="",
        visibility=Sharing.PUBLIC,
        created_at=datetime.fromtimestamp(changed, UTC).isoformat(timespec="milliseconds"),
        media_type=kind,
        source=content,
        document=read.document,
        verdict=read.verdict,
        items=read.items,
    )
