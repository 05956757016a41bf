"""A game played again from its record: its seed, its commands, and whatever the record says came
of them held against what comes of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain import commands as c
from domain import events as e
from domain.chance import SeededChance
from domain.decide import decide
from domain.errors import IllegalCommandError
from domain.evolve import evolve
from domain.evolve.agreements import passed
from domain.notation import headers
from domain.notation.errors import NotationError
from domain.notation.outcomes import outcome
from domain.notation.record import Record, Step
from domain.notation.telling import heading, struck
from domain.notation.words import understood
from domain.state import GameState

MAX_EVENTS = 20_000
"""Events of the longest game that is played again; at random, games end within a quarter of it."""
_NONCE = re.compile(r"([1-9][0-9]{0,5})=([A-Za-z0-9_.-]{1,200})")


@dataclass(frozen=True, slots=True)
class Done:
    """A command carried out again: its events, and the nonce that its chance depends on."""

    command: c.Command
    events: tuple[e.Event, ...]
    nonce: str


def replay(
    record: Record, created: e.GameCreated, times: Sequence[int] | None = None
) -> list[Done]:
    """All commands of a record, carried out in the game that was ``created``, each at its time:
    ``times`` are those of the creation and of the commands (ms). Raises ``NotationError`` where
    the rules refuse one, or the record says that something else came of it."""
    record.require_complete()
    nonces = _nonces(record)
    moments = iter(times or [0] * (len(record.steps) + 1))
    state = passed(evolve(None, created), next(moments))
    settled: dict[int, GameState] = {}
    done: list[Done] = []
    for number, (step, at) in enumerate(zip(record.steps, moments, strict=True), start=1):
        state = passed(state, at)
        command = _meant(step, state)
        nonce = nonces.get(number, "")
        chance = SeededChance(bytes.fromhex(created.seed), created.game, nonce)
        try:
            events = decide(state, command, chance, settled.get)
        except IllegalCommandError as refused:
            reason = f"the rules do not allow that: {_reason(refused)}"
            raise NotationError(step.place, reason) from None
        said, state = outcome(state, events, None, settled.get)
        if step.outcome not in ((), said):
            raise NotationError(step.place, _difference(step.outcome, said))
        settled[state.version] = state
        done.append(Done(command, events, nonce))
        if state.version > MAX_EVENTS:
            raise NotationError(step.place, f"a game has up to {MAX_EVENTS} events")
    _check_strokes(record, done)
    for contradiction in headers.contradictions(record, state):
        raise contradiction
    return done


def _meant(step: Step, state: GameState) -> c.Command:
    turn, active = heading(state)
    if (step.turn, step.active) != (turn, active):
        place = f"turn {turn}, of the {active}" if active else "before the first turn"
        raise NotationError(step.place, f"this stands under another turn than its own: {place}")
    try:
        return understood(step.seat, step.word, step.argument, state)
    except ValueError as error:
        raise NotationError(step.place, str(error)) from None


def _reason(refused: IllegalCommandError) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in refused.facts.items())
    return f"{refused.rule.value} ({facts})" if facts else refused.rule.value


def _difference(recorded: tuple[str, ...], came: tuple[str, ...]) -> str:
    both = zip((*recorded, "nothing"), (*came, "nothing"), strict=False)
    here, there = next(pair for pair in both if pair[0] != pair[1])
    return f"the record says {here!r} where the seed and the rules lead to {there!r}"


def _check_strokes(record: Record, done: list[Done]) -> None:
    versions, taken_back, version = [], {}, 1
    for one in done:
        if isinstance(one.events[0], e.TakenBack):
            taken_back[version + 1] = one.events[0].to_version
        version += len(one.events)
        versions.append(version)
    for step, out in zip(record.steps, struck(versions, taken_back), strict=True):
        if step.undone is not out:
            where = "stands in parentheses but counts" if step.undone else "was taken back"
            raise NotationError(step.place, f"this {where}; parentheses hold what was taken back")


def _nonces(record: Record) -> Mapping[int, str]:
    return dict(_numbered(record))


def _numbered(record: Record) -> Iterator[tuple[int, str]]:
    for pair in (record.said("Nonces") or "").split():
        found = _NONCE.fullmatch(pair)
        if found is None or int(found[1]) > len(record.steps):
            raise record.refuse("Nonces", f"{pair!r} is not the number of a step and its nonce")
        yield int(found[1]), found[2]
