"""The names of all Redis keys but those of jobs, in one place.

Everything of a game carries the hash tag of the game's partition, so that on a cluster it lies in
one slot together with the partition's feed, and one script can touch all of it.
"""

import zlib
from dataclasses import dataclass
from functools import lru_cache

PREFIX = "afteraction"
DEFAULT_PARTITIONS = 64

LAYOUT = f"{PREFIX}:layout"
"""String: the layout of these names and the number of partitions that the data was made with."""

FORMS = f"{PREFIX}:forms"
"""Set: the form of each event that was ever written here: its type and the number of its schema."""

SWEPT = f"{PREFIX}:swept"
"""String: when the time limits were looked at last (ms)."""

ANSWERED = f"{PREFIX}:answered"
"""String: when an API process was last known to run and to be able to write (ms)."""

BROKEN_LOGS = f"{PREFIX}:broken:logs"
"""Hash: games whose stored log does not verify, to the reason."""

BROKEN_FILES = f"{PREFIX}:broken:files"
"""Hash: archived games whose files are missing or damaged, to the reason."""

VERIFICATION = f"{PREFIX}:verification"
"""Hash: how many events the verification has read and, of each of its parts, when it may read on
and when its round began and its last one ended (ms)."""


def verification_round(part: str) -> str:
    """List: the games that the round of a part of the verification has yet to read."""
    return f"{PREFIX}:verification:{{{part}}}:round"


OUTAGES = f"{PREFIX}:outages"
"""Sorted set: ``start:end`` (ms) of each time the service was down, by its end."""

READY = f"{PREFIX}:ready"
"""String: when readiness was asked for last; that it can be written is the answer."""

LEAVING = f"{PREFIX}:leaving"
"""Sorted set: deleted players who may still sit at games, by when to look for them next (ms)."""

RATES = f"{PREFIX}:rates"
"""What the keys of counted requests begin with, strings that expire with their windows."""

LIVE_PATTERN = f"{PREFIX}:live:*"


def live(game: str) -> str:
    """Channel: the events of each command, as they are appended."""
    return f"{PREFIX}:live:{game}"


def player(player_id: str) -> str:
    """Hash: a player's account."""
    return f"{PREFIX}:player:{player_id}"


def tokens(player_id: str) -> str:
    """Set: the SHA-256 of each of a player's tokens."""
    return f"{PREFIX}:tokens:{player_id}"


def token(token_hash: str) -> str:
    """String: what is kept of the token that has this SHA-256, as JSON; of one made by an early
    version the player's id alone."""
    return f"{PREFIX}:token:{token_hash}"


def tokens_used(player_id: str) -> str:
    """Hash: a player's tokens, by id, to when each was used last (ms), about."""
    return f"{PREFIX}:used:{player_id}"


def blocks(player_id: str) -> str:
    """Hash: whom a player has muted or blocked, to which of the two."""
    return f"{PREFIX}:blocks:{player_id}"


REPORTS = f"{PREFIX}:{{reports}}:all"
"""Hash: what players report of players (JSON), by who reports whom."""

REPORTS_BY_TIME = f"{PREFIX}:{{reports}}:by_time"
"""Sorted set: the same reports by when they were made (ms)."""


def reports_by(player_id: str) -> str:
    """Sorted set: the reports that a player has made, likewise."""
    return f"{PREFIX}:{{reports}}:of:{player_id}"


def presence(game: str) -> str:
    """Hash: the players who let others know that they follow a game, to when each was seen last
    (ms); expires."""
    return f"{PREFIX}:presence:{game}"


def sign_up(key_hash: str) -> str:
    """String: the account, or the token, that was asked for with the idempotency key of this
    SHA-256, as JSON; expires."""
    return f"{PREFIX}:signup:{key_hash}"


def identity(identity_hash: str) -> str:
    """String: the player that somebody is whom an identity provider knows; the SHA-256 is of the
    provider and its name for that person."""
    return f"{PREFIX}:identity:{identity_hash}"


def study_owner(study_id: str) -> str:
    """String: the player whose study this is."""
    return f"{PREFIX}:study_owner:{study_id}"


def study(owner: str, study_id: str) -> str:
    """Hash: a study, its revision, and what made it. All studies of a player lie in one slot."""
    return f"{PREFIX}:{{{owner}}}:study:{study_id}"


