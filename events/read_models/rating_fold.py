"""Applies the results of rated games to the ratings, ordered by the ends of the games, then by
their ids; luck-adjusted results are applied to ratings of their own, in the same order.

The stored ratings are always those of a prefix of this order. Before a late result is applied,
those after it are rolled back, and then applied again. So the ratings do not depend on when, and by
how many processes, results are applied. A game without a judgement has no luck-adjusted result: it
is listed as unjudged until it has one.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar, cast

import msgspec

from domain.ratings import EVEN, NEWCOMER, Belief, Rated, Standing, rate
from domain.values import Side
from events.read_models.game_index_row import GameIndexRow
from events.read_models.rating_keys import RATINGS, UNJUDGED, RatedBy, RatingKeys
from events.read_models.read_model import STEPS, ReadModel, Write
from events.store.failures import translate_errors

_BATCH = 100
_BOARD_PRECISION = 1000
"""The leaderboard is ordered by thousandths of a point."""
_Row = TypeVar("_Row")
_Position = tuple[int, str]
_Listed = list[tuple[bytes, float]]


class RatedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game's result, ended ``at`` (ms), with the ratings ``before`` and ``after`` it.
    ``adjusted`` is the luck-adjusted result for the Allies in luck-adjusted ratings."""

    at: int
    battle: str
    allies: str
    axis: str
    winner: Side
    before: Rated
    after: Rated
    adjusted: float | None = None

    @property
    def score(self) -> float:
        """The score of the Allies, from 0 to 1."""
        return float(self.winner is Side.ALLIES) if self.adjusted is None else self.adjusted


def battle_name(scenario: str, edition: str, variant: str) -> str:
    """The key of an advantage: each edition and variant of a scenario has its own."""
    return f"{scenario} {edition} {variant}"


def read_rows(
    model: ReadModel, name: str, fields: Sequence[str], kind: type[_Row]
) -> dict[str, _Row]:
    """Read the existing ones of some fields of a hash."""
    [rows] = read_each(model, [name], fields, kind)
    return rows


def read_each(
    model: ReadModel, names: Sequence[str], fields: Sequence[str], kind: type[_Row]
) -> list[dict[str, _Row]]:
    """Read the same fields of several hashes in one request."""
    if not fields:
        return [{} for _ in names]
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.hmget(model.key(name), list(fields))
        replies = cast(list[list[bytes | None]], pipe.execute())
    decode = msgspec.json.Decoder(kind).decode
    return [
        {field: decode(text) for field, text in zip(fields, reply, strict=True) if text}
        for reply in replies
    ]


def unjudged(model: ReadModel) -> Iterator[str]:
    """Yield the rated games without a judgement by their ends. Some may be skipped while others are
    removed."""
    for start in count(0, _BATCH):
        with translate_errors():
            games = model.client.zrange(model.key(UNJUDGED), start, start + _BATCH - 1)
        yield from (game.decode() for game in cast(list[bytes], games))
        if len(cast(list[bytes], games)) < _BATCH:
            return


def count_unjudged(model: ReadModel) -> int:
    """Count the rated games without a judgement."""
    with translate_errors():
        return model.client.zcard(model.key(UNJUDGED))


def apply_due(model: ReadModel) -> None:
    """Apply all due results. Raises ``ModelLostError``, ``StoreUnavailableError``."""
    while apply_some(model):
        pass


def apply_some(model: ReadModel) -> bool:
    """Do one step of ``apply_due``; return whether there may be more to do."""
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        pipe.get(model.key(STEPS))
        for names in RATINGS:
            pipe.zrange(model.key(names.due), 0, _BATCH - 1, withscores=True)
        step, *lists = cast(list[Any], pipe.execute())
    for names, reply in zip(RATINGS, lists, strict=True):
        if due := _positions(reply):
            later = _applied_since(model, names, due)
            writes = _roll_back(model, names, later) if later else _apply(model, names, due)
            model.write(writes, int(step or 0))
            return True
    return False


def _applied_since(
    model: ReadModel, names: RatingKeys, due: Sequence[_Position]
) -> list[_Position]:
    """Return the last applied results, latest first, that are not before the first due one, by its
    new position or by its old one."""
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        pipe.zmscore(model.key(names.applied), [game for _, game in due])
        pipe.zrange(model.key(names.applied), 0, _BATCH - 1, desc=True, withscores=True)
        times, reply = cast(tuple[list[float | None], _Listed], pipe.execute())
    former = [(int(at), game) for at, (_, game) in zip(times, due, strict=True) if at is not None]
    first = min([due[0], *former])
    return [position for position in _positions(reply) if position >= first]


def _positions(reply: _Listed) -> list[_Position]:
    return [(int(at), game.decode()) for game, at in reply]


