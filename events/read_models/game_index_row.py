"""The row of a game in the read model, and the lists and tallies derived from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from domain.values import Ending, Side, Status, Visibility
from events.clock import milliseconds
from events.games.snapshot import GameSnapshot
from events.read_models.rating_keys import RATINGS, RatedBy, RatingKeys
from events.summaries import ImportMark, summary

FORMAT = 11
"""Incremented when rows or anything derived from them changes; the model is then rebuilt."""

_TAG_DIGITS = 16
_SECOND_TURN = 2
_ENDS_TAG = b" "

Tallies = Counter[tuple[str, str]]
"""What a game adds to tallies, by tally and field."""


class GameIndexRow(msgspec.Struct, frozen=True):
    """A game at one version. ``created`` is in milliseconds since 1970, ``medals`` are by side.
    ``seen`` is the summary for spectators if it differs, and ``shown`` when it last changed (ms).
    ``adjusted`` is the luck-adjusted result for the Allies, once the game is judged."""

    created: int
    summary: dict[str, Any]
    ending: str | None
    medals: dict[str, int]
    seen: dict[str, Any] | None = None
    shown: int | None = None
    adjusted: float | None = None

    @property
    def counted(self) -> bool:
        """Whether the game counts in tallies: imported games and sandboxes do not."""
        return self.summary["imported"] is None and self.summary["branch"] is None

    @property
    def shelves(self) -> tuple[str, ...]:
        """The shelves that list the game. The origin in an imported log is not verified, so it is
        ignored."""
        branch = self.summary["branch"]
        if branch is None:
            return (GAMES,)
        if self.summary["imported"] is not None:
            return (SANDBOXES,)
        return SANDBOXES, branches_off(branch["game"]), tree_of(branch["root"])

    @property
    def public(self) -> bool:
        """Whether the game is public."""
        return bool(self.summary["visibility"] == Visibility.PUBLIC)

    @property
    def solo(self) -> bool:
        """Whether one player holds seats of both sides."""
        taken = {(place["player"], place["side"]) for place in self.summary["table"]}
        players = [player for player, _ in taken if player is not None]
        return len(players) > len(set(players))

    @property
    def against_bots(self) -> bool:
        """Whether a bot holds a seat."""
        return any(place["bot"] for place in self.summary["table"])

    @property
    def rates(self) -> bool:
        """Whether the result counts for ratings. A game that ended by resignation or on time counts
        only if the second turn had begun."""
        game = self.summary
        given_up = self.ending in (Ending.RESIGNATION, Ending.TIME_LIMIT)
        return bool(
            game["rated"]
            and game["status"] == Status.FINISHED
            and self.counted
            and not self.solo
            and not self.against_bots
            and not (given_up and game["turn"] < _SECOND_TURN)
        )

    @property
    def members(self) -> set[str]:
        """Its creator and its players; of an imported game, whose log may name anyone, its
        importer."""
        mark = self.summary["imported"]
        if mark is None:
            return {self.summary["created_by"], *self.summary["seats"].values()}
        return {mark["imported_by"]} - {None}

    def shown_to(self, viewer: str | None) -> dict[str, Any]:
        """The summary for a player, or for an unauthenticated viewer."""
        if self.seen is None or viewer in self.summary["seats"].values():
            return self.summary
        return self.seen

    @property
    def awaited(self) -> set[str]:
        """The players whose move it is."""
        seats = self.summary["seats"]
        return {seats[seat] for seat in self.summary["awaiting_seats"]} & self.members

    @property
    def place(self) -> tuple[object, ...]:
        """The values that determine which lists have the game."""
        game = self.summary
        return self.public, self.members, self.awaited, game["status"], game["scenario"]


_DECODER = msgspec.json.Decoder(GameIndexRow)
_ENCODER = msgspec.json.Encoder()


def build_row(
    snapshot: GameSnapshot,
    seen: GameSnapshot,
    imported: ImportMark | None = None,
    adjusted: float | None = None,
) -> GameIndexRow:
    """Build the row of a game from its snapshot, and from the snapshot ``seen`` by spectators."""
    state = snapshot.state
    return GameIndexRow(
        created=milliseconds(snapshot.times.created),
        summary=msgspec.to_builtins(summary(state, snapshot.times, imported)),
        ending=state.ending,
        medals={side.value: state.medals.get(side, 0) for side in Side},
        seen=None
        if seen is snapshot
        else msgspec.to_builtins(summary(seen.state, seen.times, imported)),
        shown=None if seen is snapshot else milliseconds(snapshot.visible_since(frozenset())),
        adjusted=adjusted,
    )


def tag_of(snapshot: GameSnapshot, adjusted: float | None = None) -> str:
    """A tag that identifies a game's state, even among lost ones, and its judgement."""
    tag = f"{snapshot.version}.{snapshot.head[:_TAG_DIGITS]}"
    return tag if adjusted is None else f"{tag}.{adjusted}"


def dump(tag: str, row: GameIndexRow) -> bytes:
    """Encode a row."""
    return tag.encode("ascii") + _ENDS_TAG + _ENCODER.encode(row)


def load(stored: bytes) -> tuple[str, GameIndexRow]:
    """Decode a stored row and its tag."""
    tag, _, text = stored.partition(_ENDS_TAG)
    return tag.decode("ascii"), _DECODER.decode(text)


