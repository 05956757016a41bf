"""The table of a new game: its seats, and those that bots take."""

from collections.abc import Mapping

from api.http.problems import ProblemError
from domain.decide import is_offered
from domain.geometry.shape import GridShape
from domain.seating import Table, tables_for
from domain.values import EditionName, Seat, Side, Variant
from domain.values.bots import BotLevel, bot_level, bot_player


def table_for(
    edition: EditionName,
    variant: Variant,
    grid: GridShape,
    players: int | None = None,
    smaller: Side | None = None,
) -> Table:
    """Return the table for a number of players on a board; ``smaller`` is the side with a player
    fewer. Defaults to the largest table, with the second side smaller. Raises a problem."""
    if not is_offered(edition, variant, grid):
        offered = ", ".join(each for each in Variant if is_offered(edition, each, grid))
        subject = f"The {edition} edition on the battle's board"
        raise _no_such_table("variant", f"Must be one of: {offered}.", subject)
    return sized_table(variant, players, smaller)


def sized_table(variant: Variant, players: int | None, smaller: Side | None) -> Table:
    """Return the table of an offered variant, as ``table_for`` does."""
    tables = tables_for(variant)
    sized = [table for table in tables if players in (None, len(table.parties))]
    if not sized:
        sizes = sorted({len(table.parties) for table in tables})
        raise _no_such_table(
            "players", f"Must be one of: {', '.join(map(str, sizes))}.", "The variant"
        )
    matching = [table for table in sized if smaller in (None, table.smaller)]
    if not matching:
        raise _no_such_table("smaller_side", "Both sides have as many players.", "The variant")
    return matching[0]


def bots_by_seat(table: Table, requested: Mapping[str, str]) -> dict[Seat, str]:
    """Return the bot players by the first seat of each party, in order of play. ``requested`` are
    levels by seat or side; a seat takes precedence. Raises a problem for an unknown seat."""
    levels = dict[Seat, BotLevel]()
    for name in sorted(requested, key=lambda name: name in table.seats):
        seats = (Seat(name),) if name in table.seats else _of_side(table, name)
        levels |= dict.fromkeys(seats, BotLevel(requested[name]))
    bots = dict[Seat, str]()
    for party in table.parties:
        party_levels = [levels[seat] for seat in party if seat in levels]
        if party_levels:
            bots[party[0]] = bot_player(party_levels[0])
    return bots


def seated_bots(players: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the bots among the players of reserved seats."""
    return {seat: player for seat, player in players.items() if bot_level(player) is not None}


def _of_side(table: Table, name: str) -> tuple[Seat, ...]:
    if name in set(Side):
        return table.seats_of(Side(name))
    seats = ", ".join(table.seats)
    errors = {f"/bots/{name}": [f"Must be a side or one of the game's seats: {seats}."]}
    raise ProblemError("invalid_request", "The game has no such seat.", {"errors": errors})


def _no_such_table(member: str, reason: str, subject: str) -> ProblemError:
    detail = f"{subject} has no such table."
    return ProblemError("invalid_request", detail, {"errors": {f"/{member}": [reason]}})
