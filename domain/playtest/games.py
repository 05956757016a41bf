"""A whole game between two bots of one level, and its result."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain import events as e
from domain.analysis.luck import Measure, find_throws
from domain.bots import choose
from domain.chance import SeededChance
from domain.commands import TakeSeat
from domain.decide import apply, create
from domain.editions import REVISION
from domain.evolve import evolve
from domain.setup import Setup
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Side, Undo, Variant, Visibility
from domain.values.bots import BotLevel, bot_player

ENGINE = f"rules {REVISION}, bots 4"
"""The version of the players, raised when the same seed would give another game."""
MAX_DECISIONS = 5000
"""The number of decisions after which a game counts as having no winner."""


@dataclass(frozen=True, slots=True)
class PlaytestGame:
    """The result of a game. ``luckier`` is the side whose dice took more figures above their mean
    than the other's, None if neither; ``objectives`` are those that gave medals at any time.
    ``ending`` is None if the game did not end."""

    winner: Side | None
    ending: str | None
    turns: int
    medals: dict[Side, int]
    luckier: Side | None
    objectives: tuple[str, ...]


def play_out(setup: Setup, edition: EditionName, level: BotLevel, seed: str) -> PlaytestGame:
    """Play a battle for two to its end, the same way for the same ``seed`` (32 bytes in hex)."""
    created = create(edition, _options(setup, seed))
    chance = SeededChance(bytes.fromhex(seed), created.game)
    log: list[e.Event] = [created]
    state = evolve(None, created)
    for seat in state.table.seats:
        decision = apply(state, TakeSeat(seat, bot_player(level)), chance)
        log, state = [*log, *decision.events], decision.state
    for _ in range(MAX_DECISIONS):
        awaited = state.awaited
        command = None if awaited is None else choose(state, awaited, level, seed)
        if command is None:
            break
        decision = apply(state, command, chance)
        log += decision.events
        state = decision.state
    return PlaytestGame(
        winner=state.winner,
        ending=state.ending,
        turns=state.turn.number,
        medals={side: state.medals[side] for side in Side},
        luckier=_luckier(log),
        objectives=tuple(
            sorted({event.objective for event in log if isinstance(event, e.ObjectiveTaken)})
        ),
    )


def _options(setup: Setup, seed: str) -> GameOptions:
    return GameOptions(
        game="playtest",
        scenario="playtest",
        setup=setup,
        variant=Variant.OVERLORD if setup.grid.half_lines else Variant.STANDARD,
        undo=Undo.NONE,
        visibility=Visibility.PRIVATE,
        created_by="",
        move_time_limit=0,
        seed=seed,
    )


def _luckier(log: Iterable[e.Event]) -> Side | None:
    gained = dict.fromkeys(Side, 0.0)
    for throw in find_throws(log):
        gained[throw.side] += throw.luck[Measure.LOSSES].difference
    first, second = Side
    if gained[first] == gained[second]:
        return None
    return max(gained, key=gained.__getitem__)
