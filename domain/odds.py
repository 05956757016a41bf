"""What an attack may come to, exactly: every throw of its dice is counted, none is simulated."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from domain import commands as c
from domain.chance import DIE
from domain.editions import EDITIONS
from domain.position import Position
from domain.rules import combat, retreat
from domain.state import GameState, OverrunPhase, Unit
from domain.values import Face

Throws = Mapping[tuple[int, int], int]
"""How many of all throws show so many hitting faces and so many flags."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one roll against ``target``; of each the exact fraction of all throws.

    ``hits`` and ``flags`` are distributions: entry ``k`` is the chance of exactly so many. An
    elimination may come of hits or of a blocked retreat. ``retreats`` is the chance that the unit
    lives and has to go back, ``blocked`` that it loses figures for want of a way; ``losses`` is
    the expected number of figures lost, by whatever cause.
    """

    target: str
    dice: int
    hits: tuple[Fraction, ...]
    flags: tuple[Fraction, ...]
    eliminated: Fraction
    retreats: Fraction
    blocked: Fraction
    losses: Fraction


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice thrown at a unit: the faces that hit it, and whether its ground helps against flags."""

    target: Unit
    dice: int
    hit_by: frozenset[Face]
    may_ignore: bool = True


def odds(state: GameState, command: c.Command) -> Odds | None:
    """The odds of a legal command that throws dice at a unit; None for all others.

    Those of an attack are without an ambush: whether there will be one is not known.
    """
    position = Position(EDITIONS[state.created.edition], state)
    roll = roll_of(position, command)
    return None if roll is None else of_roll(position, roll)


def roll_of(position: Position, command: c.Command) -> Roll | None:
    """The dice that a legal command throws at a unit, if it does."""
    match command:
        case c.Attack():
            return _attack(position, command)
        case c.Strike():
            return _strike(position, command)
        case c.Ambush():
            return _ambush(position)
        case _:
            return None


def of_roll(position: Position, roll: Roll) -> Odds:
    """What comes of a roll, over all throws."""
    thrown = throws(roll.dice, roll.hit_by)
    lost = {flags: _blocked(position, roll, flags) for _, flags in thrown}
    full = roll.target.figures

    def chance(happens: Callable[[int, int], int]) -> Fraction:
        ways = sum(count * happens(*found) for found, count in thrown.items())
        return Fraction(ways, len(DIE) ** roll.dice)

    def after_hits(hits: int, flags: int) -> int:
        """Figures lost for want of a way; none by a unit that the hits have eliminated."""
        return min(lost[flags][0], full - hits) if hits < full else 0

    def losses(hits: int, flags: int) -> int:
        return min(hits, full) + after_hits(hits, flags)

    def goes_back(hits: int, flags: int) -> bool:
        return losses(hits, flags) < full and lost[flags][1] > 0

    each = range(roll.dice + 1)
    return Odds(
        target=roll.target.id,
        dice=roll.dice,
        hits=tuple(chance(lambda hits, _, k=k: hits == k) for k in each),  # type: ignore[misc]
        flags=tuple(chance(lambda _, flags, k=k: flags == k) for k in each),  # type: ignore[misc]
        eliminated=chance(lambda hits, flags: losses(hits, flags) >= full),
        retreats=chance(goes_back),
        blocked=chance(lambda hits, flags: after_hits(hits, flags) > 0),
        losses=chance(losses),
    )


@lru_cache(maxsize=256)
def throws(dice: int, hit_by: frozenset[Face]) -> Throws:
    """All throws of so many dice, by what they show."""
    found: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(dice):
        longer: Counter[tuple[int, int]] = Counter()
        for (hits, flags), count in found.items():
            for face in DIE:
                longer[hits + (face in hit_by), flags + (face is Face.FLAG)] += count
        found = longer
    return found


def _attack(position: Position, command: c.Attack) -> Roll | None:
    attacker = position.state.units[command.unit]
    overrun = isinstance(position.state.phase, OverrunPhase)
    shots = combat.shots(position, attacker, overrun=overrun)
    shot = next((one for one in shots if one.target.id == command.target), None)
    return None if shot is None else _at(position, shot.target, shot.dice)


def _strike(position: Position, command: c.Strike) -> Roll | None:
    terms = position.state.turn.strike
    if terms is None:
        return None
    spec = position.spec.strike
    also = frozenset[Face]() if spec is None else spec.also_hits
    target = position.state.units[command.target]
    return _at(position, target, terms.dice, also, may_ignore=False)


def _ambush(position: Position) -> Roll | None:
    fight = position.state.turn.fight
    if fight is None:
        return None
    attacker, ambusher = position.state.units[fight.attacker], position.state.units[fight.target]
    return _at(position, attacker, combat.ambush_dice(position, ambusher, attacker))


def _at(
    position: Position,
    target: Unit,
    dice: int,
    also: frozenset[Face] = frozenset(),
    *,
    may_ignore: bool = True,
) -> Roll:
    return Roll(target, dice, position.traits(target).hit_by | also, may_ignore)


def _blocked(position: Position, roll: Roll, flags: int) -> tuple[int, int]:
    """Of so many flags, the figures that no retreat can save, and the hexes to go at least."""
    if not flags:
        return 0, 0
    terms = retreat.terms(position, roll.target, flags, may_ignore=roll.may_ignore)
    return terms.losses, terms.shortest
