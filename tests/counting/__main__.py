"""Count legal command sequences from fixed positions.

python -m tests.counting                        compare all positions with the file
python -m tests.counting NAME [DEPTH]           the split of one position, by first command
python -m tests.counting --write                count anew and write the file
python -m tests.counting --add NAME EDITION SEED DECISION [TIMES]
                                                add Pegasus Bridge where a random game comes
                                                to a decision for the TIMESth time
"""

import json
import random
import sys

from domain.values import EditionName
from tests.counting import DEPTH, FILE, counted, in_play, position, split, stored
from tests.support.games import pegasus, random_play
from tests.support.words import Json, in_words


def compare() -> int:
    """Tell which positions count otherwise than the file says; the number of those."""
    wrong = 0
    for entry in stored():
        now = counted(entry)["counts"]
        same = now == entry["counts"]
        wrong += not same
        print(f"{entry['name']:24} {now}", "" if same else f"was {entry['counts']}")
    return wrong


def show(name: str, depth: int) -> int:
    """Print the split of a position."""
    entry = next(entry for entry in stored() if entry["name"] == name)
    shares = split(position(entry), depth)
    for words, number in shares:
        print(f"{number:10}  {words}")
    print(f"{sum(number for _, number in shares):10}  in all, {len(shares)} first commands")
    return 0


def write(entries: list[Json]) -> int:
    """Count all entries and write them."""
    text = json.dumps([counted(entry) for entry in entries], indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")
    return 0


def reached(name: str, edition: str, seed: str, decision: str, times: int) -> Json:
    """An entry for the state in which a random game comes to a decision for the nth time."""
    game = pegasus(EditionName(edition), seed)
    before = None
    for _ in random_play(game, random.Random(seed), 5000):
        phase = game.state.phase
        new = None if phase is None else phase.decision
        times -= new == decision != before
        before = new
        if times == 0:
            commands = [in_words(command) for command in game.commands if in_play(command)]
            return {"name": name, "edition": edition, "seed": seed, "commands": commands}
    raise SystemExit(f"the game of this seed comes to no such {decision}")


def main(arguments: list[str]) -> int:
    """Run one of the commands above; 1 for a difference."""
    match arguments:
        case []:
            return min(1, compare())
        case ["--write"]:
            return write(stored())
        case ["--add", name, edition, seed, decision, *times]:
            entry = reached(name, edition, seed, decision, int(times[0]) if times else 1)
            return write([*stored(), entry])
        case [name, *depth] if not name.startswith("-"):
            return show(name, int(depth[0]) if depth else DEPTH)
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
