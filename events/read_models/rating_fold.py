"""Ratings from the results of rated games, in the order of their ends, and of their ids within a
moment.

What is stored is always that of the first so many results of this order. A result that becomes
known late is put in its place: those behind it are taken back first, and taken in again. So the
ratings are the same whenever, and by however many processes, games are taken in.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import msgspec

from domain.ratings import EVEN, NEWCOMER, Belief, Rated, Standing, rate
from domain.values import Side
from events.read_models.game_index_row import DUE, GameIndexRow
from events.read_models.read_model import STEPS, ReadModel, Write
from events.store.failures import translated

PLAYERS, BATTLES, RATED_GAMES = "rating:players", "rating:battles", "rating:games"
"""Hashes: players to their standings, battles to the advantages of the Allies, games to what they
have changed."""
DONE, BOARD = "rated:done", "rated:board"
"""Lists: the results taken in, by when games ended; players by rating, without provisional ones."""
_AT_ONCE = 100
_POINT = 1000
"""Parts of a point by which the board is ordered."""
_Kept = TypeVar("_Kept")
_Place = tuple[int, str]
_Listed = list[tuple[bytes, float]]


class RatedGame(msgspec.Struct, frozen=True):
    """A game's result, ended ``at`` (ms), and what was known ``before`` and ``after`` it."""

    at: int
    battle: str
    allies: str
    axis: str
    winner: Side
    before: Rated
    after: Rated


def history_name(player: str) -> str:
    """The list of a player's rated games by when they ended."""
    return f"rated:of={player}"


def battle_name(scenario: str, edition: str, variant: str) -> str:
    """What an advantage is learned for."""
    return f"{scenario} {edition} {variant}"


def kept(model: ReadModel, name: str, fields: Sequence[str], kind: type[_Kept]) -> dict[str, _Kept]:
    """What a hash says of fields, as far as it has them."""
    if not fields:
        return {}
    with translated():
        found = cast(list[bytes | None], model.client.hmget(model.key(name), list(fields)))
    read = msgspec.json.Decoder(kind).decode
    return {field: read(text) for field, text in zip(fields, found, strict=True) if text}


def take_in(model: ReadModel) -> None:
    """Take in every result that is due. Raises ``ModelLostError``, ``StoreUnavailableError``."""
    while take_some_in(model):
        pass


def take_some_in(model: ReadModel) -> bool:
    """One step of it; whether there may be more to do."""
    with translated(), model.client.pipeline(transaction=False) as pipe:
        pipe.get(model.key(STEPS))
        pipe.zrange(model.key(DUE), 0, _AT_ONCE - 1, withscores=True)
        step, found = cast(tuple[bytes | None, _Listed], pipe.execute())
    due = _places(found)
    if not due:
        return False
    later = _not_before(model, due)
    model.write(_back(model, later) if later else _forward(model, due), int(step or 0))
    return True


def _not_before(model: ReadModel, due: Sequence[_Place]) -> list[_Place]:
    """The last results, the last first, as far as they do not stand before what is due, be it
    where it should be or where it was before."""
    with translated(), model.client.pipeline(transaction=False) as pipe:
        pipe.zmscore(model.key(DONE), [game for _, game in due])
        pipe.zrange(model.key(DONE), 0, _AT_ONCE - 1, desc=True, withscores=True)
        before, found = cast(tuple[list[float | None], _Listed], pipe.execute())
    stood = [(int(at), one[1]) for at, one in zip(before, due, strict=True) if at is not None]
    first = min([due[0], *stood])
    return [place for place in _places(found) if place >= first]


def _places(found: _Listed) -> list[_Place]:
    return [(int(at), game.decode()) for game, at in found]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is to be stored of players and battles."""

    players: dict[str, Standing]
    battles: dict[str, Belief]

    def writes(self) -> list[Write]:
        """It as writes: whoever has played nothing yet is not stored."""
        found = _hash(
            PLAYERS, self.players, [p for p, one in self.players.items() if not one.games]
        )
        found += _hash(BATTLES, self.battles, [b for b, one in self.battles.items() if one == EVEN])
        shown = {p: one for p, one in self.players.items() if not one.is_provisional}
        for player, one in shown.items():
            found.append(("ZADD", BOARD, (round(one.rating.rating * _POINT), player)))
        if hidden := [player for player in self.players if player not in shown]:
            found.append(("ZREM", BOARD, hidden))
        return found


def _forward(model: ReadModel, due: Sequence[_Place]) -> list[Write]:
    """Take in what is due; what does not count any more is only forgotten."""
    rows = model.stored([game for _, game in due])
    results = {
        game: _result(at, rows[game][1]) for at, game in due if game in rows and rows[game][1].rates
    }
    players = sorted({one for r in results.values() for one in (r.allies, r.axis)})
    battles = sorted({r.battle for r in results.values()})
    known = _Known(kept(model, PLAYERS, players, Standing), kept(model, BATTLES, battles, Belief))
    for game, r in results.items():
        before = Rated(
            known.players.get(r.allies, NEWCOMER),
            known.players.get(r.axis, NEWCOMER),
            known.battles.get(r.battle, EVEN),
        )
        after = rate(before, r.at, allies_won=r.winner is Side.ALLIES)
        results[game] = msgspec.structs.replace(r, before=before, after=after)
        known.players[r.allies], known.players[r.axis] = after.allies, after.axis
        known.battles[r.battle] = after.battle
    writes = [*known.writes(), *_hash(RATED_GAMES, results, ())]
    for name, games in _lists(results).items():
        writes.append(("ZADD", name, [part for game in games for part in (results[game].at, game)]))
    return [*writes, ("ZREM", DUE, [game for _, game in due])]


def _back(model: ReadModel, later: Sequence[_Place]) -> list[Write]:
    """Take results back, the last first: they are due again."""
    names = [game for _, game in later]
    results = kept(model, RATED_GAMES, names, RatedGame)
    known = _Known({}, {})
    for game in names:
        r = results[game]
        known.players[r.allies], known.players[r.axis] = r.before.allies, r.before.axis
        known.battles[r.battle] = r.before.battle
    writes = [*known.writes(), *_hash(RATED_GAMES, {}, names)]
    writes += [("ZREM", name, games) for name, games in _lists(results).items()]
    return [*writes, ("ZADD", DUE, [part for place in later for part in place])]


def _result(at: int, row: GameIndexRow) -> RatedGame:
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
    )


def _lists(results: Mapping[str, RatedGame]) -> dict[str, list[str]]:
    """The lists that results stand in."""
    found: dict[str, list[str]] = defaultdict(list)
    for game, r in results.items():
        for name in (DONE, history_name(r.allies), history_name(r.axis)):
            found[name].append(game)
    return found


def _hash(name: str, fields: Mapping[str, Any], gone: Sequence[str]) -> list[Write]:
    """The writes that set fields of a hash, but those that are gone."""
    stay = [part for f, one in fields.items() if f not in gone for part in (f, _written(one))]
    writes: list[Write] = [("HSET", name, stay)] if stay else []
    return [*writes, ("HDEL", name, gone)] if gone else writes


def _written(one: object) -> bytes:
    return msgspec.json.encode(one)
