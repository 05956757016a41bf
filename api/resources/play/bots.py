"""Bots at the table of a new game."""

from collections.abc import Mapping

from api.http.problems import ProblemError
from domain.seating import table_for
from domain.values import Seat, Side, Variant
from domain.values.bots import BotLevel, bot_level, bot_player


def bots_by_seat(variant: Variant, wanted: Mapping[str, str]) -> dict[Seat, str]:
    """The players that bots are, by seat in order of play; ``wanted`` are levels by seat or side,
    of which the seat counts. Raises a problem for a seat that the game does not have."""
    table, levels = table_for(variant), dict[Seat, BotLevel]()
    for word in sorted(wanted, key=lambda word: word in table.seats):
        seats = (Seat(word),) if word in table.seats else _of_side(variant, word)
        levels |= dict.fromkeys(seats, BotLevel(wanted[word]))
    return {seat: bot_player(levels[seat]) for seat in table.seats if seat in levels}


def seated_bots(players: Mapping[Seat, str]) -> dict[Seat, str]:
    """The bots among the players for whom seats are reserved."""
    return {seat: player for seat, player in players.items() if bot_level(player) is not None}


def _of_side(variant: Variant, word: str) -> tuple[Seat, ...]:
    table = table_for(variant)
    if word in set(Side):
        return table.seats_of(Side(word))
    seats = ", ".join(table.seats)
    errors = {f"/bots/{word}": [f"Must be a side or one of the game's seats: {seats}."]}
    raise ProblemError("invalid_request", "The game has no such seat.", {"errors": errors})
