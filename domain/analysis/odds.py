"""The exact odds of an attack: every throw of its dice is counted, none is simulated."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from domain import commands as c
from domain import events as e
from domain.analysis.work import Spend, unlimited
from domain.chance import DIE
from domain.editions import rulebook
from domain.phases import OverrunPhase
from domain.position import Position, cached_position
from domain.rules.battles import combat, retreat
from domain.state import Fight, GameState, StrikeStatus, Unit
from domain.values import Face

Throws = Mapping[tuple[int, int], int]
"""The number of throws by their counts of hitting faces and flags."""
Rolled = e.DiceRolled | e.StrikeRolled | e.AmbushRolled | e.BattleBackRolled
"""The events that roll dice at a unit."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one roll against ``target``, each an exact fraction of all throws.

    ``hits`` and ``flags`` are distributions: entry ``k`` is the chance of exactly ``k``. An
    elimination may result from hits or from a blocked retreat. ``retreats`` is the chance that the
    unit survives and must retreat, ``blocked`` that it loses figures to a blocked retreat;
    ``losses`` is the expected number of figures lost, by any cause.
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
    """Dice rolled at a unit: the faces that hit it, whether its ground helps against flags, and
    whether hits are rolled again."""

    target: Unit
    dice: int
    hit_by: frozenset[Face]
    may_ignore: bool = True
    second_roll: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a throw: hits, flags, and all figures lost, ``blocked`` of them to a blocked
    retreat."""

    hits: int
    flags: int
    losses: int
    blocked: int
    eliminated: bool
    retreats: bool


def odds(state: GameState, command: c.Command, spend: Spend = unlimited) -> Odds | None:
    """Return the odds of a legal command that rolls dice at a unit; None for all others.

    The odds of an attack assume no ambush, as that is unknown.
    """
    position = cached_position(rulebook(state.created), state, command.seat)
    roll = roll_of(position, command)
    return None if roll is None else of_roll(position, roll, spend)


def roll_of(position: Position, command: c.Command) -> Roll | None:
    """Return the dice that a legal command rolls at a unit, if any."""
    turn = position.state.turn
    match command:
        case c.Attack():
            return _attack(position, command)
        case c.Strike() if turn.strike is not None:
            return _strike(position, turn.strike, command.target)
        case c.Ambush() if turn.fight is not None:
            return _ambush(position, turn.fight)
        case c.BattleBack() if turn.fight is not None:
            return _battle_back(position, turn.fight)
        case _:
            return None


def rolled(position: Position, event: Rolled) -> Roll:
    """Return the dice that an event has rolled at a unit; ``position`` is just before it. Raises
    ``ValueError`` if no roll was declared."""
    turn = position.state.turn
    match event:
        case e.DiceRolled() if turn.fight is not None:
            target = position.state.units[turn.fight.target]
            return _roll_at(position, target, turn.fight.dice, combat.extra_hits(turn.fight.stars))
        case e.AmbushRolled() if turn.fight is not None:
            return _ambush(position, turn.fight)
        case e.BattleBackRolled() if turn.fight is not None:
            return _battle_back(position, turn.fight)
        case e.StrikeRolled() if turn.strike is not None:
            return _strike(position, turn.strike, event.target)
        case _:
            raise ValueError("no dice are about to be thrown")


def of_roll(position: Position, roll: Roll, spend: Spend = unlimited) -> Odds:
    """Return the odds of a roll, over all throws."""
    counts = outcomes(position, roll, spend)
    weighted, total = counts.items(), sum(counts.values())

    def mean(number: Callable[[Outcome], int]) -> Fraction:
        return Fraction(sum(count * number(outcome) for outcome, count in weighted), total)

    def spread(number: Callable[[Outcome], int]) -> tuple[Fraction, ...]:
        counts = [0] * (roll.dice + 1)
        for outcome, count in weighted:
            counts[number(outcome)] += count
        return tuple(Fraction(count, total) for count in counts)

    return Odds(
        target=roll.target.id,
        dice=roll.dice,
        hits=spread(lambda outcome: outcome.hits),
        flags=spread(lambda outcome: outcome.flags),
        eliminated=mean(lambda outcome: outcome.eliminated),
        retreats=mean(lambda outcome: outcome.retreats),
        blocked=mean(lambda outcome: outcome.blocked > 0),
        losses=mean(lambda outcome: outcome.losses),
    )


def outcomes(position: Position, roll: Roll, spend: Spend = unlimited) -> dict[Outcome, int]:
    """Return all outcomes of a roll and the number of throws of each, including second rolls."""
    spend(_work(roll.dice))
    counts = throws(roll.dice, roll.hit_by)
    blocked = [_blocked(position, roll, flags) for flags in range(roll.dice + 1)]
    if roll.second_roll:
        return _with_second_roll(roll, counts, blocked)
    return {
        _outcome(roll.target.figures, hits, flags, *blocked[flags]): count
        for (hits, flags), count in counts.items()
    }


def outcome(
    position: Position, roll: Roll, faces: Sequence[Face], second_roll: Sequence[Face] = ()
) -> Outcome:
    """Return the outcome of a roll of ``faces``; ``again`` are the dice of its second roll."""
    hits, flags = sum(face in roll.hit_by for face in faces), combat.flags(faces)
    if roll.second_roll:
        by_hits, by_flags = Face.GRENADE in second_roll[:hits], Face.GRENADE in second_roll[hits:]
        shortest = _blocked(position, roll, flags)[1]
        return _second_outcome(hits, flags, shortest, gone=by_hits or by_flags, blocked=by_flags)
    return _outcome(roll.target.figures, hits, flags, *_blocked(position, roll, flags))


def _with_second_roll(
    roll: Roll, counts: Throws, blocked: Sequence[tuple[int, int]]
) -> dict[Outcome, int]:
    """Return the outcomes for a unit of one figure that only a grenade of a second roll takes.
    There are as many second dice as first ones; those not rolled count as any face."""
    result: Counter[Outcome] = Counter()
    sides, misses = len(DIE), len(DIE) - DIE.count(Face.GRENADE)
    for (hits, flags), count in counts.items():
        lost, shortest = blocked[flags]
        unrolled = sides ** (roll.dice - hits - lost)
        unhit, unheld = count * misses**hits * unrolled, misses**lost
        by_hits = count * sides ** (roll.dice - hits) * (sides**hits - misses**hits)
        by_flags, lives = unhit * (sides**lost - unheld), unhit * unheld
        result[_second_outcome(hits, flags, shortest, gone=False, blocked=False)] += lives
        result[_second_outcome(hits, flags, shortest, gone=True, blocked=False)] += by_hits
        result[_second_outcome(hits, flags, shortest, gone=True, blocked=True)] += by_flags
    return {outcome: count for outcome, count in result.items() if count}


def _second_outcome(hits: int, flags: int, shortest: int, *, gone: bool, blocked: bool) -> Outcome:
    retreats = not gone and shortest > 0
    return Outcome(hits, flags, int(gone), int(blocked), eliminated=gone, retreats=retreats)


def _work(dice: int) -> int:
    """Return the work of adding up all throws of this many dice, and their outcomes."""
    return dice**3 + 20 * dice**2 + 500 * dice


@lru_cache(maxsize=256)
def throws(dice: int, hit_by: frozenset[Face]) -> Throws:
    """Return all throws of this many dice, by what they show."""
    counts: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(dice):
        longer: Counter[tuple[int, int]] = Counter()
        for (hits, flags), count in counts.items():
            for face in DIE:
                longer[hits + (face in hit_by), flags + (face is Face.FLAG)] += count
        counts = longer
    return counts


def _attack(position: Position, command: c.Attack) -> Roll | None:
    attacker = position.state.units[command.unit]
    overrun = isinstance(position.state.phase, OverrunPhase)
    shots = combat.shots(position, attacker, overrun=overrun)
    shot = next((option for option in shots if option.target.id == command.target), None)
    if shot is None:
        return None
    also = combat.extra_hits(combat.stars_hit(position, attacker, shot.target))
    return _roll_at(position, shot.target, shot.dice, also)


def _strike(position: Position, terms: StrikeStatus, target: str) -> Roll:
    spec = position.spec.strike
    also = frozenset[Face]() if spec is None else spec.also_hits
    return _roll_at(position, position.state.units[target], terms.dice, also, may_ignore=False)


def _ambush(position: Position, fight: Fight) -> Roll:
    attacker, ambusher = position.state.units[fight.attacker], position.state.units[fight.target]
    also = combat.extra_hits(combat.stars_hit(position, ambusher, attacker))
    return _roll_at(position, attacker, combat.ambush_dice(position, ambusher, attacker), also)


def _battle_back(position: Position, fight: Fight) -> Roll:
    attacker, target = position.state.units[fight.attacker], position.state.units[fight.target]
    also = combat.extra_hits(combat.stars_hit(position, target, attacker))
    return _roll_at(position, attacker, 1, also)


def _roll_at(
    position: Position,
    target: Unit,
    dice: int,
    also: frozenset[Face] = frozenset(),
    *,
    may_ignore: bool = True,
) -> Roll:
    traits = position.traits(target)
    return Roll(target, dice, traits.hit_by | also, may_ignore, traits.second_roll)


def _blocked(position: Position, roll: Roll, flags: int) -> tuple[int, int]:
    """Return the figures lost to blocked flags, and the least number of hexes to retreat."""
    if not flags:
        return 0, 0
    terms = retreat.terms(position, roll.target, flags, may_ignore=roll.may_ignore)
    return terms.losses, terms.shortest


def _outcome(figures: int, hits: int, flags: int, lost: int, shortest: int) -> Outcome:
    """Return the outcome of a throw whose flags cost ``lost`` figures, or else a retreat of
    ``shortest`` hexes, unless the hits have eliminated the unit."""
    blocked = min(lost, max(0, figures - hits))
    losses = min(hits, figures) + blocked
    gone = losses == figures
    retreats = not gone and shortest > 0
    return Outcome(hits, flags, losses, blocked, eliminated=gone, retreats=retreats)