@dataclass(frozen=True, slots=True)
class _Ratings:
    """The ratings of some players and the advantages of some battles."""

    names: RatingKeys
    players: dict[str, Standing]
    battles: dict[str, Belief]

    def writes(self) -> list[Write]:
        """The writes that store them; the initial values are not stored."""
        newcomers = [player for player, standing in self.players.items() if not standing.games]
        writes = _hash(self.names.players, self.players, newcomers)
        even = [battle for battle, advantage in self.battles.items() if advantage == EVEN]
        writes += _hash(self.names.battles, self.battles, even)
        for player, standing in self.players.items():
            score = round(standing.rating.rating * _BOARD_PRECISION)
            if not standing.is_provisional:
                writes.append(("ZADD", self.names.board, (score, player)))
        if hidden := [player for player, one in self.players.items() if one.is_provisional]:
            writes.append(("ZREM", self.names.board, hidden))
        return writes


def _apply(model: ReadModel, names: RatingKeys, due: Sequence[_Position]) -> list[Write]:
    """Apply due results, except those of games that are not rated or not judged yet."""
    stored = model.stored([game for _, game in due])
    rows = {(at, game): stored[game][1] for at, game in due if game in stored}
    rated = [position for position, row in rows.items() if row.rates]
    without_judgement: list[_Position] = []
    if names.by is RatedBy.LUCK_ADJUSTED:
        without_judgement = [position for position in rated if rows[position].adjusted is None]
    results = {
        game: _result(at, rows[at, game], names.by)
        for at, game in rated
        if (at, game) not in without_judgement
    }
    players = sorted({player for r in results.values() for player in (r.allies, r.axis)})
    battles = sorted({r.battle for r in results.values()})
    ratings = _Ratings(
        names,
        read_rows(model, names.players, players, Standing),
        read_rows(model, names.battles, battles, Belief),
    )
    for game, r in results.items():
        before = Rated(
            ratings.players.get(r.allies, NEWCOMER),
            ratings.players.get(r.axis, NEWCOMER),
            ratings.battles.get(r.battle, EVEN),
        )
        after = rate(before, r.at, r.score)
        results[game] = msgspec.structs.replace(r, before=before, after=after)
        ratings.players[r.allies], ratings.players[r.axis] = after.allies, after.axis
        ratings.battles[r.battle] = after.battle
    writes = [*ratings.writes(), *_hash(names.games, results, ())]
    for name, games in _lists(names, results).items():
        writes.append(("ZADD", name, [item for game in games for item in (results[game].at, game)]))
    if names.by is RatedBy.LUCK_ADJUSTED:
        writes += _list_unjudged(due, without_judgement)
    return [*writes, ("ZREM", names.due, [game for _, game in due])]


def _roll_back(model: ReadModel, names: RatingKeys, later: Sequence[_Position]) -> list[Write]:
    """Roll results back, latest first, and make them due again."""
    games = [game for _, game in later]
    results = read_rows(model, names.games, games, RatedGame)
    ratings = _Ratings(names, {}, {})
    for game in games:
        r = results[game]
        ratings.players[r.allies], ratings.players[r.axis] = r.before.allies, r.before.axis
        ratings.battles[r.battle] = r.before.battle
    writes = [*ratings.writes(), *_hash(names.games, {}, games)]
    writes += [("ZREM", name, listed) for name, listed in _lists(names, results).items()]
    return [*writes, ("ZADD", names.due, [item for position in later for item in position])]


def _result(at: int, row: GameIndexRow, by: RatedBy) -> RatedGame:
    game = row.summary
    players = {seat["side"]: seat["player"] for seat in game["table"]}
    nothing = Rated(NEWCOMER, NEWCOMER, EVEN)
    return RatedGame(
        at=at,
        battle=battle_name(game["scenario"], game["edition"], game["variant"]),
        allies=players[Side.ALLIES],
        axis=players[Side.AXIS],
        winner=Side(game["winner"]),
        before=nothing,
        after=nothing,
        adjusted=row.adjusted if by is RatedBy.LUCK_ADJUSTED else None,
    )


def _list_unjudged(due: Sequence[_Position], listed: Sequence[_Position]) -> list[Write]:
    """Return the writes that list the unjudged ones among due games, and unlist the others."""
    writes: list[Write] = []
    if listed:
        writes.append(("ZADD", UNJUDGED, [item for position in listed for item in position]))
    if others := [position[1] for position in due if position not in listed]:
        writes.append(("ZREM", UNJUDGED, others))
    return writes


def _lists(names: RatingKeys, results: Mapping[str, RatedGame]) -> dict[str, list[str]]:
    """The lists that have results, with the games of each."""
    lists: dict[str, list[str]] = defaultdict(list)
    for game, r in results.items():
        for name in (names.applied, names.history(r.allies), names.history(r.axis)):
            lists[name].append(game)
    return lists


def _hash(name: str, fields: Mapping[str, Any], deleted: Sequence[str]) -> list[Write]:
    """Return the writes that set fields of a hash and delete the ``deleted`` ones."""
    items: list[str | bytes] = []
    for field, value in fields.items():
        if field not in deleted:
            items += [field, msgspec.json.encode(value)]
    writes: list[Write] = [("HSET", name, items)] if items else []
    return [*writes, ("HDEL", name, deleted)] if deleted else writes
