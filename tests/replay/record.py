"""Record a game, or take the digests anew after the view has changed.

    python -m tests.replay.record NAME EDITION [NUMBER]   a game of lively random play; even numbers
                                                          are scenarios, odd ones made up
    python -m tests.replay.record --every [TRIES]         a short game of every battle and edition
                                                          that has none, out of so many
    python -m tests.replay.record --rare [COUNT [TRIES]]  so many games, each the one of so many
                                                          with the most that is rare in the others
    python -m tests.replay.record --undo                  the games with take-backs that there are
                                                          not yet, under each policy
    python -m tests.replay.record --tables [TRIES]        a game of each of these variants
                                                          that has none, out of so many
    python -m tests.replay.record --breakthrough [TRIES]  a game on the long board by each edition
                                                          that has none, out of so many
    python -m tests.replay.record --winter [TRIES]        games with ice, night and nation rules
                                                          that there are not yet
    python -m tests.replay.record --blown-up              a game of caves and bridges that are blown
                                                          up by each edition that has none
    python -m tests.replay.record --called-off            a game that never begins
    python -m tests.replay.record --hinted                a game against a bot, with hints
    python -m tests.replay.record --timed                 a game with a clock
    python -m tests.replay.record --branches              branches that have none; some of their
                                                          dice are fixed
    python -m tests.replay.record --digests               events stay as they are, digests are new

A recording is never made again to please a change of the rules without saying so in the changelog.
"""

import sys
from collections import Counter
from dataclasses import replace
from itertools import product

from domain.events import Event
from domain.values import EditionName
from tests.replay import BRANCHES, GAMES, Recording, digest, folded, load, save
from tests.replay.incidents import (
    record_branches,
    record_called_off,
    record_hinted,
    record_instructed,
    record_timed,
    record_undo,
)
from tests.replay.lively import BRIEF, kinds, of_game, played, record
from tests.replay.special import (
    record_blown_up,
    record_breakthrough,
    record_breakthroughs,
    record_smoke,
    record_tables,
    record_winter,
)
from tests.support.battles import BOOKLET, battle
from tests.support.games import Playing, start_game

NEWS = 100
"""Events that a game may be longer for each type of event that no recording has yet."""
RESIGNED = ("vassieux", EditionName.E2025)
"""The battle that one side gives up after ``PATIENCE`` commands."""
PATIENCE = 60


def record_every(tries: int) -> None:
    """A recording of each battle by each edition that has none."""
    met = {kind for path in sorted(GAMES.glob("*.jsonl")) for kind in kinds(path)}
    for slug in BOOKLET:
        for edition in EditionName:
            name = f"{slug}_{edition}"
            if not (GAMES / f"{name}.jsonl").exists():
                record(name, shortest(slug, edition, tries, met))
                met |= kinds(GAMES / f"{name}.jsonl")


def record_rare(count: int, tries: int) -> None:
    """So many recordings of games with events and cards that are rare in those there are."""
    met = Counter(kind for path in GAMES.glob("*.jsonl") for kind in traits(load(path)))
    games = [
        (
            f"rare_{slug}_{edition}",
            played(start_game(slug, edition, f"{number:064x}"), number, BRIEF),
        )
        for number, (slug, edition) in enumerate(product(BOOKLET * tries, EditionName), 1000)
    ]
    found = [(name, game, traits(of_game(game))) for name, game in games]
    for _ in range(count):
        best = max(found, key=lambda one: sum(1 / (1 + met[trait]) for trait in one[2]))
        record(*best[:2])
        met.update(best[2])
        found = [one for one in found if one[0] != best[0]]


def traits(game: Recording) -> set[str]:
    """The types of its events, and the cards that were played."""
    cards = {str(one["card"]) for one in game.commands if one["command"] == "play_card"}
    return cards | {str(event["type"]) for events in game.events for event in events}


def shortest(slug: str, edition: EditionName, tries: int, met: set[type[Event]]) -> Playing:
    """The shortest of so many games, one with events not met yet before others."""
    patience = PATIENCE if (slug, edition) == RESIGNED else None
    first = 0 if edition is EditionName.E2004 else tries
    games = [
        played(start_game(slug, edition, f"{number:064x}"), number, patience)
        for number in range(first, first + tries)
    ]
    return min(games, key=lambda game: len(game.log) - NEWS * len(set(map(type, game.log)) - met))


ALONE = {
    "--blown-up": record_blown_up,
    "--smoke": record_smoke,
    "--breakthroughs": record_breakthroughs,
    "--undo": record_undo,
    "--called-off": record_called_off,
    "--instructed": record_instructed,
    "--hinted": record_hinted,
    "--timed": record_timed,
    "--branches": record_branches,
}


def main(arguments: list[str]) -> int:
    """Run one of the commands above."""
    match arguments:
        case ["--digests"]:
            for path in sorted((*GAMES.glob("*.jsonl"), *BRANCHES.glob("*.jsonl"))):
                game = load(path)
                save(path, replace(game, digest=digest(folded(game))))
        case ["--rare", *numbers]:
            count, tries = [*map(int, numbers), *(7, 2)[len(numbers) :]]
            record_rare(count, tries)
        case ["--tables", *tries]:
            record_tables(int(tries[0]) if tries else 60)
        case ["--breakthrough", *tries]:
            record_breakthrough(int(tries[0]) if tries else 60)
        case ["--winter", *tries]:
            record_winter(int(tries[0]) if tries else 60)
        case [word] if word in ALONE:
            ALONE[word]()
        case ["--every", *tries]:
            record_every(int(tries[0]) if tries else 60)
        case [name, edition, *numbers] if not name.startswith("-"):
            number = int(numbers[0]) if numbers else 0
            record(name, played(battle(EditionName(edition), number), number))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
