"""Finding players by how their names begin, whatever their case and accents.

An index follows from the accounts alone: a name is taken in when a feed tells of it, and all of
them when the model is built anew. What is found is held against the account itself, so that a
name which was changed or erased a moment ago is not.
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
"""A sorted set of entries, all with one score, and a hash of players to their entries. An entry is
the beginning of a folded name, and the player's id."""
MAX_KEY = 90
"""Bytes of a folded name that an entry holds; cursors hold as much."""
_END = "\0"
_MAX_LOOKS = 5
"""Reads for a page: should many names have the same entries, it ends early and the next goes on."""
_AT_ONCE = 100
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
"""Letters that Unicode does not take apart, by what people without them on their keyboard type."""


@dataclass(frozen=True, slots=True)
class NamePosition:
    """Where a page ended: an entry of the index."""

    key: str
    player: str

    @property
    def entry(self) -> str:
        """As the index has it."""
        return f"{self.key}{_END}{self.player}"


def folded(name: str) -> str:
    """A name without case and accents."""
    apart = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    plain = "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")
    # A name of marks alone would be found by everything.
    return plain.casefold() or apart


def take_in(model: ReadModel, players: Players, ids: Collection[str]) -> None:
    """Let the index say what accounts say. Raises ``ModelLostError``, ``StoreUnavailableError``."""
    names = iter(ids)
    while batch := list(islice(names, _AT_ONCE)):
        while not _take_in(model, players, batch):
            pass


def _take_in(model: ReadModel, players: Players, batch: Sequence[str]) -> bool:
    """Whether it is done: not when others have written since the accounts were read."""
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        pipe.get(model.key(STEPS))
        pipe.hmget(model.key(ENTRY_OF), list(batch))
        step, found = cast(tuple[bytes | None, list[bytes | None]], pipe.execute())
    accounts = players.of_ids(batch)
    before = {one: e.decode() for one, e in zip(batch, found, strict=True) if e is not None}
    after = {one: _position(p).entry for one, p in accounts.items() if not p.deleted}
    gone = [one for one in before if one not in after]
    new = {one: entry for one, entry in after.items() if before.get(one) != entry}
    writes: list[Write] = []
    if left := [before[one] for one in (*gone, *new) if one in before]:
        writes.append(("ZREM", ENTRIES, left))
    if gone:
        writes.append(("HDEL", ENTRY_OF, gone))
    if new:
        writes.append(("ZADD", ENTRIES, [part for entry in new.values() for part in (0, entry)]))
        writes.append(("HSET", ENTRY_OF, [part for pair in new.items() for part in pair]))
    return not writes or model.write(writes, int(step or 0))


class PlayerNames:
    """Reads the index. A name that was just chosen is waited for, but not for long."""

    def __init__(self, freshness: ReadYourWrites, players: Players) -> None:
        self._freshness = freshness
        self._players = players

    def find(
        self, prefix: str, limit: int, after: NamePosition | None
    ) -> tuple[list[Player], NamePosition | None]:
        """Up to ``limit`` players whose names begin so, by name, from behind a place; and where to
        go on, if there may be more."""
        wanted = folded(prefix)
        return self._freshness.read(lambda model: self._find(model, wanted, limit, after))

    def _find(
        self, model: ReadModel, wanted: str, limit: int, after: NamePosition | None
    ) -> tuple[list[Player], NamePosition | None]:
        shown: list[Player] = []
        for _ in range(_MAX_LOOKS):
            size = limit - len(shown) + 1
            places = _places(model, wanted, size, after)
            accounts = self._players.of_ids([place.player for place in places])
            for place in places:
                if len(shown) == limit:
                    return shown, after
                account = accounts.get(place.player)
                if account is not None and _is(account, wanted, place):
                    shown.append(account)
                after = place
            if len(places) < size:
                return shown, None
        return shown, after


def _places(
    model: ReadModel, wanted: str, size: int, after: NamePosition | None
) -> list[NamePosition]:
    """The next entries that may be of names which begin so."""
    start = _cut(wanted).encode()
    first = max(b"[" + start, b"(" + after.entry.encode() if after else b"", key=_bound)
    with translate_errors():
        found: Any = model.client.zrangebylex(
            model.key(ENTRIES), cast(str, first), cast(str, b"(" + start + b"\xff"), 0, size
        )
    parts = (entry.decode().partition(_END) for entry in cast(list[bytes], found))
    return [NamePosition(key, player) for key, _, player in parts]


def _bound(bound: bytes) -> tuple[bytes, bytes]:
    """What bounds are ordered by: the one that lets the place itself in comes before."""
    return bound[1:], bytes(bound[:1] == b"(")


def _is(player: Player, wanted: str, place: NamePosition) -> bool:
    """Whether an entry says what the account says, and that is what is looked for."""
    if player.name is None or _position(player) != place:
        return False
    return folded(player.name).startswith(wanted)


def _position(player: Player) -> NamePosition:
    return NamePosition(_cut(folded(player.name or "")), player.id)


def _cut(text: str) -> str:
    return text.encode()[:MAX_KEY].decode(errors="ignore")
