"""The life of a challenge: drafting, pairing, accepting, declining, and creating its game."""

import secrets
from collections.abc import Callable
from datetime import timedelta
from itertools import islice
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from api.access.battles import named_setup, refused
from api.commands.joining import (
    accepted_by,
    assign_seats,
    invalid,
    join,
    leave,
    require_challengeable,
    require_not_blocked,
)
from api.commands.rating import require_rateable
from api.commands.tables import table_for
from api.http.problems import ProblemError
from api.schemas.play.games import timing
from api.services import services
from domain.scenarios import load, slugs
from domain.seating import Table, tables_for
from domain.setup import Setup
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Seat, Side, Undo, Variant, Visibility
from domain.values.bots import bot_kind
from events.accounts.players import Player
from events.clock import at_milliseconds, milliseconds
from events.commentary.documents import new_id
from events.games.errors import ContentionError, GameNotFoundError
from events.games.service import new_seed
from events.lobby.challenges import Challenge, ChallengeClosedError, ChallengeStatus, Terms
from events.store.port import Key

_DAY = timedelta(days=1) // timedelta(milliseconds=1)
_MAX_PAIRINGS = 5
"""How many fitting challenges are tried; others may accept them first."""
_MAX_ATTEMPTS = 100
"""How often a change is retried after a concurrent one."""


def draft_challenge(params: dict[str, Any], who: Player, key: Key | None) -> Challenge:
    """Build the challenge of a request. Raises a problem."""
    move_time_limit, clock = timing(params)
    edition, variant = EditionName(params["edition"]), Variant(params["variant"])
    smaller = Side(params["smaller_side"]) if "smaller_side" in params else None
    grid = named_setup(params["scenario"]).grid
    table = table_for(edition, variant, grid, params.get("players"), smaller)
    terms = Terms(
        scenario=params["scenario"],
        edition=edition,
        variant=variant,
        undo=Undo(params["undo"]),
        visibility=Visibility(params["visibility"]),
        move_time_limit=move_time_limit,
        spectator_delay=params["spectator_delay"],
        rated=params["rated"],
        clock=clock,
        players=len(table.parties) if len(tables_for(variant)) > 1 else None,
        smaller_side=table.smaller,
    )
    team_game = len(table.parties) > len(Side)
    if params["seats"] and not team_game:
        raise invalid("seats", "Only for more than two; name the other player in `to`.")
    to = None if team_game else _opponent(params, who)
    places = assign_seats(table, params, who) if team_game else UNSET
    if terms.rated:
        require_rateable(terms, table)
        if bot_kind(who.id) or bot_kind(to):
            raise invalid("rated", "Bots play no rated games.")
    now = services().clock()
    challenge = Challenge(
        id=new_id("ch", key),
        challenger=who.id,
        to=to,
        side=Side(params["side"]) if "side" in params else None,
        terms=terms,
        created_at=now,
        expires_at=at_milliseconds(milliseconds(now) + params["days"] * _DAY),
        counters=params.get("counters"),
        places=places,
    )
    own = next((seat for seat in challenge.seats if challenge.seats[seat] == who.id), None)
    return challenge if own is None else replace(challenge, side=table.side_of(own))


def open_challenge(challenge: Challenge, *, pair: bool) -> Challenge:
    """Decline the challenge that a new one counters, and pair the new one if requested. Raises a
    problem, after cancelling the new one."""
    if challenge.counters is not None:
        try:
            countered = services().challenges.find(challenge.counters)
            if countered is None:
                raise _not_open(None)
            close(countered.at(services().clock()), ChallengeStatus.DECLINED)
        except ProblemError:
            close(challenge, ChallengeStatus.CANCELLED)
            raise
    return _pair(challenge) if pair and challenge.to is None else challenge


def refreshed(challenge: Challenge) -> Challenge:
    """Return the current form of a challenge; of a paired one, the challenge that was accepted."""
    paired = None if challenge.paired is None else services().challenges.find(challenge.paired)
    return with_game((paired or challenge).at(services().clock()))


def accept(challenge: Challenge, who: Player, seat: str | None, side: str | None) -> Challenge:
    """Accept a challenge, and create its game once every player has accepted. With more than two
    players, each may choose a seat or a side. Raises a problem."""
    if challenge.challenger == who.id:
        raise ProblemError("forbidden", "You cannot accept your own challenge.")
    if challenge.terms.rated and bot_kind(who.id) is not None:
        raise ProblemError("forbidden", "Bots play no rated games.")
    if (
        services().blocks.is_blocked_between(challenge.challenger, who.id)
        and who.id not in challenge.players
    ):
        raise ProblemError("forbidden", "You cannot accept this challenge.")
    if not challenge.seats and (seat or side):
        raise invalid("seat" if seat else "side", "Only if more than two play.")

    def change(current: Challenge) -> Challenge:
        if who.id in (current.accepted_by, *current.seats.values()):
            return current
        _require_open(current)
        if _challenger_is_deleted(current):
            raise _not_open(close(current, ChallengeStatus.CANCELLED))
        _setup(current)
        if current.seats:
            return join(current, who, seat, side)
        return accepted_by(current, current.side or secrets.choice(list(Side)), who.id)

    return with_game(_update(challenge, change))


