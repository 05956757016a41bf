"""Documents of players beside the games, with revisions and lists by audience.

They are not events: their authors change and delete them. A document, the list of its author and
the lists for others are in one slot, and one script changes them together.
"""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from events.store.failures import translate_errors
from events.store.port import Key
from events.store.scripts import Script
from events.store.servers import Client

_script = Script("document.lua")
_ID_BYTES = 10
_KEY_RETENTION_SECONDS = 24 * 3600
"""Seconds for which an idempotency key is stored after its document was deleted."""
_BATCH = 500
_ADD, _CHANGE, _REMOVE = "add", "change", "remove"


class TooManyDocumentsError(Exception):
    """The author has reached the limit of documents in a collection."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the author has reached the limit of {limit} documents")
        self.limit = limit


class NoDocumentError(Exception):
    """The document does not exist."""


class DocumentChangedError(Exception):
    """The document has another ``revision`` than those expected."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"the document is at revision {revision}")
        self.revision = revision


@dataclass(frozen=True, slots=True)
class DocumentCollection:
    """The location of a document: its key, its list ``entry``, the ``own`` list of its author, and
    the ``lists`` for others. All keys are in one slot."""

    key: str
    entry: str
    own: str
    lists: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Submission:
    """The new content of a document, and which of the lists has it, if any."""

    text: bytes
    listed: str | None


@dataclass(frozen=True, slots=True)
class Document:
    """A stored document. Its first revision is 1; each change increments it."""

    text: bytes
    revision: int


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """The idempotency key was used before, by a request with this fingerprint; ``document`` is its
    current document, None if it was deleted."""

    fingerprint: str
    document: Document | None


def new_id(prefix: str, key: Key | None) -> str:
    """A new document id, derived from the idempotency key if there is one, so that a retry finds
    the document that it created."""
    if key is None:
        return f"{prefix}_{secrets.token_hex(_ID_BYTES)}"
    digits = hashlib.sha256(key.field.encode("utf-8")).hexdigest()
    return f"{prefix}_{digits[: 2 * _ID_BYTES]}"


class Documents:
    """Documents on a Redis server or cluster. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(
        self, collection: DocumentCollection, draft: Submission, limit: int, key: Key | None
    ) -> Document | StoredDocument:
        """Store a new document, unless the author has ``limit`` documents in the collection.

        Raises ``TooManyDocumentsError``.
        """
        reply = self._run(_ADD, collection, draft, limit, key.fingerprint if key else "")
        if reply[0] == b"known":
            deleted = not reply[2]
            return StoredDocument(
                reply[1].decode(), None if deleted else Document(reply[2], reply[3])
            )
        if reply[0] == b"full":
            raise TooManyDocumentsError(limit)
        return Document(draft.text, reply[1])

    def change(
        self, collection: DocumentCollection, draft: Submission, expected: frozenset[int] | None
    ) -> Document:
        """Replace a document if it has one of the ``expected`` revisions; None accepts any.

        Raises ``NoDocumentError``, ``DocumentChangedError``.
        """
        reply = self._run(_CHANGE, collection, draft, 0, "", expected)
        return Document(draft.text, _revision(reply))

    def remove(
        self, collection: DocumentCollection, expected: frozenset[int] | None = None
    ) -> None:
        """Delete a document if it has one of the ``expected`` revisions; None accepts any.

        Raises ``NoDocumentError``, ``DocumentChangedError``.
        """
        _revision(self._run(_REMOVE, collection, Submission(b"", None), 0, "", expected))

    def read(self, names: Sequence[str]) -> list[Document | None]:
        """Read documents by keys of one slot; None for those that do not exist."""
        if not names:
            return []
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.hmget(name, "text", "revision")
            found = cast(list[list[bytes | None]], pipe.execute())
        return [
            None if text is None or revision is None else Document(text, int(revision))
            for text, revision in found
        ]

    def entries(self, name: str, after: str = "", before: str = "") -> Iterator[str]:
        """The entries of a list in order, after ``after`` and before ``before``."""
        low, high = f"({after}" if after else "-", f"({before}" if before else "+"
        while True:
            with translate_errors():
                reply = self._client.zrangebylex(name, low, high, start=0, num=_BATCH)
            batch = [entry.decode() for entry in cast(list[bytes], reply)]
            yield from batch
            if len(batch) < _BATCH:
                return
            low = f"({batch[-1]}"

    def _run(
        self,
        action: str,
        collection: DocumentCollection,
        draft: Submission,
        limit: int,
        fingerprint: str,
        expected: frozenset[int] | None = None,
    ) -> list[Any]:
        names = (collection.key, collection.own, *collection.lists)
        listed = names.index(draft.listed) + 1 if draft.listed else 0
        arguments = (
            action,
            collection.entry,
            listed,
            draft.text,
            limit,
            fingerprint,
            _KEY_RETENTION_SECONDS,
        )
        # No document has revision 0, so an empty set matches none rather than any.
        revisions = () if expected is None else sorted(expected) or (0,)
        with translate_errors():
            reply: list[Any] = _script.run(self._client, names, (*arguments, *revisions))[0]
        return reply


def _revision(reply: list[Any]) -> int:
    if reply[0] == b"absent":
        raise NoDocumentError
    revision: int = reply[1]
    if reply[0] == b"changed":
        raise DocumentChangedError(revision)
    return revision
