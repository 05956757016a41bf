"""Which forms of events the data holds: noted before the first event of a form is written, so that
a version that does not know one says so when it starts, and not game by game."""

from collections.abc import Iterable
from typing import cast

from events.log.codec import SCHEMAS
from events.log.fold_event import parse
from events.log.line import FORM as PACKED
from events.log.line import is_packed
from events.log.unreadable import UnreadableGameError
from events.store import keys
from events.store.failures import translated
from events.store.servers import Client

COMMAND = "command.1"
"""What the data is noted to hold once an event has told its command."""
KNOWN = frozenset(
    f"{name}.{schema}" for name, newest in SCHEMAS.values() for schema in range(1, newest + 1)
) | {PACKED, COMMAND}
"""Every form that can be read: the name of a type and the number of a schema, and how a line is
written."""


class Forms:
    """The forms that a server's data holds. Safe to share between threads."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._noted: frozenset[str] = frozenset()

    def note(self, lines: Iterable[bytes]) -> None:
        """Note the forms of lines that are about to be written; most often nothing is to be done.

        Raises ``StoreUnavailableError``. A line that cannot be read has no form.
        """
        met = {form for line in lines for form in _forms(line)} - self._noted
        if met:
            with translated():
                self._client.sadd(keys.FORMS, *sorted(met))
            self._noted |= met


def unknown(client: Client) -> list[str]:
    """The forms that the data holds and this code cannot read."""
    found = cast(set[bytes], client.smembers(keys.FORMS))
    return sorted({form.decode() for form in found} - KNOWN)


def _forms(line: bytes) -> tuple[str, ...]:
    try:
        read = parse(line)
    except UnreadableGameError:
        return ()
    form = f"{read.type}.{read.schema}"
    if not is_packed(line):
        return (form,)
    return (form, PACKED, COMMAND) if read.has_command else (form, PACKED)
