"""Which games may be rated: public ones of two people, on equal and published terms."""

from api.http.problems import ProblemError
from domain.scenarios import slugs
from domain.seating import Table
from domain.steps.table.lifecycle import GameOptions
from domain.values import Side, Undo, Visibility
from domain.values.clock import ClockKind
from events.lobby.challenges import Terms


def require_rateable(terms: GameOptions | Terms, table: Table, *, bots: bool = False) -> None:
    """Reject terms that cannot be rated, with a reason for each member. Raises a problem."""
    undo, visibility, clock = terms.undo, terms.visibility, terms.clock
    checks = {
        "scenario": (
            terms.scenario not in slugs(),
            "Must be a battle that the service ships with.",
        ),
        "undo": (undo is Undo.FREE, f"Must be `{Undo.NONE}` or `{Undo.CONSENT}`."),
        "visibility": (visibility is not Visibility.PUBLIC, f"Must be `{Visibility.PUBLIC}`."),
        "variant": (len(table.seats) > len(Side), "Must be for two players."),
        "clock/kind": (clock is not None and clock.kind is ClockKind.NONE, "Must limit the time."),
        "clock/at_zero": (clock is not None and clock.bot is not None, "Must be `resign`."),
        "bots": (bots, "Must be empty."),
    }
    errors = {f"/{member}": [reason] for member, (wrong, reason) in checks.items() if wrong}
    if errors:
        detail = "The game cannot be rated; change what errors name, or leave rated out."
        raise ProblemError("invalid_request", detail, {"errors": errors})
