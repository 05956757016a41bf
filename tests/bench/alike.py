"""Games of every variant that differ in hidden cards alone, for any set of seats that looks.

    python -m tests.bench.alike [games] [--minutes 30] [--seed 0] [--share 4]

Each game is played twice, on two services: a random battle and table, a random set of seats in one
player's hands, and two cards exchanged between a hand that this player does not see and the bottom
of the deck. Now and then, and after each command whose card only one side is told, one question out
of ``--share`` of the contract is asked in every form by that player, a stranger and nobody: states,
events, streams, actions, pictures, timeline, luck, exports and refusals. Exit status 1 when any
answer differs.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from domain.editions import edition_on
from domain.scenarios import load, slugs
from domain.seating import Table, tables_for
from domain.values import EditionName, Seat, Variant
from tests.contract.service import Service
from tests.support.alike import Alike, alike, two_services

COMMANDS = 150


def sizes(variant: Variant, table: Table) -> dict[str, object]:
    """How a table is asked for over HTTP."""
    tables = tables_for(variant)
    if len(tables) == 1:
        return {}
    asked: dict[str, object] = {"players": len(table.parties)}
    return asked | ({"smaller_side": table.smaller} if table.smaller else {})


def start_game(services: tuple[Service, Service], number: int) -> Alike:
    """The game of a number and its twin; each variant comes as often as any other."""
    dice = random.Random(number)
    variant, books = list(Variant)[number % len(Variant)], list(EditionName)
    dice.shuffle(books)
    edition, slug = dice.choice(
        [
            (book, slug)
            for book in books
            for slug in slugs()
            if variant in edition_on(load(slug).grid, book).decks
        ]
    )
    table = dice.choice(tables_for(variant))
    params = {"variant": variant, "edition": edition, "scenario": slug, **sizes(variant, table)}
    held, holder = dice.choice(list(seen_apart(table)))
    return alike(services, params, table, held, holder, number)


def seen_apart(table: Table) -> Iterator[tuple[frozenset[Seat], Seat]]:
    """Each set of seats that one player may hold with each hand that it does not see."""
    for held in table.possible_viewers():
        if all(held.issuperset(table.party(seat)) for seat in held):
            for holder in table.leaders:
                if holder not in table.visible_hands(held):
                    yield held, holder


def main() -> int:
    """Play, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", type=int, default=4)
    options = parser.parse_args()
    until, result = time.monotonic() + options.minutes * 60, Counter[str]()
    for number in range(options.seed, options.seed + options.games):
        if time.monotonic() > until:
            break
        # A service of its own for each: what is told of players grows with their games.
        with tempfile.TemporaryDirectory() as folder, two_services(Path(folder)) as services:
            game = start_game(services, number)
            game.share = options.share
            try:
                game.run(COMMANDS)
            except AssertionError as error:
                result["differ"] += 1
                print(f"{number}: {str(error)[:2000]}", flush=True)
        result.update(games=1, answers=game.compared, unseen=game.unseen)
    print(dict(result))
    return int(bool(result["differ"]))


if __name__ == "__main__":
    sys.exit(main())
