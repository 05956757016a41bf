"""Annotations: what players have written and drawn on versions of a game.

They stand beside the game's log, in the slot of its partition, and are no part of it: they are in
no hash, no seal and no export, and stay where they are when the game moves to the archive.
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
    new_id,
)
from events.store import keys
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.port import Key
from events.store.servers import Client

MAX_ANNOTATIONS = 200
"""How many a player may have on one game."""
_AFTER_ALL = "~"


class Audience(StrEnum):
    """For whom an annotation is: its author alone, both seats of the game, or whoever sees it."""

    PRIVATE = "private"
    OPPONENT = "opponent"
    PUBLIC = "public"


_LISTED = (Audience.OPPONENT, Audience.PUBLIC)
"""Those of which others have a list."""


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
        """Its place in the lists of its game."""
        return AnnotationEntry(self.version, self.last_version, self.id, self.author)


@dataclass(frozen=True, slots=True, order=True)
class AnnotationEntry:
    """An annotation's place in a list: ordered by version, and by id within one."""

    version: int
    last_version: int
    id: str
    author: str

    def text(self) -> str:
        """As lists hold it: texts are ordered as entries are."""
        return f"{self.version:015}:{self.last_version:015}:{self.id}:{self.author}"

    @classmethod
    def read(cls, text: str) -> "AnnotationEntry":
        """What a list holds. Raises ``ValueError`` for any other text."""
        version, last_version, name, author = text.split(":")
        return cls(int(version), int(last_version), name, author)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, and how much: one's own, those of the ``audiences``, up to the version ``upto``;
    of others only those by nobody among ``silent``."""

    player: str | None
    audiences: frozenset[Audience]
    upto: int
    silent: frozenset[str] = frozenset()

    def takes(self, entry: AnnotationEntry) -> bool:
        """Whether an entry of a list that is read is for this reader."""
        known = entry.author == self.player or entry.author not in self.silent
        return known and entry.last_version <= self.upto

    def may_read(self, audience: Audience, entry: AnnotationEntry) -> bool:
        """Whether what is for an audience is for this reader."""
        addressed = entry.author == self.player or audience in self.audiences
        return addressed and self.takes(entry)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which ones: those on a version, ranges that hold it included; those of an author."""

    version: int | None = None
    author: str | None = None

    def takes(self, entry: AnnotationEntry) -> bool:
        """Whether it is one of them."""
        on = self.version is None or entry.version <= self.version <= entry.last_version
        return on and self.author in (None, entry.author)


class Annotations:
    """The annotations of all games."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names
        self._documents = Documents(client)

    def add(self, new: Annotation, key: Key | None) -> tuple[Annotation, int] | StoredDocument:
        """Keep an annotation, under an id that ``new_annotation_id`` gave; returns it and its
        revision. Raises ``TooManyDocumentsError``."""
        with translate_errors():
            # First of all: what is not on this list would outlive its author's account.
            self._client.sadd(keys.annotated(new.author), new.game)
        made = self._documents.add(self._place(new), self._submission(new), MAX_ANNOTATIONS, key)
        return made if isinstance(made, StoredDocument) else opened_annotation(made)

    def find(self, game: str, name: str) -> tuple[Annotation, int] | None:
        """The annotation of a game that has an id, and its revision."""
        [found] = self._documents.read([self._keys.annotation(game, name)])
        return None if found is None else opened_annotation(found)

    def change(self, draft: Annotation, expected: frozenset[int] | None) -> tuple[Annotation, int]:
        """Let an annotation be another one. Its author and its versions stay.

        Raises ``NoDocumentError``, ``DocumentChangedError``.
        """
        return opened_annotation(
            self._documents.change(self._place(draft), self._submission(draft), expected)
        )

    def remove(self, known: Annotation, expected: frozenset[int] | None = None) -> None:
        """Take an annotation away. Raises ``NoDocumentError``, ``DocumentChangedError``."""
        self._documents.remove(self._place(known), expected)

    def page(
        self,
        game: str,
        reader: Reader,
        wanted: Filter,
        limit: int,
        after: AnnotationEntry | None = None,
    ) -> tuple[list[tuple[Annotation, int]], AnnotationEntry | None]:
        """Up to ``limit`` annotations with their revisions, in the order of versions, from behind
        ``after``; and where to go on, if there is more."""
        entries = self._entries(game, reader, wanted, after)
        found = list(islice(entries, limit + 1))
        shown = found[:limit]
        texts = self._documents.read([self._keys.annotation(game, one.id) for one in shown])
        items = [opened_annotation(text) for text in texts if text is not None]
        return items, shown[-1] if len(found) > limit else None

    def erase(self, player: str) -> None:
        """Take away all that a player has written, on whatever game. May be done twice.

        A game is forgotten once nothing more was found on it: requests that were under way the
        time before have ended by then.
        """
        place = keys.annotated(player)
        with translate_errors():
            games = cast(set[bytes], self._client.smembers(place))
        for game in sorted(name.decode() for name in games):
            found = list(self._documents.entries(self._keys.annotations(game, player)))
            for entry in found:
                self._erase(game, AnnotationEntry.read(entry))
            if not found:
                with translate_errors():
                    self._client.srem(place, game)

    def _erase(self, game: str, entry: AnnotationEntry) -> None:
        try:
            self._documents.remove(self._filed(game, entry))
        except NoDocumentError:
            return

    def _entries(
        self, game: str, reader: Reader, wanted: Filter, after: AnnotationEntry | None
    ) -> Iterator[AnnotationEntry]:
        names = [self._keys.annotations(game, kind) for kind in sorted(reader.audiences)]
        if reader.player is not None:
            names.append(self._keys.annotations(game, reader.player))
        newest = reader.upto if wanted.version is None else min(reader.upto, wanted.version)
        low, high = after.text() if after else "", f"{newest:015}:{_AFTER_ALL}"
        walks = [self._documents.entries(name, low, high) for name in names]
        # One's own are in two lists, unless they are private.
        for text, _ in groupby(merge(*walks)):
            entry = AnnotationEntry.read(text)
            if reader.takes(entry) and wanted.takes(entry):
                yield entry

    def _place(self, one: Annotation) -> DocumentCollection:
        return self._filed(one.game, one.entry)

    def _filed(self, game: str, entry: AnnotationEntry) -> DocumentCollection:
        return DocumentCollection(
            key=self._keys.annotation(game, entry.id),
            entry=entry.text(),
            own=self._keys.annotations(game, entry.author),
            lists=tuple(self._keys.annotations(game, kind) for kind in _LISTED),
        )

    def _submission(self, one: Annotation) -> Submission:
        listed = one.visibility in _LISTED
        name = self._keys.annotations(one.game, one.visibility) if listed else None
        return Submission(msgspec.json.encode(one), name)


def new_annotation_id(key: Key | None) -> str:
    """An id for a new annotation."""
    return new_id("an", key)


def opened_annotation(document: Document) -> tuple[Annotation, int]:
    return msgspec.json.decode(document.text, type=Annotation), document.revision
