"""Challenges: a player invites another, or anyone, to a game on stated terms.

They are not events: accepting one creates a game. All are in one slot, so that a challenge and its
lists change atomically. They are deleted some time after they expire.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, cast

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.values import EditionName, Seat, Side, Undo, Variant, Visibility
from domain.values.clock import ClockSettings
from events.clock import at_milliseconds, milliseconds
from events.store import keys
from events.store.failures import translate_errors
from events.store.port import Key, KeyReusedError
from events.store.scripts import Script
from events.store.servers import Client

MAX_OPEN = 20
"""The maximum number of open challenges per player."""
MAX_DAYS = 14
"""The maximum days that a challenge may be open."""
_MAX_LISTED = 200
"""The maximum length of the list of challenges that a player takes part in."""
_RETENTION_MS = (MAX_DAYS + 16) * 24 * 3600 * 1000
"""Milliseconds after which a challenge is deleted."""
_BATCH = 100
_MAX_CHANGES = 10_000
_DIGITS = 16
_ENTRY = re.compile(r"[0-9]{15}:[A-Za-z0-9_]{1,64}")
_script, _pair = Script("challenge.lua"), Script("challenge_pair.lua")


class ChallengeStatus(StrEnum):
    """What has become of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is to be played by; times are in seconds, the delay in turns. ``players`` and
    ``smaller_side`` are there where the variant has several tables."""

    scenario: str
    edition: EditionName
    variant: Variant
    undo: Undo
    visibility: Visibility
    move_time_limit: int
    spectator_delay: int
    rated: bool = False
    clock: ClockSettings | None = None
    players: int | None = None
    smaller_side: Side | None = None


class Places(msgspec.Struct, frozen=True):
    """The seats of a table of more than two, in order of play, each with the player who has joined
    there, and the players for whom some are reserved (``kept``). Of seats that one player takes
    together, only the first is listed."""

    seats: dict[Seat, str | None]
    kept: dict[Seat, str]


class Challenge(msgspec.Struct, frozen=True):
    """A challenge of a player, to another or to anyone (``to`` None). ``side`` is the one that the
    challenger will play, None for either. ``accepted_by`` and ``game`` are there once it is
    accepted, with ``places`` by the last who joined; ``counters`` is the challenge in whose place
    it came, ``paired`` the one that was accepted in its place. Times are RFC 3339."""

    id: str
    challenger: str
    to: str | None
    side: Side | None
    terms: Terms
    created_at: str
    expires_at: str
    status: ChallengeStatus = ChallengeStatus.OPEN
    accepted_by: str | None = None
    game: str | None = None
    counters: str | None = None
    paired: str | None = None
    places: Places | UnsetType = UNSET

    @property
    def seats(self) -> Mapping[Seat, str | None]:
        """The joined players by seat, at a table of more than two."""
        return MappingProxyType({}) if self.places is UNSET else self.places.seats

    @property
    def kept(self) -> Mapping[Seat, str]:
        """The players for whom seats are reserved, at a table of more than two."""
        return MappingProxyType({}) if self.places is UNSET else self.places.kept

    @property
    def challenged(self) -> tuple[str, ...]:
        """The players challenged by name."""
        named = self.kept.values() if self.to is None else (self.to,)
        return tuple(player for player in named if player != self.challenger)

    @property
    def players(self) -> tuple[str, ...]:
        """All participants so far, the challenger first."""
        others = (self.accepted_by, *self.challenged, *self.seats.values())
        return tuple(dict.fromkeys((self.challenger, *filter(None, others))))

    @property
    def is_open_to_anyone(self) -> bool:
        """Whether anyone may accept or join it."""
        return self.to is None and not (self.seats and len(self.kept) == len(self.seats))

    @classmethod
    def place(cls, text: str) -> str:
        """Check a list entry. Raises ``ValueError``."""
        if _ENTRY.fullmatch(text) is None:
            raise ValueError(text)
        return text

    @property
    def entry(self) -> str:
        """The list entry, whose lexicographic order is by creation time."""
        return f"{milliseconds(self.created_at):015}:{self.id}"

    @property
    def is_news(self) -> bool:
        """Whether players are notified of its status."""
        received = self.status is ChallengeStatus.OPEN and bool(self.challenged)
        return received or self.status in (ChallengeStatus.ACCEPTED, ChallengeStatus.DECLINED)

    def at(self, now: str) -> "Challenge":
        """The challenge at a time: expired if it is over."""
        over = self.status is ChallengeStatus.OPEN and now >= self.expires_at
        return replace(self, status=ChallengeStatus.EXPIRED) if over else self

    def is_visible_to(self, player: str | None) -> bool:
        """Whether a player, or an unauthenticated caller (None), may see it."""
        return self.is_open_to_anyone or player in self.players

    def fits(self, other: "Challenge") -> bool:
        """Whether two open challenges on the same terms can be paired."""
        sides_differ = None in (self.side, other.side) or self.side is not other.side
        return self.challenger != other.challenger and sides_differ


@dataclass(frozen=True, slots=True)
class ChallengeNews:
    """A change of a challenge's status; the stream id ``entry`` has the time."""

    entry: str
    challenge: str
    status: ChallengeStatus

    @property
    def at(self) -> str:
        """The time of the change (RFC 3339)."""
        return at_milliseconds(int(self.entry.partition("-")[0]))


