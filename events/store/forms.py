"""The forms of events in the data: recorded before the first event of a form is written, so that a
version that does not support one refuses to start instead of failing game by game."""

from collections.abc import Iterable
from typing import cast

from events.log.codec import SCHEMAS
from events.log.fold_event import parse
from events.log.line import FORM as PACKED
from events.log.line import is_packed
from events.log.unreadable import UnreadableGameError
from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

COMMAND = "command.1"
"""The form recorded before the first event with its command is written."""
KNOWN = frozenset(
    f"{name}.{schema}" for name, newest in SCHEMAS.values() for schema in range(1, newest + 1)
) | {PACKED, COMMAND}
"""Every readable form: a type and schema number, or an encoding of lines."""


class Forms:
    """The forms recorded in a server's data. Thread-safe."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._recorded: frozenset[str] = frozenset()

    def note(self, lines: Iterable[bytes]) -> None:
        """Record the forms of lines before they are written; usually all are recorded already.

        Raises ``StoreUnavailableError``. An unreadable line has no form.
        """
        new = {form for line in lines for form in _forms(line)} - self._recorded
        if new:
            with translate_errors():
                self._client.sadd(keys.FORMS, *sorted(new))
            self._recorded |= new


def unknown(client: Client) -> list[str]:
    """The recorded forms that this version cannot read."""
    recorded = cast(set[bytes], client.smembers(keys.FORMS))
    return sorted({form.decode() for form in recorded} - KNOWN)


def _forms(line: bytes) -> tuple[str, ...]:
    try:
        event = parse(line)
    except UnreadableGameError:
        return ()
    form = f"{event.type}.{event.schema}"
    if not is_packed(line):
        return (form,)
    return (form, PACKED, COMMAND) if event.has_command else (form, PACKED)
