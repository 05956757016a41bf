"""How many sequences of legal commands lead on from fixed positions.

``positions.json`` holds the positions, the counts to each depth, and the split of the deepest one
by its first command, in the order in which the commands are listed. Resigning is left out. Dice
and cards follow from the position's seed. A position is drawn, with the doctrines and the side with
a smoke screen that the entry names, or it is the start of a battle: Pegasus Bridge for Young
Generals where an entry names no other. Commands may lead on from there.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from domain import apply
from domain.chance import Chance, SeededChance
from domain.commands import Command, TakeSeat
from domain.scenarios import load
from domain.state import GameState
from domain.values import EditionName, Side, Variant
from tests.support.cases import OPTIONS
from tests.support.games import SEED, Playing, Skirmish, filled, game_options, plays
from tests.support.words import Json, in_words

FILE = Path(__file__).parent / "positions.json"
DEPTH = 3


@dataclass(frozen=True)
class Position:
    """A state to count from, with its own chance."""

    name: str
    state: GameState
    chance: Chance


def in_play(command: Command) -> bool:
    """Whether a command is part of the play, not of the seating."""
    return not isinstance(command, TakeSeat)


def stored() -> list[Json]:
    """The positions as they stand in the file."""
    entries: list[Json] = json.loads(FILE.read_text(encoding="utf-8"))
    return entries


def start(entry: Json) -> Playing:
    """The drawn skirmish of an entry, or its battle before its first decision."""
    edition = EditionName(entry["edition"])
    if "picture" in entry:
        return _drawn(entry, edition)
    variant = Variant(entry.get("variant", Variant.YOUNG_GENERALS))
    slug = entry.get("scenario", "pegasus_bridge")
    return filled(edition, replace(game_options(load(slug), entry["seed"], slug), variant=variant))


def _drawn(entry: Json, edition: EditionName) -> Playing:
    drawn = Skirmish(
        "\n".join(entry["picture"]), entry["left"], entry["ordered"], phase=entry["phase"]
    )
    for words in entry.get("doctrines", ()):
        drawn = OPTIONS["doctrine"](drawn, words)
    if "smoke_screen" in entry:
        screen = {"smoke_screen": Side(entry["smoke_screen"])}
        drawn = replace(drawn, changes={**drawn.changes, **screen})
    state = drawn.begin(edition)
    chance = SeededChance(bytes.fromhex(SEED), state.created.game)
    return Playing(state, drawn.log(edition), [], chance)


def position(entry: Json) -> Position:
    """The position that an entry describes: its start, and what its commands come to."""
    game = start(entry)
    for words in entry.get("commands", ()):
        game.do(next(command for command in plays(game.state) if in_words(command) == words))
    return Position(entry["name"], game.state, game.chance)


def count(state: GameState, chance: Chance, depth: int) -> int:
    """Sequences of ``depth`` legal commands; those that a game's end cuts short do not count."""
    if depth == 0:
        return 1
    options = plays(state)
    if depth == 1:
        return len(options)
    total = 0
    for command in options:
        total += count(apply(state, command, chance).state, chance, depth - 1)
    return total


def split(place: Position, depth: int) -> list[tuple[str, int]]:
    """The count to ``depth`` for each first command, in words."""
    shares = []
    for command in plays(place.state):
        after = apply(place.state, command, place.chance).state
        shares.append((in_words(command), count(after, place.chance, depth - 1)))
    return shares


def counted(entry: Json) -> Json:
    """The entry with its counts and its split as the rules have them now."""
    place = position(entry)
    shares = split(place, DEPTH)
    counts = [count(place.state, place.chance, depth) for depth in range(1, DEPTH)]
    counts.append(sum(number for _, number in shares))
    parts = [f"{number} {words}" for words, number in shares]
    return {**entry, "counts": counts, "split": parts}
