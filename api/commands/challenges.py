"""What becomes of challenges: how they are drafted, paired, answered, and the game of one."""

import secrets
from collections.abc import Callable
from datetime import timedelta
from itertools import islice
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from api.access.battles import named_setup, refused
from api.commands.joining import (
    agreed,
    invalid,
    joined,
    laid,
    left,
    require_known,
    require_together,
)
from api.commands.rating import require_rateable
from api.commands.tables import asked_table
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
_PAIRINGS = 5
"""How often somebody is looked for whom nobody else takes."""
_TRIES = 100
"""How often others may be quicker to change a challenge."""


def drafted(params: dict[str, Any], who: Player, key: Key | None) -> Challenge:
    """The challenge that a request asks for. Raises a problem."""
    move_time_limit, clock = timing(params)
    edition, variant = EditionName(params["edition"]), Variant(params["variant"])
    smaller = Side(params["smaller_side"]) if "smaller_side" in params else None
    grid = named_setup(params["scenario"]).grid
    table = asked_table(edition, variant, grid, params.get("players"), smaller)
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
    many = len(table.parties) > len(Side)
    if params["seats"] and not many:
        raise invalid("seats", "Only for more than two; name the other player in `to`.")
    to = None if many else _to(params, who)
    places = laid(table, params, who) if many else UNSET
    if terms.rated:
        require_rateable(terms, table)
        if bot_kind(who.id) or bot_kind(to):
            raise invalid("rated", "Bots play no rated games.")
    now = services().clock()
    made = Challenge(
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
    own = next((seat for seat in made.seats if made.seats[seat] == who.id), None)
    return made if own is None else replace(made, side=table.side_of(own))


def answered(made: Challenge, *, pair: bool) -> Challenge:
    """What a new challenge comes to at once: it declines the one that it counters, and is paired
    where that is wanted. Raises a problem, and then nobody can accept it."""
    if made.counters is not None:
        try:
            theirs = services().challenges.find(made.counters)
            if theirs is None:
                raise _closed(None)
            closed(theirs.at(services().clock()), ChallengeStatus.DECLINED)
        except ProblemError:
            closed(made, ChallengeStatus.CANCELLED)
            raise
    return _paired(made) if pair and made.to is None else made


def known(made: Challenge) -> Challenge:
    """What has become of a challenge that was made before: of a pair, the accepted one."""
    paired = None if made.paired is None else services().challenges.find(made.paired)
    return with_game((paired or made).at(services().clock()))


def accepted(found: Challenge, who: Player, seat: str | None, side: str | None) -> Challenge:
    """A challenge that the caller accepts, with its game once all have; of more than two players
    each may wish for a seat or a side. Raises a problem."""
    if found.challenger == who.id:
        raise ProblemError("forbidden", "You cannot accept your own challenge.")
    if found.terms.rated and bot_kind(who.id) is not None:
        raise ProblemError("forbidden", "Bots play no rated games.")
    if services().blocks.apart(found.challenger, who.id) and who.id not in found.players:
        raise ProblemError("forbidden", "You cannot accept this challenge.")
    if not found.seats and (seat or side):
        raise invalid("seat" if seat else "side", "Only if more than two play.")

    def step(now: Challenge) -> Challenge:
        if who.id in (now.accepted_by, *now.seats.values()):
            return now
        _require_open(now)
        if _has_left(now):
            raise _closed(closed(now, ChallengeStatus.CANCELLED))
        _setup(now)
        if now.seats:
            return joined(now, who, seat, side)
        return agreed(now, now.side or secrets.choice(list(Side)), who.id)

    return with_game(_changed(found, step))


def declined(found: Challenge, who: Player) -> Challenge:
    """A challenge after a player has said no to it: it is over if it was made to players by name;
    otherwise a seat is free again. Raises a problem."""
    if found.is_open_to_anyone and found.seats and found.challenger != who.id:
        return _changed(found, lambda now: _while_open(now, left(now, who)))
    if who.id not in found.asked:
        raise ProblemError("forbidden", "Only the player whom it was made to can decline it.")
    return closed(found, ChallengeStatus.DECLINED)


def closed(found: Challenge, status: ChallengeStatus) -> Challenge:
    """A challenge that nobody can accept any more. Raises a problem where it was answered
    otherwise."""
    return _changed(found, lambda now: _while_open(now, replace(now, status=status)))


def _changed(found: Challenge, step: Callable[[Challenge], Challenge]) -> Challenge:
    """A challenge after a step, which is taken again from how it stands where another was quicker.
    Raises a problem."""
    for _ in range(_TRIES):
        now = step(found)
        if now == found:
            return found
        try:
            services().challenges.put(found, now)
        except ChallengeClosedError as error:
            if error.now is None:
                raise _closed(None) from None
            found = error.now.at(services().clock())
        else:
            return now
    raise ProblemError("busy", "Too many players answer the challenge at the moment.")


def _while_open(now: Challenge, then: Challenge) -> Challenge:
    """What an open challenge becomes, or has become before."""
    if then != now:
        _require_open(now)
    return then


def with_game(found: Challenge) -> Challenge:
    """The challenge, with the game that it has become, if it was accepted: a process that stopped
    before it made the game is made up for."""
    if found.game is None or found.accepted_by is None or found.side is None:
        return found
    try:
        services().games.current(found.game)
    except GameNotFoundError:
        _begin(found, found.game)
    return found


def _paired(made: Challenge) -> Challenge:
    """The oldest challenge that fits a new one, accepted; or else the new one. Of two players who
    come at the same time each may find the other: one of them is the first."""
    fitting = services().challenges.fitting(made, services().clock())
    for other in islice(fitting, _PAIRINGS):
        if _has_left(other) or services().blocks.apart(other.challenger, made.challenger):
            continue
        own = None if made.side is None else made.side.enemy
        taken = agreed(other, other.side or own or secrets.choice(list(Side)), made.challenger)
        gone = replace(made, status=ChallengeStatus.CANCELLED, paired=other.id)
        if services().challenges.pair(other, taken, made, gone):
            return with_game(taken)
    return known(services().challenges.find(made.id) or made)


def _has_left(found: Challenge) -> bool:
    challenger = services().players.of_id(found.challenger)
    return challenger is None or challenger.deleted


def _to(params: dict[str, Any], who: Player) -> str | None:
    """Whom a challenge is for. Raises a problem."""
    to: str | None = params.get("to")
    if "counters" in params:
        theirs = services().challenges.find(params["counters"])
        if theirs is None or theirs.to != who.id:
            raise invalid("counters", "No open challenge to you has this id.")
        if to not in (None, theirs.challenger):
            raise invalid("to", "A counter-challenge goes to the challenger.")
        _require_open(theirs.at(services().clock()))
        require_together(theirs.challenger, who, "counters")
        return theirs.challenger
    if to is None:
        return None
    if to == who.id:
        raise invalid("to", "You cannot challenge yourself.")
    require_known(to, who, "to")
    return to


def _require_open(found: Challenge) -> None:
    if found.status is not ChallengeStatus.OPEN:
        raise _closed(found)


def _closed(now: Challenge | None) -> ProblemError:
    status = "gone" if now is None else now.status
    return ProblemError("challenge_closed", f"The challenge is {status}.")


def _setup(found: Challenge) -> Setup:
    """What the game is played with: who is challenged need not see the battle otherwise."""
    slug = found.terms.scenario
    if slug in slugs():
        return load(slug)
    stored = services().scenarios.find(slug)
    if stored is None or stored.setup is None:
        raise refused("The scenario of the challenge has been deleted.")
    return stored.setup


def _begin(found: Challenge, game: str) -> None:
    terms, setup = found.terms, _setup(found)
    table = asked_table(terms.edition, terms.variant, setup.grid, terms.players, terms.smaller_side)
    new = GameOptions(
        game=game,
        scenario=terms.scenario,
        setup=setup,
        variant=terms.variant,
        undo=terms.undo,
        visibility=terms.visibility,
        created_by=found.challenger,
        move_time_limit=terms.move_time_limit,
        spectator_delay=terms.spectator_delay,
        clock=terms.clock,
        seed=new_seed(),
        table=table,
        rated=terms.rated,
    )
    try:
        services().game_service.create(terms.edition, new, seated=_seated(found, table))
    except ContentionError:
        return


def _seated(found: Challenge, table: Table) -> dict[Seat, str]:
    """Who sits where, by the first seat of each player."""
    seats = {seat: player for seat, player in found.seats.items() if player is not None}
    if seats or found.accepted_by is None:
        return seats
    return {
        party[0]: found.challenger if table.side_of(party[0]) is found.side else found.accepted_by
        for party in table.parties
    }
