"""Challenges for more than two players: assigning, reserving, taking and leaving seats."""

import secrets
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from api.commands.tables import sized_table
from api.http.problems import ProblemError
from api.services import services
from domain.seating import Table
from domain.values import Seat, Side
from domain.values.bots import bot_level
from events.accounts.players import Player
from events.lobby.challenges import Challenge, ChallengeStatus, Places

_TWO_PLAYERS_ONLY = ("to", "counters", "pair")
_ID_BYTES = 10


def assign_seats(table: Table, params: Mapping[str, Any], who: Player) -> Places:
    """Assign the seats of a new challenge: named players' are reserved, and the challenger takes
    one. Raises a problem."""
    for member in _TWO_PLAYERS_ONLY:
        if params.get(member):
            raise invalid(member, "Only for a game of two; name players in `seats`.")
    seats = dict[Seat, str | None].fromkeys(party[0] for party in table.parties)
    reserved = dict[Seat, str]()
    for name, invited in params["seats"].items():
        if name not in seats or invited in reserved.values():
            raise invalid(f"seats/{name}", f"Each player has one of: {', '.join(seats)}.")
        if invited != who.id:
            require_challengeable(invited, who, f"seats/{name}")
        reserved[Seat(name)] = invited
    own = next((seat for seat, invited in reserved.items() if invited == who.id), None)
    own = own or _random_seat(
        table, [seat for seat in seats if seat not in reserved], params.get("side")
    )
    if own is None or table.side_of(own) != params.get("side", table.side_of(own)):
        raise invalid("seats", "Leave a seat for yourself, on your side.")
    return Places({**seats, own: who.id}, {**reserved, own: who.id})


def _random_seat(table: Table, free: list[Seat], side: str | None) -> Seat | None:
    """Return the first free seat of a side, which is random if None."""
    sides = [table.side_of(seat) for seat in free]
    side = side or (secrets.choice(sides) if sides else None)
    return next((seat for seat in free if table.side_of(seat) == side), None)


def join(challenge: Challenge, who: Player, seat: str | None, side: str | None) -> Challenge:
    """Give a player a seat of an open challenge; the last one accepts it. Raises a problem."""
    terms = challenge.terms
    table = sized_table(terms.variant, terms.players, terms.smaller_side)
    seats = {
        each: None if _is_deleted(player) else player for each, player in challenge.seats.items()
    }
    free = [
        each
        for each, player in seats.items()
        if player is None and challenge.kept.get(each, who.id) == who.id
    ]
    own = [each for each in free if each in challenge.kept] or free
    fitting = [each for each in own if seat in (None, each) and side in (None, table.side_of(each))]
    if not fitting:
        detail = "No such seat is free for you; see free_seats."
        raise ProblemError("challenge_closed", detail, {"free_seats": own})
    seats[fitting[0]] = who.id
    joined = replace(challenge, places=Places(seats, dict(challenge.kept)))
    return joined if None in seats.values() else accepted_by(joined, joined.side, who.id)


def leave(challenge: Challenge, who: Player) -> Challenge:
    """Free a player's seat of an open challenge, taken or reserved, for anyone."""
    seats = {seat: None if player == who.id else player for seat, player in challenge.seats.items()}
    reserved = {seat: player for seat, player in challenge.kept.items() if player != who.id}
    return replace(challenge, places=Places(seats, reserved))


def accepted_by(challenge: Challenge, side: Side | None, player: str) -> Challenge:
    """Return the challenge as accepted by a player, with the id of its game."""
    return replace(
        challenge,
        status=ChallengeStatus.ACCEPTED,
        accepted_by=player,
        side=side,
        game=f"gm_{secrets.token_hex(_ID_BYTES)}",
    )


def require_challengeable(player: str, who: Player, member: str) -> None:
    """Reject a player whom the caller cannot challenge. Raises a problem."""
    if bot_level(player) is not None:
        raise invalid(
            member, "Bots of the service accept no challenges: name one in `bots` of a new game."
        )
    if _is_deleted(player):
        raise invalid(member, "No player has this id.")
    require_not_blocked(player, who, member)


def require_not_blocked(other: str, who: Player, member: str) -> None:
    """Reject a player if either has blocked the other. Raises a problem."""
    if services().blocks.is_blocked_between(other, who.id):
        raise invalid(member, "You cannot challenge this player.")


def invalid(member: str, reason: str) -> ProblemError:
    """Return the problem of an invalid member of a challenge."""
    errors = {f"/{member}": [reason]}
    return ProblemError(
        "invalid_request", "The challenge is invalid; see errors.", {"errors": errors}
    )


def _is_deleted(player: str | None) -> bool:
    account = None if player is None else services().players.of_id(player)
    return account is None or account.deleted
