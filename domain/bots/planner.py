"""The planner: it chooses orders, moves and battles by the enemy's answers and what may follow."""

from collections.abc import Sequence

from domain import commands as c
from domain.analysis.odds import Odds
from domain.bots import greedy
from domain.bots.outlook import Outlook
from domain.bots.reach import loss_worth
from domain.bots.worth import FLAG
from domain.phases import HandOutPhase, PlayCardPhase
from domain.state import GameState
from domain.values import Seat


def best(state: GameState, seat: Seat, options: Sequence[c.Play]) -> c.Play:
    """Return the option of the highest worth, the first of equals; ``state`` is what the seat
    knows. Cards are chosen like the greedy bot: choosing them by the outlook has lost more
    games."""
    if isinstance(state.phase, PlayCardPhase | HandOutPhase):
        return greedy.best(state, seat, options)
    return max(options, key=Judge(state, seat).worth)


class Judge(greedy.Judge):
    """The worth of commands by an outlook."""

    def __init__(self, state: GameState, seat: Seat) -> None:
        super().__init__(state, seat)
        self._prospects = self._outlook = Outlook(self._position, seat)

    def _mean(self, chances: Odds) -> float:
        target = self._state.units[chances.target]
        hits = enumerate(chances.hits)
        worth = sum(float(chance) * loss_worth(target.figures, count) for count, chance in hits)
        worth += (
            float(chances.blocked) * loss_worth(target.figures, 1) + float(chances.retreats) * FLAG
        )
        return worth + float(chances.eliminated) * self._outlook.removal(target)
