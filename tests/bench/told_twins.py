"""Whether turns that were told in advance, and not begun, show anything.

    python -m tests.bench.told_twins [--games 95] [--seed 100]

At each end of a turn of random games, the seat whose turn it is has told nothing, a turn whose
condition does not hold, or one that its hand has no card for. What others see, events less their
salted hashes, states and actions, has to be the same. Exit status 1 where any differs; the times
are those of the service's work besides the store.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter_ns
from typing import Any

from domain import legal_commands, view
from domain.commands import Play
from domain.plans import Condition, ConditionalTurn, PlannedStep, StepType
from domain.scenarios import slugs
from domain.state import GameState, Standing
from domain.values import Card, EditionName, Seat
from events.games.drafting import AppendDraft, with_answers
from tests.support.correspondence import NOW, ORDERS, first, random_turn

WITHIN = 500
"""Commands of a game that are looked at."""
Told = tuple[ConditionalTurn, ...]


def ends(number: int) -> Iterator[tuple[GameState, AppendDraft, random.Random]]:
    """The ends of turns of a random game: the state before the last command, and that command."""
    dice = random.Random(number)
    so_far = first(dice.choice(slugs()), dice.choice(list(EditionName)), number)
    for _ in range(WITHIN):
        before = so_far.snapshot.state
        if before.awaited is None:
            return
        options = [o for o in legal_commands(before, before.awaited) if isinstance(o, Play)]
        so_far = AppendDraft([], so_far.snapshot).then(dice.choice(options), NOW)
        after = so_far.snapshot.state
        if after.turn.number == before.turn.number + 1 and not after.is_over:
            yield before, so_far, dice
        so_far = with_answers(so_far, NOW)


def variants(before: GameState, after: GameState, dice: random.Random) -> list[Told]:
    """Nothing, a turn whose condition does not hold, and one without its card."""
    seat = after.turn.seat
    side = after.table.side_of(seat)
    enemy = next(unit.hex for unit in after.units.values() if unit.side is not side)
    turn = random_turn(before, seat, dice) or ConditionalTurn(())
    lacking = dice.choice([card for card in Card if card not in after.cards.hand(seat)])
    play = PlannedStep(StepType.PLAY_CARD, card=lacking)
    unmet = ConditionalTurn(turn.steps, Condition.NO_ENEMY_ON, enemy)
    return [(), (unmet,), (ConditionalTurn((play,)),)]


def seen(done: AppendDraft, viewers: tuple[frozenset[Seat], ...]) -> Iterator[Any]:
    """All that others see of what was appended."""
    for viewer in viewers:
        for event in done.recorded:
            yield {k: v for k, v in event.shown_to(viewer).items() if k not in ("hash", "hidden")}
        yield view(done.snapshot.state, viewer)
        yield [legal_commands(done.snapshot.state, seat) for seat in viewer]


def main() -> int:
    """Compare, and print what came of it."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=95)
    asked.add_argument("--seed", type=int, default=100)
    options = asked.parse_args()
    times, turns, different = [0, 0, 0], 0, 0
    for number in range(options.seed, options.seed + options.games):
        for before, ended, dice in ends(number):
            state = ended.snapshot.state
            seat, table = state.turn.seat, state.table
            others = {one for one in table.seats if table.side_of(one) is not table.side_of(seat)}
            shown = []
            for place, each in enumerate(variants(before, state, dice)):
                standing = Standing(ORDERS, before.turn.number, 1, None, each, before.units)
                given = replace(state, standing={seat: standing})
                game = AppendDraft(ended.recorded, replace(ended.snapshot, state=given))
                began = perf_counter_ns()
                done = with_answers(game, NOW)
                times[place] += perf_counter_ns() - began
                shown.append(list(seen(done, (frozenset(), frozenset(others)))))
            turns += 1
            different += sum(one != shown[0] for one in shown[1:])
    nothing, unmet, lacking = (one / max(1, turns) / 1000 for one in times)
    print(
        f"{2 * turns:,} pairs in {options.games} games: {different} differ; {nothing:.0f} µs with "
        f"nothing told, {unmet:.0f} µs with a condition, {lacking:.0f} µs without the card"
    )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
