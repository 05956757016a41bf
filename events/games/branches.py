"""Games that branch off others: the past that they share, told anew as their own.

A branch is a game with a log, a chain and a seed that stand alone. What its maker did not know of
the other game is not in it: those events do not say what they hide.
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
    """A branch to make: its id, who plays it, what it is called. ``seed`` is a new one, in hex;
    None keeps the seed and all hidden cards of the game that it branches off. ``at`` is now.

    ``seats`` are those whose hidden cards its maker knows.
    """

    game: str
    player: str
    name: str | None
    seats: frozenset[Seat]
    at: str
    seed: str | None = field(repr=False)


def branched(past: Sequence[StoredEvent], options: NewBranch) -> list[StoredEvent]:
    """The log of a branch that shares all of ``past``, the beginning of another game's log.

    Raises ``IllegalCommandError`` where the past does not end with a decision awaited.
    """
    created = _created(past, options)
    log = envelop((created,), 0, chain.GENESIS, EventMetadata(options.at, None, created.seed))
    viewer = None if options.seed is None else options.seats
    events: list[e.Event] = []
    first = past[0]
    for one in past[1:]:
        first = one if not events else first
        events.append(redact(one.event, viewer))
        if one.last:
            nonce = "" if one.nonce is msgspec.UNSET else one.nonce
            asked = None if first.command is msgspec.UNSET else first.command
            stamp = EventMetadata(one.at, one.seat, created.seed, nonce, asked)
            log += envelop(tuple(events), log[-1].version, log[-1].hash, stamp)
            events = []
    state = fold(one.event for one in log)
    if state is None or created.branch is None:
        raise ValueError("a branch has at least one event, which says so")
    chance = SeededChance(bytes.fromhex(created.seed), created.draws_of)
    own = branch(state, created.branch.begins(options.player), chance)
    return log + envelop(
        own, state.version, log[-1].hash, EventMetadata(options.at, None, created.seed)
    )


def _created(past: Sequence[StoredEvent], options: NewBranch) -> e.GameCreated:
    first, last = past[0].event, past[-1]
    if not isinstance(first, e.GameCreated):
        raise ValueError("a game begins with its creation")
    before = first.branch
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
            root=before.root if before else first.game,
            name=options.name,
            draws_of=options.game if options.seed else first.draws_of,
            unproved=_unproved(past, options),
        ),
    )


def _unproved(past: Sequence[StoredEvent], options: NewBranch) -> int:
    """Up to which version nothing follows from the seed: all of the past where that is another
    game's, and where its draws were made in a way that the branch cannot tell."""
    first, last = past[0], past[-1].version
    if options.seed or first.form == DRAWS_WITHOUT_NONCES:
        return last
    created = cast(e.GameCreated, first.event)
    return min(created.unproved, last)
