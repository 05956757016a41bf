"""A history checked by someone who has nothing but it: the published verifier, which shares no
code with the service, on events as a client reads them."""

from typing import Any

from events.log.verifier import canonical, verify

__all__ = ["Shown", "canonical", "first_bad"]

Shown = dict[str, Any]


def first_bad(history: list[Shown], length: int, head: str) -> int | None:
    """The first version that is not as it was published; None for a sound history.

    ``length`` and ``head`` are its last version and hash, as they are known from elsewhere.
    """
    header = {
        "format": "afteraction game",
        "schema": 1,
        "game": history[0]["data"].get("game") if history else None,
        "version": length,
        "head": head,
        "complete": False,
        "exported_at": history[-1].get("at") if history else None,
    }
    return verify(canonical(line).decode() for line in (header, *history)).version
