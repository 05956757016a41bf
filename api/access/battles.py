"""Which battles the caller may know: those that ship with the service, and those of players."""

from api.access.identity import caller
from api.http.problems import ProblemError
from api.http.requests import meant
from api.services import services
from domain.scenarios import load, slugs
from domain.setup import Setup
from events.commentary.studies import Sharing
from events.scenarios.library import StoredScenario
from events.scenarios.report import ItemStatus


def stored_scenario(slug: str) -> StoredScenario:
    """A player's battle, where the caller may know of it. Raises a problem."""
    who = caller()
    found = _shared(slug, who.id if who else None)
    if found is None:
        said = ["No scenario has this name, or it is not shared with you.", *meant(slug, slugs())]
        raise ProblemError("not_found", " ".join(said))
    return found


def setup_of(slug: str) -> Setup:
    """What games of a battle are played with. Raises a problem."""
    return load(slug) if slug in slugs() else _playable(stored_scenario(slug))


def named_setup(slug: str) -> Setup:
    """The same for a slug that a body names. Raises a problem."""
    require_known(slug, "scenario")
    return setup_of(slug)


def require_known(slug: str, member: str) -> None:
    """Refuse a member that names no battle that the caller knows. Raises a problem."""
    who = caller()
    if slug not in slugs() and _shared(slug, who.id if who else None) is None:
        reasons = ["No scenario has this slug, or it is not shared with you."]
        reasons += meant(slug, slugs())
        errors = {f"/{member}": reasons}
        raise ProblemError("invalid_request", f"The {member} is unknown.", {"errors": errors})


def refused(detail: str, **extra: object) -> ProblemError:
    """The problem of a battle that cannot be taken or played."""
    return ProblemError("scenario_refused", detail, extra)


def _shared(slug: str, viewer: str | None) -> StoredScenario | None:
    found = services().scenarios.find(slug)
    if found is not None and found.visibility is Sharing.PRIVATE and found.author != viewer:
        return None
    return found


def _playable(found: StoredScenario) -> Setup:
    setup = found.setup
    if setup is None:
        items = [item for item in found.items if item.status is ItemStatus.BLOCKING]
        detail = f"No game can be played with {found.slug}; see errors."
        raise refused(detail, errors={item.where: [item.why] for item in items})
    return setup
