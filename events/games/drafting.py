"""Commands that are appended together: one that somebody sent, and those that follow by themselves.

Standing orders answer at once, and a turn that was told in advance is carried out as soon as it
begins, all in the same append and at the same time: whoever asked cannot tell whether a card was
there to be played, nor what a turn that was not carried out would have been.
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
class SoFar:
    """The events of commands that are to be appended together, and the game after them."""

    recorded: list[StoredEvent]
    after: GameSnapshot

    def then(self, command: Command, now: str) -> "SoFar":
        """With a command that no client has sent."""
        created = self.after.state.created
        chance = SeededChance(bytes.fromhex(created.seed), created.draws_of)
        return self.with_decision(command, apply(self.after.state, command, chance), now)

    def with_decision(
        self, command: Command, decision: Decision, now: str, nonce: str = ""
    ) -> "SoFar":
        """With what a command has come to."""
        state = self.after.state
        metadata = EventMetadata(
            now, decider(command), state.created.seed, nonce, command_codec.encode(command)
        )
        more = envelop(decision.events, self.after.version, self.after.head, metadata)
        return SoFar(self.recorded + more, advance_to(decision.state, self.after, more))


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a conditional turn was carried out: so many ``steps``, and the rule that the next one
    was refused by, if one was. Where no condition held there are none, and no rule."""

    done: SoFar
    steps: int = 0
    refused: Rule | None = None


def with_answers(done: SoFar, now: str) -> SoFar:
    """With the commands that standing orders give at once."""
    return follow(_answered(done, now), now).done


def follow(start: SoFar, now: str) -> Followed:
    """The turn that has just begun, as far as its seat has told what to do and the rules allow."""
    done, steps = start, 0
    for command in planned(start.after.state):
        try:
            done = _answered(done.then(command, now), now)
        except IllegalCommandError as refused:
            if not may_be_skipped(command):
                return Followed(done, steps, refused.rule)
        steps += 1
    return Followed(done, steps)


def _answered(done: SoFar, now: str) -> SoFar:
    while (command := answer(done.after.state)) is not None:
        done = done.then(command, now)
    return done
