"""Replay a game from its record: its seed and commands, checked against the recorded outcomes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain import commands as c
from domain import events as e
from domain.chance import SeededChance
from domain.decide import decide
from domain.errors import IllegalCommandError
from domain.evolve import evolve
from domain.evolve.agreements import with_clock_at
from domain.notation import headers
from domain.notation.errors import NotationError
from domain.notation.outcomes import outcome
from domain.notation.record import Record, Step
from domain.notation.recording import heading, undone_flags
from domain.notation.words import read_command
from domain.state import GameState

MAX_EVENTS = 20_000
"""The most events of a replayed game; random games end within a quarter of it."""
_NONCE = re.compile(r"([1-9][0-9]{0,5})=([A-Za-z0-9_.-]{1,200})")


@dataclass(frozen=True, slots=True)
class ReplayedCommand:
    """A command executed again: its events, and the nonce of its chance."""

    command: c.Command
    events: tuple[e.Event, ...]
    nonce: str


def replay(
    record: Record, created: e.GameCreated, times: Sequence[int] | None = None
) -> list[ReplayedCommand]:
    """Execute all commands of a record in the game that was ``created``. ``times`` (ms) are those
    of the creation and of each command. Raises ``NotationError`` where the rules refuse a command,
    or the record has another outcome."""
    record.require_complete()
    nonces = _nonces(record)
    moments = iter(times or [0] * (len(record.steps) + 1))
    state = with_clock_at(evolve(None, created), next(moments))
    states: dict[int, GameState] = {}
    replayed: list[ReplayedCommand] = []
    for number, (step, at) in enumerate(zip(record.steps, moments, strict=True), start=1):
        state = with_clock_at(state, at)
        command = _command(step, state)
        nonce = nonces.get(number, "")
        chance = SeededChance(bytes.fromhex(created.seed), created.game, nonce)
        try:
            events = decide(state, command, chance, states.get)
        except IllegalCommandError as refusal:
            reason = f"the rules do not allow that: {_reason(refusal)}"
            raise NotationError(step.place, reason) from None
        words, state = outcome(state, events, None, states.get)
        if step.outcome not in ((), words):
            raise NotationError(step.place, _difference(step.outcome, words))
        states[state.version] = state
        replayed.append(ReplayedCommand(command, events, nonce))
        if state.version > MAX_EVENTS:
            raise NotationError(step.place, f"a game has at most {MAX_EVENTS} events")
    _check_parentheses(record, replayed)
    for contradiction in headers.contradictions(record, state):
        raise contradiction
    return replayed


def _command(step: Step, state: GameState) -> c.Command:
    turn, active = heading(state)
    if (step.turn, step.active) != (turn, active):
        expected = f"turn {turn}, of the {active}" if active else "before the first turn"
        raise NotationError(step.place, f"this is listed under the wrong turn; expected {expected}")
    try:
        return read_command(step.seat, step.word, step.argument, state)
    except ValueError as error:
        raise NotationError(step.place, str(error)) from None


def _reason(refusal: IllegalCommandError) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in refusal.facts.items())
    return f"{refusal.rule.value} ({facts})" if facts else refusal.rule.value


def _difference(recorded: tuple[str, ...], actual: tuple[str, ...]) -> str:
    pairs = zip((*recorded, "nothing"), (*actual, "nothing"), strict=False)
    expected_word, actual_word = next(pair for pair in pairs if pair[0] != pair[1])
    return f"the record says {expected_word!r} where the seed and the rules lead to {actual_word!r}"


def _check_parentheses(record: Record, replayed: list[ReplayedCommand]) -> None:
    versions, taken_back, version = [], {}, 1
    for item in replayed:
        if isinstance(item.events[0], e.TakenBack):
            taken_back[version + 1] = item.events[0].to_version
        version += len(item.events)
        versions.append(version)
    for step, is_undone in zip(record.steps, undone_flags(versions, taken_back), strict=True):
        if step.undone is not is_undone:
            problem = "stands in parentheses but counts" if step.undone else "was taken back"
            raise NotationError(
                step.place, f"this {problem}; parentheses contain what was taken back"
            )


def _nonces(record: Record) -> Mapping[int, str]:
    return dict(_numbered(record))


def _numbered(record: Record) -> Iterator[tuple[int, str]]:
    for pair in (record.header("Nonces") or "").split():
        match = _NONCE.fullmatch(pair)
        if match is None or int(match[1]) > len(record.steps):
            raise record.refuse("Nonces", f"{pair!r} is not the number of a command and its nonce")
        yield int(match[1]), match[2]
