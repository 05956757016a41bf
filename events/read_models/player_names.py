"""Find players by a prefix of their names, ignoring case and accents.

The index is derived from the accounts alone: a feed entry updates one name, a rebuild adds all of
them. Results are compared with the accounts, so that a name that was just changed or erased is not
found.
"""

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from events.accounts.players import Player, Players
from events.read_models.read_model import STEPS, ReadModel, Write
from events.read_models.read_your_writes import ReadYourWrites
from events.store.failures import translate_errors

ENTRIES, ENTRY_OF = "names", "names:of"
"""A sorted set of entries, all with the same score, and a hash of players to their entries. An
entry is a prefix of the folded name, and the player's id."""
MAX_KEY = 90
"""The maximum bytes of a folded name in an entry and in a cursor."""
_END = "\0"
_MAX_READS = 5
"""Reads per page: if many names share an entry, the page ends early and the next one continues."""
_BATCH = 100
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "ð": "d",
        "đ": "d",
        "ħ": "h",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ł": "l",
        "ø": "o",
        "œ": "oe",
        "þ": "th",
    }
)
"""Letters without a Unicode decomposition, with their usual transliteration."""


@dataclass(frozen=True, slots=True)
class NamePosition:
    """The end of a page: an entry of the index."""

    key: str
    player: str

    @property
    def entry(self) -> str:
        """The entry as stored in the index."""
        return f"{self.key}{_END}{self.player}"


def folded(name: str) -> str:
    """Remove case and accents from a name."""
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    plain = "".join(char for char in decomposed if unicodedata.category(char) != "Mn")
    # A name of combining marks alone would match every prefix.
    return plain.casefold() or decomposed


def update_index(model: ReadModel, players: Players, ids: Collection[str]) -> None:
    """Update the index from accounts. Raises ``ModelLostError`` and ``StoreUnavailableError``."""
    names = iter(ids)
    while batch := list(islice(names, _BATCH)):
        while not _update_batch(model, players, batch):
            pass


def _update_batch(model: ReadModel, players: Players, batch: Sequence[str]) -> bool:
    """Update a batch; return False if others have written since the accounts were read."""
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        pipe.get(model.key(STEPS))
        pipe.hmget(model.key(ENTRY_OF), list(batch))
        step, stored = cast(tuple[bytes | None, list[bytes | None]], pipe.execute())
    accounts = players.of_ids(batch)
    before = {
        player_id: entry.decode()
        for player_id, entry in zip(batch, stored, strict=True)
        if entry is not None
    }
    after = {
        player_id: _position(player).entry
        for player_id, player in accounts.items()
        if not player.deleted
    }
    removed = [player_id for player_id in before if player_id not in after]
    new = {player_id: entry for player_id, entry in after.items() if before.get(player_id) != entry}
    writes: list[Write] = []
    if stale := [before[player_id] for player_id in (*removed, *new) if player_id in before]:
        writes.append(("ZREM", ENTRIES, stale))
    if removed:
        writes.append(("HDEL", ENTRY_OF, removed))
    if new:
        writes.append(("ZADD", ENTRIES, [part for entry in new.values() for part in (0, entry)]))
        writes.append(("HSET", ENTRY_OF, [part for pair in new.items() for part in pair]))
    return not writes or model.write(writes, int(step or 0))


class PlayerNames:
    """Reads the index, after waiting briefly for recent changes of names."""

    def __init__(self, freshness: ReadYourWrites, players: Players) -> None:
        self._freshness = freshness
        self._players = players

    def find(
        self, prefix: str, limit: int, after: NamePosition | None
    ) -> tuple[list[Player], NamePosition | None]:
        """Return up to ``limit`` players whose names have the prefix, by name, after a position;
        and the position of the next page, if there may be one."""
        folded_prefix = folded(prefix)
        return self._freshness.read(lambda model: self._find(model, folded_prefix, limit, after))

    def _find(
        self, model: ReadModel, folded_prefix: str, limit: int, after: NamePosition | None
    ) -> tuple[list[Player], NamePosition | None]:
        found_players: list[Player] = []
        for _ in range(_MAX_READS):
            size = limit - len(found_players) + 1
            positions = _read_positions(model, folded_prefix, size, after)
            players = self._players.of_ids([position.player for position in positions])
            for position in positions:
                if len(found_players) == limit:
                    return found_players, after
                player = players.get(position.player)
                if player is not None and _matches(player, folded_prefix, position):
                    found_players.append(player)
                after = position
            if len(positions) < size:
                return found_players, None
        return found_players, after


def _read_positions(
    model: ReadModel, folded_prefix: str, size: int, after: NamePosition | None
) -> list[NamePosition]:
    """Read the next entries that may match the prefix."""
    start = _truncate(folded_prefix).encode()
    first = max(b"[" + start, b"(" + after.entry.encode() if after else b"", key=_bound)
    with translate_errors():
        found: Any = model.client.zrangebylex(
            model.key(ENTRIES), cast(str, first), cast(str, b"(" + start + b"\xff"), 0, size
        )
    parts = (entry.decode().partition(_END) for entry in cast(list[bytes], found))
    return [NamePosition(key, player) for key, _, player in parts]


def _bound(bound: bytes) -> tuple[bytes, bytes]:
    """The sort key of bounds: an inclusive bound comes before the exclusive one."""
    return bound[1:], bytes(bound[:1] == b"(")


def _matches(player: Player, folded_prefix: str, position: NamePosition) -> bool:
    """Whether an entry is up to date with the account and matches the prefix."""
    if player.name is None or _position(player) != position:
        return False
    return folded(player.name).startswith(folded_prefix)


def _position(player: Player) -> NamePosition:
    return NamePosition(_truncate(folded(player.name or "")), player.id)


def _truncate(text: str) -> str:
    return text.encode()[:MAX_KEY].decode(errors="ignore")
