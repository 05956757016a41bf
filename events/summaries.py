"""The summary of a game in lists, derived from its state."""

from dataclasses import dataclass
from typing import Final, Literal, TypedDict

import msgspec

from domain.events import GameCreated
from domain.state import GameState
from domain.values import EditionName, Seat, Side, Status, Variant, Visibility
from domain.view import table
from domain.view_types import PlaceView
from events.clock import Moment, at_milliseconds, milliseconds

KEPT: Final = "kept"
ANEW: Final = "anew"
WAITING_LIMIT: Final = 14 * 24 * 3600 * 1000
"""How long (ms) a game waits for a player to join or leave before it is cancelled."""
HIDDEN = (KEPT, ANEW)
"""Whether a branch has the seed and hidden cards of its parent, or new ones."""


Vouching = Literal["seal", "rules"]


class ImportMark(msgspec.Struct, frozen=True):
    """The origin of an imported game."""

    imported_by: str | None
    """The player who imported it; null for the operator."""
    imported_at: Moment
    vouched_by: Vouching
    """`seal`: a key known to this service has signed the game. `rules`: its seed and the rules lead
    to each of its events; the identity of its players is not verified."""


class BranchOfView(TypedDict):
    """The origin of a branch. A branch is a sandbox, in which one player decides for both sides."""

    game: str
    """The game that it branches off, which may itself be a branch."""
    at_version: int
    """The last version that it shares with that game."""
    head: str
    """The hash of that game's event at `at_version`."""
    root: str
    """The root game, which is not a branch."""
    name: str | None
    """The name that its creator gave it."""
    hidden: Literal["kept", "anew"]
    """`kept`: it has the seed and the cards of the game that it branches off. `anew`: it has a new
    seed, and what its creator could not know was dealt anew."""


class GameSummaryView(TypedDict):
    """A game in a list."""

    id: str
    version: int
    scenario: str
    edition: EditionName
    variant: Variant
    status: Status
    visibility: Visibility
    created_by: str
    spectator_delay: int
    rated: bool
    """Whether the result counts for ratings."""
    seats: dict[Seat, str]
    table: list[PlaceView]
    """The seats in order of play, each with its side, its role and its player."""
    turn: int
    awaiting: Seat | None
    awaiting_seats: list[Seat]
    """The seats that may decide now, in order of play; `awaiting` is the first of them."""
    awaiting_since: Moment | None
    """Since when the game has been waiting for just these seats; null if for none."""
    deadline: Moment | None
    """The time by which `awaiting_seats` have to decide, or at which a game without enough players
    expires; null if no time limit is running."""
    winner: Side | None
    created_at: Moment
    updated_at: Moment
    """The time of the last event, since when the game has been waiting for its next decision."""
    branch: BranchOfView | None
    """Null for a game that is not a branch."""
    imported: ImportMark | None
    """Null for a game that was played on this service."""


@dataclass(frozen=True, slots=True)
class Times:
    """When a game was created and last changed, and since when it awaits the seats that it awaits
    now, if any (RFC 3339)."""

    created: str
    updated: str
    awaiting: str | None = None


def branch_of(created: GameCreated) -> BranchOfView | None:
    """The origin of a branch; None for any other game."""
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


def time_limit(state: GameState) -> int | None:
    """The time (ms) that the awaited seats have to decide, or players to join. None in a sandbox,
    in a finished game, and in a game with a clock."""
    if state.created.branch is not None or state.is_over:
        return None
    if state.created.clock is not None and state.status is Status.ACTIVE:
        return None
    waiting = state.status is Status.WAITING
    return WAITING_LIMIT if waiting else state.created.move_time_limit * 1000


def deadline(state: GameState, updated: str) -> int | None:
    """When (ms) the time limit of a game last ``updated`` then ends, or the first seat's clock runs
    out; None without a limit."""
    clock = state.clock
    if clock is not None and state.status is Status.ACTIVE:
        return min(map(clock.runs_out, state.timed), default=None)
    limit = time_limit(state)
    return None if limit is None else milliseconds(updated) + limit


def summary(state: GameState, times: Times, imported: ImportMark | None) -> GameSummaryView:
    """Summarize a game for a list. It has nothing that is hidden from a viewer of the game.

    ``imported`` is the origin of an imported game.
    """
    created, due = state.created, deadline(state, times.updated)
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
        "rated": created.rated,
        "seats": dict(state.seats),
        "table": table(state),
        "turn": state.turn.number,
        "awaiting": state.awaited,
        "awaiting_seats": list(state.awaiting),
        "awaiting_since": times.awaiting,
        "deadline": None if due is None else at_milliseconds(due),
        "winner": state.winner,
        "created_at": times.created,
        "updated_at": times.updated,
        "branch": branch_of(created),
        "imported": imported,
    }
