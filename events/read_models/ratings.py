"""Ratings as they are read: of a player, through its games, of all players, and of a game."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import TypeVar

from domain.ratings import NEWCOMER, Belief, Standing
from events.read_models.catalog import ListPosition, walk
from events.read_models.rating_fold import RatedGame, battle_name, read_each, read_rows
from events.read_models.rating_parts import ALL, RatedBy, RatingParts
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites

_Row = TypeVar("_Row")
_Page = tuple[list[tuple[str, _Row]], ListPosition | None]


class Ratings:
    """Reads the ratings of the read model, those by results unless others are asked for. What this
    process has appended is waited for, but not for long."""

    def __init__(self, freshness: ReadYourWrites) -> None:
        self._freshness = freshness

    def of_players(self, players: Sequence[str]) -> dict[RatedBy, dict[str, Standing]]:
        """How players stood a moment ago, by each kind of rating; none of them while that is not
        known."""
        names = [parts.players for parts in ALL]
        found = self._freshness.glance(lambda model: read_each(model, names, players, Standing))
        if found is None:
            return {parts.by: {} for parts in ALL}
        return {
            parts.by: {one: stood.get(one, NEWCOMER) for one in players}
            for parts, stood in zip(ALL, found, strict=True)
        }

    def of_game(self, game: str, by: RatedBy = RatedBy.RESULTS) -> RatedGame | None:
        """What a game has changed; None where it does not count, or not yet."""
        name = RatingParts(by).games
        found = self._freshness.read(lambda model: read_rows(model, name, [game], RatedGame))
        return found.get(game)

    def advantages(self, kinds: list[tuple[str, str, str]]) -> list[Belief | None]:
        """By how many points the Allies are ahead in battles, by edition and variant; None where
        no game tells."""
        names, battles = [battle_name(*k) for k in kinds], RatingParts(RatedBy.RESULTS).battles
        found = self._freshness.read(lambda model: read_rows(model, battles, names, Belief))
        return [found.get(name) for name in names]

    def history(
        self, player: str, limit: int, after: ListPosition | None, by: RatedBy = RatedBy.RESULTS
    ) -> _Page[RatedGame]:
        """Up to ``limit`` of a player's rated games, the last to end first, by id, from behind a
        place; and where to go on, if there is more."""
        parts = RatingParts(by)
        return self._freshness.read(
            lambda model: _page(model, parts.history(player), parts.games, RatedGame, limit, after)
        )

    def board(
        self, limit: int, after: ListPosition | None, by: RatedBy = RatedBy.RESULTS
    ) -> _Page[Standing]:
        """Up to ``limit`` players who are not provisional, the best first, likewise."""
        parts = RatingParts(by)
        return self._freshness.read(
            lambda model: _page(model, parts.board, parts.players, Standing, limit, after)
        )


def _page(
    model: ReadModel,
    listed: str,
    hash_name: str,
    kind: type[_Row],
    limit: int,
    after: ListPosition | None,
) -> _Page[_Row]:
    places: Iterator[ListPosition] = walk(model, listed, (-inf, inf), after, limit + 1)
    met = [place for place, _ in zip(places, range(limit + 1), strict=False)]
    shown = met[:limit]
    found = read_rows(model, hash_name, [place.game for place in shown], kind)
    items = [(place.game, found[place.game]) for place in shown if place.game in found]
    return items, shown[-1] if len(met) > limit else None
