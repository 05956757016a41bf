"""The kinds of problems by code: status, title and advice."""

from dataclasses import dataclass
from http import HTTPStatus


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem; ``advice`` says what to do about it."""

    status: HTTPStatus
    title: str
    advice: str


KINDS: dict[str, Kind] = {
    "malformed_request": Kind(
        HTTPStatus.BAD_REQUEST,
        "Malformed request",
        "Send one JSON document in UTF-8, and headers in the format that the contract describes.",
    ),
    "unauthenticated": Kind(
        HTTPStatus.UNAUTHORIZED,
        "Authentication required",
        "Create a player with POST /v1/players and send its token as Authorization: Bearer.",
    ),
    "invalid_token": Kind(
        HTTPStatus.UNAUTHORIZED,
        "The token is not accepted",
        "Forget this token: it is unknown, has expired or was revoked. Use another token of the "
        "same player; without one, sign in anew, or omit the token where none is required.",
    ),
    "forbidden": Kind(
        HTTPStatus.FORBIDDEN,
        "Permission denied",
        "Sign in as the player who holds the seat, or as the creator of the game: only they "
        "may do this.",
    ),
    "insufficient_scope": Kind(
        HTTPStatus.FORBIDDEN,
        "The token lacks a scope",
        "Use a token with the scope named in scope. POST /v1/players/me/tokens creates tokens "
        "with any scope that your current token has.",
    ),
    "sign_up_closed": Kind(
        HTTPStatus.FORBIDDEN,
        "Sign-up is closed",
        "Ask the operator of this service for a token. Only an administrator's token can "
        "create players.",
    ),
    "not_found": Kind(
        HTTPStatus.NOT_FOUND,
        "Not found",
        "Check the address. A private game is visible only to its creator and its players.",
    ),
    "method_not_allowed": Kind(
        HTTPStatus.METHOD_NOT_ALLOWED,
        "Method not allowed",
        "Use one of the methods listed in the Allow header.",
    ),
    "not_acceptable": Kind(
        HTTPStatus.NOT_ACCEPTABLE,
        "Not acceptable",
        "Accept one of the media types listed in offers, or omit the Accept header.",
    ),
    "game_not_over": Kind(
        HTTPStatus.CONFLICT,
        "The game is not over",
        "View the game as yourself, or as a seat that you hold. Once it is over, you can view "
        "it as any seat or as a reviewer.",
    ),
    "illegal_command": Kind(
        HTTPStatus.CONFLICT,
        "The rules do not allow this command",
        "Ask GET /v1/games/{id}/actions for what is allowed now.",
    ),
    "contention": Kind(
        HTTPStatus.CONFLICT,
        "Too many concurrent commands",
        "Read the game again and retry.",
    ),
    "too_many_tokens": Kind(
        HTTPStatus.CONFLICT,
        "Token limit reached",
        "Revoke one with DELETE /v1/players/me/tokens/{token_id}, or wait until one expires.",
    ),
    "too_many_sandboxes": Kind(
        HTTPStatus.CONFLICT,
        "Sandbox limit reached",
        "End one with the command resign. GET /v1/games with kind=sandboxes and status=active "
        "lists them.",
    ),
    "too_many_documents": Kind(
        HTTPStatus.CONFLICT,
        "Document limit reached",
        "Delete some that you no longer need; `most` is the limit.",
    ),
    "too_many_animations": Kind(
        HTTPStatus.CONFLICT,
        "Animation limit reached",
        "Wait until one is done, or cancel one; `most` is the limit.",
    ),
    "too_many_analyses": Kind(
        HTTPStatus.CONFLICT,
        "Analysis limit reached",
        "Wait until one is done, or cancel one; `most` is the limit.",
    ),
    "too_many_playtests": Kind(
        HTTPStatus.CONFLICT,
        "Playtest limit reached",
        "Wait until one is done, or cancel one; `most` is the limit.",
    ),
    "challenge_closed": Kind(
        HTTPStatus.CONFLICT,
        "The challenge is not open",
        "Nothing was done. Make a challenge of your own, or accept another.",
    ),
    "too_many_challenges": Kind(
        HTTPStatus.CONFLICT,
        "Challenge limit reached",
        "Cancel one, or wait until one is answered or expires; `most` is the limit.",
    ),
    "too_many_players": Kind(
        HTTPStatus.CONFLICT,
        "Player limit reached",
        "Unmute or unblock somebody first; reports make room again after 180 days. `most` is the "
        "limit.",
    ),
    "too_many_webhooks": Kind(
        HTTPStatus.CONFLICT,
        "Webhook limit reached",
        "Delete one; `most` is the limit.",
    ),
    "webhook_disabled": Kind(
        HTTPStatus.CONFLICT,
        "The webhook is disabled",
        "Nothing was done. Set its `enabled` to true first.",
    ),
    "game_archived": Kind(
        HTTPStatus.CONFLICT,
        "The game is archived",
        "Nothing was done. An archived game is over and accepts no commands, so there is "
        "nothing to freeze.",
    ),
    "import_conflict": Kind(
        HTTPStatus.CONFLICT,
        "The game id is already in use",
        "Nothing was stored. A game is imported under its own id, and another game on this "
        "service has that id.",
    ),
    "version_mismatch": Kind(
        HTTPStatus.PRECONDITION_FAILED,
        "Version mismatch",
        "Read the events after the version that you sent, then decide again.",
    ),
    "changed_meanwhile": Kind(
        HTTPStatus.PRECONDITION_FAILED,
        "Modified in the meantime",
        "Read it again, then send your change with the new ETag.",
    ),
    "body_too_large": Kind(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body is too large",
        "Send at most 64 KiB; for an import, at most 4 MiB, and 32 MiB when decompressed.",
    ),
    "address_too_long": Kind(
        HTTPStatus.REQUEST_URI_TOO_LONG,
        "The URL is too long",
        "Send a URL of at most 8 KiB, including its query.",
    ),
    "headers_too_large": Kind(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are too many or too large",
        "Send at most 100 headers, and at most 32 KiB in total.",
    ),
    "unsupported_media_type": Kind(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "Unsupported media type",
        "Send Content-Type: application/json. For an import, send application/x-ndjson, "
        "application/gzip or text/vnd.afteraction.record.",
    ),
    "invalid_request": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "Invalid request",
        "See errors: each entry names a place in the request and what is wrong there.",
    ),
    "import_refused": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The game does not verify",
        "Send a complete export exactly as GET /v1/games/{id}/export returned it, or a "
        "complete record. version and reason say what is wrong with this one.",
    ),
    "scenario_refused": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The scenario cannot be used",
        "See detail and errors. POST /v1/scenarios with validate_only=true says of every item "
        "whether it can be played.",
    ),
    "too_costly": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The request is too expensive",
        "Do not repeat the request. Ask for less: a smaller page or an earlier version. The "
        "events can always be read page by page.",
    ),
    "key_reused": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The idempotency key was used for another request",
        "Use a new Idempotency-Key for each new request, and the same key only to retry a request.",
    ),
    "too_many_requests": Kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many requests",
        "Nothing was done. Wait as long as Retry-After says, then repeat the request.",
    ),
    "internal_error": Kind(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "Internal server error",
        "Report the request_id to the operator of this service.",
    ),
    "history_lost": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The game is frozen",
        "Do not repeat the command. The operator of this service has to unfreeze the game.",
    ),
    "game_unreadable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The stored game cannot be read",
        "Do not repeat the request. The operator has to repair the game's data, or start the "
        "version of the service that wrote it. Other games are not affected.",
    ),
    "log_broken": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The history of this game does not verify",
        "Nothing was done. Do not repeat the command. The operator has to restore the history "
        "from a backup. Keep the events and hashes that you have received.",
    ),
    "archive_damaged": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The archived game cannot be read",
        "The operator has to restore the archive from a backup. The game is over, so it cannot "
        "change in the meantime.",
    ),
    "archive_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The archive is unavailable",
        "Wait as long as Retry-After says, then repeat the request.",
    ),
    "store_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store is unavailable",
        "The outcome is unknown: repeat the request with the same Idempotency-Key.",
    ),
    "store_full": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store is full",
        "The operator has to give the store more memory. Repeat the request later with the "
        "same Idempotency-Key.",
    ),
    "store_not_ready": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store is not ready",
        "Repeat the request with the same Idempotency-Key in a moment.",
    ),
    "store_mismatch": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The stored data has another format or setup",
        "Nothing was done. The operator has to run the version of the service and the "
        "PARTITIONS setting that the data was created with, or upgrade the data.",
    ),
    "store_unsafe": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store may evict data",
        "The operator has to set maxmemory-policy to noeviction in Redis.",
    ),
    "identity_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The identity provider is unavailable",
        "Nothing was done. Wait as long as Retry-After says, then repeat the request. Tokens "
        "issued by this service still work.",
    ),
    "busy": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The service is busy",
        "Nothing was done. Wait a moment and try again.",
    ),
    "queue_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The job queue is unavailable",
        "Wait as long as Retry-After says, then repeat the request. The job is created only once.",
    ),
    "stream_limit": Kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Stream limit reached",
        "Close a stream that you do not need, follow all your games in one stream, or read "
        "pages instead.",
    ),
    "too_many_streams": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Too many open streams",
        "Wait as long as Retry-After says, or read pages of events instead.",
    ),
}
