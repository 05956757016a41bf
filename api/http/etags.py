"""Entity tags of games: the version, and a mark that only this service can have given out.

A client that comes with the tag of a version that the store does not have, or has otherwise, proves
by it that events were lost. Without such a proof it is believed nothing: nobody can close a game by
naming a number.
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
"""Counted up when a state is shown with other members, so that no cache mixes the two."""
_HEAD_DIGITS = 12
_PROOF_DIGITS = 20
_MARK_DIGITS = 16
_TAG = re.compile(r'"([1-9][0-9]{0,14})\.([0-9a-f]{12})\.([0-9a-f]{20})"')
_Viewed = tuple[frozenset[Seat], str]


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a tag says: the version, the beginning of its hash, and the proof of both."""

    version: int
    head: str
    proof: str


def etag(loaded: GameSnapshot, seats: frozenset[Seat], form: str = FULL) -> str:
    """The entity tag of a game's state for a viewer: viewers who see different things never share
    one, nor do forms of a state."""
    return tag(loaded.state.created, loaded.version, loaded.head, seats, form)


def tag(
    created: GameCreated, version: int, head: str, seats: frozenset[Seat], form: str = FULL
) -> str:
    """The entity tag of a version of which only the hash is known."""
    beginning = head[:_HEAD_DIGITS]
    return f'"{version}.{beginning}.{_proof(created, version, beginning, (seats, form))}"'


def derived(version: int, *said: object) -> str:
    """The tag of what is told of a game at a version and follows from what was ``said``; it proves
    nothing."""
    mark = hashlib.sha256("\n".join(map(str, said)).encode("utf-8")).hexdigest()
    return f'"{version}.{mark[:_MARK_DIGITS]}"'


def require_kept(loaded: GameSnapshot, tags: str | None, *, past: bool = True) -> None:
    """Freeze the game, and tell so, when a tag among ``tags`` is one of ours that the store cannot
    stand by any more. Raises ``HistoryShrankError``.

    In a game that its operator has opened again such a tag belongs to what was given up. A command
    must not go by it, though the number may be right by now: raises ``VersionMismatchError``.

    Without ``past`` the tags are those of a mere look. Older versions than that of ``loaded`` are
    passed over then, which saves a round trip where they are what clients usually come with; and
    who comes with what was given up is shown what there is.
    """
    for one in _TAG.finditer(tags or ""):
        claim = _Claim(int(one[1]), one[2], one[3])
        if claim.version == loaded.version and loaded.head.startswith(claim.head):
            continue
        if (past or claim.version >= loaded.version) and _is_ours(loaded.state.created, claim):
            given_up = _compare(loaded.state.created.game, claim)
            if given_up is not None and past:
                raise VersionMismatchError(given_up.version, claim.version)


def _compare(game: str, claim: _Claim) -> GameSnapshot | None:
    """Hold a tag that was given out against the store; returns the game when the tag belongs to
    what was given up.

    The seed of a finished game is public, and so is one that a branch has kept: a tag for it proves
    nothing then.
    """
    games = services().games
    stored = games.events(game, claim.version - 1, claim.version)
    found = stored[0].hash if stored else "gone"
    if found.startswith(claim.head):
        return None
    now = games.current(game)
    if now.state.is_over or now.state.created.keeps_seed:
        return None
    games.freeze(
        game, f"version {claim.version} was shown with hash {claim.head} and now has {found}"
    )
    return now


def _is_ours(created: GameCreated, claim: _Claim) -> bool:
    """Whether this service gave the tag out, to whomever."""
    views = product(table_of(created).holders(), FORMS)
    proofs = (_proof(created, claim.version, claim.head, shown) for shown in views)
    return any(hmac.compare_digest(proof, claim.proof) for proof in proofs)


def _proof(created: GameCreated, version: int, head: str, view: _Viewed) -> str:
    """Follows from the game's secret seed, so that every process gives the same tags at all
    times. No text that the seed is used on otherwise is the one that makes this key."""
    seats, form = view
    shape = () if form == FULL else (form,)
    shown = ",".join(chain((_VIEW, created.game, str(version), head), sorted(seats), shape))
    key = _key(created.seed)
    return hmac.digest(key, shown.encode("utf-8"), hashlib.sha256).hex()[:_PROOF_DIGITS]


@lru_cache(maxsize=4096)
def _key(seed: str) -> bytes:
    return hmac.digest(bytes.fromhex(seed), b"entity tags", hashlib.sha256)
