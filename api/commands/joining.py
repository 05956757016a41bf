"""Challenges for more than two: how their seats are laid, kept, joined and left."""

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

_FOR_TWO = ("to", "counters", "pair")
_ID_BYTES = 10


def laid(table: Table, params: Mapping[str, Any], who: Player) -> Places:
    """The seats of a new challenge: those of named players are kept, and the challenger sits on its
    own. Raises a problem."""
    for member in _FOR_TWO:
        if params.get(member):
            raise invalid(member, "Only for a game of two; name players in `seats`.")
    seats = dict[Seat, str | None].fromkeys(party[0] for party in table.parties)
    reserved = dict[Seat, str]()
    for word, named in params["seats"].items():
        if word not in seats or named in reserved.values():
            raise invalid(f"seats/{word}", f"Each player has one of: {', '.join(seats)}.")
        if named != who.id:
            require_known(named, who, f"seats/{word}")
        reserved[Seat(word)] = named
    own = next((seat for seat, named in reserved.items() if named == who.id), None)
    own = own or _drawn(table, [seat for seat in seats if seat not in reserved], params.get("side"))
    if own is None or table.side_of(own) != params.get("side", table.side_of(own)):
        raise invalid("seats", "Leave a seat for yourself, on your side.")
    return Places({**seats, own: who.id}, {**reserved, own: who.id})


def _drawn(table: Table, free: list[Seat], side: str | None) -> Seat | None:
    """The first free seat of a side, which is drawn where none is wished."""
    sides = [table.side_of(seat) for seat in free]
    side = side or (secrets.choice(sides) if sides else None)
    return next((seat for seat in free if table.side_of(seat) == side), None)


def joined(found: Challenge, who: Player, seat: str | None, side: str | None) -> Challenge:
    """An open challenge after a player has joined it, who starts the game as the last. Raises a
    problem."""
    table = sized_table(found.terms.variant, found.terms.players, found.terms.smaller_side)
    seats = {one: None if _has_gone(player) else player for one, player in found.seats.items()}
    free = [
        one
        for one, player in seats.items()
        if player is None and found.kept.get(one, who.id) == who.id
    ]
    own = [one for one in free if one in found.kept] or free
    fitting = [one for one in own if seat in (None, one) and side in (None, table.side_of(one))]
    if not fitting:
        detail = "No such seat is free for you; see free_seats."
        raise ProblemError("challenge_closed", detail, {"free_seats": own})
    seats[fitting[0]] = who.id
    now = replace(found, places=Places(seats, dict(found.kept)))
    return now if None in seats.values() else agreed(now, now.side, who.id)


def left(found: Challenge, who: Player) -> Challenge:
    """An open challenge after a player has left it, or does not want the seat that is kept: anyone
    may take it."""
    seats = {one: None if player == who.id else player for one, player in found.seats.items()}
    reserved = {one: player for one, player in found.kept.items() if player != who.id}
    return replace(found, places=Places(seats, reserved))


def agreed(found: Challenge, side: Side | None, player: str) -> Challenge:
    """A challenge that a player has accepted, with the game that it becomes."""
    game = f"gm_{secrets.token_hex(_ID_BYTES)}"
    return replace(found, status=ChallengeStatus.ACCEPTED, accepted_by=player, side=side, game=game)


def require_known(player: str, who: Player, member: str) -> None:
    """Refuse whom the caller cannot challenge. Raises a problem."""
    if bot_level(player) is not None:
        raise invalid(
            member, "Bots of the service accept no challenges: name one in `bots` of a new game."
        )
    if _has_gone(player):
        raise invalid(member, "No player has this id.")
    require_together(player, who, member)


def require_together(other: str, who: Player, member: str) -> None:
    """Refuse a player whom the caller has blocked, or who has blocked the caller. Raises a
    problem."""
    if services().blocks.apart(other, who.id):
        raise invalid(member, "You cannot challenge this player.")


def invalid(member: str, reason: str) -> ProblemError:
    """The problem of a member of a challenge."""
    errors = {f"/{member}": [reason]}
    return ProblemError(
        "invalid_request", "The challenge is invalid; see errors.", {"errors": errors}
    )


def _has_gone(player: str | None) -> bool:
    found = None if player is None else services().players.of_id(player)
    return found is None or found.deleted
