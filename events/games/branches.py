"""Create the log of a branch: a game that shares the past of another game.

A branch has a log, a hash chain and a seed of its own. Events whose hidden part its creator could
not see are copied without that part.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import msgspec

from domain import branch, fold
from domain import events as e
from domain.chance import SeededChance, commitment
from domain.redaction import redact
from domain.values import Seat, Undo, Visibility
from events.log import chain
from events.log.stored_event import DRAWS_WITHOUT_NONCES, EventMetadata, StoredEvent, envelop


@dataclass(frozen=True, slots=True)
class NewBranch:
    """Parameters of a new branch: its game id, its player, its name.

    ``seed`` (hex) is a new seed; None keeps the seed and all hidden cards of the parent game.
    ``seats`` are the seats whose hidden cards the creator may see. ``at`` is the time of creation.
    """

    game: str
    player: str
    name: str | None
    seats: frozenset[Seat]
    at: str
    seed: str | None = field(repr=False)


def branched(past: Sequence[StoredEvent], options: NewBranch) -> list[StoredEvent]:
    """Return the log of a branch that shares ``past``, the first events of the parent's log.

    Raises ``IllegalCommandError`` unless the game awaits a decision at the end of ``past``.
    """
    created = _created(past, options)
    log = envelop((created,), 0, chain.GENESIS, EventMetadata(options.at, None, created.seed))
    viewer = None if options.seed is None else options.seats
    events: list[e.Event] = []
    first = past[0]
    for event in past[1:]:
        first = event if not events else first
        events.append(redact(event.event, viewer))
        if event.last:
            nonce = "" if event.nonce is msgspec.UNSET else event.nonce
            command = None if first.command is msgspec.UNSET else first.command
            metadata = EventMetadata(event.at, event.seat, created.seed, nonce, command)
            log += envelop(tuple(events), log[-1].version, log[-1].hash, metadata)
            events = []
    state = fold(event.event for event in log)
    if state is None or created.branch is None:
        raise ValueError("a branch has a first event with its origin")
    chance = SeededChance(bytes.fromhex(created.seed), created.draws_of)
    own = branch(state, created.branch.begins(options.player), chance)
    return log + envelop(
        own, state.version, log[-1].hash, EventMetadata(options.at, None, created.seed)
    )


def _created(past: Sequence[StoredEvent], options: NewBranch) -> e.GameCreated:
    first, last = past[0].event, past[-1]
    if not isinstance(first, e.GameCreated):
        raise ValueError("a game begins with its creation")
    parent_branch = first.branch
    seed = options.seed or first.seed
    return replace(
        first,
        game=options.game,
        undo=Undo.NONE,
        visibility=Visibility.PRIVATE,
        created_by=options.player,
        seed=seed,
        seed_commitment=commitment(bytes.fromhex(seed)),
        match=None,
        spectator_delay=0,
        rated=False,
        branch=e.BranchOf(
            game=first.game,
            at_version=last.version,
            head=last.hash,
            root=parent_branch.root if parent_branch else first.game,
            name=options.name,
            draws_of=options.game if options.seed else first.draws_of,
            unproved=_unproved(past, options),
        ),
    )


def _unproved(past: Sequence[StoredEvent], options: NewBranch) -> int:
    """The version up to which draws cannot be derived from the branch's seed: the whole shared past
    if the seed is new, or if the draws predate nonces."""
    first, last = past[0], past[-1].version
    if options.seed or first.form == DRAWS_WITHOUT_NONCES:
        return last
    created = cast(e.GameCreated, first.event)
    return min(created.unproved, last)
