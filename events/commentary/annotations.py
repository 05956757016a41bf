"""Annotations: comments and marks of players on versions of a game.

They are stored beside the game's log, in its slot, and are not part of it: they are in no hash,
seal or export, and stay in the store when the game is archived.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import merge
from itertools import groupby, islice
from typing import Any, cast

import msgspec

from events.commentary.documents import (
    Document,
    DocumentCollection,
    Documents,
    NoDocumentError,
    StoredDocument,
    Submission,
)
from events.store import keys
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.port import Key
from events.store.servers import Client

MAX_ANNOTATIONS = 200
"""The maximum number of annotations per player and game."""
_AFTER_ALL = "~"


class Audience(StrEnum):
    """For whom an annotation is: its author alone, both seats of the game, or whoever sees it."""

    PRIVATE = "private"
    OPPONENT = "opponent"
    PUBLIC = "public"


_LISTED = (Audience.OPPONENT, Audience.PUBLIC)
"""The audiences with a list of their own."""


class Annotation(msgspec.Struct, frozen=True):
    """What a player says of the versions ``version`` to ``last_version``. ``remark`` holds the
    words and marks; times are RFC 3339."""

    id: str
    game: str
    author: str
    version: int
    last_version: int
    visibility: Audience
    remark: dict[str, Any]
    created_at: str
    changed_at: str

    @property
    def entry(self) -> "AnnotationEntry":
        """Its entry in the lists of its game."""
        return AnnotationEntry(self.version, self.last_version, self.id, self.author)


@dataclass(frozen=True, slots=True, order=True)
class AnnotationEntry:
    """A list entry of an annotation, ordered by version and id."""

    version: int
    last_version: int
    id: str
    author: str

    def text(self) -> str:
        """The stored text, whose lexicographic order is that of the entries."""
        return f"{self.version:015}:{self.last_version:015}:{self.id}:{self.author}"

    @classmethod
    def read(cls, text: str) -> "AnnotationEntry":
        """Parse a stored entry. Raises ``ValueError``."""
        version, last_version, name, author = text.split(":")
        return cls(int(version), int(last_version), name, author)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader's permissions: its own annotations and those for its ``audiences``, up to the
    version ``upto``, except those of ``silent`` (muted) authors."""

    player: str | None
    audiences: frozenset[Audience]
    upto: int
    silent: frozenset[str] = frozenset()

    def matches(self, entry: AnnotationEntry) -> bool:
        """Whether the reader may read an entry of its lists."""
        known = entry.author == self.player or entry.author not in self.silent
        return known and entry.last_version <= self.upto

    def may_read(self, audience: Audience, entry: AnnotationEntry) -> bool:
        """Whether the reader may read an entry for an audience."""
        addressed = entry.author == self.player or audience in self.audiences
        return addressed and self.matches(entry)


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter by a version (within the range of the annotation) and by author."""

    version: int | None = None
    author: str | None = None

    def matches(self, entry: AnnotationEntry) -> bool:
        """Whether an entry matches."""
        on = self.version is None or entry.version <= self.version <= entry.last_version
        return on and self.author in (None, entry.author)


class Annotations:
    """Stores the annotations of all games."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names
        self._documents = Documents(client)

    def add(self, new: Annotation, key: Key | None) -> tuple[Annotation, int] | StoredDocument:
        """Store an annotation with an id from ``new_id``; return it and its revision.
        Raises ``TooManyDocumentsError``."""
        with translate_errors():
            # First: an unlisted annotation would not be erased with its author's account.
            self._client.sadd(keys.annotated(new.author), new.game)
        added = self._documents.add(
            self._collection(new), self._submission(new), MAX_ANNOTATIONS, key
        )
        return added if isinstance(added, StoredDocument) else opened_annotation(added)

    def find(self, game: str, name: str) -> tuple[Annotation, int] | None:
        """The annotation with an id, and its revision."""
        [found] = self._documents.read([self._keys.annotation(game, name)])
        return None if found is None else opened_annotation(found)

    def change(self, draft: Annotation, expected: frozenset[int] | None) -> tuple[Annotation, int]:
        """Replace an annotation. Its author and its versions must be unchanged.

        Raises ``NoDocumentError``, ``DocumentChangedError``.
        """
        return opened_annotation(
            self._documents.change(self._collection(draft), self._submission(draft), expected)
        )

    def remove(self, annotation: Annotation, expected: frozenset[int] | None = None) -> None:
        """Delete an annotation. Raises ``NoDocumentError``, ``DocumentChangedError``."""
        self._documents.remove(self._collection(annotation), expected)

    def page(
        self,
        game: str,
        reader: Reader,
        filter_: Filter,
        limit: int,
        after: AnnotationEntry | None = None,
    ) -> tuple[list[tuple[Annotation, int]], AnnotationEntry | None]:
        """Return up to ``limit`` annotations after ``after`` with their revisions, by version, and
        the position of the next page, if any."""
        entries = self._entries(game, reader, filter_, after)
        page = list(islice(entries, limit + 1))
        entries_shown = page[:limit]
        texts = self._documents.read(
            [self._keys.annotation(game, entry.id) for entry in entries_shown]
        )
        items = [opened_annotation(text) for text in texts if text is not None]
        return items, entries_shown[-1] if len(page) > limit else None

    def erase(self, player: str) -> None:
        """Delete all annotations of a player. Idempotent.

        A game is unlisted only when no annotation was found on it, in case a concurrent request
        adds one.
        """
        key = keys.annotated(player)
        with translate_errors():
            games = cast(set[bytes], self._client.smembers(key))
        for game in sorted(name.decode() for name in games):
            entries = list(self._documents.entries(self._keys.annotations(game, player)))
            for entry in entries:
                self._erase(game, AnnotationEntry.read(entry))
            if not entries:
                with translate_errors():
                    self._client.srem(key, game)

    def _erase(self, game: str, entry: AnnotationEntry) -> None:
        try:
            self._documents.remove(self._collection_of(game, entry))
        except NoDocumentError:
            return

    def _entries(
        self, game: str, reader: Reader, filter_: Filter, after: AnnotationEntry | None
    ) -> Iterator[AnnotationEntry]:
        names = [self._keys.annotations(game, kind) for kind in sorted(reader.audiences)]
        if reader.player is not None:
            names.append(self._keys.annotations(game, reader.player))
        newest = reader.upto if filter_.version is None else min(reader.upto, filter_.version)
        low, high = after.text() if after else "", f"{newest:015}:{_AFTER_ALL}"
        walks = [self._documents.entries(name, low, high) for name in names]
        # The reader's own non-private annotations are in two lists.
        for text, _ in groupby(merge(*walks)):
            entry = AnnotationEntry.read(text)
            if reader.matches(entry) and filter_.matches(entry):
                yield entry

    def _collection(self, annotation: Annotation) -> DocumentCollection:
        return self._collection_of(annotation.game, annotation.entry)

    def _collection_of(self, game: str, entry: AnnotationEntry) -> DocumentCollection:
        return DocumentCollection(
            key=self._keys.annotation(game, entry.id),
            entry=entry.text(),
            own=self._keys.annotations(game, entry.author),
            lists=tuple(self._keys.annotations(game, kind) for kind in _LISTED),
        )

    def _submission(self, annotation: Annotation) -> Submission:
        listed = annotation.visibility in _LISTED
        name = self._keys.annotations(annotation.game, annotation.visibility) if listed else None
        return Submission(msgspec.json.encode(annotation), name)


def opened_annotation(document: Document) -> tuple[Annotation, int]:
    return msgspec.json.decode(document.text, type=Annotation), document.revision
