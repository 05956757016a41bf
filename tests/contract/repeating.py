"""What operations answer alike: each is asked once more as it was when it succeeded first, but for
one thing; or in a way that it does not get to see."""

import re
from collections.abc import Iterator

from tests.contract.contract import PARAMETER, Json
from tests.contract.service import Service

LARGE = b'{"name": "' + b"a" * 2**18 + b'"}'
UNREADABLE: tuple[tuple[int, Json], ...] = (
    (400, {"data": b"{", "content_type": "application/json"}),
    (413, {"data": LARGE, "content_type": "application/json"}),
    (415, {"data": b"name=Ada", "content_type": "text/plain"}),
    (422, {"json": {"surprise": 1}}),
)
MADE_UP = "aft_made_up"
FOR_ANYONE = re.compile(r"/v1/players|/v1/scenarios/pegasus_bridge.*")
"""What does not ask who sends a token: whoever signs up has none, and battles of the service are
for all."""
CONVERTER = re.compile(r"<[\w:]+>")


def ask_again(service: Service) -> None:
    """In all these ways."""
    send_what_cannot_be_read(service)
    ask_in_vain(service)
    accept_nothing(service)
    ask_at_length(service)


def send_what_cannot_be_read(service: Service) -> None:
    """To each operation that takes JSON: what is none, is too long, of another type, says more."""
    for method, path, token, request in again(service, 415):
        for status, unreadable in UNREADABLE if "json" in request else ():
            expect(service, status, method, path, token=token, **unreadable)


def ask_in_vain(service: Service) -> None:
    """With a token that nobody has; of what is not there; for more than there is; for what one has
    already."""
    admin = service.admin().token
    for method, path, _, request in again(service, 401):
        if not FOR_ANYONE.fullmatch(path):
            expect(service, 401, method, path, token=MADE_UP, **request)
    for method, path, _, request in again(service, 404):
        nowhere = re.sub(r"(?<=/)(gm|pl|mv|an|st|tk|ch)_\w+|(?<=/scenarios/)\w+", "none", path)
        if nowhere != path:
            expect(service, 404, method, nowhere, token=admin, **request)
    for method, path, _, request in again(service, 422):
        more = "&" if "?" in path else "?"
        expect(service, 422, method, f"{path}{more}surprise=1", token=admin, **request)
    for method, path, token, _ in again(service, 304):
        found = service.ask(method, path, token=token)
        if found.status_code == 200:
            known = {"If-None-Match": found.headers["ETag"]}
            expect(service, 304, method, path, token=token, headers=known)


def ask_without_a_store(service: Service, token: str | None) -> None:
    """Of a service whose store is gone."""
    for method, path, _, request in again(service, 503):
        expect(service, 503, method, path, token=token, **request)
    assert service.anonymous().get("/healthz").status_code == 200


def accept_nothing(service: Service) -> None:
    """For a media type that nothing has."""
    for method, path in addresses(service, 406):
        answer = service.ask(method, path, headers={"Accept": "audio/midi"})
        assert answer.status_code == 406, path
        assert answer.get_json()["offers"], path
    for path in pages(service):
        expect(service, 406, "GET", path, headers={"Accept": "audio/midi"})


def ask_at_length(service: Service) -> None:
    """With an address that is too long."""
    for method, path in addresses(service, 414):
        expect(service, 414, method, f"{path}?limit={'1' * 9000}")


def ask_too_often(limited: Service) -> None:
    """Of a service of which one may ask once a day."""
    for method, path in addresses(limited, 429):
        answers = [limited.ask(method, path) for _ in range(2)]
        assert answers[-1].status_code == 429, path
        assert 0 < int(answers[-1].headers["Retry-After"]) <= 86_400
    for path in pages(limited):
        expect(limited, 429, "GET", path)


def again(service: Service, status: int) -> Iterator[tuple[str, str, str | None, Json]]:
    """The method, path, token and body with which each operation succeeded first that may answer
    with a status."""
    for name, known in sorted(service.contract.documented()):
        if known == status:
            asked = service.sent[name]
            yield asked.method, asked.path, asked.token, dict(asked.request)


def addresses(service: Service, status: int) -> Iterator[tuple[str, str]]:
    """Method and path of each operation that has an answer of a status; its parameters are 1."""
    documented = service.contract.documented()
    for path, methods in service.contract.spec["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and (operation["operationId"], status) in documented:
                yield method.upper(), PARAMETER.sub("1", path)


def pages(service: Service) -> list[str]:
    """The address of each page and of each part of one, which are not in the contract."""
    known = {PARAMETER.sub("1", path) for path in service.contract.spec["paths"]}
    served = {CONVERTER.sub("1", rule.rule) for rule in service.app.url_map.iter_rules()}
    assert len(served - known) > 20
    return sorted(served - known)


def expect(service: Service, status: int, method: str, path: str, **request: object) -> None:
    """Fail unless a request is answered so."""
    answer = service.ask(method, path, **request)  # type: ignore[arg-type]
    assert answer.status_code == status, (method, path, answer.get_data())
