"""What lists of games show, derived from a game's state."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from domain.events import GameCreated
from domain.state import GameState

KEPT, ANEW = HIDDEN = ("kept", "anew")
"""Whether a branch has the seed and the hidden cards of the game it comes from, or others."""


class Mark(msgspec.Struct, frozen=True):
    """Where an imported game comes from: the player who brought it (nobody, when the operator
    did), when (RFC 3339), and whether ``seal`` or ``rules`` vouched for it."""

    imported_by: str | None
    imported_at: str
    vouched_by: str


@dataclass(frozen=True, slots=True)
class Times:
    """When a game was created and last changed, RFC 3339."""

    created: str
    updated: str


def milliseconds(at: str) -> int:
    """An RFC 3339 time as milliseconds since 1970."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def branch_of(created: GameCreated) -> dict[str, Any] | None:
    """Where a branch comes from; None for a game that began by itself."""
    branch = created.branch
    if branch is None:
        return None
    return {
        "game": branch.game,
        "at_version": branch.at_version,
        "head": branch.head,
        "root": branch.root,
        "name": branch.name,
        "hidden": KEPT if created.keeps_seed else ANEW,
    }


def summary(state: GameState, times: Times, imported: Mark | None) -> dict[str, Any]:
    """A game in one line of a list: nothing in it is hidden from anyone who may see the game.

    ``imported`` says where a game comes from that was not played here.
    """
    created = state.created
    return {
        "id": created.game,
        "version": state.version,
        "scenario": created.scenario,
        "edition": created.edition,
        "variant": created.variant,
        "status": state.status,
        "visibility": created.visibility,
        "created_by": created.created_by,
        "spectator_delay": created.spectator_delay,
        "seats": dict(state.seats),
        "turn": state.turn.number,
        "awaiting": state.awaited,
        "winner": state.winner,
        "created_at": times.created,
        "updated_at": times.updated,
        "branch": branch_of(created),
        "imported": None if imported is None else msgspec.to_builtins(imported),
    }
