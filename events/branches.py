"""Games that branch off others: the past that they share, told anew as their own.

A branch is a game with a log, a chain and a seed that stand alone. What its maker did not know of
the other game is not in it: those events do not say what they hide.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import msgspec

from domain import branch, fold
from domain import events as e
from domain.chance import SeededChance, commitment
from domain.values import Seat, Undo, Visibility
from events import chain
from events.recorded import Recorded, Stamp, record


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


def branched(past: Sequence[Recorded], wish: NewBranch) -> list[Recorded]:
    """The log of a branch that shares all of ``past``, the beginning of another game's log.

    Raises ``IllegalCommandError`` where the past does not end with a decision awaited.
    """
    created = _created(past, wish)
    log = record((created,), 0, chain.GENESIS, Stamp(wish.at, None, created.seed))
    events: list[e.Event] = []
    for one in past[1:]:
        events.append(one.event if _is_known(one, wish) else e.veiled(one.event))
        if one.last:
            nonce = "" if one.nonce is msgspec.UNSET else one.nonce
            stamp = Stamp(one.at, one.seat, created.seed, nonce)
            log += record(tuple(events), log[-1].version, log[-1].hash, stamp)
            events = []
    state = fold(one.event for one in log)
    if state is None or created.branch is None:
        raise ValueError("a branch has at least one event, which says so")
    chance = SeededChance(bytes.fromhex(created.seed), created.draws_of)
    own = branch(state, created.branch.begins(wish.player), chance)
    return log + record(own, state.version, log[-1].hash, Stamp(wish.at, None, created.seed))


def _created(past: Sequence[Recorded], wish: NewBranch) -> e.GameCreated:
    first, last = past[0].event, past[-1]
    if not isinstance(first, e.GameCreated):
        raise ValueError("a game begins with its creation")
    before = first.branch
    seed = wish.seed or first.seed
    return replace(
        first,
        game=wish.game,
        undo=Undo.NONE,
        visibility=Visibility.PRIVATE,
        created_by=wish.player,
        seed=seed,
        seed_commitment=commitment(bytes.fromhex(seed)),
        match=None,
        spectator_delay=0,
        branch=e.BranchOf(
            game=first.game,
            at_version=last.version,
            head=last.hash,
            root=before.root if before else first.game,
            name=wish.name,
            draws_of=wish.game if wish.seed else first.draws_of,
            unproved=last.version if wish.seed else min(first.unproved, last.version),
        ),
    )


def _is_known(one: Recorded, wish: NewBranch) -> bool:
    hidden = one.hidden
    return hidden is None or wish.seed is None or not wish.seats.isdisjoint(hidden.audience)
