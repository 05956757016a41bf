"""Results of players and statistics of battles."""

from dataclasses import asdict

from flask import Response
from flask_smorest import Blueprint

from api.access.battles import stored_scenario
from api.access.identity import caller
from api.answers.playtests import done
from api.http.problems import ProblemError
from api.http.responses import answer
from api.operations.operation import OPTIONAL_TOKEN, Operation, Success
from api.schemas.answer import Answer
from api.schemas.service.playtests import PlaytestAnswer
from api.services import services
from domain.ratings import Belief
from domain.scenarios import load, slugs
from domain.values import EditionName, Side, Variant
from events.read_models.results import Statistics, WinLossRecord

results = Blueprint("results", __name__, description="Results and statistics.")


class _Record(Answer, frozen=True, kw_only=True):
    """Finished games against other players."""

    finished: int
    """Games won or lost."""
    won: int
    lost: int
    resigned: int
    """Games lost by resignation."""
    timed_out: int
    """Games lost on time."""


class SideRecordAnswer(_Record, frozen=True):
    """The results of one side."""

    side: Side


class ScenarioRecordAnswer(_Record, frozen=True):
    """The results of one scenario."""

    scenario: str


class EditionRecordAnswer(_Record, frozen=True):
    """The results of one edition."""

    edition: EditionName


class _Games(_Record, frozen=True):
    player: str
    waiting: int
    """Games that have not started."""
    active: int
    """Games in progress."""
    solo: int
    """Games in which the player held both seats; not included in the other numbers."""


class ResultsAnswer(_Games, frozen=True, kw_only=True):
    """A player's games."""

    by_side: list[SideRecordAnswer]
    by_scenario: list[ScenarioRecordAnswer]
    by_edition: list[EditionRecordAnswer]


class SideCountsAnswer(Answer, frozen=True):
    """A number for each side."""

    allies: int
    axis: int


class TurnsAnswer(Answer, frozen=True):
    """The length of games."""

    total: int
    mean: float | None
    """The average over finished games; null if there are none."""


class MedalsAnswer(TurnsAnswer, frozen=True):
    """The medals of one side."""


class SideMedalsAnswer(Answer, frozen=True):
    """The medals of each side."""

    allies: MedalsAnswer
    axis: MedalsAnswer


class StatisticsItemAnswer(Answer, frozen=True):
    """The games of one edition and variant."""

    edition: EditionName
    variant: Variant
    games: int
    finished: int
    won: SideCountsAnswer
    turns: TurnsAnswer
    medals: SideMedalsAnswer
    advantage: int | None
    """The rating points that playing the Allies is worth; null before the first rated game."""
    endings: dict[str, int]
    """The number of games by ending; endings that did not occur are absent."""


class StatisticsAnswer(Answer, frozen=True):
    """The statistics of the games of a scenario."""

    scenario: str
    items: list[StatisticsItemAnswer]
    playtests: list[PlaytestAnswer]
    """The finished playtests by bots."""


@Operation(
    results,
    "GET /v1/players/<string:player_id>/results",
    "Get the results of a player",
    Success(200, ResultsAnswer),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
def get_player_results(player_id: str) -> Response:
    """Results of public games; for the player itself, of private games too. Imported games do not
    count."""
    who = caller()
    if services().players.of_id(player_id) is None:
        raise ProblemError("not_found", "No player has this id.")
    found = services().results.of_player(player_id, who.id if who else None)
    answered = ResultsAnswer(
        player=player_id,
        waiting=found.waiting,
        active=found.active,
        solo=found.solo,
        by_side=[SideRecordAnswer(Side(n), **_record(r)) for n, r in found.by_side.items()],
        by_scenario=[ScenarioRecordAnswer(n, **_record(r)) for n, r in found.by_scenario.items()],
        by_edition=[
            EditionRecordAnswer(EditionName(n), **_record(r)) for n, r in found.by_edition.items()
        ],
        **_record(found.record),
    )
    return answer(answered)


@Operation(
    results,
    "GET /v1/scenarios/<string:slug>/statistics",
    "Get the statistics of a scenario",
    Success(200, StatisticsAnswer),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
def get_scenario_statistics(slug: str) -> Response:
    """Statistics of public games between two players on this service, by edition and variant, and
    the finished playtests by bots."""
    setup = load(slug) if slug in slugs() else stored_scenario(slug).setup
    found = services().results.of_scenario(slug)
    ahead = services().ratings.advantages([(slug, one.edition, one.variant) for one in found])
    items = [_statistics(*both) for both in zip(found, ahead, strict=True)]
    return answer(StatisticsAnswer(slug, items, done(slug, setup) if setup else []))


def _record(record: WinLossRecord) -> dict[str, int]:
    return {"finished": record.finished, **asdict(record)}


def _statistics(one: Statistics, ahead: Belief | None) -> StatisticsItemAnswer:
    def mean(amount: int) -> float | None:
        return amount / one.finished if one.finished else None

    medals = {side: MedalsAnswer(amount, mean(amount)) for side, amount in one.medals.items()}
    return StatisticsItemAnswer(
        edition=EditionName(one.edition),
        variant=Variant(one.variant),
        games=one.games,
        finished=one.finished,
        won=SideCountsAnswer(**one.won),
        turns=TurnsAnswer(one.turns, mean(one.turns)),
        medals=SideMedalsAnswer(**medals),
        advantage=None if ahead is None else round(ahead.rating),
        endings=one.endings,
    )
