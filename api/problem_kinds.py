"""The kinds of problems: the code of each, its status, its title, and what to do about it."""

from dataclasses import dataclass
from http import HTTPStatus


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem: its status, its title, and what to do about it."""

    status: HTTPStatus
    title: str
    advice: str


KINDS: dict[str, Kind] = {
    "malformed_request": Kind(
        HTTPStatus.BAD_REQUEST,
        "The request cannot be read",
        "Send one JSON document in UTF-8, and headers in the form the contract gives.",
    ),
    "unauthenticated": Kind(
        HTTPStatus.UNAUTHORIZED,
        "Nobody is signed in",
        "Create a player with POST /v1/players and send its token as Authorization: Bearer.",
    ),
    "forbidden": Kind(
        HTTPStatus.FORBIDDEN,
        "You may not do this",
        "Only the player who holds a seat decides for it.",
    ),
    "insufficient_scope": Kind(
        HTTPStatus.FORBIDDEN,
        "The token does not allow this",
        "Use a token with the scope that is named; POST /v1/players/me/tokens makes tokens with "
        "scopes that yours has.",
    ),
    "sign_up_closed": Kind(
        HTTPStatus.FORBIDDEN,
        "Players are not created by anyone here",
        "Ask whoever runs this service for a token; an administrator's token creates players.",
    ),
    "not_found": Kind(
        HTTPStatus.NOT_FOUND,
        "There is nothing here",
        "Check the address; a private game is shown only to its players.",
    ),
    "method_not_allowed": Kind(
        HTTPStatus.METHOD_NOT_ALLOWED,
        "This address does not take that method",
        "The Allow header lists the methods it takes.",
    ),
    "not_acceptable": Kind(
        HTTPStatus.NOT_ACCEPTABLE,
        "No such representation",
        "Accept one of the media types in offers, or leave the Accept header out.",
    ),
    "game_not_over": Kind(
        HTTPStatus.CONFLICT,
        "The game is not over",
        "Look at it as yourself, or as a seat that you hold; once it is over, look as anyone.",
    ),
    "illegal_command": Kind(
        HTTPStatus.CONFLICT,
        "The rules do not allow this command",
        "Ask GET /v1/games/{id}/actions for what is allowed now.",
    ),
    "contention": Kind(
        HTTPStatus.CONFLICT,
        "Other commands came first every time",
        "Read the game again and retry.",
    ),
    "too_many_tokens": Kind(
        HTTPStatus.CONFLICT,
        "You have as many tokens as one may have",
        "Revoke one with DELETE /v1/players/me/tokens/{token_id}, or let some expire.",
    ),
    "too_many_sandboxes": Kind(
        HTTPStatus.CONFLICT,
        "You have as many open sandboxes as one may have",
        "Finish one: a sandbox ends with the command resign. GET /v1/games with kind=sandboxes and "
        "status=active lists them.",
    ),
    "too_many_documents": Kind(
        HTTPStatus.CONFLICT,
        "You have as many of these as one may have",
        "Delete some that you need no longer; `most` says how many there may be.",
    ),
    "too_many_animations": Kind(
        HTTPStatus.CONFLICT,
        "You have as many animations under way as one may have",
        "Wait until one is done, or cancel one; `most` says how many there may be.",
    ),
    "game_archived": Kind(
        HTTPStatus.CONFLICT,
        "The game is archived",
        "Nothing was done: the game is over, and takes no commands anyhow.",
    ),
    "import_conflict": Kind(
        HTTPStatus.CONFLICT,
        "Another game has this id",
        "Nothing was stored. A log is brought in under its own id, which is taken here.",
    ),
    "version_mismatch": Kind(
        HTTPStatus.PRECONDITION_FAILED,
        "The game is at another version",
        "Read the events after your version and decide again.",
    ),
    "changed_meanwhile": Kind(
        HTTPStatus.PRECONDITION_FAILED,
        "It has been changed meanwhile",
        "Read it again, and send your change with its ETag if you still want it.",
    ),
    "body_too_large": Kind(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body is too large",
        "No request needs more than 64 KiB; an import may have 4 MiB, and 32 MiB unpacked.",
    ),
    "address_too_long": Kind(
        HTTPStatus.REQUEST_URI_TOO_LONG,
        "The address is too long",
        "No address of this service needs more than 8 KiB, with its query.",
    ),
    "headers_too_large": Kind(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are too many or too large",
        "Send fewer headers, or shorter ones: 100 at most, 32 KiB together.",
    ),
    "unsupported_media_type": Kind(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "The body is of another type",
        "Send Content-Type: application/json; to import, application/x-ndjson, application/gzip "
        "or text/vnd.afteraction.record.",
    ),
    "invalid_request": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The request does not fit the contract",
        "See errors: each names a place and what is wrong there.",
    ),
    "import_refused": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The game does not hold",
        "Send a complete export as GET /v1/games/{id}/export gives it, byte for byte, or a "
        "complete record; version and reason say what is wrong with this one.",
    ),
    "key_reused": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "This idempotency key belongs to another request",
        "Use a new Idempotency-Key for a new request, the same key only to repeat one.",
    ),
    "too_many_requests": Kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many requests of this kind",
        "Nothing was done: wait as long as Retry-After says, then repeat the request.",
    ),
    "internal_error": Kind(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "Something went wrong here",
        "Report the request_id to whoever runs this service.",
    ),
    "history_lost": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "This game is closed to commands",
        "Do not repeat the command; whoever runs the service has to open the game again.",
    ),
    "store_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store does not answer",
        "The outcome is unknown: repeat the request with the same Idempotency-Key.",
    ),
    "store_full": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store is full",
        "Its operator has to give it more memory. Repeat the request with the same "
        "Idempotency-Key later.",
    ),
    "store_not_ready": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store does not take this now",
        "Repeat the request with the same Idempotency-Key in a moment.",
    ),
    "store_mismatch": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store holds the data of another version or set-up",
        "Nothing was done. The operator has to start the version, and with the PARTITIONS, that "
        "the data was made with, or to upgrade the data.",
    ),
    "store_unsafe": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store is set up so that it forgets",
        "The operator has to set maxmemory-policy to noeviction.",
    ),
    "identity_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Who you are cannot be checked now",
        "Nothing was done. Wait as long as Retry-After says, then repeat the request; a token of "
        "this service's own works meanwhile.",
    ),
    "busy": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Too much at once",
        "Nothing was done. Wait a moment and try again.",
    ),
    "queue_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "What workers do cannot be asked for now",
        "Wait as long as Retry-After says, then repeat the request: the same is made only once.",
    ),
    "too_many_streams": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Too many open streams",
        "Wait, or read pages of events instead.",
    ),
}
