"""The names of all Redis keys except those of jobs.

All keys of a game have the hash tag of its partition, so that on a cluster they are in one slot
with the partition's feed, and one script can access all of them.
"""

import zlib
from dataclasses import dataclass
from functools import lru_cache

PREFIX = "afteraction"
DEFAULT_PARTITIONS = 64

LAYOUT = f"{PREFIX}:layout"
"""String: the layout of the keys and the number of partitions."""

FORMS = f"{PREFIX}:forms"
"""Set: the forms of all events ever written: type and schema number."""

SWEPT = f"{PREFIX}:swept"
"""String: the time of the last sweep (ms)."""

ANSWERED = f"{PREFIX}:answered"
"""String: when an API process was last able to write (ms)."""

BROKEN_LOGS = f"{PREFIX}:broken:logs"
"""Hash: games whose stored log does not verify, to the reason."""

BROKEN_FILES = f"{PREFIX}:broken:files"
"""Hash: archived games whose files are missing or damaged, to the reason."""

VERIFICATION = f"{PREFIX}:verification"
"""Hash: the number of verified events and, for each part, when verification may continue, when its
round began and when its last round ended (ms)."""


def verification_round(part: str) -> str:
    """List: the games still to be verified in the round of a part."""
    return f"{PREFIX}:verification:{{{part}}}:round"


OUTAGES = f"{PREFIX}:outages"
"""Sorted set: ``start:end`` (ms) of each time the service was down, by its end."""

READY = f"{PREFIX}:ready"
"""String: the time of the last readiness check, written to test writability."""

LEAVING = f"{PREFIX}:leaving"
"""Sorted set: deleted players who may still have seats, by their next cleanup (ms)."""

RATES = f"{PREFIX}:rates"
"""The prefix of the rate limiting counters, strings that expire with their windows."""

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
    """String: the token with this SHA-256 (JSON); only the player's id for the earliest tokens."""
    return f"{PREFIX}:token:{token_hash}"


def tokens_used(player_id: str) -> str:
    """Hash: a player's tokens, by id, to the approximate time of last use (ms)."""
    return f"{PREFIX}:used:{player_id}"


def blocks(player_id: str) -> str:
    """Hash: the players that a player has muted or blocked, to the level."""
    return f"{PREFIX}:blocks:{player_id}"


REPORTS = f"{PREFIX}:{{reports}}:all"
"""Hash: reports of players (JSON), by reporter and player."""

REPORTS_BY_TIME = f"{PREFIX}:{{reports}}:by_time"
"""Sorted set: the reports by time (ms)."""


def reports_by(player_id: str) -> str:
    """Sorted set: a player's own reports by time (ms)."""
    return f"{PREFIX}:{{reports}}:of:{player_id}"


def presence(game: str) -> str:
    """Hash: players who share their presence at a game, to when they were last seen (ms);
    expires."""
    return f"{PREFIX}:presence:{game}"


def sign_up(key_hash: str) -> str:
    """String: the account or token created with the idempotency key of this SHA-256 (JSON);
    expires."""
    return f"{PREFIX}:signup:{key_hash}"


def identity(identity_hash: str) -> str:
    """String: the player of an identity; the SHA-256 is of the provider and its subject."""
    return f"{PREFIX}:identity:{identity_hash}"


def study_owner(study_id: str) -> str:
    """String: the owner of a study."""
    return f"{PREFIX}:study_owner:{study_id}"


def study(owner: str, study_id: str) -> str:
    """Hash: a study, its revision and its creating request. A player's studies are in one slot."""
    return f"{PREFIX}:{{{owner}}}:study:{study_id}"


def studies(owner: str, kind: str) -> str:
    """Sorted set: the studies of a player, all or the public ones, in lexicographic order: by
    time."""
    return f"{PREFIX}:{{{owner}}}:studies:{kind}"


def scenario_owner(slug: str) -> str:
    """String: the author of a scenario."""
    return f"{PREFIX}:scenario_owner:{slug}"


def scenario(owner: str, slug: str) -> str:
    """Hash: a player's scenario. A player's scenarios are in one slot."""
    return f"{PREFIX}:{{{owner}}}:scenario:{slug}"


def scenarios(owner: str) -> str:
    """Sorted set: the slugs of a player's scenarios, in lexicographic order."""
    return f"{PREFIX}:{{{owner}}}:scenarios"


def scenario_summaries(owner: str) -> str:
    """Hash: a player's scenarios to their summaries (JSON)."""
    return f"{PREFIX}:{{{owner}}}:scenario_summaries"


def challenge(name: str) -> str:
    """Hash: a challenge and its creating request. All challenges are in one slot."""
    return f"{PREFIX}:{{challenges}}:one:{name}"


def own_challenges(player_id: str) -> str:
    """Sorted set: a player's open challenges, by expiry (ms)."""
    return f"{PREFIX}:{{challenges}}:own:{player_id}"


def challenges_of(player_id: str) -> str:
    """Sorted set: the challenges that a player takes part in, in lexicographic order."""
    return f"{PREFIX}:{{challenges}}:of:{player_id}"


def fitting_challenges(terms: str) -> str:
    """Sorted set: the open challenges on the same terms, in lexicographic order."""
    return f"{PREFIX}:{{challenges}}:fitting:{terms}"


