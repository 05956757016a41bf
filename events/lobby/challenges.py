"""Challenges: a player asks another, or anyone, for a game on stated terms.

They are no events: a game begins when one is accepted. All lie in one slot, so that a challenge is
accepted once, and its lists change with it. They are forgotten some time after they expire.
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
"""How many a player may have open."""
MAX_DAYS = 14
"""How long one may stand open."""
_MAX_LISTED = 200
"""How many a player finds of those that it takes part in."""
_FORGOTTEN = (MAX_DAYS + 16) * 24 * 3600 * 1000
"""Milliseconds after which nothing is known of one any more."""
_AT_ONCE = 100
_MAX_NEWS = 10_000
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
    there, and the players for whom some are kept. Of seats that one player takes there is the
    first."""

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
        """Who has joined, by seat, at a table of more than two."""
        return MappingProxyType({}) if self.places is UNSET else self.places.seats

    @property
    def kept(self) -> Mapping[Seat, str]:
        """For whom seats are kept there."""
        return MappingProxyType({}) if self.places is UNSET else self.places.kept

    @property
    def asked(self) -> tuple[str, ...]:
        """The players whom it was made to by name."""
        named = self.kept.values() if self.to is None else (self.to,)
        return tuple(one for one in named if one != self.challenger)

    @property
    def players(self) -> tuple[str, ...]:
        """All who take part in it so far, the challenger first."""
        others = (self.accepted_by, *self.asked, *self.seats.values())
        return tuple(dict.fromkeys((self.challenger, *filter(None, others))))

    @property
    def is_open_to_anyone(self) -> bool:
        """Whether it was made to others than those who are named."""
        return self.to is None and not (self.seats and len(self.kept) == len(self.seats))

    @classmethod
    def place(cls, text: str) -> str:
        """An entry of a list. Raises ``ValueError`` for any other text."""
        if _ENTRY.fullmatch(text) is None:
            raise ValueError(text)
        return text

    @property
    def entry(self) -> str:
        """As lists hold it: texts are ordered by when they were made."""
        return f"{milliseconds(self.created_at):015}:{self.id}"

    @property
    def is_news(self) -> bool:
        """Whether somebody is to hear that it stands like this."""
        asked = self.status is ChallengeStatus.OPEN and bool(self.asked)
        return asked or self.status in (ChallengeStatus.ACCEPTED, ChallengeStatus.DECLINED)

    def at(self, now: str) -> "Challenge":
        """As it stands at a time."""
        over = self.status is ChallengeStatus.OPEN and now >= self.expires_at
        return replace(self, status=ChallengeStatus.EXPIRED) if over else self

    def is_seen_by(self, player: str | None) -> bool:
        """Whether a player may know of it; None is nobody in particular."""
        return self.is_open_to_anyone or player in self.players

    def fits(self, other: "Challenge") -> bool:
        """Whether two players who made one to anyone, on the same terms, can play each other."""
        sides_differ = None in (self.side, other.side) or self.side is not other.side
        return self.challenger != other.challenger and sides_differ


@dataclass(frozen=True, slots=True)
class ChallengeNews:
    """A challenge, by its id, stands like this since ``entry``."""

    entry: str
    challenge: str
    status: ChallengeStatus

    @property
    def at(self) -> str:
        """Since when (RFC 3339)."""
        return at_milliseconds(int(self.entry.partition("-")[0]))


class TooManyChallengesError(Exception):
    """The player has as many open as one may have."""


class ChallengeClosedError(Exception):
    """The challenge no longer stands as it did; ``now`` is how it stands, None for not at all."""

    def __init__(self, now: Challenge | None) -> None:
        super().__init__("the challenge has changed")
        self.now = now


@dataclass(frozen=True, slots=True)
class Added:
    """The challenge as it stands; ``known`` says that it had been added before."""

    challenge: Challenge
    known: bool


