"""Two-player battles as a PettingZoo AEC environment: the agents are the seats, and the next to act
is the awaited one, even in the other's turn."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from domain.chance import SeededChance
from domain.commands import Play, TakeSeat
from domain.decide import apply, create
from domain.evolve import evolve
from domain.legal import legal_commands
from domain.scenarios import load
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Seat, Side, Undo, Variant, Visibility
from workers.learning.actions import Actions
from workers.learning.observations import CARDS, FACTS, PLANES, board, facts, hand

MAX_DECISIONS = 5000
"""The number of decisions after which a game is truncated."""
_SEED_BYTES = 32
_MAX = 1000.0
"""The upper bound of observations."""


def env(**options: Any) -> Any:
    """Return an environment that an agent loses by an illegal action."""
    unwrapped = raw_env(**options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(unwrapped, illegal_reward=-1)
        )
    )


class raw_env(AECEnv):
    """The environment without wrappers: an illegal action raises ``ValueError``.

    The winner's reward is 1, the loser's -1. An observation has the seat's knowledge as
    ``observation`` (the board), ``hand`` and ``facts``, and the legal actions as ``action_mask``.
    """

    metadata = {"name": "afteraction_v1", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = "pegasus_bridge",
        edition: str = "2025",
        variant: str = "standard",
        max_decisions: int = MAX_DECISIONS,
    ) -> None:
        super().__init__()
        self.render_mode = None
        self._battle = (scenario, load(scenario), EditionName(edition), Variant(variant))
        self._max_decisions = max_decisions
        grid = self._battle[1].grid
        self._actions = Actions(grid)
        self._legal: dict[int, Play] = {}
        self.possible_agents = [side.value for side in Side]
        shapes = {
            "observation": (PLANES, grid.rows, grid.columns),
            "hand": (CARDS,),
            "facts": (FACTS,),
        }
        spaces_by_name = {
            name: spaces.Box(0.0, _MAX, shape, dtype=np.float32) for name, shape in shapes.items()
        }
        spaces_by_name["action_mask"] = spaces.Box(0, 1, (self._actions.count,), dtype=np.int8)
        self.observation_spaces = {a: spaces.Dict(spaces_by_name) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(self._actions.count) for a in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._state: GameState
        self.agent_selection: str = self.possible_agents[0]

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start a game; the same ``seed`` gives the same cards and dice."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._begin(self._random.bytes(_SEED_BYTES))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._update()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the knowledge of an agent's seat, and its legal actions if it acts next."""
        seat, mask = Seat(agent), np.zeros(self._actions.count, dtype=np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return {
            "observation": board(self._state, seat, self._battle[1].grid),
            "hand": hand(self._state, seat),
            "facts": facts(self._state, seat),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Execute the action of the awaited agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._legal:
            raise ValueError(f"{action} is not a legal action of {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._state = apply(self._state, self._legal[int(action)], self._chance).state
        self._decisions += 1
        if self._state.is_over:
            winner = self._state.winner
            for each in self.agents:
                reward = 0.0 if winner is None else 1.0 if each == winner.value else -1.0
                self.rewards[each], self.terminations[each] = reward, True
        elif self._decisions >= self._max_decisions:
            self.truncations = dict.fromkeys(self.agents, True)
        self._update()
        self._accumulate_rewards()

    def render(self) -> None:
        """Do nothing: the service draws boards."""

    def close(self) -> None:
        """Do nothing: there are no open resources."""

    def _begin(self, seed: bytes) -> None:
        slug, setup, edition, variant = self._battle
        options = GameOptions(
            game="learning",
            scenario=slug,
            setup=setup,
            variant=variant,
            undo=Undo.NONE,
            visibility=Visibility.PRIVATE,
            created_by="",
            move_time_limit=0,
            seed=seed.hex(),
        )
        self._chance = SeededChance(seed, options.game)
        self._state = evolve(None, create(edition, options))
        for seat in self._state.table.seats:
            self._state = apply(self._state, TakeSeat(seat, seat), self._chance).state

    def _update(self) -> None:
        """Set the next agent and its legal actions."""
        awaited = self._state.awaited
        self._legal = {}
        if awaited is None:
            return
        self.agent_selection = awaited.value
        commands = legal_commands(self._state, awaited)
        plays = (command for command in commands if isinstance(command, Play))
        self._legal = self._actions.legal(self._state, plays)
