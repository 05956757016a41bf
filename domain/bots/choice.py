"""What a bot decides: a pure function of what its seat knows and of a seed."""

import hashlib
from collections.abc import Sequence
from typing import assert_never

from domain.bots import greedy, planner, search
from domain.bots.knowledge import known
from domain.commands import AcceptUndo, Command, DeclineUndo, Play, Resign, SideMessage
from domain.legal import legal_commands
from domain.state import GameState, Offer
from domain.values import Seat
from domain.values.bots import BotLevel

PATIENCE = 200
"""Turns after which bots no longer wait for each other for ever."""
_STIRS = 6
"""One decision out of so many is any one then."""


def choose(state: GameState, seat: Seat, level: BotLevel, seed: str) -> Command | None:
    """The command of a bot that holds a seat; None when nothing is asked of it.

    It depends on ``known(state, seat)``, the level and the seed alone. A request to take back is
    answered before anything else.
    """
    known_state = known(state, seat)
    offer = known_state.offer
    if offer is not None and seat not in (offer.seat, *offer.agreed):
        return _answer(known_state, seat, offer)
    listed = legal_commands(known_state, seat)
    options = [one for one in listed if not isinstance(one, Resign | SideMessage)]
    if len(options) < 2:
        return next(iter(options), None)
    if known_state.turn.number > PATIENCE:
        level = _restless(level, f"{seed}:{known_state.version}:{seat}")
    match level:
        case BotLevel.RANDOM:
            return _any_of(options, f"{seed}:{known_state.version}:{seat}")
        case BotLevel.GREEDY:
            return greedy.best(known_state, seat, options)
        case BotLevel.PLANNER:
            return planner.best(known_state, seat, options)
        case BotLevel.SEARCH:
            return search.best(known_state, seat, options, f"{seed}:{known_state.version}:{seat}")
        case _:
            assert_never(level)


def _answer(state: GameState, seat: Seat, offer: Offer) -> Command:
    """Agree where nothing has been revealed since: no dice and no cards are to be had again."""
    if offer.to_version >= state.undo.barrier:
        return AcceptUndo(seat)
    return DeclineUndo(seat)


def _restless(level: BotLevel, seed: str) -> BotLevel:
    """What decides in a game that comes to no end: now and then nothing but chance."""
    return BotLevel.RANDOM if _number(f"{seed}:stirs") % _STIRS == 0 else level


def _any_of(options: Sequence[Play], seed: str) -> Play:
    return options[_number(seed) % len(options)]


def _number(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest())
