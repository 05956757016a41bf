"""Results of players and statistics of scenarios."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from domain.values import Ending, Side, Status, Visibility
from events.read_models.game_index_row import LOST, SOLO, WON, results_name, statistics_name
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites
from events.store.failures import translate_errors


@dataclass(slots=True)
class WinLossRecord:
    """Finished games against others: won and lost, and of the lost ones those resigned and those
    lost on time."""

    won: int = 0
    lost: int = 0
    resigned: int = 0
    timed_out: int = 0

    def add(self, result: str, ending: str, games: int) -> None:
        """Count games of one result and ending."""
        if result == WON:
            self.won += games
            return
        self.lost += games
        if ending == Ending.RESIGNATION:
            self.resigned += games
        elif ending == Ending.TIME_LIMIT:
            self.timed_out += games

    @property
    def finished(self) -> int:
        """The number of finished games."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """A player's games: waiting and active ones, solo games, and the record of all others, also by
    side, scenario and edition, sorted by name."""

    waiting: int
    active: int
    solo: int
    record: WinLossRecord
    by_side: dict[str, WinLossRecord]
    by_scenario: dict[str, WinLossRecord]
    by_edition: dict[str, WinLossRecord]


@dataclass(slots=True)
class Statistics:
    """The games of one battle by one rulebook and variant. All but the first figure are of
    finished games; ``turns`` and ``medals`` are sums, ``endings`` counts."""

    edition: str
    variant: str
    games: int = 0
    finished: int = 0
    turns: int = 0
    won: dict[str, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    medals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    endings: dict[str, int] = field(default_factory=dict)


class Results:
    """Reads the tallies of the read model. What this process has appended is waited for, but not
    for long."""

    def __init__(self, freshness: ReadYourWrites) -> None:
        self._freshness = freshness

    def of_player(self, player: str, viewer: str | None) -> PlayerResults:
        """A player's results in public games; for the player itself in private ones too."""
        shown = [Visibility.PUBLIC, *([Visibility.PRIVATE] if viewer == player else [])]
        names = [results_name(player, visibility) for visibility in shown]
        return _results(self._freshness.read(lambda model: list(_fields(model, names))))

    def of_scenario(self, scenario: str) -> list[Statistics]:
        """The statistics of a battle's public games, by edition and variant."""
        names = [statistics_name(scenario)]
        return _statistics(self._freshness.read(lambda model: list(_fields(model, names))))

    def won(self, scenarios: Sequence[str]) -> list[dict[str, int]]:
        """How many public games of each battle each side has won. Nothing is waited for: without a
        read model none is known."""
        return self._freshness.glance(lambda model: _won(model, scenarios)) or [
            {} for _ in scenarios
        ]


Fields = Iterable[tuple[list[str], int]]


def _fields(model: ReadModel, names: Iterable[str]) -> Iterator[tuple[list[str], int]]:
    """The fields of tallies, split into parts, and their amounts."""
    for name in names:
        with translate_errors():
            found = cast(dict[bytes, bytes], model.client.hgetall(model.key(name)))
        for text, amount in found.items():
            yield text.decode().split(" "), int(amount)


def _won(model: ReadModel, scenarios: Sequence[str]) -> list[dict[str, int]]:
    with translate_errors(), model.client.pipeline(transaction=False) as pipe:
        for scenario in scenarios:
            pipe.hgetall(model.key(statistics_name(scenario)))
        tallies = cast(list[dict[bytes, bytes]], pipe.execute())
    sides = {f"won:{side}": side.value for side in Side}
    totals = [dict.fromkeys(sides.values(), 0) for _ in scenarios]
    for won, tally in zip(totals, tallies, strict=True):
        for text, amount in tally.items():
            if side := sides.get(text.decode().split(" ")[-1]):
                won[side] += int(amount)
    return totals


def _results(fields: Fields) -> PlayerResults:
    under_way: Counter[str] = Counter()
    whole = WinLossRecord()
    sides, scenarios, editions = (defaultdict[str, WinLossRecord](WinLossRecord) for _ in range(3))
    for (scenario, edition, _, side, result, ending), amount in fields:
        if result not in (WON, LOST):
            under_way[result] += amount
            continue
        for record in (whole, sides[side], scenarios[scenario], editions[edition]):
            record.add(result, ending, amount)
    return PlayerResults(
        waiting=under_way[Status.WAITING],
        active=under_way[Status.ACTIVE],
        solo=under_way[SOLO],
        record=whole,
        by_side=dict(sorted(sides.items())),
        by_scenario=dict(sorted(scenarios.items())),
        by_edition=dict(sorted(editions.items())),
    )


def _statistics(fields: Fields) -> list[Statistics]:
    by_key: dict[tuple[str, str], Statistics] = {}
    for (edition, variant, measure), amount in fields:
        statistics = by_key.setdefault((edition, variant), Statistics(edition, variant))
        name, _, part = measure.partition(":")
        match name:
            case "won":
                statistics.won[part] = amount
            case "medals":
                statistics.medals[part] = amount
            case "ending":
                statistics.endings[part] = amount
            case "games":
                statistics.games = amount
            case "finished":
                statistics.finished = amount
            case "turns":
                statistics.turns = amount
    return [by_key[key] for key in sorted(by_key)]
