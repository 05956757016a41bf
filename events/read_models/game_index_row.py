"""What the read model keeps of a game, and which lists and tallies follow from that."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from domain.values import Ending, Side, Status, Visibility
from events.clock import milliseconds
from events.games.snapshot import GameSnapshot
from events.read_models.rating_parts import ALL, RatedBy, RatingParts
from events.summaries import ImportMark, summary

FORMAT = 11
"""Counted up when an entry, or what follows from it, changes: the model is then built anew."""

_TAG_DIGITS = 16
_SECOND_TURN = 2
_ENDS_TAG = b" "

Tallies = Counter[tuple[str, str]]
"""How much a game adds to a field of a tally, by the tally's name and the field."""


class GameIndexRow(msgspec.Struct, frozen=True):
    """A game as it was at one version. ``created`` is in milliseconds since 1970, ``medals`` are
    by side. ``seen`` is the summary for who holds no seat, where that is another one, and ``shown``
    when that one last became more. ``adjusted`` is the luck-adjusted result for the Allies, once it
    is known."""

    created: int
    summary: dict[str, Any]
    ending: str | None
    medals: dict[str, int]
    seen: dict[str, Any] | None = None
    shown: int | None = None
    adjusted: float | None = None

    @property
    def counted(self) -> bool:
        """Whether the game adds to tallies: one that was not played here is only listed, and a
        sandbox is nobody's game."""
        return self.summary["imported"] is None and self.summary["branch"] is None

    @property
    def shelves(self) -> tuple[str, ...]:
        """Where the game is listed. A log from elsewhere may name any game as the one that it
        branches off: it is believed about that by nobody."""
        branch = self.summary["branch"]
        if branch is None:
            return (GAMES,)
        if self.summary["imported"] is not None:
            return (SANDBOXES,)
        return SANDBOXES, branches_off(branch["game"]), tree_of(branch["root"])

    @property
    def public(self) -> bool:
        """Whether everyone may know of the game."""
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
        """Whether the result counts for ratings: that of a game which was given up, or whose time
        ran out, only once the second turn has begun."""
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
        """Its creator and its players; of an imported game, whose log may name anyone, the one
        who brought it."""
        mark = self.summary["imported"]
        if mark is None:
            return {self.summary["created_by"], *self.summary["seats"].values()}
        return {mark["imported_by"]} - {None}

    def shown_to(self, viewer: str | None) -> dict[str, Any]:
        """The summary for a player, or for nobody."""
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
        """What tells which lists the game is in."""
        game = self.summary
        return self.public, self.members, self.awaited, game["status"], game["scenario"]


_DECODER = msgspec.json.Decoder(GameIndexRow)
_ENCODER = msgspec.json.Encoder()


def entry_of(
    loaded: GameSnapshot,
    seen: GameSnapshot,
    imported: ImportMark | None = None,
    adjusted: float | None = None,
) -> GameIndexRow:
    """The entry of a game as it was loaded, of which spectators have ``seen`` so much."""
    state = loaded.state
    return GameIndexRow(
        created=milliseconds(loaded.times.created),
        summary=msgspec.to_builtins(summary(state, loaded.times, imported)),
        ending=state.ending,
        medals={side.value: state.medals.get(side, 0) for side in Side},
        seen=None
        if seen is loaded
        else msgspec.to_builtins(summary(seen.state, seen.times, imported)),
        shown=None if seen is loaded else milliseconds(loaded.visible_since(frozenset())),
        adjusted=adjusted,
    )


def tag_of(loaded: GameSnapshot, adjusted: float | None = None) -> str:
    """What tells a game's state from all of its others, also from one that was lost, and whether
    it was judged."""
    tag = f"{loaded.version}.{loaded.head[:_TAG_DIGITS]}"
    return tag if adjusted is None else f"{tag}.{adjusted}"


def dump(tag: str, entry: GameIndexRow) -> bytes:
    """An entry as it is stored."""
    return tag.encode("ascii") + _ENDS_TAG + _ENCODER.encode(entry)


def load(stored: bytes) -> tuple[str, GameIndexRow]:
    """A stored entry and its tag."""
    tag, _, text = stored.partition(_ENDS_TAG)
    return tag.decode("ascii"), _DECODER.decode(text)


GAMES, SANDBOXES = "", ":sandboxes"
"""The shelves on which games are found by what they are: sandboxes stand apart."""


def branches_off(game: str) -> str:
    """The shelf of what branches off a game itself."""
    return f":branches={game}"


def tree_of(game: str) -> str:
    """The shelf of the whole tree that has grown from a game."""
    return f":tree={game}"


