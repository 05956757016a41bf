"""The names of all Redis keys, in one place."""

PREFIX = "afteraction"

SUMMARIES = f"{PREFIX}:games"
"""Hash: game id to the JSON of what lists show of it."""

DEADLINES = f"{PREFIX}:deadlines"
"""Sorted set: game id by the time (ms) at which its awaited seat has run out of time."""

ALL_GAMES = f"{PREFIX}:index:all"
"""Sorted set: every game id by creation time (ms)."""

SWEPT = f"{PREFIX}:swept"
"""String: when the time limits were looked at last (ms)."""

OUTAGES = f"{PREFIX}:outages"
"""Sorted set: ``start:end`` (ms) of each time the service was down, by its end."""

READY = f"{PREFIX}:ready"
"""String: when readiness was asked for last; that it can be written is the answer."""

LIVE_PATTERN = f"{PREFIX}:live:*"


def log(game: str) -> str:
    """List: the game's events, oldest first; its length is the game's version."""
    return f"{PREFIX}:log:{game}"


def idempotency(game: str) -> str:
    """Hash: player, scope and key to the outcome of the command sent with it."""
    return f"{PREFIX}:idempotency:{game}"


def live(game: str) -> str:
    """Channel: the events of each command, as they are appended."""
    return f"{PREFIX}:live:{game}"


def index(kind: str, value: str) -> str:
    """Sorted set: ids of the games with this status, player or scenario, by creation time (ms)."""
    return f"{PREFIX}:index:{kind}:{value}"


def player(player_id: str) -> str:
    """Hash: a player's account."""
    return f"{PREFIX}:player:{player_id}"


def token(token_hash: str) -> str:
    """String: the player whose token has this SHA-256."""
    return f"{PREFIX}:token:{token_hash}"
