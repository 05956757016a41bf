"""The location of the archive, for the supervisor and the operator's commands."""

from pathlib import Path

from api.settings import Settings
from deploy.errors import DeployError
from events.archive.files import ArchiveFiles, ArchiveLocationError


def archive_url(settings: Settings) -> str:
    """The location of archived games: ``ARCHIVE_URL``, or a folder in ``DATA_DIR``.

    A folder is returned as an absolute path, since programs run in another directory.
    """
    location = settings.archive_url or str(settings.data_dir / "archive")
    return location if "://" in location else str(Path(location).absolute())


def require_archive(settings: Settings) -> None:
    """Raise ``DeployError`` if the archive's location cannot be used."""
    try:
        ArchiveFiles.at(archive_url(settings))
    except ArchiveLocationError as error:
        raise DeployError(f"ARCHIVE_URL: {error}") from error
