"""What an attack may come to, exactly: every throw of its dice is counted, none is simulated."""

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
"""How many of all throws show so many hitting faces and so many flags."""
Rolled = e.DiceRolled | e.StrikeRolled | e.AmbushRolled | e.BattleBackRolled
"""The events that throw dice at a unit."""


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
    """Dice thrown at a unit: the faces that hit it, whether its ground helps against flags, and
    whether hits are thrown again."""

    target: Unit
    dice: int
    hit_by: frozenset[Face]
    may_ignore: bool = True
    second_roll: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a throw comes to: hitting faces, flags, and figures that the target loses in all.

    ``blocked`` of them are lost for want of a way back.
    """

    hits: int
    flags: int
    losses: int
    blocked: int
    eliminated: bool
    retreats: bool


def odds(state: GameState, command: c.Command, spend: Spend = unlimited) -> Odds | None:
    """The odds of a legal command that throws dice at a unit; None for all others.

    Those of an attack are without an ambush: whether there will be one is not known.
    """
    position = cached_position(rulebook(state.created), state, command.seat)
    roll = roll_of(position, command)
    return None if roll is None else of_roll(position, roll, spend)


def roll_of(position: Position, command: c.Command) -> Roll | None:
    """The dice that a legal command throws at a unit, if it does."""
    turn = position.state.turn
    match command:
        case c.Attack():
            return _attack(position, command)
        case c.Strike() if turn.strike is not None:
            return _strike(position, turn.strike, command.target)
        case c.Ambush() if turn.fight is not None:
            return _ambush(position, turn.fight)
        case c.BattleBack() if turn.fight is not None:
            return _back(position, turn.fight)
        case _:
            return None


def rolled(position: Position, event: Rolled) -> Roll:
    """The dice that an event has thrown at a unit; ``position`` is right before it. Raises
    ``ValueError`` where nothing was declared that throws them."""
    turn = position.state.turn
    match event:
        case e.DiceRolled() if turn.fight is not None:
            target = position.state.units[turn.fight.target]
            return _at(position, target, turn.fight.dice, combat.extra_hits(turn.fight.stars))
        case e.AmbushRolled() if turn.fight is not None:
            return _ambush(position, turn.fight)
        case e.BattleBackRolled() if turn.fight is not None:
            return _back(position, turn.fight)
        case e.StrikeRolled() if turn.strike is not None:
            return _strike(position, turn.strike, event.target)
        case _:
            raise ValueError("no dice are about to be thrown")


def of_roll(position: Position, roll: Roll, spend: Spend = unlimited) -> Odds:
    """What comes of a roll, over all throws."""
    found = outcomes(position, roll, spend)
    ways, whole = found.items(), sum(found.values())

    def mean(number: Callable[[Outcome], int]) -> Fraction:
        return Fraction(sum(count * number(outcome) for outcome, count in ways), whole)

    def spread(number: Callable[[Outcome], int]) -> tuple[Fraction, ...]:
        counts = [0] * (roll.dice + 1)
        for outcome, count in ways:
            counts[number(outcome)] += count
        return tuple(Fraction(count, whole) for count in counts)

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
    """All that a roll may come to, and how many of all throws do, those of hits that are thrown
    again among them."""
    spend(_steps(roll.dice))
    thrown = throws(roll.dice, roll.hit_by)
    back = [_blocked(position, roll, flags) for flags in range(roll.dice + 1)]
    if roll.second_roll:
        return _twice(roll, thrown, back)
    return {
        _outcome(roll.target.figures, hits, flags, *back[flags]): count
        for (hits, flags), count in thrown.items()
    }


def outcome(
    position: Position, roll: Roll, faces: Sequence[Face], again: Sequence[Face] = ()
) -> Outcome:
    """What a roll came to that showed ``faces``, and ``again`` the dice that were thrown for the
    hits among them."""
    hits, flags = sum(face in roll.hit_by for face in faces), combat.flags(faces)
    if roll.second_roll:
        by_hits, by_flags = Face.GRENADE in again[:hits], Face.GRENADE in again[hits:]
        shortest = _blocked(position, roll, flags)[1]
        return _second(hits, flags, shortest, gone=by_hits or by_flags, blocked=by_flags)
    return _outcome(roll.target.figures, hits, flags, *_blocked(position, roll, flags))


def _twice(roll: Roll, thrown: Throws, back: Sequence[tuple[int, int]]) -> dict[Outcome, int]:
    """The same for a unit of one figure that one grenade of a second roll takes. There are as many
    second dice as first ones, those that are not thrown among them."""
    found: Counter[Outcome] = Counter()
    whole, spared = len(DIE), len(DIE) - DIE.count(Face.GRENADE)
    for (hits, flags), count in thrown.items():
        lost, shortest = back[flags]
        idle = whole ** (roll.dice - hits - lost)
        unhit, unheld = count * spared**hits * idle, spared**lost
        by_hits = count * whole ** (roll.dice - hits) * (whole**hits - spared**hits)
        by_flags, lives = unhit * (whole**lost - unheld), unhit * unheld
        found[_second(hits, flags, shortest, gone=False, blocked=False)] += lives
        found[_second(hits, flags, shortest, gone=True, blocked=False)] += by_hits
        found[_second(hits, flags, shortest, gone=True, blocked=True)] += by_flags
    return {one: count for one, count in found.items() if count}


def _second(hits: int, flags: int, shortest: int, *, gone: bool, blocked: bool) -> Outcome:
    """Of a throw at a unit that the second roll takes, or does not; it may be that of a flag which
    the unit could not obey."""
    retreats = not gone and shortest > 0
    return Outcome(hits, flags, int(gone), int(blocked), eliminated=gone, retreats=retreats)


def _steps(dice: int) -> int:
    """Of adding up all throws of so many dice, and of what comes of each."""
    return dice**3 + 20 * dice**2 + 500 * dice


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
    if shot is None:
        return None
    also = combat.extra_hits(combat.stars_hit(position, attacker, shot.target))
    return _at(position, shot.target, shot.dice, also)


def _strike(position: Position, terms: StrikeStatus, target: str) -> Roll:
    spec = position.spec.strike
    also = frozenset[Face]() if spec is None else spec.also_hits
    return _at(position, position.state.units[target], terms.dice, also, may_ignore=False)


def _ambush(position: Position, fight: Fight) -> Roll:
    attacker, ambusher = position.state.units[fight.attacker], position.state.units[fight.target]
    also = combat.extra_hits(combat.stars_hit(position, ambusher, attacker))
    return _at(position, attacker, combat.ambush_dice(position, ambusher, attacker), also)


def _back(position: Position, fight: Fight) -> Roll:
    attacker, target = position.state.units[fight.attacker], position.state.units[fight.target]
    also = combat.extra_hits(combat.stars_hit(position, target, attacker))
    return _at(position, attacker, 1, also)


def _at(
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
    """Of so many flags, the figures that no retreat can save, and the hexes to go at least."""
    if not flags:
        return 0, 0
    terms = retreat.terms(position, roll.target, flags, may_ignore=roll.may_ignore)
    return terms.losses, terms.shortest


def _outcome(figures: int, hits: int, flags: int, lost: int, shortest: int) -> Outcome:
    """Of a throw at so many figures, whose flags cost ``lost`` of them at least and else have the
    unit go back ``shortest`` hexes; none of that concerns a unit that the hits have eliminated."""
    blocked = min(lost, max(0, figures - hits))
    losses = min(hits, figures) + blocked
    gone = losses == figures
    retreats = not gone and shortest > 0
    return Outcome(hits, flags, losses, blocked, eliminated=gone, retreats=retreats)
