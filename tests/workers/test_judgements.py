"""Rated games are judged once each, after what players ask for, and whoever is killed meanwhile."""

import os
import signal
from collections.abc import Callable

import pytest
from redis import Redis

from domain.commands import Resign
from domain.judgement import ENGINE
from domain.values import Seat
from events.backend import Backend
from events.clock import at_milliseconds, milliseconds, utc_now
from events.games.judgements import Judgement, Judgements
from events.games.service import GameService
from events.jobs.analyses import ANALYSES, Analysis
from events.jobs.job_keys import JobKeys
from events.jobs.queue import NAME
from events.jobs.tracked import JobStatus, TrackedJobs
from events.read_models.projector import Projector
from events.read_models.rating_fold import RatedGame, read_rows, unjudged
from events.read_models.rating_keys import RatedBy, RatingKeys
from events.read_models.read_model import ReadModel
from events.store.servers import Client
from tests.fixtures import KEYS, Clock, play_on, started, wait_until
from tests.support.projecting import catch_up, contents, projecting, rebuilt
from tests.workers.conftest import RunWorker
from workers.analyses import Analyzer
from workers.judgements import RETRY_MILLISECONDS, RatedGamesJudge

ADJUSTED = RatingKeys(RatedBy.LUCK_ADJUSTED)
SCHEDULERS_LOCK = f"rq:scheduler-lock:{NAME}"
Step = Callable[..., None]
MINUTE = 60 * 1000


def given_up(games: GameService, name: str, seed: int = 1, *, rated: bool = True) -> None:
    """A game that Bob gives up in its second turn or later."""
    started(games, name, rated=rated)
    while play_on(games, name, 5, seed).state.turn.number < 2:
        pass
    games.submit(name, Resign(Seat.AXIS))


@pytest.fixture
def analyses(single_client: Redis) -> TrackedJobs[Analysis]:
    return TrackedJobs(single_client, ANALYSES)


@pytest.fixture
def backend(client: Client) -> Backend:
    return Backend.on(client)


@pytest.fixture
def projector(backend: Backend) -> Projector:
    return Projector(backend)


@pytest.fixture
def step(backend: Backend, analyses: TrackedJobs[Analysis], projector: Projector) -> Step:
    """One sweep in so many milliseconds, once the read model has all there is."""
    judge = RatedGamesJudge(backend, analyses)

    def once(ahead: int = 0) -> None:
        catch_up(backend, projector)
        judge.step(at_milliseconds(now() + ahead))
        catch_up(backend, projector)

    return once


def now() -> int:
    return milliseconds(utc_now())


def waiting(client: Client) -> list[str]:
    model = ReadModel.current(client)
    assert model is not None
    return list(unjudged(model))


def counted(client: Client, *names: str) -> dict[str, float]:
    """What games count as for the Allies, of those that do."""
    model = ReadModel.current(client)
    assert model is not None
    return {n: one.score for n, one in read_rows(model, ADJUSTED.games, names, RatedGame).items()}


def new_analysis(games: GameService, name: str) -> Analysis:
    """What a player asks for who wants a game analyzed."""
    loaded = games.repository.current(name)
    return Analysis.of(name, loaded.version, loaded.head, "pl_ann", utc_now())


def worked_off(games: GameService, analyses: TrackedJobs[Analysis], name: str) -> None:
    """A game's analysis made, as the job would."""
    found = analyses.find(new_analysis(games, name).id)
    assert found is not None
    assert found.unfinished
    assert Analyzer(games.repository, analyses).work(found.params.id, 60) is None


def under_way(games: GameService, analyses: TrackedJobs[Analysis], *names: str) -> list[bool]:
    found = [analyses.find(new_analysis(games, name).id) for name in names]
    return [one is not None and one.unfinished for one in found]


def test_games_are_judged_one_at_a_time_in_the_order_of_their_ends(
    client: Client, games: GameService, clock: Clock, analyses: TrackedJobs[Analysis], step: Step
) -> None:
    for number, name in enumerate(("gm_b", "gm_a", "gm_casual")):
        given_up(games, name, number, rated=name != "gm_casual")
        clock.advance(seconds=1)
    started(games, "gm_running", rated=True)
    step()
    assert waiting(client) == ["gm_b", "gm_a"]
    assert under_way(games, analyses, "gm_b", "gm_a") == [True, False]
    step()
    assert under_way(games, analyses, "gm_b", "gm_a") == [True, False]
    worked_off(games, analyses, "gm_b")
    step()
    assert list(counted(client, "gm_b", "gm_a")) == ["gm_b"]
    assert waiting(client) == ["gm_a"]
    worked_off(games, analyses, "gm_a")
    step()
    scores = counted(client, "gm_b", "gm_a", "gm_casual", "gm_running")
    assert list(scores) == ["gm_b", "gm_a"]
    assert all(0 < score < 1 for score in scores.values())
    assert waiting(client) == []
    assert under_way(games, analyses, "gm_casual", "gm_running") == [False, False]


