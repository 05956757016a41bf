"""What becomes of challenges: how they are drafted, paired, answered, and the game of one."""

import secrets
from datetime import timedelta
from itertools import islice
from typing import Any

from msgspec.structs import replace

from api.access.battles import named_setup, refused
from api.commands.rating import require_rateable
from api.commands.tables import asked_table
from api.http.problems import ProblemError
from api.schemas.play.games import timing
from api.services import services
from domain.scenarios import load, slugs
from domain.seating import Table
from domain.setup import Setup
from domain.steps.lifecycle import GameOptions
from domain.values import EditionName, Side, Undo, Variant, Visibility
from domain.values.bots import bot_kind, bot_level
from events.accounts.players import Player
from events.clock import at_milliseconds, milliseconds
from events.commentary.documents import new_id
from events.games.errors import ContentionError, GameNotFoundError
from events.games.service import new_seed
from events.lobby.challenges import Challenge, ChallengeClosedError, ChallengeStatus, Terms
from events.store.port import Key

_ID_BYTES = 10
_DAY = timedelta(days=1) // timedelta(milliseconds=1)
_PAIRINGS = 5
"""How often somebody is looked for whom nobody else takes."""


def drafted(params: dict[str, Any], who: Player, key: Key | None) -> Challenge:
    """The challenge that a request asks for. Raises a problem."""
    move_time_limit, clock = timing(params)
    terms = Terms(
        scenario=params["scenario"],
        edition=EditionName(params["edition"]),
        variant=Variant(params["variant"]),
        undo=Undo(params["undo"]),
        visibility=Visibility(params["visibility"]),
        move_time_limit=move_time_limit,
        spectator_delay=params["spectator_delay"],
        rated=params["rated"],
        clock=clock,
    )
    setup = named_setup(terms.scenario)
    table = _require_two(terms, setup)
    to = _to(params, who)
    if terms.rated:
        require_rateable(terms, table)
        if bot_kind(who.id) or bot_kind(to):
            raise _invalid("rated", "Bots play no rated games.")
    now = services().clock()
    return Challenge(
        id=new_id("ch", key),
        challenger=who.id,
        to=to,
        side=Side(params["side"]) if "side" in params else None,
        terms=terms,
        created_at=now,
        expires_at=at_milliseconds(milliseconds(now) + params["days"] * _DAY),
        counters=params.get("counters"),
    )


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


def accepted(found: Challenge, who: Player) -> Challenge:
    """A challenge that the caller accepts, with its game. Raises a problem."""
    if found.challenger == who.id:
        raise ProblemError("forbidden", "You cannot accept your own challenge.")
    if found.accepted_by == who.id:
        return with_game(found)
    if found.terms.rated and bot_kind(who.id) is not None:
        raise ProblemError("forbidden", "Bots play no rated games.")
    if services().blocks.apart(found.challenger, who.id):
        raise ProblemError("forbidden", "You cannot accept this challenge.")
    _require_open(found)
    if _has_left(found):
        closed(found, ChallengeStatus.CANCELLED)
        raise _closed(replace(found, status=ChallengeStatus.CANCELLED))
    _setup(found)
    agreed = _agreed(found, found.side or secrets.choice(list(Side)), who.id)
    try:
        services().challenges.close(found, agreed)
    except ChallengeClosedError as error:
        if error.now is None or error.now.accepted_by != who.id:
            raise _closed(error.now) from None
        agreed = error.now
    return with_game(agreed)


def closed(found: Challenge, status: ChallengeStatus) -> Challenge:
    """A challenge that nobody can accept any more. Raises a problem where it was answered
    otherwise."""
    if found.status is status:
        return found
    _require_open(found)
    over = replace(found, status=status)
    try:
        services().challenges.close(found, over)
    except ChallengeClosedError as error:
        if error.now is None or error.now.status is not status:
            raise _closed(error.now) from None
        return error.now
    return over


