"""The meaning of each error status, in all operations."""

MEANINGS = {
    400: "Malformed request.",
    401: "Authentication required: the token is missing or invalid.",
    403: "You are authenticated but not permitted.",
    404: "Not found, or private to other players.",
    405: "Method not allowed; `Allow` lists the methods that are.",
    406: "Not available in any media type that you accept.",
    409: "Conflict: the rules do not allow it, or existing data prevents it.",
    412: "The game or document is not at the version that you named.",
    413: "The body is too large.",
    414: "The URL is too long.",
    415: "Unsupported media type.",
    422: "Invalid request: see `errors`. Or the idempotency key was used for another request.",
    429: "Too many requests: `Retry-After` says when to try again.",
    431: "The headers are too many or too large.",
    500: "Internal server error; quote `request_id` to report it.",
    503: (
        "Service unavailable. `code` says whether the request may have taken effect; if so, "
        "repeat it with the same `Idempotency-Key`."
    ),
}
