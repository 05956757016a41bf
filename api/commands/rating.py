"""Which games may be rated: of two people, on even terms that everyone can look up."""

from api.http.problems import ProblemError
from domain.scenarios import slugs
from domain.seating import Table
from domain.values import Side, Undo, Visibility


def require_rateable(
    scenario: str, undo: Undo, visibility: Visibility, table: Table, *, bots: bool = False
) -> None:
    """Refuse what cannot be rated, with a reason for each member. Raises a problem."""
    against = {
        "scenario": (scenario not in slugs(), "Must be a battle that the service ships with."),
        "undo": (undo is Undo.FREE, f"Must be `{Undo.NONE}` or `{Undo.CONSENT}`."),
        "visibility": (visibility is not Visibility.PUBLIC, f"Must be `{Visibility.PUBLIC}`."),
        "variant": (len(table.seats) > len(Side), "Must be for two players."),
        "bots": (bots, "Must be empty."),
    }
    errors = {f"/{member}": [why] for member, (wrong, why) in against.items() if wrong}
    if errors:
        detail = "The game cannot be rated; change what errors name, or leave rated out."
        raise ProblemError("invalid_request", detail, {"errors": errors})
