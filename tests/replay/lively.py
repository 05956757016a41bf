"""Games of lively random play, and what is kept of them."""

import random
from pathlib import Path

from domain.commands import (
    Ambush,
    Attack,
    Command,
    ExitBoard,
    OrderUnit,
    Resign,
    Strike,
    TakeGround,
)
from domain.events import Event
from tests.replay import GAMES, Recording, load, recorded, save
from tests.support.games import Playing, plays
from tests.support.words import event_in

EAGER = (Attack, ExitBoard, TakeGround, OrderUnit, Strike, Ambush)
BRIEF = 110
"""Commands after which a game is given up that is recorded for what is rare."""


def lively(options: list[Command], dice: random.Random) -> Command:
    """Battle and order when possible, nine times out of ten."""
    eager = [command for command in options if isinstance(command, EAGER)]
    return dice.choice(eager if eager and dice.random() < 0.9 else options)


def played(game: Playing, number: int, patience: int | None = None) -> Playing:
    """The game played to its end, or until the awaited seat gives it up."""
    dice = random.Random(number)
    while options := plays(game.state):
        assert game.state.awaited is not None
        tired = patience is not None and len(game.commands) >= patience
        game.do(Resign(game.state.awaited) if tired else lively(options, dice))
    return game


def of_game(game: Playing) -> Recording:
    """A game as it is kept."""
    return recorded(game.state.created.seed, game.log[0], game.commands)


def keep(path: Path, recording: Recording) -> None:
    """Write a recording that there is not yet: those that there are stay as they are."""
    if path.exists():
        raise SystemExit(f"{path} has been recorded already")
    save(path, recording)


def record(name: str, game: Playing) -> None:
    """Write a game that is over."""
    keep(GAMES / f"{name}.jsonl", of_game(game))
    print(f"{name}: {len(game.commands)} commands, {len(game.log)} events, {game.state.ending}")


def kinds(path: Path) -> set[type[Event]]:
    """The types of events in a recording."""
    game = load(path)
    result = (*game.past, *game.events)
    stored = [game.created, *(event for events in result for event in events)]
    return {type(event_in(event)) for event in stored}
