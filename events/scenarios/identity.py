"""What a battle is called by.

A player's battle has a slug that says its title, whose it is and what it is: its last part is a
digest of the set-up, so that a game of it can be judged anywhere, by its first event alone.
"""

import hashlib
import re
import unicodedata
from dataclasses import MISSING, fields, is_dataclass
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
    """The slug of a player's battle, whose content has an id. Where there is no set-up, none can be
    told by it."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.sub("[^a-z0-9]+", "_", plain).strip("_")[:_TITLE].strip("_") or "battle"
    own = hashlib.sha256(f"{author}\0{content}".encode()).hexdigest()[:_OWN_DIGITS]
    last = content[:_DIGITS] if setup is None else digest(setup)
    return f"{words}_{own}_{last}"


def is_slug(text: str) -> bool:
    """Whether a text may be the slug of a player's battle."""
    return _SLUG.fullmatch(text) is not None


def title_of(slug: str) -> str:
    """A player's battle by the words in its slug, for where nothing else of it is at hand."""
    words = slug[: -_OWN_DIGITS - _DIGITS - 2] if is_slug(slug) else slug
    return words.replace("_", " ").title()


def names(slug: str, setup: Setup) -> bool:
    """Whether a slug is that of a player's battle with this very set-up."""
    found = _SLUG.fullmatch(slug)
    return found is not None and found[1] == digest(setup)


def digest(setup: Setup) -> str:
    """A short hash of a set-up; what a later version adds changes it only where it is used."""
    return content_hash(canonical(_plain(setup)))[:_DIGITS]


def _plain(value: object) -> Any:
    """A value by the members that are not as they always are."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        said = ((one, getattr(value, one.name)) for one in fields(value))
        return {
            one.name: _plain(part)
            for one, part in said
            if one.default is MISSING or part != one.default
        }
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