def decline(challenge: Challenge, who: Player) -> Challenge:
    """Decline a challenge. One to named players is closed; otherwise the player's seat becomes
    free. Raises a problem."""
    if challenge.is_open_to_anyone and challenge.seats and challenge.challenger != who.id:
        return _update(challenge, lambda current: _if_open(current, leave(current, who)))
    if who.id not in challenge.challenged:
        raise ProblemError("forbidden", "Only the player whom it was made to can decline it.")
    return close(challenge, ChallengeStatus.DECLINED)


def close(challenge: Challenge, status: ChallengeStatus) -> Challenge:
    """Close an open challenge with a status. Idempotent. Raises a problem if it was closed with
    another."""
    return _update(challenge, lambda current: _if_open(current, replace(current, status=status)))


def _update(challenge: Challenge, change: Callable[[Challenge], Challenge]) -> Challenge:
    """Store a change of a challenge, repeating it after concurrent changes. Raises a problem."""
    for _ in range(_MAX_ATTEMPTS):
        changed = change(challenge)
        if changed == challenge:
            return challenge
        try:
            services().challenges.put(challenge, changed)
        except ChallengeClosedError as error:
            if error.now is None:
                raise _not_open(None) from None
            challenge = error.now.at(services().clock())
        else:
            return changed
    raise ProblemError("busy", "Too many players answer the challenge at the moment.")


def _if_open(current: Challenge, changed: Challenge) -> Challenge:
    """Return the changed challenge. Raises a problem if it is a change of a closed one."""
    if changed != current:
        _require_open(current)
    return changed


def with_game(challenge: Challenge) -> Challenge:
    """Create the game of an accepted challenge unless it exists: a process may have stopped before
    it did."""
    if challenge.game is None or challenge.accepted_by is None or challenge.side is None:
        return challenge
    try:
        services().games.current(challenge.game)
    except GameNotFoundError:
        _create_game(challenge, challenge.game)
    return challenge


def _pair(challenge: Challenge) -> Challenge:
    """Accept the oldest challenge that fits a new one, or else return the new one. When two players
    pair with each other at the same time, one of them is first."""
    fitting = services().challenges.fitting(challenge, services().clock())
    for other in islice(fitting, _MAX_PAIRINGS):
        if _challenger_is_deleted(other):
            continue
        if services().blocks.is_blocked_between(other.challenger, challenge.challenger):
            continue
        wanted = None if challenge.side is None else challenge.side.enemy
        side = other.side or wanted or secrets.choice(list(Side))
        accepted = accepted_by(other, side, challenge.challenger)
        cancelled = replace(challenge, status=ChallengeStatus.CANCELLED, paired=other.id)
        if services().challenges.pair(other, accepted, challenge, cancelled):
            return with_game(accepted)
    return refreshed(services().challenges.find(challenge.id) or challenge)


def _challenger_is_deleted(challenge: Challenge) -> bool:
    challenger = services().players.of_id(challenge.challenger)
    return challenger is None or challenger.deleted


def _opponent(params: dict[str, Any], who: Player) -> str | None:
    """Return the player who is challenged; None for an open challenge. Raises a problem."""
    to: str | None = params.get("to")
    if "counters" in params:
        countered = services().challenges.find(params["counters"])
        if countered is None or countered.to != who.id:
            raise invalid("counters", "No open challenge to you has this id.")
        if to not in (None, countered.challenger):
            raise invalid("to", "A counter-challenge goes to the challenger.")
        _require_open(countered.at(services().clock()))
        require_not_blocked(countered.challenger, who, "counters")
        return countered.challenger
    if to is None:
        return None
    if to == who.id:
        raise invalid("to", "You cannot challenge yourself.")
    require_challengeable(to, who, "to")
    return to


def _require_open(challenge: Challenge) -> None:
    if challenge.status is not ChallengeStatus.OPEN:
        raise _not_open(challenge)


def _not_open(challenge: Challenge | None) -> ProblemError:
    status = "gone" if challenge is None else challenge.status
    return ProblemError("challenge_closed", f"The challenge is {status}.")


def _setup(challenge: Challenge) -> Setup:
    """Return the setup of the game. The challenged players need no access to the battle."""
    slug = challenge.terms.scenario
    if slug in slugs():
        return load(slug)
    stored = services().scenarios.find(slug)
    if stored is None or stored.setup is None:
        raise refused("The scenario of the challenge has been deleted.")
    return stored.setup


def _create_game(challenge: Challenge, game: str) -> None:
    terms, setup = challenge.terms, _setup(challenge)
    table = table_for(terms.edition, terms.variant, setup.grid, terms.players, terms.smaller_side)
    options = GameOptions(
        game=game,
        scenario=terms.scenario,
        setup=setup,
        variant=terms.variant,
        undo=terms.undo,
        visibility=terms.visibility,
        created_by=challenge.challenger,
        move_time_limit=terms.move_time_limit,
        spectator_delay=terms.spectator_delay,
        clock=terms.clock,
        seed=new_seed(),
        table=table,
        rated=terms.rated,
    )
    try:
        seated = _players_by_seat(challenge, table)
        services().game_service.create(terms.edition, options, seated=seated)
    except ContentionError:
        return


def _players_by_seat(challenge: Challenge, table: Table) -> dict[Seat, str]:
    """Return the players by the first seat of each party."""
    seats = {seat: player for seat, player in challenge.seats.items() if player is not None}
    if seats or challenge.accepted_by is None:
        return seats
    challenger, acceptor, side = challenge.challenger, challenge.accepted_by, challenge.side
    return {
        party[0]: challenger if table.side_of(party[0]) is side else acceptor
        for party in table.parties
    }
