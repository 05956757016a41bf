"""Texts that players write beside the games: kept with a revision, listed for whom they are for.

They are no events: their authors change them and take them away. A text, the list of all that its
author has in one place, and the lists in which others find it lie in one slot; one script changes
them together.
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
_REMEMBERED = 24 * 3600
"""Seconds for which a key is known after the text that it made is gone."""
_AT_ONCE = 500
_ADD, _CHANGE, _REMOVE = "add", "change", "remove"


class TooManyDocumentsError(Exception):
    """The author has as many texts in this place as one may have."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the author has reached the limit of {limit} documents")
        self.limit = limit


class NoDocumentError(Exception):
    """There is no such text, or no longer."""


class DocumentChangedError(Exception):
    """The text has another ``revision`` than those that the client named."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"the document is at revision {revision}")
        self.revision = revision


@dataclass(frozen=True, slots=True)
class DocumentCollection:
    """Where a text lies: its key, its ``entry`` in lists, the list of its author's, and the
    ``lists`` in which others may find it. All keys are of one slot."""

    key: str
    entry: str
    own: str
    lists: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Submission:
    """What a text is to be, and in which of the lists others find it; None for in none."""

    text: bytes
    listed: str | None


@dataclass(frozen=True, slots=True)
class Document:
    """A text as it is kept. The first revision is 1, and each change makes the next one."""

    text: bytes
    revision: int


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """The idempotency key was used before, by a request with this fingerprint; ``document`` is what
    has become of the text, None once it is gone."""

    fingerprint: str
    document: Document | None


def new_id(prefix: str, key: Key | None) -> str:
    """An id for a text; a request with a key has one that follows from it, so that repeating it
    meets the text that it made."""
    if key is None:
        return f"{prefix}_{secrets.token_hex(_ID_BYTES)}"
    digits = hashlib.sha256(key.field.encode("utf-8")).hexdigest()
    return f"{prefix}_{digits[: 2 * _ID_BYTES]}"


class Documents:
    """Texts on a Redis server or cluster. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(
        self, place: DocumentCollection, draft: Submission, limit: int, key: Key | None
    ) -> Document | StoredDocument:
        """Keep a new text; an author may have so many (``limit``) in this place.

        Raises ``TooManyDocumentsError``.
        """
        reply = self._run(_ADD, place, draft, limit, key.fingerprint if key else "")
        if reply[0] == b"known":
            gone = not reply[2]
            return StoredDocument(reply[1].decode(), None if gone else Document(reply[2], reply[3]))
        if reply[0] == b"full":
            raise TooManyDocumentsError(limit)
        return Document(draft.text, reply[1])

    def change(
        self, place: DocumentCollection, draft: Submission, expected: frozenset[int] | None
    ) -> Document:
        """Let a text be another one, if it has one of the ``expected`` revisions; None is any.

        Raises ``NoDocumentError``, ``DocumentChangedError``.
        """
        reply = self._run(_CHANGE, place, draft, 0, "", expected)
        return Document(draft.text, _revision(reply))

    def remove(self, place: DocumentCollection, expected: frozenset[int] | None = None) -> None:
        """Take a text away, if it has one of the ``expected`` revisions; None is any.

        Raises ``NoDocumentError``, ``DocumentChangedError``.
        """
        _revision(self._run(_REMOVE, place, Submission(b"", None), 0, "", expected))

    def read(self, names: Sequence[str]) -> list[Document | None]:
        """The texts under keys of one slot; None where there is none."""
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
        """A list's entries in their order, from behind ``after`` up to ``before``."""
        low, high = f"({after}" if after else "-", f"({before}" if before else "+"
        while True:
            with translate_errors():
                raw = self._client.zrangebylex(name, low, high, start=0, num=_AT_ONCE)
            found = [entry.decode() for entry in cast(list[bytes], raw)]
            yield from found
            if len(found) < _AT_ONCE:
                return
            low = f"({found[-1]}"

    def _run(
        self,
        action: str,
        place: DocumentCollection,
        draft: Submission,
        limit: int,
        fingerprint: str,
        expected: frozenset[int] | None = None,
    ) -> list[Any]:
        names = (place.key, place.own, *place.lists)
        listed = names.index(draft.listed) + 1 if draft.listed else 0
        about = (action, place.entry, listed, draft.text, limit, fingerprint, _REMEMBERED)
        # Where none is expected no revision has the number, so an empty set is not any.
        revisions = () if expected is None else sorted(expected) or (0,)
        with translate_errors():
            reply: list[Any] = _script.run(self._client, names, (*about, *revisions))[0]
        return reply


def _revision(reply: list[Any]) -> int:
    if reply[0] == b"absent":
        raise NoDocumentError
    revision: int = reply[1]
    if reply[0] == b"changed":
        raise DocumentChangedError(revision)
    return revision
