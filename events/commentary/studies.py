"""Studies: annotated chapters about games, written by players.

A study's link is a secret of which only the SHA-256 is stored. All studies of a player are in one
slot; a separate key has the owner of a study.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

import msgspec

from events.clock import milliseconds
from events.commentary.documents import (
    Document,
    DocumentChangedError,
    DocumentCollection,
    Documents,
    NoDocumentError,
    StoredDocument,
    Submission,
)
from events.store import keys
from events.store.failures import translate_errors
from events.store.port import Key
from events.store.servers import Client

MAX_STUDIES = 64
"""The maximum number of studies per player."""
_ALL = "all"


class Sharing(StrEnum):
    """For whom a study is: its owner alone, whoever has its link too, or everyone."""

    PRIVATE = "private"
    LINK = "link"
    PUBLIC = "public"


class Study(msgspec.Struct, frozen=True):
    """A study. Each chapter names a ``game``, a ``version`` and a ``last_version``, and holds what
    is said of them; ``link`` is the SHA-256 of what opens it. Times are RFC 3339."""

    id: str
    owner: str
    title: str
    visibility: Sharing
    chapters: list[dict[str, Any]]
    created_at: str
    changed_at: str
    link: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class Shelf:
    """A list entry of a study, ordered by creation time (ms since 1970)."""

    created: int
    id: str

    def text(self) -> str:
        """The stored text, whose lexicographic order is that of the entries."""
        return f"{self.created:015}:{self.id}"

    @classmethod
    def read(cls, text: str) -> "Shelf":
        """Parse a stored entry. Raises ``ValueError``."""
        created, name = text.split(":")
        return cls(int(created), name)


class Studies:
    """Stores the studies of all players."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._documents = Documents(client)

    def add(self, new: Study, key: Key | None) -> tuple[Study, int] | StoredDocument:
        """Store a study with an id from ``new_id``; return it and its revision. Raises
        ``TooManyDocumentsError``."""
        with translate_errors():
            # First: without an owner a study could not be found.
            self._client.set(keys.study_owner(new.id), new.owner)
        added = self._documents.add(_collection(new), _submission(new), MAX_STUDIES, key)
        return added if isinstance(added, StoredDocument) else opened_study(added)

    def find(self, name: str) -> tuple[Study, int] | None:
        """The study with an id, and its revision."""
        with translate_errors():
            owner = cast(bytes | None, self._client.get(keys.study_owner(name)))
        if owner is None:
            return None
        [found] = self._documents.read([keys.study(owner.decode(), name)])
        return None if found is None else opened_study(found)

    def change(self, draft: Study, expected: frozenset[int] | None) -> tuple[Study, int]:
        """Replace a study. Raises ``NoDocumentError``, ``DocumentChangedError``."""
        return opened_study(
            self._documents.change(_collection(draft), _submission(draft), expected)
        )

    def link(self, known: Study, digest: str) -> None:
        """Replace the link of a study by one with this SHA-256; the previous one becomes invalid.

        Raises ``NoDocumentError``.
        """
        found = self.find(known.id)
        while found is not None:
            study, revision = found
            try:
                self.change(msgspec.structs.replace(study, link=digest), frozenset({revision}))
            except DocumentChangedError:
                found = self.find(known.id)
            else:
                return
        raise NoDocumentError

    def remove(self, known: Study, expected: frozenset[int] | None = None) -> None:
        """Delete a study. Raises ``NoDocumentError``, ``DocumentChangedError``."""
        self._documents.remove(_collection(known), expected)
        with translate_errors():
            self._client.delete(keys.study_owner(known.id))

    def page(
        self, owner: str, limit: int, after: Shelf | None = None, *, public: bool
    ) -> tuple[list[Study], Shelf | None]:
        """Return up to ``limit`` studies of a player after ``after``, newest first, all or the
        public ones; and the position of the next page, if any."""
        name = keys.studies(owner, Sharing.PUBLIC if public else _ALL)
        entries = [Shelf.read(text) for text in self._documents.entries(name)]
        remaining = [entry for entry in reversed(entries) if after is None or entry < after]
        page = remaining[:limit]
        found = self._documents.read([keys.study(owner, entry.id) for entry in page])
        return _opened(found), page[-1] if len(remaining) > limit else None

    def erase(self, player: str) -> None:
        """Delete all studies of a player. Idempotent."""
        for text in list(self._documents.entries(keys.studies(player, _ALL))):
            found = self.find(Shelf.read(text).id)
            if found is not None:
                self._erase(found[0])

    def _erase(self, study: Study) -> None:
        try:
            self.remove(study)
        except NoDocumentError:
            return


def opened_study(document: Document) -> tuple[Study, int]:
    """Decode a study; return it and its revision."""
    return msgspec.json.decode(document.text, type=Study), document.revision


def _opened(found: Sequence[Document | None]) -> list[Study]:
    return [opened_study(one)[0] for one in found if one is not None]


def _collection(study: Study) -> DocumentCollection:
    return DocumentCollection(
        key=keys.study(study.owner, study.id),
        entry=Shelf(milliseconds(study.created_at), study.id).text(),
        own=keys.studies(study.owner, _ALL),
        lists=(keys.studies(study.owner, Sharing.PUBLIC),),
    )


def _submission(study: Study) -> Submission:
    everyone = study.visibility is Sharing.PUBLIC
    listed = keys.studies(study.owner, Sharing.PUBLIC) if everyone else None
    return Submission(msgspec.json.encode(study), listed)
