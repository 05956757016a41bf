"""The rulebooks as values. Only this package selects tables by edition."""

from collections.abc import Mapping

from domain.editions.breakthrough import in_breakthrough
from domain.editions.e2004 import EDITION_2004
from domain.editions.e2025 import EDITION_2025
from domain.editions.overlord import in_overlord
from domain.events import GameCreated
from domain.geometry.shape import BREAKTHROUGH, GridShape
from domain.rulebook.book import Edition
from domain.values import EditionName
from domain.values.caching import cached_by_identity

REVISION = 1
"""The revision of the rules for new games. It is raised when the same commands and chance would
lead to different events; at least the last three revisions stay in ``REVISIONS``."""

REVISIONS: dict[int, Mapping[EditionName, Edition]] = {
    REVISION: {EditionName.E2004: EDITION_2004, EditionName.E2025: EDITION_2025},
}
"""The rulebooks of every supported revision."""

EDITIONS = REVISIONS[REVISION]
"""The rulebooks of new games."""

_IN_BREAKTHROUGH, _IN_OVERLORD = (
    {rev: {name: played(book) for name, book in books.items()} for rev, books in REVISIONS.items()}
    for played in (in_breakthrough, in_overlord)
)


def edition_on(grid: GridShape, name: EditionName, revision: int = REVISION) -> Edition:
    """Return an edition under a revision, for games on a board of this shape."""
    if grid.half_lines:
        return _IN_OVERLORD[revision][name]
    books = _IN_BREAKTHROUGH if grid == BREAKTHROUGH else REVISIONS
    return books[revision][name]


@cached_by_identity(max_objects=256)
def rulebook(created: GameCreated) -> Edition:
    """Return the rulebook of a game; if its revision is no longer supported, the nearest one that
    is. That is enough for everything except deciding commands."""
    nearest = min(REVISIONS, key=lambda revision: abs(revision - created.revision))
    return edition_on(created.setup.grid, created.edition, nearest)


def is_supported(created: GameCreated) -> bool:
    """Return whether the game's revision of the rules is still supported."""
    return created.revision in REVISIONS