class TooManyChallengesError(Exception):
    """The player has reached ``MAX_OPEN``."""


class ChallengeClosedError(Exception):
    """The challenge has changed; ``now`` is its current state, None if it does not exist."""

    def __init__(self, now: Challenge | None) -> None:
        super().__init__("the challenge has changed")
        self.now = now


@dataclass(frozen=True, slots=True)
class Added:
    """The stored challenge; ``known`` says that the idempotency key was used before."""

    challenge: Challenge
    known: bool


class Challenges:
    """Stores challenges. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, new: Challenge, key: Key | None = None) -> Added:
        """Store a challenge. Raises ``TooManyChallengesError``, ``KeyReusedError``."""
        fingerprint = key.fingerprint if key else ""
        reply = self._run("add", new, "", fingerprint)
        match reply[0]:
            case b"known":
                if reply[1].decode() != fingerprint:
                    raise KeyReusedError("" if key is None else key.field)
                return Added(_decode(reply[2]), known=True)
            case b"full":
                raise TooManyChallengesError
        return Added(new, known=False)

    def put(self, read: Challenge, now: Challenge) -> None:
        """Replace a challenge if it is unchanged since it was read (compare and set). Raises
        ``ChallengeClosedError``."""
        action = "change" if now.status is ChallengeStatus.OPEN else "close"
        reply = self._run(action, now, _encode(read))
        if reply[0] != b"done":
            raise ChallengeClosedError(_decode(reply[1]) if len(reply) > 1 else None)

    def pair(self, known: Challenge, agreed: Challenge, own: Challenge, gone: Challenge) -> bool:
        """Replace ``known`` by ``agreed`` and, atomically, another player's ``own`` by ``gone``;
        False if either has changed since it was read."""
        names = [
            keys.challenge(known.id),
            keys.own_challenges(known.challenger),
            keys.challenge(own.id),
            keys.own_challenges(own.challenger),
            keys.challenges_of(own.challenger),
            keys.OPEN_CHALLENGES,
            keys.fitting_challenges(_terms_hash(known.terms)),
            keys.CHALLENGE_NEWS,
        ]
        both = ((known, agreed), (own, gone))
        arguments = [
            part
            for before, after in both
            for part in (before.entry, _encode(after), _encode(before))
        ]
        arguments += [agreed.id, agreed.status, str(_MAX_CHANGES)]
        with translate_errors():
            reply: list[Any] = _pair.run(self._client, names, arguments)[0]
        return bool(reply[0] == b"done")

    def news(self) -> list[ChallengeNews]:
        """Unprocessed changes of challenges, oldest first."""
        with translate_errors():
            found: Any = self._client.xrange(keys.CHALLENGE_NEWS, count=_BATCH)
        return [
            ChallengeNews(
                entry.decode(),
                fields[b"challenge"].decode(),
                ChallengeStatus(fields[b"status"].decode()),
            )
            for entry, fields in found
        ]

    def let_go(self, news: Sequence[ChallengeNews]) -> None:
        """Remove processed changes."""
        with translate_errors():
            self._client.xdel(keys.CHALLENGE_NEWS, *(one.entry for one in news))

    def find(self, name: str) -> Challenge | None:
        """The challenge with an id, or None."""
        with translate_errors():
            found = self._client.hget(keys.challenge(name), "text")
        return None if found is None else _decode(cast(bytes, found))

    def fitting(self, new: Challenge, now: str) -> Iterator[Challenge]:
        """The open challenges that can be paired with one, oldest first."""
        listed = self._listed(keys.fitting_challenges(_terms_hash(new.terms)), "", oldest=True)
        return (one for one in listed if _is_open(one, now) and one.fits(new))

    def page(
        self, player: str | None, now: str, limit: int, after: str = ""
    ) -> tuple[list[Challenge], str | None]:
        """Return up to ``limit`` challenges after an entry, newest first, those of a player or
        those open to anyone; and the position of the next page, if any."""
        name = keys.OPEN_CHALLENGES if player is None else keys.challenges_of(player)
        page: list[Challenge] = []
        for challenge in self._listed(name, after):
            if player is not None or _is_open(challenge, now):
                if len(page) == limit:
                    return page, page[-1].entry
                page.append(challenge.at(now))
        return page, None

    def _listed(self, name: str, after: str, *, oldest: bool = False) -> Iterator[Challenge]:
        while True:
            low, high = (f"({after}" if after else "-", "+")
            if not oldest:
                low, high = "-", f"({after}" if after else "+"
            with translate_errors():
                if oldest:
                    raw = self._client.zrangebylex(name, low, high, start=0, num=_BATCH)
                else:
                    raw = self._client.zrevrangebylex(name, high, low, start=0, num=_BATCH)
            entries = [entry.decode() for entry in cast(list[bytes], raw)]
            yield from self._read_all([entry.partition(":")[2] for entry in entries])
            if len(entries) < _BATCH:
                return
            after = entries[-1]

    def _read_all(self, names: list[str]) -> list[Challenge]:
        if not names:
            return []
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.hget(keys.challenge(name), "text")
            found = cast(list[bytes | None], pipe.execute())
        return [_decode(text) for text in found if text is not None]

    def _run(
        self, action: str, challenge: Challenge, before: str, fingerprint: str = ""
    ) -> list[Any]:
        created = milliseconds(challenge.created_at)
        players = challenge.players
        names = [keys.challenge(challenge.id), keys.own_challenges(challenge.challenger)]
        names += map(keys.challenges_of, players)
        if challenge.is_open_to_anyone:
            names += [keys.OPEN_CHALLENGES, keys.fitting_challenges(_terms_hash(challenge.terms))]
        names.append(keys.CHALLENGE_NEWS)
        limits = (
            created,
            milliseconds(challenge.expires_at),
            created + _RETENTION_MS,
            MAX_OPEN,
            _MAX_LISTED,
        )
        oldest = f"{created - _RETENTION_MS:015}"
        change = (
            challenge.id,
            challenge.status if challenge.is_news else "",
            _MAX_CHANGES,
            len(players),
        )
        arguments = (
            action,
            challenge.entry,
            _encode(challenge),
            before,
            *limits,
            oldest,
            fingerprint,
            *change,
        )
        with translate_errors():
            reply: list[Any] = _script.run(self._client, names, arguments)[0]
        return reply


def _is_open(challenge: Challenge, now: str) -> bool:
    return challenge.at(now).status is ChallengeStatus.OPEN


def _terms_hash(terms: Terms) -> str:
    return hashlib.sha256(msgspec.json.encode(terms)).hexdigest()[:_DIGITS]


def _encode(challenge: Challenge) -> str:
    return msgspec.json.encode(challenge).decode()


def _decode(text: bytes) -> Challenge:
    return msgspec.json.decode(text, type=Challenge)
