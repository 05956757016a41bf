"""Which layout of keys a server's data has, checked before anything is written to it."""

from typing import cast

from events.store import forms, keys
from events.store.keys import Keys
from events.store.servers import Client

VERSION = 2
"""Counted up when keys are named or filled otherwise than before."""
_FIRST_LAYOUT = f"{keys.PREFIX}:games"
"""A key that data of layout 1 has, which knew no marker."""


class ForeignDataError(Exception):
    """The server holds data that this process must not touch; nothing was done."""


def marker(names: Keys) -> str:
    """What a server's data says of its layout."""
    return f"{VERSION} {names.partitions}"


def check(client: Client, names: Keys) -> None:
    """Raise ``ForeignDataError`` for data of another layout, with other partitions or with forms
    of events that are not known; an empty server is as good as one of ours."""
    _require_known_forms(client)
    found = _text(client.get(keys.LAYOUT))
    # While a server is being marked, its partitions are before the whole.
    found_layout = found or _text(client.get(names.layout(0)))
    if found_layout not in (None, marker(names)) or (
        found is None and client.exists(_FIRST_LAYOUT)
    ):
        claim(client, names)


def claim(client: Client, names: Keys) -> None:
    """Mark an empty server as ours; do nothing where it is already.

    Raises ``ForeignDataError`` for data of another layout, with another number of partitions or
    with forms of events that are not known.
    """
    _require_known_forms(client)
    wanted = marker(names)
    found = _text(client.get(keys.LAYOUT))
    if found is None:
        if client.exists(_FIRST_LAYOUT):
            raise ForeignDataError(
                f"the data has layout 1, not {VERSION}: run `python -m deploy.admin upgrade`"
            )
        # Whatever others have begun to mark is left as it is.
        _compare(client, names, (wanted, None))
        for partition in names.all_partitions():
            client.set(names.layout(partition), wanted, nx=True)
    _compare(client, names, (wanted,))
    if found is None:
        client.set(keys.LAYOUT, wanted, nx=True)
        found = _text(client.get(keys.LAYOUT))
    if found != wanted:
        raise ForeignDataError(_difference(found, wanted, "the data"))


def _require_known_forms(client: Client) -> None:
    if others := forms.unknown(client):
        raise ForeignDataError(
            f"the data contains events that this version does not know ({', '.join(others)}): "
            "run the version that wrote them, or a newer one"
        )


def _compare(client: Client, names: Keys, allowed: tuple[str | None, ...]) -> None:
    """Refuse partitions that have another mark than those allowed."""
    for partition in names.all_partitions():
        mark = _text(client.get(names.layout(partition)))
        if mark not in allowed:
            raise ForeignDataError(_difference(mark, marker(names), f"partition {partition}"))


def _difference(found: str | None, wanted: str, what: str) -> str:
    if found is None:
        return f"{what} has lost its marker: part of the data is missing"
    version, _, partitions = found.partition(" ")
    return (
        f"{what} has layout {version} and {partitions} partitions, but layout "
        f"{wanted.partition(' ')[0]} and {wanted.partition(' ')[2]} partitions are configured "
        "(PARTITIONS cannot be changed once there is data)"
    )


def _text(value: object) -> str | None:
    return None if value is None else cast(bytes, value).decode("utf-8", "replace")