def list_name(
    viewer: str | None,
    player: str | None,
    status: str | None,
    scenario: str | None,
    shelf: str = GAMES,
) -> str:
    """The list of all public games that fit; with a viewer, of the private ones open to it."""
    asked = {"player": player, "status": status, "scenario": scenario}
    filters = (f":{name}={value}" for name, value in asked.items() if value is not None)
    whose = "public" if viewer is None else f"private={viewer}"
    return "".join((f"list:{whose}", shelf, *filters))


def awaiting_name(
    awaited: str, player: str | None, scenario: str | None, shelf: str = GAMES
) -> str:
    """The list of the games in which it is the move of ``awaited``; with a player, of those that
    both sit at."""
    asked = {"player": player, "scenario": scenario}
    filters = (f":{name}={value}" for name, value in asked.items() if value is not None)
    return "".join((f"list:awaiting={awaited}", shelf, *filters))


def lists(entry: GameIndexRow) -> Iterator[str]:
    """The lists that a game is in: one for every combination of filters that it fits; a tree has
    none of these."""
    shelf, *trees = entry.shelves
    viewers: list[str | None] = [None] if entry.public else [*entry.members]
    for viewer in viewers:
        # A player's own private games are those of any player that the viewer may see.
        players = [None, *(member for member in entry.members if member != viewer)]
        statuses, scenarios = (None, entry.summary["status"]), (None, entry.summary["scenario"])
        for player, status, scenario in product(players, statuses, scenarios):
            yield list_name(viewer, player, status, scenario, shelf)
        yield from (list_name(viewer, None, None, None, tree) for tree in trees)
    for awaited in entry.awaited:
        players = [None, *(entry.members - {awaited})]
        for player, scenario in product(players, (None, entry.summary["scenario"])):
            yield awaiting_name(awaited, player, scenario, shelf)


def changed_name(player: str) -> str:
    """The list of a player's games by when something happened in them last."""
    return f"changed:{player}"


def changed_lists(entry: GameIndexRow, known: GameIndexRow | None = None) -> dict[str, int]:
    """The lists in which a game moves up whenever something happens in it that their player may
    know, each with when that was (ms); and those of results which ratings do not know."""
    if not entry.counted:
        return {}
    now, seated = milliseconds(entry.summary["updated_at"]), entry.summary["seats"].values()
    late = now if entry.shown is None else entry.shown
    return {parts.due: now for parts in _concerned(entry, known)} | {
        changed_name(one): now if one in seated else late for one in sorted(entry.members)
    }


def _concerned(entry: GameIndexRow, known: GameIndexRow | None) -> Sequence[RatingParts]:
    """The ratings that a change concerns: where a game was only judged, not those by results."""
    if not entry.rates and (known is None or not known.rates):
        return ()
    if known is None or msgspec.structs.replace(known, adjusted=entry.adjusted) != entry:
        return ALL
    return tuple(parts for parts in ALL if parts.by is RatedBy.LUCK_ADJUSTED)


def results_name(player: str, visibility: str) -> str:
    """The tally of a player's games, public or private."""
    return f"results:{visibility}:{player}"


def statistics_name(scenario: str) -> str:
    """The tally of a scenario's games."""
    return f"statistics:{scenario}"


def tallies(entry: GameIndexRow) -> Tallies:
    """What a game adds to the tallies of its players and of its scenario: nothing with a bot in
    it, nor one that never began."""
    found: Tallies = Counter()
    cancelled = entry.summary["status"] == Status.CANCELLED
    if entry.counted and not entry.against_bots and not cancelled:
        _add_results(entry, found)
        if entry.public and not entry.solo:
            _add_statistics(entry, found)
    return found


SOLO = "solo"
"""The result of a game in which one player holds both sides; it has no side of its own then."""
WON, LOST = "won", "lost"


def _add_results(entry: GameIndexRow, found: Tallies) -> None:
    """One field for each kind of game: scenario, edition, variant, side, result and ending."""
    game = entry.summary
    for place in game["table"]:
        player, side = place["player"], place["side"]
        if player is None:
            continue
        result, ending = game["status"], entry.ending or ""
        if entry.solo:
            side, result, ending = "", SOLO, ""
        elif result == Status.FINISHED:
            result = WON if game["winner"] == side else LOST
        kind = " ".join((game["scenario"], game["edition"], game["variant"], side, result, ending))
        found[results_name(player, game["visibility"]), kind] = 1


def _add_statistics(entry: GameIndexRow, found: Tallies) -> None:
    game = entry.summary
    name = statistics_name(game["scenario"])

    def add(measure: str, amount: int = 1) -> None:
        if amount:
            found[name, f"{game['edition']} {game['variant']} {measure}"] += amount

    add("games")
    if game["status"] == Status.FINISHED:
        add("finished")
        add("turns", game["turn"])
        add(f"won:{game['winner']}")
        add(f"ending:{entry.ending}")
        for side, medals in entry.medals.items():
            add(f"medals:{side}", medals)
