"""What each status of a failure means, whatever the operation."""

MEANINGS = {
    400: "The request cannot be read.",
    401: "There is no token where one is needed, or nobody has it.",
    403: "You are known, and may not do this.",
    404: "It is not here, or it is private to others.",
    405: "The address does not take this method; `Allow` names those that it takes.",
    406: "It does not come in any of the forms that you accept.",
    409: "The rules refuse it, or what else is there already.",
    412: "The game, or what you change, is at another version than the one you named.",
    413: "The body is too large.",
    414: "The address is too long.",
    415: "The body is of a type that is not taken here.",
    422: "It can be read and does not fit: see `errors`. Or the key belongs to another request.",
    429: "Too many requests: `Retry-After` says when to go on.",
    431: "The headers are too large.",
    500: "A fault of the service; quote `request_id` to report it.",
    503: "It cannot be done now. `code` says whether it may have been done nevertheless: if so, "
    "the same request with the same `Idempotency-Key` settles it.",
}


def table() -> str:
    """All of them, in Markdown."""
    rows = [f"| {status} | {meaning} |" for status, meaning in MEANINGS.items()]
    return "\n".join(("| Status | Meaning |", "| --- | --- |", *rows))
