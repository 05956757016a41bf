"""Playtests as answers."""

import hashlib
from dataclasses import asdict
from itertools import product

import msgspec

from api.schemas.service.playtests import (
    MeanEstimateAnswer,
    PlaytestAnswer,
    PlaytestObjectiveAnswer,
    PlaytestSideAnswer,
    PlaytestSidesAnswer,
    PlaytestSummaryAnswer,
    ShareEstimateAnswer,
)
from api.services import services
from domain.playtest import ENGINE, Estimate, PlaytestSummary, share_of
from domain.setup import Setup
from domain.values import EditionName, Side
from domain.values.bots import QUICK, BotLevel
from events.jobs.playtests import GAMES, Playtest
from events.jobs.tracked import JobStatus, Progress, QueueUnavailableError

_PLACES = 4
_ID_DIGITS = 20


def id_of(slug: str, setup: Setup, edition: EditionName, level: BotLevel) -> str:
    """Return the id of a playtest, derived from everything that determines its games."""
    board = msgspec.json.encode(setup).decode()
    said = "\n".join((slug, edition, level, ENGINE, board))
    return f"pt_{hashlib.sha256(said.encode()).hexdigest()[:_ID_DIGITS]}"


def done(slug: str, setup: Setup) -> list[PlaytestAnswer]:
    """Return the finished playtests of a battle; none while the job queue is unavailable."""
    wanted = [id_of(slug, setup, *one) for one in product(EditionName, QUICK)]
    try:
        made = [services().playtests.find(name) for name in wanted]
        return [playtest_answer(one) for one in made if one and one.status is JobStatus.DONE]
    except QueueUnavailableError:
        return []


def balance(won: dict[str, int]) -> ShareEstimateAnswer | None:
    """Return the Allies' share of the games won; None without any."""
    games = sum(won.values())
    return _share(share_of(won[Side.ALLIES], games)) if games else None


def playtest_answer(made: Progress[Playtest]) -> PlaytestAnswer:
    """Return a playtest, with its results if it is done."""
    params = made.params
    file = services().playtests.file(params.id) if made.status is JobStatus.DONE else None
    return PlaytestAnswer(
        id=params.id,
        scenario=params.game,
        edition=params.edition,
        level=params.level,
        status=made.status,
        progress=round(made.done / GAMES, 3),
        engine=params.engine,
        asked_at=params.asked_at,
        summary=_summary(msgspec.json.decode(file, type=PlaytestSummary)) if file else None,
    )


def _summary(one: PlaytestSummary) -> PlaytestSummaryAnswer:
    allies, axis = (_side(one, side) for side in Side)
    return PlaytestSummaryAnswer(
        games=one.games,
        sides=PlaytestSidesAnswer(allies, axis),
        turns=_mean(one.turns),
        luck=None if one.luck is None else _share(one.luck),
        endings=dict(one.endings),
        objectives=[PlaytestObjectiveAnswer(*each) for each in one.objectives.items()],
    )


def _side(one: PlaytestSummary, side: Side) -> PlaytestSideAnswer:
    return PlaytestSideAnswer(one.won[side], _share(one.share[side]), _mean(one.medals[side]))


def _share(one: Estimate) -> ShareEstimateAnswer:
    return ShareEstimateAnswer(**_rounded(one))


def _mean(one: Estimate) -> MeanEstimateAnswer:
    return MeanEstimateAnswer(**_rounded(one))


def _rounded(one: Estimate) -> dict[str, float]:
    return {name: round(number, _PLACES) for name, number in asdict(one).items()}