def with_game(found: Challenge) -> Challenge:
    """The challenge, with the game that it has become, if it was accepted: a process that stopped
    before it made the game is made up for."""
    if found.game is None or found.accepted_by is None or found.side is None:
        return found
    try:
        services().games.current(found.game)
    except GameNotFoundError:
        players = {found.side: found.challenger, found.side.enemy: found.accepted_by}
        _begin(found, found.game, players)
    return found


def _paired(made: Challenge) -> Challenge:
    """The oldest challenge that fits a new one, accepted; or else the new one. Of two players who
    come at the same time each may find the other: one of them is the first."""
    fitting = services().challenges.fitting(made, services().clock())
    for other in islice(fitting, _PAIRINGS):
        if _has_left(other) or services().blocks.apart(other.challenger, made.challenger):
            continue
        own = None if made.side is None else made.side.enemy
        agreed = _agreed(other, other.side or own or secrets.choice(list(Side)), made.challenger)
        gone = replace(made, status=ChallengeStatus.CANCELLED, paired=other.id)
        if services().challenges.pair(other, agreed, made, gone):
            return with_game(agreed)
    return known(services().challenges.find(made.id) or made)


def _agreed(found: Challenge, side: Side, player: str) -> Challenge:
    game = f"gm_{secrets.token_hex(_ID_BYTES)}"
    return replace(found, status=ChallengeStatus.ACCEPTED, accepted_by=player, side=side, game=game)


def _has_left(found: Challenge) -> bool:
    challenger = services().players.of_id(found.challenger)
    return challenger is None or challenger.deleted


def _to(params: dict[str, Any], who: Player) -> str | None:
    """Whom a challenge is for. Raises a problem."""
    to: str | None = params.get("to")
    if "counters" in params:
        theirs = services().challenges.find(params["counters"])
        if theirs is None or theirs.to != who.id:
            raise _invalid("counters", "No open challenge to you has this id.")
        if to not in (None, theirs.challenger):
            raise _invalid("to", "A counter-challenge goes to the challenger.")
        _require_open(theirs.at(services().clock()))
        _require_together(theirs.challenger, who, "counters")
        return theirs.challenger
    if to is None:
        return None
    if to == who.id:
        raise _invalid("to", "You cannot challenge yourself.")
    if bot_level(to) is not None:
        raise _invalid(
            "to", "Bots of the service accept no challenges: name one in `bots` of a new game."
        )
    found = services().players.of_id(to)
    if found is None or found.deleted:
        raise _invalid("to", "No player has this id.")
    _require_together(to, who, "to")
    return to


def _require_together(other: str, who: Player, member: str) -> None:
    if services().blocks.apart(other, who.id):
        raise _invalid(member, "You cannot challenge this player.")


def _require_two(terms: Terms, setup: Setup) -> Table:
    table = asked_table(terms.edition, terms.variant, setup.grid)
    if len(table.seats) > len(Side):
        raise _invalid("variant", "Challenges are for games of two.")
    return table


def _require_open(found: Challenge) -> None:
    if found.status is not ChallengeStatus.OPEN:
        raise _closed(found)


def _closed(now: Challenge | None) -> ProblemError:
    status = "gone" if now is None else now.status
    return ProblemError("challenge_closed", f"The challenge is {status}.")


def _invalid(member: str, reason: str) -> ProblemError:
    errors = {f"/{member}": [reason]}
    return ProblemError(
        "invalid_request", "The challenge is invalid; see errors.", {"errors": errors}
    )


def _setup(found: Challenge) -> Setup:
    """What the game is played with: who is challenged need not see the battle otherwise."""
    slug = found.terms.scenario
    if slug in slugs():
        return load(slug)
    stored = services().scenarios.find(slug)
    if stored is None or stored.setup is None:
        raise refused("The scenario of the challenge has been deleted.")
    return stored.setup


def _begin(found: Challenge, game: str, players: dict[Side, str]) -> None:
    terms, setup = found.terms, _setup(found)
    table = asked_table(terms.edition, terms.variant, setup.grid)
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
    seated = {seat: players[table.side_of(seat)] for seat in table.seats}
    try:
        services().game_service.create(terms.edition, new, seated=seated)
    except ContentionError:
        return
