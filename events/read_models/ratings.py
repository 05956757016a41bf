"""Reads ratings: of players, of a player's games, of all players, and of a game."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from typing import TypeVar

from domain.ratings import NEWCOMER, Belief, Standing
from events.read_models.catalog import ListPosition, walk
from events.read_models.rating_fold import RatedGame, battle_name, read_each, read_rows
from events.read_models.rating_keys import RATINGS, RatedBy, RatingKeys
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites

_Row = TypeVar("_Row")
_Page = tuple[list[tuple[str, _Row]], ListPosition | None]


class Ratings:
    """Reads the ratings of the read model, by results unless said otherwise. Waits briefly for the
    events that this process has appended."""

    def __init__(self, freshness: ReadYourWrites) -> None:
        self._freshness = freshness

    def of_players(self, players: Sequence[str]) -> dict[RatedBy, dict[str, Standing]]:
        """Return the standings of players by each kind of rating, without waiting; empty while they
        cannot be read."""
        names = [rating.players for rating in RATINGS]
        rows = self._freshness.glance(lambda model: read_each(model, names, players, Standing))
        if rows is None:
            return {rating.by: {} for rating in RATINGS}
        return {
            rating.by: {player: standings.get(player, NEWCOMER) for player in players}
            for rating, standings in zip(RATINGS, rows, strict=True)
        }

    def of_game(self, game: str, by: RatedBy = RatedBy.RESULTS) -> RatedGame | None:
        """Return the ratings before and after a game; None if it is not applied."""
        name = RatingKeys(by).games
        rows = self._freshness.read(lambda model: read_rows(model, name, [game], RatedGame))
        return rows.get(game)

    def advantages(self, kinds: list[tuple[str, str, str]]) -> list[Belief | None]:
        """Return the advantages of the Allies in battles, by edition and variant; None without
        rated games."""
        names, battles = [battle_name(*k) for k in kinds], RatingKeys(RatedBy.RESULTS).battles
        rows = self._freshness.read(lambda model: read_rows(model, battles, names, Belief))
        return [rows.get(name) for name in names]

    def history(
        self, player: str, limit: int, after: ListPosition | None, by: RatedBy = RatedBy.RESULTS
    ) -> _Page[RatedGame]:
        """Return up to ``limit`` of a player's rated games after a position, latest first, and the
        position of the next page, if any."""
        names = RatingKeys(by)
        return self._freshness.read(
            lambda model: _page(model, names.history(player), names.games, RatedGame, limit, after)
        )

    def board(
        self, limit: int, after: ListPosition | None, by: RatedBy = RatedBy.RESULTS
    ) -> _Page[Standing]:
        """Return up to ``limit`` players without provisional ones, best first, likewise."""
        names = RatingKeys(by)
        return self._freshness.read(
            lambda model: _page(model, names.board, names.players, Standing, limit, after)
        )


def _page(
    model: ReadModel,
    listed: str,
    hash_name: str,
    kind: type[_Row],
    limit: int,
    after: ListPosition | None,
) -> _Page[_Row]:
    positions: Iterator[ListPosition] = walk(model, listed, (-inf, inf), after, limit + 1)
    page = list(islice(positions, limit + 1))
    shown = page[:limit]
    rows = read_rows(model, hash_name, [position.game for position in shown], kind)
    items = [(position.game, rows[position.game]) for position in shown if position.game in rows]
    return items, shown[-1] if len(page) > limit else None
