"""Count legal command sequences from fixed positions.

python -m tests.counting                        compare all positions with the file
python -m tests.counting NAME [DEPTH]           the split of one position, by first command
python -m tests.counting --write                count anew and write the file
python -m tests.counting --add NAME SCENARIO EDITION VARIANT SEED DECISION [CARD]
                                                add a battle, at the largest table of a variant,
                                                where a random game first comes to a decision, CARD
                                                being carried out
"""

import json
import random
import sys
from collections.abc import Iterable

from domain.state import GameState
from domain.values import Variant
from tests.counting import DEPTH, FILE, counted, in_play, position, split, start, stored
from tests.support.games import random_play
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


def write(entries: Iterable[Json]) -> int:
    """Write entries, which have been counted."""
    text = json.dumps(list(entries), indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")
    return 0


def reached(entry: Json, decision: str, card: str | None) -> Json:
    """The entry with the commands of a random game up to a decision."""
    game = start(entry)
    dice = random.Random(entry["seed"])
    if not comes_to(game.state, decision, card):
        played = random_play(game, dice, 5000)
        if not any(comes_to(after.state, decision, card) for after in played):
            raise SystemExit(f"the game of this seed comes to no such {decision}")
    commands = [in_words(command) for command in game.commands if in_play(command)]
    return {**entry, "commands": commands}


def comes_to(state: GameState, decision: str, card: str | None) -> bool:
    """Whether a state waits for this decision, under this card if one is named."""
    if state.phase is None or state.phase.decision != decision:
        return False
    order = state.turn.order
    return card is None or (order is not None and order.card == card)


def main(arguments: list[str]) -> int:
    """Run one of the commands above; 1 for a difference."""
    match arguments:
        case []:
            return min(1, compare())
        case ["--write"]:
            return write(map(counted, stored()))
        case ["--add", name, scenario, edition, variant, seed, decision, *card]:
            entry = {
                "name": name,
                "edition": edition,
                "scenario": scenario,
                "variant": Variant(variant),
                "seed": seed,
            }
            entry = reached(entry, decision, card[0] if card else None)
            return write([*stored(), counted(entry)])
        case [name, *depth] if not name.startswith("-"):
            return show(name, int(depth[0]) if depth else DEPTH)
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