def studies(owner: str, whose: str) -> str:
    """Sorted set: the studies of a player, all or those for everyone, in the order of their texts:
    by time."""
    return f"{PREFIX}:{{{owner}}}:studies:{whose}"


def scenario_owner(slug: str) -> str:
    """String: the player whose battle this is."""
    return f"{PREFIX}:scenario_owner:{slug}"


def scenario(owner: str, slug: str) -> str:
    """Hash: a player's battle. All battles of a player lie in one slot."""
    return f"{PREFIX}:{{{owner}}}:scenario:{slug}"


def scenarios(owner: str) -> str:
    """Sorted set: the slugs of a player's battles, in the order of their texts."""
    return f"{PREFIX}:{{{owner}}}:scenarios"


def scenario_summaries(owner: str) -> str:
    """Hash: a player's battles to what lists show of each (JSON)."""
    return f"{PREFIX}:{{{owner}}}:scenario_summaries"


def challenge(name: str) -> str:
    """Hash: a challenge, and what made it. All challenges lie in one slot."""
    return f"{PREFIX}:{{challenges}}:one:{name}"


def own_challenges(player_id: str) -> str:
    """Sorted set: the challenges that a player has open, by when they expire (ms)."""
    return f"{PREFIX}:{{challenges}}:own:{player_id}"


def challenges_of(player_id: str) -> str:
    """Sorted set: the challenges that a player takes part in, in the order of their texts."""
    return f"{PREFIX}:{{challenges}}:of:{player_id}"


def fitting_challenges(terms: str) -> str:
    """Sorted set: the open challenges on the same terms, likewise."""
    return f"{PREFIX}:{{challenges}}:fitting:{terms}"


OPEN_CHALLENGES = f"{PREFIX}:{{challenges}}:open"
"""Sorted set: the challenges that are open to anyone, likewise."""

CHALLENGE_NEWS = f"{PREFIX}:{{challenges}}:news"
"""Stream: challenges that were made or answered, each with how it stood then, until the webhooks
have them; bounded."""


@dataclass(frozen=True, slots=True)
class WebhookKeys:
    """Of one webhook. All webhooks lie in one slot."""

    name: str

    @property
    def webhook(self) -> str:
        """Hash: the webhook, its secrets, how its receiver does, and what its deliveries count."""
        return f"{_WEBHOOKS}:one:{self.name}"

    @property
    def bodies(self) -> str:
        """Hash: its deliveries to what is sent (JSON)."""
        return f"{_WEBHOOKS}:bodies:{self.name}"

    @property
    def outcomes(self) -> str:
        """Hash: its deliveries to what has become of each (JSON)."""
        return f"{_WEBHOOKS}:outcomes:{self.name}"

    @property
    def order(self) -> str:
        """Sorted set: its deliveries by their position, from 1."""
        return f"{_WEBHOOKS}:order:{self.name}"

    @property
    def queue(self) -> str:
        """Sorted set: those that are pending, by when they are due (ms)."""
        return f"{_WEBHOOKS}:queue:{self.name}"


_WEBHOOKS = f"{PREFIX}:{{webhooks}}"


def webhooks_of(player_id: str) -> str:
    """Set: a player's webhooks."""
    return f"{_WEBHOOKS}:of:{player_id}"


WEBHOOK_OWNERS = f"{_WEBHOOKS}:owners"
"""Set: the players who have webhooks."""

DUE_WELL, DUE_SLOW = f"{_WEBHOOKS}:due:well", f"{_WEBHOOKS}:due:slow"
"""Sorted sets: the webhooks with pending deliveries, by when to look at them next (ms); those whose
receiver answers soon, and all others."""

PUSH_KEY = f"{_WEBHOOKS}:push_key"
"""String: the private key by which push services know this service (hexadecimal)."""

WEBHOOK_COUNTS = f"{_WEBHOOKS}:counts"
"""Hash: how many deliveries have succeeded and failed, and how many attempts have failed."""

PUBLIC_SCENARIOS = f"{PREFIX}:{{scenarios}}:public"
"""Sorted set: the slugs of players' battles that are for everyone, in the order of their texts."""

PUBLIC_SUMMARIES = f"{PREFIX}:{{scenarios}}:summaries"
"""Hash: the same battles to what lists show of each (JSON)."""