class Challenges:
    """All challenges. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, new: Challenge, key: Key | None = None) -> Added:
        """Keep a challenge. Raises ``TooManyChallengesError``, ``KeyReusedError``."""
        fingerprint = key.fingerprint if key else ""
        reply = self._run("add", new, "", fingerprint)
        match reply[0]:
            case b"known":
                if reply[1].decode() != fingerprint:
                    raise KeyReusedError("" if key is None else key.field)
                return Added(_read(reply[2]), known=True)
            case b"full":
                raise TooManyChallengesError
        return Added(new, known=False)

    def put(self, known: Challenge, now: Challenge) -> None:
        """Let a challenge be another one, if it stands as it is known. Raises
        ``ChallengeClosedError``."""
        action = "change" if now.status is ChallengeStatus.OPEN else "close"
        reply = self._run(action, now, _written(known))
        if reply[0] != b"done":
            raise ChallengeClosedError(_read(reply[1]) if len(reply) > 1 else None)

    def pair(self, known: Challenge, agreed: Challenge, own: Challenge, gone: Challenge) -> bool:
        """Let a known challenge be ``agreed`` on, and in the same step another player's ``own`` be
        ``gone``; False where one of them no longer stands as it is known."""
        names = [
            keys.challenge(known.id),
            keys.own_challenges(known.challenger),
            keys.challenge(own.id),
            keys.own_challenges(own.challenger),
            keys.challenges_of(own.challenger),
            keys.OPEN_CHALLENGES,
            keys.fitting_challenges(_kind(known.terms)),
            keys.CHALLENGE_NEWS,
        ]
        both = ((known, agreed), (own, gone))
        sent = [part for one, then in both for part in (one.entry, _written(then), _written(one))]
        sent += [agreed.id, agreed.status, str(_MAX_NEWS)]
        with translate_errors():
            reply: list[Any] = _pair.run(self._client, names, sent)[0]
        return bool(reply[0] == b"done")

    def news(self) -> list[ChallengeNews]:
        """What is new of challenges and was not let go of yet, the oldest first."""
        with translate_errors():
            found: Any = self._client.xrange(keys.CHALLENGE_NEWS, count=_AT_ONCE)
        return [
            ChallengeNews(
                entry.decode(),
                fields[b"challenge"].decode(),
                ChallengeStatus(fields[b"status"].decode()),
            )
            for entry, fields in found
        ]

    def let_go(self, news: Sequence[ChallengeNews]) -> None:
        """Forget news that somebody has taken care of."""
        with translate_errors():
            self._client.xdel(keys.CHALLENGE_NEWS, *(one.entry for one in news))

    def find(self, name: str) -> Challenge | None:
        """The challenge that has an id."""
        with translate_errors():
            found = self._client.hget(keys.challenge(name), "text")
        return None if found is None else _read(cast(bytes, found))

    def fitting(self, new: Challenge, now: str) -> Iterator[Challenge]:
        """The open challenges that fit one, the oldest first."""
        listed = self._listed(keys.fitting_challenges(_kind(new.terms)), "", oldest=True)
        return (one for one in listed if _is_open(one, now) and one.fits(new))

    def page(
        self, player: str | None, now: str, limit: int, after: str = ""
    ) -> tuple[list[Challenge], str | None]:
        """Up to ``limit`` challenges, newest first, from behind an entry: those that a player takes
        part in, or those open to anyone; and where to go on, if there is more."""
        name = keys.OPEN_CHALLENGES if player is None else keys.challenges_of(player)
        shown: list[Challenge] = []
        for one in self._listed(name, after):
            if player is not None or _is_open(one, now):
                if len(shown) == limit:
                    return shown, shown[-1].entry
                shown.append(one.at(now))
        return shown, None

    def _listed(self, name: str, after: str, *, oldest: bool = False) -> Iterator[Challenge]:
        while True:
            low, high = (f"({after}" if after else "-", "+")
            if not oldest:
                low, high = "-", f"({after}" if after else "+"
            with translate_errors():
                if oldest:
                    raw = self._client.zrangebylex(name, low, high, start=0, num=_AT_ONCE)
                else:
                    raw = self._client.zrevrangebylex(name, high, low, start=0, num=_AT_ONCE)
            entries = [entry.decode() for entry in cast(list[bytes], raw)]
            yield from self._read_all([entry.partition(":")[2] for entry in entries])
            if len(entries) < _AT_ONCE:
                return
            after = entries[-1]

    def _read_all(self, names: list[str]) -> list[Challenge]:
        if not names:
            return []
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.hget(keys.challenge(name), "text")
            found = cast(list[bytes | None], pipe.execute())
        return [_read(text) for text in found if text is not None]

    def _run(self, action: str, one: Challenge, before: str, fingerprint: str = "") -> list[Any]:
        made = milliseconds(one.created_at)
        players = one.players
        names = [keys.challenge(one.id), keys.own_challenges(one.challenger)]
        names += map(keys.challenges_of, players)
        if one.is_open_to_anyone:
            names += [keys.OPEN_CHALLENGES, keys.fitting_challenges(_kind(one.terms))]
        names.append(keys.CHALLENGE_NEWS)
        about = (made, milliseconds(one.expires_at), made + _FORGOTTEN, MAX_OPEN, _MAX_LISTED)
        oldest = f"{made - _FORGOTTEN:015}"
        told = (one.id, one.status if one.is_news else "", _MAX_NEWS, len(players))
        sent = (action, one.entry, _written(one), before, *about, oldest, fingerprint, *told)
        with translate_errors():
            reply: list[Any] = _script.run(self._client, names, sent)[0]
        return reply


def _is_open(one: Challenge, now: str) -> bool:
    return one.at(now).status is ChallengeStatus.OPEN


def _kind(terms: Terms) -> str:
    return hashlib.sha256(msgspec.json.encode(terms)).hexdigest()[:_DIGITS]


def _written(one: Challenge) -> str:
    return msgspec.json.encode(one).decode()


def _read(text: bytes) -> Challenge:
    return msgspec.json.decode(text, type=Challenge)
