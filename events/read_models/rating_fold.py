"""Ratings from the results of rated games, in the order of their ends, and of their ids within a
moment; and other ones from their luck-adjusted results, in the same order.

What is stored is always that of the first so many results of this order. A result that becomes
known late is put in its place: those behind it are taken back first, and taken in again. So the
ratings are the same whenever, and by however many processes, games are taken in. A game that is not
judged yet has no luck-adjusted result: it waits in a list, and is put in its place once it has one.
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
from events.read_models.rating_parts import ALL, UNJUDGED, RatedBy, RatingParts
from events.read_models.read_model import STEPS, ReadModel, Write
from events.store.failures import translate_errors

_AT_ONCE = 100
_POINT = 1000
"""Parts of a point by which the board is ordered."""
_Row = TypeVar("_Row")
_Place = tuple[int, str]
_Listed = list[tuple[bytes, float]]


class RatedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game's result, ended ``at`` (ms), and what was known ``before`` and ``after`` it.
    ``adjusted`` is the luck-adjusted result for the Allies, where that is what counts."""

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
        """What the game counts as for the Allies."""
        return float(self.winner is Side.ALLIES) if self.adjusted is None else self.adjusted


def battle_name(scenario: str, edition: str, variant: str) -> str:
    """What an advantage is learned for."""
    return f"{scenario} {edition} {variant}"


def read_rows(
    model: ReadModel, name: str, fields: Sequence[str], kind: type[_Row]
) -> dict[str, _Row]:
    """What a hash says of fields, as far as it has them."""
    [found] = read_each(model, [name], fields, kind)
    return found


def read_each(
    model: ReadModel, names: Sequence[str], fields: Sequence[str], kind: type[_Row]
) -> list[dict[str, _Row]]:
    """The same of several hashes, read together."""
    if not fields:
        return [{} for _ in names]
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.hmget(model.key(name), list(fields))
        replies = cast(list[list[bytes | None]], pipe.execute())
    read = msgspec.json.Decoder(kind).decode
    return [
        {field: read(text) for field, text in zip(fields, found, strict=True) if text}
        for found in replies
    ]


def unjudged(model: ReadModel) -> Iterator[str]:
    """The rated games that wait to be judged, the first to end first. Some may be passed over while
    others leave the list."""
    for start in count(0, _AT_ONCE):
        with translate_errors():
            found = model.client.zrange(model.key(UNJUDGED), start, start + _AT_ONCE - 1)
        yield from (game.decode() for game in cast(list[bytes], found))
        if len(cast(list[bytes], found)) < _AT_ONCE:
            return


def count_unjudged(model: ReadModel) -> int:
    """How many of them there are."""
    with translate_errors():
        return model.client.zcard(model.key(UNJUDGED))


def take_in(model: ReadModel) -> None:
    """Take in every result that is due. Raises ``ModelLostError``, ``StoreUnavailableError``."""
    while take_some_in(model):
        pass


def take_some_in(model: ReadModel) -> bool:
    """One step of it; whether there may be more to do."""
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        pipe.get(model.key(STEPS))
        for parts in ALL:
            pipe.zrange(model.key(parts.due), 0, _AT_ONCE - 1, withscores=True)
        step, *lists = cast(list[Any], pipe.execute())
    for parts, found in zip(ALL, lists, strict=True):
        if due := _places(found):
            later = _not_before(model, parts, due)
            writes = _back(model, parts, later) if later else _forward(model, parts, due)
            model.write(writes, int(step or 0))
            return True
    return False


def _not_before(model: ReadModel, parts: RatingParts, due: Sequence[_Place]) -> list[_Place]:
    """The last results, the last first, as far as they do not stand before what is due, be it
    where it should be or where it was before."""
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        pipe.zmscore(model.key(parts.done), [game for _, game in due])
        pipe.zrange(model.key(parts.done), 0, _AT_ONCE - 1, desc=True, withscores=True)
        before, found = cast(tuple[list[float | None], _Listed], pipe.execute())
    stood = [(int(at), one[1]) for at, one in zip(before, due, strict=True) if at is not None]
    first = min([due[0], *stood])
    return [place for place in _places(found) if place >= first]


