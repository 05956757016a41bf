"""Record a game, or take the digests anew after the view has changed.

    python -m tests.replay.record NAME EDITION [NUMBER]   a game of lively random play; even numbers
                                                          are Pegasus Bridge, odd ones made up
    python -m tests.replay.record --digests               events stay as they are, digests are new

A recording is never made again to please a change of the rules without saying so in the changelog.
"""

import random
import sys
from dataclasses import replace

from domain.commands import Attack, Command, OrderUnit, TakeGround
from domain.values import EditionName
from tests.replay import GAMES, digest, folded, load, recorded, save
from tests.support.battles import battle
from tests.support.games import plays

EAGER = (Attack, TakeGround, OrderUnit)


def lively(options: list[Command], dice: random.Random) -> Command:
    """Battle and order when possible, nine times out of ten."""
    eager = [command for command in options if isinstance(command, EAGER)]
    return dice.choice(eager if eager and dice.random() < 0.9 else options)


def record(name: str, edition: EditionName, number: int) -> None:
    """Play a game to its end and write it."""
    game, dice = battle(edition, number), random.Random(number)
    while options := plays(game.state):
        game.do(lively(options, dice))
    save(GAMES / f"{name}.jsonl", recorded(game.state.created.seed, game.log[0], game.commands))
    print(f"{name}: {len(game.commands)} commands, {len(game.log)} events, {game.state.winner}")


def main(arguments: list[str]) -> int:
    """Run one of the commands above."""
    match arguments:
        case ["--digests"]:
            for path in sorted(GAMES.glob("*.jsonl")):
                game = load(path)
                save(path, replace(game, digest=digest(folded(game))))
        case [name, edition, *number] if not name.startswith("-"):
            record(name, EditionName(edition), int(number[0]) if number else 0)
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
