"""Real processes of bots: killed again and again they go on, and decide nothing twice."""

import signal
from pathlib import Path

from domain import apply
from domain.bots import choose
from domain.chance import SeededChance
from domain.commands import Resign, TakeSeat
from domain.state import GameState
from domain.values import EditionName, Seat, Status
from domain.values.bots import BotLevel, bot_level, bot_player
from events.backend import Backend
from events.games.service import GameService
from events.store.servers import Client
from tests.fixtures import ALICE, PATIENCE, game_options, play_on, wait_until
from tests.support.examples import rounds
from tests.support.projecting import projecting
from tests.workers.conftest import RunWorker

TWO_BOTS = {Seat.ALLIES: bot_player(BotLevel.GREEDY), Seat.AXIS: bot_player(BotLevel.RANDOM)}


def test_killed_again_and_again_they_play_the_very_game_that_they_play_undisturbed(
    run_worker: RunWorker, client: Client, games: GameService
) -> None:
    names = {"gm_here": "5eed" * 16, "gm_there": "beef" * 16}
    for name, seed in names.items():
        games.create(EditionName.E2025, game_options(name, seed=seed), seated=TWO_BOTS)
    game = {name: games.repository.current(name).state for name in names}

    def versions() -> list[int]:
        return [games.repository.current(name).version for name in names]

    with projecting(Backend.on(client)):
        for _ in range(rounds(2, 4)):
            before = sum(versions())
            processes = [run_worker("workers.bots"), run_worker("workers.bots")]
            wait_until(lambda before=before: sum(versions()) > before + 20, "they play")
            for process in processes:
                process.kill()
                process.wait()
        process = run_worker("workers.bots")
        for name in names:
            wait_until(lambda name=name: is_over(games, name), "the game ends")
        process.terminate()
        assert process.wait(PATIENCE) == 0
    for name, state in game.items():
        assert games.repository.current(name).state == undisturbed(state)


def is_over(games: GameService, name: str) -> bool:
    return games.repository.current(name).state.status is Status.FINISHED


def undisturbed(state: GameState) -> GameState:
    """The game as its bots play it in one go."""
    name = state.created.game
    chance = SeededChance(bytes.fromhex(state.created.seed), name)
    while (seat := state.awaited) is not None:
        level = bot_level(state.seats[seat])
        assert level is not None
        command = choose(state, seat, level, name)
        assert command is not None
        state = apply(state, command, chance).state
    return state


def test_a_bot_answers_a_person_at_once_and_stops_on_a_signal(
    run_worker: RunWorker, client: Client, games: GameService, tmp_path: Path
) -> None:
    process = run_worker("workers.bots")
    log = tmp_path / "bots.log"
    wait_until(lambda: "playing the seats of bots" in log.read_text(), "the bots are at work")
    with projecting(Backend.on(client)):
        game = game_options("gm_person")
        games.create(EditionName.E2025, game, seated={Seat.AXIS: TWO_BOTS[Seat.AXIS]})
        games.submit(game.game, TakeSeat(Seat.ALLIES, ALICE))
        for turn in range(1, 4):

            def is_hers(turn: int = turn) -> bool:
                state = games.repository.current(game.game).state
                return state.awaited is Seat.ALLIES and state.turn.number >= 2 * turn - 1

            while not is_hers():
                wait_until(lambda: awaited(games, game.game) is Seat.ALLIES, "the bot decides")
                play_on(games, game.game, 1, seed=turn)
        games.submit(game.game, Resign(Seat.ALLIES))
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert "Traceback" not in log.read_text()


def awaited(games: GameService, name: str) -> Seat | None:
    return games.repository.current(name).state.awaited
