"""A match: two games of one battle with the sides swapped, one score (2004 p. 4, Setup; 2025,
Setup). Whoever has more medals from both games wins it."""

from dataclasses import dataclass

from domain.events import MatchGame
from domain.state import GameState
from domain.values import Status


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's medals in each game so far, in the order of the games."""

    player: str
    medals: tuple[int, ...]

    @property
    def total(self) -> int:
        """The medals of both games."""
        return sum(self.medals)


@dataclass(frozen=True, slots=True)
class Score:
    """The standings, of the first game's Allies first. ``winner`` is None while a game is open and
    after a draw; who plays both sides wins nothing."""

    standings: tuple[Standing, ...]
    finished: bool
    winner: str | None


def second_game(first: GameState) -> MatchGame:
    """What the second game of a match says of it: each player takes the other side."""
    table = first.table
    players = {table.opposite(seat): player for seat, player in first.seats.items()}
    return MatchGame.of(first.created.game, 2, players)


def score(first: GameState, second: GameState | None) -> Score:
    """The score of a match whose first game has both its players."""
    table = first.table
    places = tuple(party[0] for party in table.parties)
    games = [(first, places)]
    if second is not None:
        games.append((second, tuple(table.opposite(seat) for seat in places)))
    standings = tuple(
        Standing(
            first.seats[seat],
            tuple(state.medals[table.side_of(seats[place])] for state, seats in games),
        )
        for place, seat in enumerate(places)
    )
    finished = second is not None and all(s.status is Status.FINISHED for s, _ in games)
    best, *others = sorted(standings, key=lambda one: one.total, reverse=True)
    decided = finished and all(
        best.total > other.total and best.player != other.player for other in others
    )
    return Score(standings, finished, best.player if decided else None)