def annotated(player_id: str) -> str:
    """Set: the games on which a player may have written something."""
    return f"{PREFIX}:annotated:{player_id}"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of games, by partition. The number of partitions never changes with the data."""

    partitions: int = DEFAULT_PARTITIONS

    def partition(self, game: str) -> int:
        """The partition of a game."""
        return _partition(game, self.partitions)

    def all_partitions(self) -> range:
        """Every partition."""
        return range(self.partitions)

    def log(self, game: str) -> str:
        """List: the game's events, oldest first; its length is the game's version."""
        return f"{self._of(game)}:log:{game}"

    def idempotency(self, game: str) -> str:
        """Hash: player, scope and key to the outcome of the command sent with it."""
        return f"{self._of(game)}:idempotency:{game}"

    def closed(self, game: str) -> str:
        """String: JSON that says why the game takes no more events."""
        return f"{self._of(game)}:closed:{game}"

    def confirmed(self, partition: int) -> str:
        """String: written only to learn whether the replicas have what was written before."""
        return f"{tagged(partition)}:confirmed"

    def reopened(self, game: str) -> str:
        """String: there for a while after the operator has let the game go on without the
        events that were lost."""
        return f"{self._of(game)}:reopened:{game}"

    def resumed(self, game: str) -> str:
        """String: when (ms) the operator let the game go on; kept for longer than any time limit
        that may count from there."""
        return f"{self._of(game)}:resumed:{game}"

    def seals(self, game: str) -> str:
        """Hash: the finished games of the game's partition to their seals."""
        return self.seals_of(self.partition(game))

    def seals_of(self, partition: int) -> str:
        """Hash: the finished games of a partition to their seals."""
        return f"{tagged(partition)}:seals"

    def feed(self, partition: int) -> str:
        """Stream: which games of the partition were appended to, in order."""
        return f"{tagged(partition)}:feed"

    def deadlines(self, partition: int) -> str:
        """Sorted set: games by the time (ms) at which the awaited seat has run out of time."""
        return f"{tagged(partition)}:deadlines"

    def finished(self, partition: int) -> str:
        """Sorted set: finished games that Redis still holds, by when they finished (ms)."""
        return f"{tagged(partition)}:finished"

    def running(self, partition: int) -> str:
        """Sorted set: unfinished games that Redis holds, by when something happened in them last
        (ms). Games that have not been appended to since this is kept are not among them."""
        return f"{tagged(partition)}:running"

    def imports(self, partition: int) -> str:
        """Hash: the games that came from elsewhere to where from (JSON)."""
        return f"{tagged(partition)}:imports"

    def judgements(self, partition: int) -> str:
        """Hash: finished games, each with the hash of its last event, to what an engine has made
        of it (JSON)."""
        return f"{tagged(partition)}:judgements"

    def invitations(self, partition: int) -> str:
        """Hash: private games to the number of the invitation that counts, once it was renewed."""
        return f"{tagged(partition)}:invitations"

    def annotation(self, game: str, annotation_id: str) -> str:
        """Hash: an annotation on the game, its revision, and what made it."""
        return f"{self._of(game)}:annotation:{game}:{annotation_id}"

    def annotations(self, game: str, whose: str) -> str:
        """Sorted set: the annotations on the game by a player, or those for an audience, in the
        order of their texts: by version."""
        return f"{self._of(game)}:annotations:{game}:{whose}"

    def layout(self, partition: int) -> str:
        """String: what ``LAYOUT`` says, where the append script can see it."""
        return f"{tagged(partition)}:layout"

    def _of(self, game: str) -> str:
        return tagged(self.partition(game))


@lru_cache(maxsize=4096)
def _partition(game: str, partitions: int) -> int:
    return zlib.crc32(game.encode("utf-8")) % partitions


@lru_cache(maxsize=4096)
def tagged(partition: int) -> str:
    """What the keys of a partition begin with."""
    return f"{PREFIX}:{{{partition_name(partition)}}}"


def partition_name(partition: int) -> str:
    """A partition's name, in keys and in the archive."""
    return f"p{partition:02d}"


_READ = f"{PREFIX}:{{read}}"
"""What the keys of the read models begin with: one slot, so that one script can touch them all."""

MODEL = f"{_READ}:model"
"""String: the generation of the read model that is read, and its format."""

REBUILD = f"{_READ}:rebuild"
"""String: who builds a generation now; it expires unless that goes on."""


def read_model(generation: int, name: str) -> str:
    """A part of one generation of the read model."""
    return f"{_READ}:{generation}:{name}"
