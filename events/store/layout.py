"""The layout of keys of a server's data, checked before anything is written to it."""

from typing import cast

from events.store import forms, keys
from events.store.keys import Keys
from events.store.servers import Client

VERSION = 2
"""Incremented when the names or contents of keys change."""
_FIRST_LAYOUT = f"{keys.PREFIX}:games"
"""A key of layout 1, which had no marker."""


class ForeignDataError(Exception):
    """The server has data that this process must not touch; nothing was done."""


def marker(names: Keys) -> str:
    """The value of the layout marker."""
    return f"{VERSION} {names.partitions}"


def check(client: Client, names: Keys) -> None:
    """Raise ``ForeignDataError`` for data of another layout, with another number of partitions or
    with unknown forms of events. An empty server passes."""
    _require_known_forms(client)
    found = _text(client.get(keys.LAYOUT))
    # While a server is being marked, its partitions are marked before the whole.
    found_layout = found or _text(client.get(names.layout(0)))
    if found_layout not in (None, marker(names)) or (
        found is None and client.exists(_FIRST_LAYOUT)
    ):
        claim(client, names)


def claim(client: Client, names: Keys) -> None:
    """Mark an empty server with this layout; do nothing if it is marked already.

    Raises ``ForeignDataError`` for data of another layout, with another number of partitions or
    with unknown forms of events.
    """
    _require_known_forms(client)
    expected = marker(names)
    found = _text(client.get(keys.LAYOUT))
    if found is None:
        if client.exists(_FIRST_LAYOUT):
            raise ForeignDataError(
                f"the data has layout 1, not {VERSION}: run `python -m deploy.admin upgrade`"
            )
        # Another process may be marking the server already.
        _compare(client, names, (expected, None))
        for partition in names.all_partitions():
            client.set(names.layout(partition), expected, nx=True)
    _compare(client, names, (expected,))
    if found is None:
        client.set(keys.LAYOUT, expected, nx=True)
        found = _text(client.get(keys.LAYOUT))
    if found != expected:
        raise ForeignDataError(_difference(found, expected, "the data"))


def _require_known_forms(client: Client) -> None:
    if unknown := forms.unknown(client):
        raise ForeignDataError(
            f"the data contains events that this version does not know ({', '.join(unknown)}): "
            "run the version that wrote them, or a newer one"
        )


def _compare(client: Client, names: Keys, allowed: tuple[str | None, ...]) -> None:
    """Raise ``ForeignDataError`` for a partition with another marker than those allowed."""
    for partition in names.all_partitions():
        mark = _text(client.get(names.layout(partition)))
        if mark not in allowed:
            raise ForeignDataError(_difference(mark, marker(names), f"partition {partition}"))


def _difference(found: str | None, expected: str, subject: str) -> str:
    if found is None:
        return f"{subject} has lost its marker: part of the data is missing"
    version, _, partitions = found.partition(" ")
    return (
        f"{subject} has layout {version} and {partitions} partitions, but layout "
        f"{expected.partition(' ')[0]} and {expected.partition(' ')[2]} partitions are configured "
        "(PARTITIONS cannot be changed once there is data)"
    )


def _text(value: object) -> str | None:
    return None if value is None else cast(bytes, value).decode("utf-8", "replace")
