"""The table of a new game: how many seats it has, and which of them bots hold."""

from collections.abc import Mapping

from api.http.problems import ProblemError
from domain.decide import is_offered
from domain.geometry.shape import GridShape
from domain.seating import Table, tables_for
from domain.values import EditionName, Seat, Side, Variant
from domain.values.bots import BotLevel, bot_level, bot_player


def asked_table(
    edition: EditionName,
    variant: Variant,
    grid: GridShape,
    players: int | None = None,
    smaller: Side | None = None,
) -> Table:
    """The table for so many players on a board, ``smaller`` being the side that has a player fewer:
    by default the largest, and the later side the smaller one. Raises a problem where there is
    none."""
    if not is_offered(edition, variant, grid):
        offered = ", ".join(one for one in Variant if is_offered(edition, one, grid))
        what = f"The {edition} edition on the battle's board"
        raise _refused("variant", f"Must be one of: {offered}.", what)
    return sized_table(variant, players, smaller)


def sized_table(variant: Variant, players: int | None, smaller: Side | None) -> Table:
    """The same of a variant that is played there."""
    tables = tables_for(variant)
    sized = [table for table in tables if players in (None, len(table.parties))]
    if not sized:
        sizes = sorted({len(table.parties) for table in tables})
        raise _refused("players", f"Must be one of: {', '.join(map(str, sizes))}.", "The variant")
    found = [table for table in sized if smaller in (None, table.smaller)]
    if not found:
        raise _refused("smaller_side", "Both sides have as many players.", "The variant")
    return found[0]


def bots_by_seat(table: Table, wanted: Mapping[str, str]) -> dict[Seat, str]:
    """The players that bots are, by seat in order of play, of those that one player takes by the
    first; ``wanted`` are levels by seat or side, of which the seat counts. Raises a problem for a
    seat that the game does not have."""
    levels = dict[Seat, BotLevel]()
    for word in sorted(wanted, key=lambda word: word in table.seats):
        seats = (Seat(word),) if word in table.seats else _of_side(table, word)
        levels |= dict.fromkeys(seats, BotLevel(wanted[word]))
    found = dict[Seat, str]()
    for party in table.parties:
        named = [levels[seat] for seat in party if seat in levels]
        if named:
            found[party[0]] = bot_player(named[0])
    return found


def seated_bots(players: Mapping[Seat, str]) -> dict[Seat, str]:
    """The bots among the players for whom seats are reserved."""
    return {seat: player for seat, player in players.items() if bot_level(player) is not None}


def _of_side(table: Table, word: str) -> tuple[Seat, ...]:
    if word in set(Side):
        return table.seats_of(Side(word))
    seats = ", ".join(table.seats)
    errors = {f"/bots/{word}": [f"Must be a side or one of the game's seats: {seats}."]}
    raise ProblemError("invalid_request", "The game has no such seat.", {"errors": errors})


def _refused(member: str, reason: str, what: str) -> ProblemError:
    detail = f"{what} has no such table."
    return ProblemError("invalid_request", detail, {"errors": {f"/{member}": [reason]}})
