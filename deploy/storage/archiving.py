"""The archive's place, as the supervisor and the operator see it."""

from pathlib import Path

from api.settings import Settings
from deploy.errors import DeployError
from events.archive.files import ArchiveFiles, ArchivePlaceError


def archive_url(settings: Settings) -> str:
    """Where archived games are: the place that was named, or a folder beside the data.

    A folder is told by its whole path, since programs run in another directory than the one it was
    named in.
    """
    named = settings.archive_url or str(settings.data_dir / "archive")
    return named if "://" in named else str(Path(named).absolute())


def require_archive(settings: Settings) -> None:
    """Refuse with DeployError a place that no program could use."""
    try:
        ArchiveFiles.at(archive_url(settings))
    except ArchivePlaceError as error:
        raise DeployError(f"ARCHIVE_URL: {error}") from error
