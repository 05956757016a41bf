"""The slugs of players' scenarios.

A slug consists of words of the title, a digest of author and file, and a digest of the set-up. By
the latter a game of the scenario can be verified anywhere, from its first event alone.
"""

import hashlib
import re
import unicodedata
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from domain.setup import Setup
from events.log.chain import canonical

_DIGITS = 12
_OWN_DIGITS = 8
_TITLE = 36
_SLUG = re.compile(rf"[a-z0-9_]{{1,{_TITLE + 1 + _OWN_DIGITS}}}_([0-9a-f]{{{_DIGITS}}})")


def content_hash(content: bytes) -> str:
    """The id of a file: its SHA-256."""
    return hashlib.sha256(content).hexdigest()


def slug_of(title: str, author: str, content: str, setup: Setup | None) -> str:
    """The slug of a player's scenario whose file has the id ``content``. Without a set-up it ends
    with digits of that id."""
    ascii_title = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.sub("[^a-z0-9]+", "_", ascii_title).strip("_")[:_TITLE].strip("_") or "battle"
    author_digest = hashlib.sha256(f"{author}\0{content}".encode()).hexdigest()[:_OWN_DIGITS]
    suffix = content[:_DIGITS] if setup is None else digest(setup)
    return f"{words}_{author_digest}_{suffix}"


def is_slug(text: str) -> bool:
    """Whether a text has the form of a player's scenario's slug."""
    return _SLUG.fullmatch(text) is not None


def title_of(slug: str) -> str:
    """A title from the words of a slug, if the scenario itself is not available."""
    words = slug[: -_OWN_DIGITS - _DIGITS - 2] if is_slug(slug) else slug
    return words.replace("_", " ").title()


def names(slug: str, setup: Setup) -> bool:
    """Whether a slug is of a player's scenario with exactly this set-up."""
    match = _SLUG.fullmatch(slug)
    return match is not None and match[1] == digest(setup)


def digest(setup: Setup) -> str:
    """A short hash of what is played of a set-up. Fields added later change it only if they are
    used."""
    played = replace(setup, nations=())
    return content_hash(canonical(_without_defaults(played)))[:_DIGITS]


def _without_defaults(value: object) -> Any:
    """A value without the members that have their defaults."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        members = ((field_, getattr(value, field_.name)) for field_ in fields(value))
        return {
            field_.name: _without_defaults(part)
            for field_, part in members
            if field_.default is MISSING or part != field_.default
        }
    return [_without_defaults(part) for part in value] if isinstance(value, tuple) else value
