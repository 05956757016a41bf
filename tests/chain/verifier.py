"""A history checked by someone who has nothing but it: no code of the service is used here."""

import hashlib
import json
from typing import Any

Shown = dict[str, Any]


def canonical(value: object) -> bytes:
    """JSON as RFC 8785 asks for it, of values without floating-point numbers."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def first_bad(history: list[Shown], length: int, head: str) -> int | None:
    """The first version that is not as it was published; None for a sound history.

    ``length`` and ``head`` are its last version and hash, as they are known from elsewhere.
    """
    previous = "0" * 64
    for version, shown in enumerate(history, start=1):
        if shown["version"] != version or not _sound(shown, previous):
            return version
        previous = shown["hash"]
    if len(history) != length or previous != head:
        return min(len(history), length) + 1
    return None


def _sound(shown: Shown, previous: str) -> bool:
    data, hidden = dict(shown["data"]), shown["hidden"]
    published = None
    if hidden is not None:
        published = {"audience": hidden["audience"], "commitment": hidden["commitment"]}
        if "salt" in hidden:
            secret = {field: data.pop(field) for field in hidden["fields"]}
            opened = bytes.fromhex(hidden["salt"]) + canonical(secret)
            if hashlib.sha256(opened).hexdigest() != hidden["commitment"]:
                return False
    covered = {**shown, "data": data, "hidden": published, "previous": previous}
    del covered["hash"]
    return hashlib.sha256(canonical(covered)).hexdigest() == str(shown["hash"])
