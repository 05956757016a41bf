"""The battles that the caller may see: those of the service, and those that players share."""

from api.access.identity import caller
from api.http.problems import ProblemError
from api.http.requests import suggestions
from api.services import services
from domain.scenarios import load, slugs
from domain.setup import Setup
from events.commentary.studies import Sharing
from events.scenarios.library import StoredScenario
from events.scenarios.report import ItemStatus


def stored_scenario(slug: str) -> StoredScenario:
    """Return a player's battle. Raises a problem if the caller may not see it."""
    who = caller()
    scenario = _shared(slug, who.id if who else None)
    if scenario is None:
        detail = "No scenario has this name, or it is not shared with you."
        raise ProblemError("not_found", " ".join([detail, *suggestions(slug, slugs())]))
    return scenario


def setup_of(slug: str) -> Setup:
    """Return the setup of a battle. Raises a problem."""
    return load(slug) if slug in slugs() else _playable(stored_scenario(slug))


def named_setup(slug: str) -> Setup:
    """Return the setup of a battle that the request's body names. Raises a problem."""
    require_known(slug, "scenario")
    return setup_of(slug)


def require_known(slug: str, member: str) -> None:
    """Check that a member of the body names a battle of the caller's. Raises a problem."""
    who = caller()
    if slug not in slugs() and _shared(slug, who.id if who else None) is None:
        reasons = ["No scenario has this slug, or it is not shared with you."]
        reasons += suggestions(slug, slugs())
        errors = {f"/{member}": reasons}
        raise ProblemError("invalid_request", f"The {member} is unknown.", {"errors": errors})


def refused(detail: str, **extra: object) -> ProblemError:
    """Return the problem of a battle that cannot be stored or played."""
    return ProblemError("scenario_refused", detail, extra)


def _shared(slug: str, viewer: str | None) -> StoredScenario | None:
    scenario = services().scenarios.find(slug)
    if (
        scenario is not None
        and scenario.visibility is Sharing.PRIVATE
        and scenario.author != viewer
    ):
        return None
    return scenario


def _playable(scenario: StoredScenario) -> Setup:
    setup = scenario.setup
    if setup is None:
        items = [item for item in scenario.items if item.status is ItemStatus.BLOCKING]
        advice = "see errors" if items else "send its file again for a report"
        detail = f"No game can be played with {scenario.slug}; {advice}."
        raise refused(detail, errors={item.where: [item.why] for item in items})
    return setup
