"""Entity tags of games: the version, the event's hash, and a MAC that only this service can make.

A client that sends a valid tag of a version which the store lacks, or has with another hash, proves
that events were lost; the game is then frozen. A version number alone proves nothing, so nobody can
freeze a game by inventing one.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product

from api.schemas.play.games import FORMS, FULL
from api.services import services
from domain.events.lifecycle import GameCreated
from domain.seating import table_of
from domain.values import Seat
from events.games.errors import VersionMismatchError
from events.games.snapshot import GameSnapshot

_VIEW = "view 6"
"""Raised when the members of a state change, so that no cache mixes the two."""
_HEAD_DIGITS = 12
_PROOF_DIGITS = 20
_HASH_DIGITS = 16
_TAG = re.compile(r'"([1-9][0-9]{0,14})\.([0-9a-f]{12})\.([0-9a-f]{20})"')
_Representation = tuple[frozenset[Seat], str]
"""Whose hidden information it contains, and its form."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """A parsed tag: the version, the beginning of its event's hash, and the MAC of both."""

    version: int
    head: str
    proof: str


def etag(snapshot: GameSnapshot, seats: frozenset[Seat], form: str = FULL) -> str:
    """Return the entity tag of a game's state for a viewer. Different views of a state never share
    one, nor do its forms."""
    return tag(snapshot.state.created, snapshot.version, snapshot.head, seats, form)


def tag(
    created: GameCreated, version: int, head: str, seats: frozenset[Seat], form: str = FULL
) -> str:
    """Return the entity tag of a version of which only the hash is known."""
    beginning = head[:_HEAD_DIGITS]
    return f'"{version}.{beginning}.{_proof(created, version, beginning, (seats, form))}"'


def content_tag(version: int, *inputs: object) -> str:
    """Return the tag of a representation of a game at a version, which depends on ``inputs`` alone;
    such tags carry no MAC and prove nothing."""
    digest = hashlib.sha256("\n".join(map(str, inputs)).encode("utf-8")).hexdigest()
    return f'"{version}.{digest[:_HASH_DIGITS]}"'


def verify_tags(snapshot: GameSnapshot, tags: str | None, *, past: bool = True) -> None:
    """Freeze the game if one of ``tags`` proves that events were lost. Raises
    ``HistoryShrankError``.

    In a game that its operator has reopened, such a tag belongs to the discarded events. A command
    must not be based on it, even if the number is right again: raises ``VersionMismatchError``.

    ``past=False`` is for reads: versions older than ``snapshot``, the usual case, are skipped,
    which saves a round trip, and tags of discarded events are tolerated.
    """
    for match in _TAG.finditer(tags or ""):
        claim = _Claim(int(match[1]), match[2], match[3])
        if claim.version == snapshot.version and snapshot.head.startswith(claim.head):
            continue
        if (past or claim.version >= snapshot.version) and _is_ours(snapshot.state.created, claim):
            reopened = _compare(snapshot.state.created.game, claim)
            if reopened is not None and past:
                raise VersionMismatchError(reopened.version, claim.version)


def _compare(game: str, claim: _Claim) -> GameSnapshot | None:
    """Compare an authentic tag with the store, and freeze the game if it differs. Returns the
    current snapshot if the game was reopened without these events, else None.

    The seed of a finished game is public, and so is one that a branch has kept: a tag made with it
    proves nothing.
    """
    games = services().games
    stored = games.events(game, claim.version - 1, claim.version)
    stored_hash = stored[0].hash if stored else "gone"
    if stored_hash.startswith(claim.head):
        return None
    current = games.current(game)
    if current.state.is_over or current.state.created.keeps_seed:
        return None
    games.freeze(
        game, f"version {claim.version} was shown with hash {claim.head} and now has {stored_hash}"
    )
    return current


def _is_ours(created: GameCreated, claim: _Claim) -> bool:
    """Return whether this service issued the tag, for any viewer."""
    representations = product(table_of(created).possible_viewers(), FORMS)
    proofs = (_proof(created, claim.version, claim.head, each) for each in representations)
    return any(hmac.compare_digest(proof, claim.proof) for proof in proofs)


def _proof(created: GameCreated, version: int, head: str, representation: _Representation) -> str:
    """Return the MAC of a tag. Its key is derived from the game's secret seed, so that every
    process issues the same tags; the label of the key is used for nothing else."""
    seats, form = representation
    suffix = () if form == FULL else (form,)
    message = ",".join(chain((_VIEW, created.game, str(version), head), sorted(seats), suffix))
    key = _key(created.seed)
    return hmac.digest(key, message.encode("utf-8"), hashlib.sha256).hex()[:_PROOF_DIGITS]


@lru_cache(maxsize=4096)
def _key(seed: str) -> bytes:
    return hmac.digest(bytes.fromhex(seed), b"entity tags", hashlib.sha256)
