"""The rulebooks as values. The only place that picks tables by edition."""

from collections.abc import Mapping

from domain.editions.breakthrough import in_breakthrough
from domain.editions.e2004 import EDITION_2004
from domain.editions.e2025 import EDITION_2025
from domain.editions.overlord import in_overlord
from domain.events import GameCreated
from domain.geometry.shape import BREAKTHROUGH, GridShape
from domain.rulebook.book import Edition
from domain.values import EditionName
from domain.values.once import by_identity

REVISION = 1
"""The revision of the rules by which new games are played. It is raised when the same commands and
chance would lead to other events than before; earlier ones stay in ``REVISIONS``, the last three at
least."""

REVISIONS: dict[int, Mapping[EditionName, Edition]] = {
    REVISION: {EditionName.E2004: EDITION_2004, EditionName.E2025: EDITION_2025},
}
"""The rulebooks of every revision that is still decided."""

EDITIONS = REVISIONS[REVISION]
"""The rulebooks of new games."""

_IN_BREAKTHROUGH, _IN_OVERLORD = (
    {rev: {name: played(book) for name, book in books.items()} for rev, books in REVISIONS.items()}
    for played in (in_breakthrough, in_overlord)
)


def edition_on(grid: GridShape, name: EditionName, revision: int = REVISION) -> Edition:
    """An edition as a revision has it, for games on a board."""
    if grid.half_lines:
        return _IN_OVERLORD[revision][name]
    books = _IN_BREAKTHROUGH if grid == BREAKTHROUGH else REVISIONS
    return books[revision][name]


@by_identity(max_objects=256)
def rulebook(created: GameCreated) -> Edition:
    """The tables of a game: those that it is decided by, or the nearest that are left where its
    revision is decided no longer. What is told of a game needs no more."""
    nearest = min(REVISIONS, key=lambda revision: abs(revision - created.revision))
    return edition_on(created.setup.grid, created.edition, nearest)


def is_supported(created: GameCreated) -> bool:
    """Whether the rules of the game's revision are still there."""
    return created.revision in REVISIONS