def test_what_players_have_asked_for_comes_first(
    client: Client, games: GameService, analyses: TrackedJobs[Analysis], step: Step
) -> None:
    given_up(games, "gm_casual", rated=False)
    given_up(games, "gm_rated")
    analyses.request(new_analysis(games, "gm_casual"), now())
    step()
    assert under_way(games, analyses, "gm_casual", "gm_rated") == [True, False]
    # What a player has asked for of the rated game itself is recorded whatever else goes on.
    analyses.request(new_analysis(games, "gm_rated"), now())
    worked_off(games, analyses, "gm_rated")
    step()
    assert list(counted(client, "gm_rated")) == ["gm_rated"]
    assert under_way(games, analyses, "gm_casual") == [True]


def test_a_judgement_stays_whichever_engines_come_later(
    client: Client, backend: Backend, games: GameService, projector: Projector, step: Step
) -> None:
    given_up(games, "gm_one")
    head = games.repository.current("gm_one").head
    judgements = Judgements(client, backend.names)
    assert judgements.record("gm_one", head, Judgement("first", 0.25))
    assert not judgements.record("gm_one", head, Judgement("second", 0.75))
    assert not judgements.of({"gm_one": "another end"})
    step()
    assert counted(client, "gm_one") == {"gm_one": 0.25}
    assert waiting(client) == []
    before = contents(client)
    assert rebuilt(backend) == before
    # A game that went on from before its end has another one.
    assert judgements.record("gm_one", "another end", Judgement("second", 0.5))
    catch_up(backend, projector)
    assert counted(client, "gm_one") == {"gm_one": 0.25}


def test_what_cannot_be_judged_keeps_no_others_waiting(
    client: Client,
    games: GameService,
    clock: Clock,
    analyses: TrackedJobs[Analysis],
    backend: Backend,
    projector: Projector,
    step: Step,
) -> None:
    names = ("gm_damaged", "gm_failed", "gm_stuck", "gm_fine")
    for name in names:
        given_up(games, name)
        clock.advance(seconds=1)
    catch_up(backend, projector)
    client.lset(KEYS.log("gm_damaged"), 3, b"not an event")
    step()
    assert under_way(games, analyses, *names[1:]) == [True, False, False]
    analyses.end(new_analysis(games, "gm_failed").id, JobStatus.FAILED)
    step()
    # Its worker dies of it every time: after half an hour it counts as under way no more.
    assert under_way(games, analyses, *names[1:]) == [False, True, False]
    step(31 * MINUTE)
    assert under_way(games, analyses, *names[1:]) == [False, True, True]
    worked_off(games, analyses, "gm_fine")
    step(32 * MINUTE)
    assert waiting(client) == list(names[:3])
    step(RETRY_MILLISECONDS + MINUTE)
    assert under_way(games, analyses, "gm_failed") == [True]


def test_workers_are_killed_and_every_game_is_judged_once(
    run_worker: RunWorker,
    client: Client,
    single_client: Redis,
    backend: Backend,
    analyses: TrackedJobs[Analysis],
) -> None:
    games = GameService(backend.store, utc_now)
    names = [f"gm_{number}" for number in range(2)]
    with projecting(backend):
        for number, name in enumerate(names):
            given_up(games, name, number)
        heads = {name: games.repository.current(name).head for name in names}
        judgements, found = Judgements(client, backend.names), dict[str, Judgement]()
        for count in range(1, len(names) + 1):
            worker = run_worker()
            wait_until(lambda n=count: len(judgements.of(heads)) >= n, "they are judged", 60)
            before, found = found, judgements.of(heads)
            assert before.items() <= found.items()
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()
            # What a dead worker has left is taken up after a minute, which is over now.
            single_client.delete(SCHEDULERS_LOCK)
            for name in names:
                place = JobKeys(ANALYSES.name, new_analysis(games, name).id).params
                if single_client.hexists(place, "touched"):
                    single_client.hset(place, "touched", 0)
        wait_until(lambda: waiting(client) == [], "the lists are told")
    assert {one.engine for one in found.values()} == {ENGINE}
    read_model = contents(client)
    assert len(counted(client, *names)) == len(names)
    assert rebuilt(backend) == read_model