OPEN_CHALLENGES = f"{PREFIX}:{{challenges}}:open"
"""Sorted set: the challenges open to anyone, in lexicographic order."""

CHALLENGE_NEWS = f"{PREFIX}:{{challenges}}:news"
"""Stream: changes of challenges with the status, until the webhooks have processed them;
bounded."""


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

DUE_FAST, DUE_SLOW = f"{_WEBHOOKS}:due:well", f"{_WEBHOOKS}:due:slow"
"""Sorted sets: the webhooks with pending deliveries, by when to look at them next (ms); those whose
receiver answers soon, and all others."""

PUSH_KEY = f"{_WEBHOOKS}:push_key"
"""String: the private key by which push services know this service (hexadecimal)."""

WEBHOOK_COUNTS = f"{_WEBHOOKS}:counts"
"""Hash: how many deliveries have succeeded and failed, and how many attempts have failed."""

PUBLIC_SCENARIOS = f"{PREFIX}:{{scenarios}}:public"
"""Sorted set: the slugs of players' public scenarios, in lexicographic order."""

PUBLIC_SUMMARIES = f"{PREFIX}:{{scenarios}}:summaries"
"""Hash: the public scenarios to their summaries (JSON)."""


def annotated(player_id: str) -> str:
    """Set: the games on which a player may have annotations."""
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
        """Hash: player, scope and idempotency key (as digests) to the outcome of the command."""
        return f"{self._of(game)}:idempotency:{game}"

    def closed(self, game: str) -> str:
        """String: JSON that says why the game takes no more events."""
        return f"{self._of(game)}:closed:{game}"

    def confirmed(self, partition: int) -> str:
        """String: written only to wait until the replicas have all earlier writes."""
        return f"{tagged(partition)}:confirmed"

    def reopened(self, game: str) -> str:
        """String: present for a while after the operator has reopened the game despite lost
        events."""
        return f"{self._of(game)}:reopened:{game}"

    def resumed(self, game: str) -> str:
        """String: when (ms) the operator reopened the game; expires after more than any time
        limit."""
        return f"{self._of(game)}:resumed:{game}"

    def seals(self, game: str) -> str:
        """Hash: the finished games of the game's partition to their seals."""
        return self.seals_of(self.partition(game))

    def seals_of(self, partition: int) -> str:
        """Hash: the finished games of a partition to their seals."""
        return f"{tagged(partition)}:seals"

    def feed(self, partition: int) -> str:
        """Stream: the appends to games of the partition, in order."""
        return f"{tagged(partition)}:feed"

    def deadlines(self, partition: int) -> str:
        """Sorted set: games by the deadline (ms) of the awaited seat."""
        return f"{tagged(partition)}:deadlines"

    def finished(self, partition: int) -> str:
        """Sorted set: finished games in Redis, by when they finished (ms)."""
        return f"{tagged(partition)}:finished"

    def running(self, partition: int) -> str:
        """Sorted set: unfinished games in Redis, by their last event (ms). Games without an append
        since this index exists are missing."""
        return f"{tagged(partition)}:running"

    def imports(self, partition: int) -> str:
        """Hash: imported games to their origins (JSON)."""
        return f"{tagged(partition)}:imports"

    def judgements(self, partition: int) -> str:
        """Hash: finished games, by id and hash of the last event, to their judgements (JSON)."""
        return f"{tagged(partition)}:judgements"

    def invitations(self, partition: int) -> str:
        """Hash: private games to the number of the valid invitation, once it was renewed."""
        return f"{tagged(partition)}:invitations"

    def annotation(self, game: str, annotation_id: str) -> str:
        """Hash: an annotation on the game, its revision and its creating request."""
        return f"{self._of(game)}:annotation:{game}:{annotation_id}"

    def annotations(self, game: str, owner: str) -> str:
        """Sorted set: the annotations on the game by a player or for an audience, in lexicographic
        order: by version."""
        return f"{self._of(game)}:annotations:{game}:{owner}"

    def layout(self, partition: int) -> str:
        """String: the value of ``LAYOUT``, where the append script can read it."""
        return f"{tagged(partition)}:layout"

    def _of(self, game: str) -> str:
        return tagged(self.partition(game))


@lru_cache(maxsize=4096)
def _partition(game: str, partitions: int) -> int:
    return zlib.crc32(game.encode("utf-8")) % partitions


@lru_cache(maxsize=4096)
def tagged(partition: int) -> str:
    """The prefix of the keys of a partition."""
    return f"{PREFIX}:{{{partition_name(partition)}}}"


def partition_name(partition: int) -> str:
    """A partition's name, in keys and in the archive."""
    return f"p{partition:02d}"


_READ = f"{PREFIX}:{{read}}"
"""The prefix of the keys of the read models: one slot, so that one script can access them all."""

MODEL = f"{_READ}:model"
"""String: the current generation of the read model, and its format."""

REBUILD = f"{_READ}:rebuild"
"""String: the lock of a rebuild; expires unless it is renewed."""


def read_model(generation: int, name: str) -> str:
    """A part of one generation of the read model."""
    return f"{_READ}:{generation}:{name}"
