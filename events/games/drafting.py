"""Draft the append of a submitted command and of the automatic commands that follow it.

Standing orders answer at once, and a conditional turn is played as soon as it begins, all in the
same append and at the same time. A client thus cannot tell whether the other seat held a card, or
what a conditional turn that was not played would have been.
"""

from dataclasses import dataclass

from domain import Decision, apply
from domain.chance import SeededChance
from domain.commands import Command, decider
from domain.errors import IllegalCommandError, Rule
from domain.steps.table.plans import may_be_skipped, planned
from domain.steps.table.standing import answer
from events.games.snapshot import GameSnapshot, advance_to
from events.log import command_codec
from events.log.stored_event import EventMetadata, StoredEvent, envelop


@dataclass(frozen=True, slots=True)
class AppendDraft:
    """Events of several commands to be appended together, and the game after them."""

    recorded: list[StoredEvent]
    snapshot: GameSnapshot

    def then(self, command: Command, now: str) -> "AppendDraft":
        """Add an automatic command."""
        created = self.snapshot.state.created
        chance = SeededChance(bytes.fromhex(created.seed), created.draws_of)
        return self.with_decision(command, apply(self.snapshot.state, command, chance), now)

    def with_decision(
        self, command: Command, decision: Decision, now: str, nonce: str = ""
    ) -> "AppendDraft":
        """Add the events of a decided command."""
        state = self.snapshot.state
        metadata = EventMetadata(
            now, decider(command), state.created.seed, nonce, command_codec.encode(command)
        )
        more = envelop(decision.events, self.snapshot.version, self.snapshot.head, metadata)
        return AppendDraft(self.recorded + more, advance_to(decision.state, self.snapshot, more))


@dataclass(frozen=True, slots=True)
class ConditionalTurnResult:
    """How far a conditional turn was played: the number of ``steps``, and the rule that refused the
    next one, if any. Both are empty if no condition held."""

    draft: AppendDraft
    steps: int = 0
    refused: Rule | None = None


def with_answers(draft: AppendDraft, now: str) -> AppendDraft:
    """Add the commands of standing orders."""
    return follow(_answered(draft, now), now).draft


def follow(start: AppendDraft, now: str) -> ConditionalTurnResult:
    """Play the conditional turn of the turn that has just begun, as far as the rules allow."""
    draft, steps = start, 0
    for command in planned(start.snapshot.state):
        try:
            draft = _answered(draft.then(command, now), now)
        except IllegalCommandError as refused:
            if not may_be_skipped(command):
                return ConditionalTurnResult(draft, steps, refused.rule)
        steps += 1
    return ConditionalTurnResult(draft, steps)


def _answered(draft: AppendDraft, now: str) -> AppendDraft:
    while (command := answer(draft.snapshot.state)) is not None:
        draft = draft.then(command, now)
    return draft