GAMES, SANDBOXES = "", ":sandboxes"
"""The shelves of all games: sandboxes have one of their own."""


def branches_off(game: str) -> str:
    """The shelf of the direct branches of a game."""
    return f":branches={game}"


def tree_of(game: str) -> str:
    """The shelf of all descendants of a game."""
    return f":tree={game}"


def list_name(
    viewer: str | None,
    player: str | None,
    status: str | None,
    scenario: str | None,
    shelf: str = GAMES,
) -> str:
    """The name of the list of public games, or with a viewer of the private ones it may see."""
    values = {"player": player, "status": status, "scenario": scenario}
    filters = (f":{name}={value}" for name, value in values.items() if value is not None)
    audience = "public" if viewer is None else f"private={viewer}"
    return "".join((f"list:{audience}", shelf, *filters))


def awaiting_name(
    awaited: str, player: str | None, scenario: str | None, shelf: str = GAMES
) -> str:
    """The name of the list of games that await ``awaited``; with a player, of those that both
    play."""
    values = {"player": player, "scenario": scenario}
    filters = (f":{name}={value}" for name, value in values.items() if value is not None)
    return "".join((f"list:awaiting={awaited}", shelf, *filters))


def lists(row: GameIndexRow) -> Iterator[str]:
    """The lists that have a game: one per combination of matching filters. Trees have no
    filters."""
    shelf, *trees = row.shelves
    viewers: list[str | None] = [None] if row.public else [*row.members]
    for viewer in viewers:
        # Without a player filter, a viewer's private games are all of its own.
        players = [None, *(member for member in row.members if member != viewer)]
        statuses, scenarios = (None, row.summary["status"]), (None, row.summary["scenario"])
        for player, status, scenario in product(players, statuses, scenarios):
            yield list_name(viewer, player, status, scenario, shelf)
        yield from (list_name(viewer, None, None, None, tree) for tree in trees)
    for awaited in row.awaited:
        players = [None, *(row.members - {awaited})]
        for player, scenario in product(players, (None, row.summary["scenario"])):
            yield awaiting_name(awaited, player, scenario, shelf)


def changed_name(player: str) -> str:
    """The name of the list of a player's games by their last change."""
    return f"changed:{player}"


def changed_lists(row: GameIndexRow, previous: GameIndexRow | None = None) -> dict[str, int]:
    """The lists sorted by time that a change of a game bumps, with the time (ms): those of last
    changes visible to each player, and those of results due for ratings."""
    if not row.counted:
        return {}
    updated, seated = milliseconds(row.summary["updated_at"]), row.summary["seats"].values()
    public_time = updated if row.shown is None else row.shown
    return {keys.due: updated for keys in _affected_ratings(row, previous)} | {
        changed_name(player): updated if player in seated else public_time
        for player in sorted(row.members)
    }


def _affected_ratings(row: GameIndexRow, previous: GameIndexRow | None) -> Sequence[RatingKeys]:
    """The ratings that a change affects: a new judgement does not affect those by results."""
    if not row.rates and (previous is None or not previous.rates):
        return ()
    if previous is None or msgspec.structs.replace(previous, adjusted=row.adjusted) != row:
        return RATINGS
    return tuple(keys for keys in RATINGS if keys.by is RatedBy.LUCK_ADJUSTED)


def results_name(player: str, visibility: str) -> str:
    """The name of the tally of a player's public or private games."""
    return f"results:{visibility}:{player}"


def statistics_name(scenario: str) -> str:
    """The name of the tally of a scenario's games."""
    return f"statistics:{scenario}"


def tallies(row: GameIndexRow) -> Tallies:
    """What a game adds to the tallies of its players and its scenario. Games with bots and
    cancelled games add nothing."""
    tally: Tallies = Counter()
    cancelled = row.summary["status"] == Status.CANCELLED
    if row.counted and not row.against_bots and not cancelled:
        _add_results(row, tally)
        if row.public and not row.solo:
            _add_statistics(row, tally)
    return tally


SOLO = "solo"
"""The result of a game in which one player holds both sides; its field has no side."""
WON, LOST = "won", "lost"


def _add_results(row: GameIndexRow, tally: Tallies) -> None:
    """Add to one field per scenario, edition, variant, side, result and ending."""
    game = row.summary
    for place in game["table"]:
        player, side = place["player"], place["side"]
        if player is None:
            continue
        result, ending = game["status"], row.ending or ""
        if row.solo:
            side, result, ending = "", SOLO, ""
        elif result == Status.FINISHED:
            result = WON if game["winner"] == side else LOST
        kind = " ".join((game["scenario"], game["edition"], game["variant"], side, result, ending))
        tally[results_name(player, game["visibility"]), kind] = 1


def _add_statistics(row: GameIndexRow, tally: Tallies) -> None:
    game = row.summary
    name = statistics_name(game["scenario"])

    def add(measure: str, amount: int = 1) -> None:
        if amount:
            tally[name, f"{game['edition']} {game['variant']} {measure}"] += amount

    add("games")
    if game["status"] == Status.FINISHED:
        add("finished")
        add("turns", game["turn"])
        add(f"won:{game['winner']}")
        add(f"ending:{row.ending}")
        for side, medals in row.medals.items():
            add(f"medals:{side}", medals)
