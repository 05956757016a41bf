"""The playability report: the status of each item of a scenario file.

Nothing in a file is dropped silently: its reader reports every item.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from domain.geometry.hexes import Hex
from events.scenarios.reasons import Reason, Value

MAX_ITEMS = 5000
"""The maximum number of items of a report; a file with more is refused."""


class ItemStatus(StrEnum):
    """What becomes of an item."""

    PLAYED = "played"
    """By its own rules."""
    DRAWN = "drawn"
    """Shown or kept; it has no effect on play."""
    IGNORED = "ignored"
    """Left out of play: its rules are not supported."""
    CHANGED = "changed"
    """Played as something else."""
    BLOCKING = "blocking"
    """No game can be played with it."""


class Verdict(StrEnum):
    """What the items come to."""

    PLAYABLE = "playable"
    PARTLY = "partly"
    BLOCKED = "blocked"


class ReportItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item: ``what`` it is, its place as a JSON pointer, and why it has its status: the text in
    English, the code of the reason and its values. ``hex`` is given where it lies on one."""

    what: str
    where: str
    status: ItemStatus
    why: str
    hex: Hex | None = None
    code: str = ""
    values: dict[str, Value] = {}


class TooLargeError(ValueError):
    """A file exceeds a limit. The message says which."""


def _sendable(text: str) -> str:
    """Replace lone surrogates, which files may contain as escapes and responses cannot."""
    return text if text.isascii() else text.encode(errors="replace").decode()


@dataclass
class ReportBuilder:
    """Builds a report."""

    items: list[ReportItem] = field(default_factory=list)

    def note(
        self,
        status: ItemStatus,
        what: str,
        where: str,
        why: Reason | None = None,
        hex_: Hex | None = None,
    ) -> None:
        """Add an item. Raises ``TooLargeError``."""
        if len(self.items) >= MAX_ITEMS:
            raise TooLargeError(f"it has more than {MAX_ITEMS} items")
        what, where = _sendable(what[:100]), _sendable(where[:200])
        if why is None:
            self.items.append(ReportItem(what, where, status, "", hex_))
            return
        values = {name: _sendable(v) if isinstance(v, str) else v for name, v in why.values.items()}
        text = Reason(why.code, values).text
        self.items.append(ReportItem(what, where, status, text, hex_, why.code, values))

    def played(
        self, what: str, where: str, why: Reason | None = None, hex_: Hex | None = None
    ) -> None:
        """Add an item that is played as it is."""
        self.note(ItemStatus.PLAYED, what, where, why, hex_)

    def drawn(
        self, what: str, where: str, why: Reason | None = None, hex_: Hex | None = None
    ) -> None:
        """Add an item that has no effect on play."""
        self.note(ItemStatus.DRAWN, what, where, why, hex_)

    def ignored(self, what: str, where: str, why: Reason, hex_: Hex | None = None) -> None:
        """Add an item that is left out."""
        self.note(ItemStatus.IGNORED, what, where, why, hex_)

    def changed(self, what: str, where: str, why: Reason, hex_: Hex | None = None) -> None:
        """Add an item that is played as something else."""
        self.note(ItemStatus.CHANGED, what, where, why, hex_)

    def blocking(self, what: str, where: str, why: Reason, hex_: Hex | None = None) -> None:
        """Add an item with which no game can be played."""
        self.note(ItemStatus.BLOCKING, what, where, why, hex_)

    @property
    def verdict(self) -> Verdict:
        """The verdict of the items so far."""
        statuses = {item.status for item in self.items}
        if ItemStatus.BLOCKING in statuses:
            return Verdict.BLOCKED
        partial = {ItemStatus.IGNORED, ItemStatus.CHANGED}
        return Verdict.PLAYABLE if statuses.isdisjoint(partial) else Verdict.PARTLY