def _places(found: _Listed) -> list[_Place]:
    return [(int(at), game.decode()) for game, at in found]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is to be stored of players and battles."""

    parts: RatingParts
    players: dict[str, Standing]
    battles: dict[str, Belief]

    def writes(self) -> list[Write]:
        """It as writes: whoever has played nothing yet is not stored."""
        newcomers = [player for player, one in self.players.items() if not one.games]
        found = _hash(self.parts.players, self.players, newcomers)
        even = [battle for battle, one in self.battles.items() if one == EVEN]
        found += _hash(self.parts.battles, self.battles, even)
        shown = {p: one for p, one in self.players.items() if not one.is_provisional}
        for player, one in shown.items():
            found.append(("ZADD", self.parts.board, (round(one.rating.rating * _POINT), player)))
        if hidden := [player for player in self.players if player not in shown]:
            found.append(("ZREM", self.parts.board, hidden))
        return found


def _forward(model: ReadModel, parts: RatingParts, due: Sequence[_Place]) -> list[Write]:
    """Take in what is due; what does not count, not yet or not any more, is not due any more."""
    stored = model.stored([game for _, game in due])
    rows = {place: stored[place[1]][1] for place in due if place[1] in stored}
    counting = [place for place, row in rows.items() if row.rates]
    waiting: list[_Place] = []
    if parts.by is RatedBy.LUCK_ADJUSTED:
        waiting = [place for place in counting if rows[place].adjusted is None]
    results = {
        place[1]: _result(place[0], rows[place], parts.by)
        for place in counting
        if place not in waiting
    }
    players = sorted({one for r in results.values() for one in (r.allies, r.axis)})
    battles = sorted({r.battle for r in results.values()})
    known = _Known(
        parts,
        read_rows(model, parts.players, players, Standing),
        read_rows(model, parts.battles, battles, Belief),
    )
    for game, r in results.items():
        before = Rated(
            known.players.get(r.allies, NEWCOMER),
            known.players.get(r.axis, NEWCOMER),
            known.battles.get(r.battle, EVEN),
        )
        after = rate(before, r.at, r.score)
        results[game] = msgspec.structs.replace(r, before=before, after=after)
        known.players[r.allies], known.players[r.axis] = after.allies, after.axis
        known.battles[r.battle] = after.battle
    writes = [*known.writes(), *_hash(parts.games, results, ())]
    for name, games in _lists(parts, results).items():
        writes.append(("ZADD", name, [part for game in games for part in (results[game].at, game)]))
    if parts.by is RatedBy.LUCK_ADJUSTED:
        writes += _unjudged(due, waiting)
    return [*writes, ("ZREM", parts.due, [game for _, game in due])]


def _back(model: ReadModel, parts: RatingParts, later: Sequence[_Place]) -> list[Write]:
    """Take results back, the last first: they are due again."""
    names = [game for _, game in later]
    results = read_rows(model, parts.games, names, RatedGame)
    known = _Known(parts, {}, {})
    for game in names:
        r = results[game]
        known.players[r.allies], known.players[r.axis] = r.before.allies, r.before.axis
        known.battles[r.battle] = r.before.battle
    writes = [*known.writes(), *_hash(parts.games, {}, names)]
    writes += [("ZREM", name, games) for name, games in _lists(parts, results).items()]
    return [*writes, ("ZADD", parts.due, [part for place in later for part in place])]


def _result(at: int, row: GameIndexRow, by: RatedBy) -> RatedGame:
    game = row.summary
    players = {place["side"]: place["player"] for place in game["table"]}
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


def _unjudged(due: Sequence[_Place], waiting: Sequence[_Place]) -> list[Write]:
    """List those that wait to be judged, and none of the others that were due."""
    writes: list[Write] = []
    if waiting:
        writes.append(("ZADD", UNJUDGED, [part for place in waiting for part in place]))
    if others := [place[1] for place in due if place not in waiting]:
        writes.append(("ZREM", UNJUDGED, others))
    return writes


def _lists(parts: RatingParts, results: Mapping[str, RatedGame]) -> dict[str, list[str]]:
    """The lists that results stand in."""
    found: dict[str, list[str]] = defaultdict(list)
    for game, r in results.items():
        for name in (parts.done, parts.history(r.allies), parts.history(r.axis)):
            found[name].append(game)
    return found


def _hash(name: str, fields: Mapping[str, Any], gone: Sequence[str]) -> list[Write]:
    """The writes that set fields of a hash, but those that are gone."""
    stay = [part for f, one in fields.items() if f not in gone for part in (f, _written(one))]
    writes: list[Write] = [("HSET", name, stay)] if stay else []
    return [*writes, ("HDEL", name, gone)] if gone else writes


def _written(one: object) -> bytes:
    return msgspec.json.encode(one)
