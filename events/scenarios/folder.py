"""The scenarios of the operator: files in a folder, read when a process starts."""

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
"""The maximum bytes of a scenario file from any source."""
MAX_FILES = 1_000
_KINDS = {".json": reading.JSON, ".m44": MEDIA_TYPE}
_log = logging.getLogger(__name__)


def battles_in(folder: Path | None) -> tuple[StoredScenario, ...]:
    """Read the public scenarios of all files in a folder. Invalid files are logged and skipped, so
    that they do not prevent the start of the service."""
    if folder is None or not folder.is_dir():
        return ()
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in _KINDS)
    scenarios = (_battle(path) for path in paths[:MAX_FILES])
    return tuple(scenario for scenario in scenarios if scenario is not None)


def _battle(path: Path) -> StoredScenario | None:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise NotEditorFileError(f"it has more than {LARGEST_FILE} bytes")
        content, modified_at = path.read_bytes(), path.stat().st_mtime
        kind = _KINDS[path.suffix.lower()]
        reading_ = reading.read(content, kind)
    except (OSError, NotEditorFileError, NotADocumentError, msgspec.DecodeError) as error:
        _log.warning("scenario file not used", extra={"file": path.name, "reason": str(error)})
        return None
    name = identity.content_hash(content)
    return StoredScenario(
        slug=identity.slug_of(reading_.document["title"]["en"], "", name, reading_.setup),
        id=name,
        author="",
        visibility=Sharing.PUBLIC,
        created_at=datetime.fromtimestamp(modified_at, UTC).isoformat(timespec="milliseconds"),
        media_type=kind,
        source=content,
        document=reading_.document,
        verdict=reading_.verdict,
        items=reading_.items,
    )
