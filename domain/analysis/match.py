"""A match: two games of one battle with the sides swapped, and one score (2004 p. 4, Setup; 2025,
Setup). The player with more medals in both games wins."""

from dataclasses import dataclass

from domain.events import MatchGame
from domain.seating import Table, match_game, mirrored
from domain.state import GameState
from domain.values import Seat, Side, Status


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's medals in each game so far, in the order of the games."""

    player: str
    medals: tuple[int, ...]

    @property
    def total(self) -> int:
        """The medals of all games."""
        return sum(self.medals)


@dataclass(frozen=True, slots=True)
class Score:
    """The standings, the first game's Allies first. ``winner`` is None while a game is open and
    after a draw; a player of both sides wins nothing."""

    standings: tuple[Standing, ...]
    finished: bool
    winner: str | None


def second_table(first: GameState) -> Table:
    """Return the table of the second game of a match: the sides have swapped places."""
    return mirrored(first.created.variant, first.table)


def swapped(first: GameState) -> dict[Seat, Seat]:
    """Return the second game's seat for each seat of the first: the same rank, other side."""
    before, after = first.table, second_table(first)
    return {
        seat: after.seats_of(side.enemy)[rank]
        for side in Side
        for rank, seat in enumerate(before.seats_of(side))
    }


def second_game(first: GameState) -> MatchGame:
    """Return the match data of the second game: each player takes the other side."""
    players = {seat: first.seats[before] for before, seat in swapped(first).items()}
    return match_game(first.created.game, 2, players, second_table(first))


def score(first: GameState, second: GameState | None) -> Score:
    """Return the score of a match whose first game has all its players, each listed once per side.
    Players of a side have the same medals; the first stands for the winning side."""
    table = first.table
    players = dict.fromkeys((table.side_of(seat), first.seats[seat]) for seat in table.seats)
    sides = tuple(side for side, _ in players)
    standings = tuple(
        Standing(
            player,
            (first.medals[side], *(() if second is None else (second.medals[side.enemy],))),
        )
        for side, player in players
    )
    is_finished = [
        state.status is Status.FINISHED for state in (first, second) if state is not None
    ]
    finished = len(is_finished) > 1 and all(is_finished)
    first_standings = [standings[sides.index(side)] for side in Side]
    best, other = sorted(first_standings, key=lambda standing: standing.total, reverse=True)
    decided = finished and best.total > other.total and best.player != other.player
    return Score(standings, finished, best.player if decided else None)
