"""A bot's decision: a pure function of what its seat knows and of a seed."""

import hashlib
from collections.abc import Sequence
from typing import assert_never

from domain.bots import greedy, planner, search
from domain.bots.knowledge import visible_state
from domain.commands import AcceptUndo, Command, DeclineUndo, Play, Resign, SideMessage
from domain.legal import legal_commands
from domain.state import GameState, Offer
from domain.values import Seat
from domain.values.bots import BotLevel

PATIENCE = 200
"""The turns after which bots start to make random decisions, so that every game ends."""
_RANDOM_EVERY = 6
"""One decision in this many is then random."""


def choose(state: GameState, seat: Seat, level: BotLevel, seed: str) -> Command | None:
    """Return the command of a bot that holds a seat; None if nothing is awaited from it.

    It depends only on ``visible_state(state, seat)``, the level and the seed. A request to take
    back is answered before anything else.
    """
    known_state = visible_state(state, seat)
    offer = known_state.offer
    if offer is not None and seat not in (offer.seat, *offer.agreed):
        return _answer(known_state, seat, offer)
    listed = legal_commands(known_state, seat)
    options = [command for command in listed if not isinstance(command, Resign | SideMessage)]
    if len(options) < 2:
        return next(iter(options), None)
    if known_state.turn.number > PATIENCE:
        level = _impatient_level(level, f"{seed}:{known_state.version}:{seat}")
    match level:
        case BotLevel.RANDOM:
            return _pick(options, f"{seed}:{known_state.version}:{seat}")
        case BotLevel.GREEDY:
            return greedy.best(known_state, seat, options)
        case BotLevel.PLANNER:
            return planner.best(known_state, seat, options)
        case BotLevel.SEARCH:
            return search.best(known_state, seat, options, f"{seed}:{known_state.version}:{seat}")
        case _:
            assert_never(level)


def _answer(state: GameState, seat: Seat, offer: Offer) -> Command:
    """Agree if nothing has been revealed since: no dice or cards can be had again."""
    if offer.to_version >= state.undo.barrier:
        return AcceptUndo(seat)
    return DeclineUndo(seat)


def _impatient_level(level: BotLevel, seed: str) -> BotLevel:
    """Return the level, or now and then the random one, in a game that does not end."""
    return BotLevel.RANDOM if _number(f"{seed}:stirs") % _RANDOM_EVERY == 0 else level


def _pick(options: Sequence[Play], seed: str) -> Play:
    return options[_number(seed) % len(options)]


def _number(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest())
