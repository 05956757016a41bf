"""Whole games of every battle by each edition: the laws hold, and every game ends."""

import random
from collections.abc import Iterator

import pytest

from domain import decide, fold, legal_commands
from domain.state import GameState
from domain.values import EditionName, Ending, Status, Variant
from tests.bench.selfplay import Asked, at_random, greedy
from tests.support.battles import BOOKLET
from tests.support.games import Playing, plays
from tests.support.laws import broken_laws
from tests.support.seating import SEATS

MAX_TURNS = 2_000
"""A bound with room: games at random take 30 to 400 turns."""
MAX_COMMANDS = 20_000
SAMPLED = 20
"""One state in so many has its list of commands tried out."""

# Each by the one edition at random and by the other greedily, turn about; `make soak` plays all.
STANDARD = [
    Asked(slug, edition, Variant.STANDARD, number, greedy=(number + turn) % 2 == 1, laws=True)
    for turn, slug in enumerate(BOOKLET)
    for number, edition in enumerate(EditionName)
]
YOUNG = [
    Asked(slug, edition, Variant.YOUNG_GENERALS, 2, greedy=greedily, laws=True)
    for slug in ("omaha_beach", "pegasus_bridge", "sainte_mere_eglise", "vassieux")
    for edition in EditionName
    for greedily in (False, True)
]


def named(asked: Asked) -> str:
    style = "greedy" if asked.greedy else "random"
    return f"{asked.slug}, {asked.edition}, {asked.variant}, {style}"


@pytest.mark.slow
@pytest.mark.parametrize("asked", [*STANDARD, *YOUNG], ids=named)
def test_a_game_obeys_the_laws_and_ends(asked: Asked) -> None:
    game = asked.begin()
    for step, _ in enumerate(states(game, asked)):
        assert broken_laws(game.state) == [], game.commands[-1]
        assert game.state.turn.number <= MAX_TURNS
        assert step < MAX_COMMANDS
        if step % SAMPLED == 0:
            try_out(game)
    assert ends_for_its_reason(game.state)
    assert fold(game.log) == game.state


def states(game: Playing, asked: Asked) -> Iterator[None]:
    """The game at each of its decisions until it is over."""
    style, dice = greedy if asked.greedy else at_random, random.Random(asked.number)
    while options := plays(game.state):
        yield
        game.do(style(options, dice))


def try_out(game: Playing) -> None:
    """Every listed command is listed once and accepted, by either seat."""
    for seat in SEATS:
        listed = legal_commands(game.state, seat)
        assert len(set(listed)) == len(listed)
        for command in listed:
            assert decide(game.state, command, game.chance), command


def ends_for_its_reason(state: GameState) -> bool:
    """Whether the game is over as its last event says; nobody resigns here."""
    winner, setup = state.winner, state.created.setup
    if state.status is not Status.FINISHED or winner is None:
        return False
    match state.ending:
        case Ending.MEDALS:
            return state.medals[winner] == setup.army(winner).medals_to_win
        case Ending.DECK_EMPTY:
            return winner is setup.winner_when_deck_empty and not state.cards.deck
        case Ending.SUDDEN_DEATH:
            return any(
                sum(getattr(state.occupants.get(hex_), "side", None) is winner for hex_ in o.hexes)
                >= o.need
                for o in setup.objectives
            )
        case _:
            return False
