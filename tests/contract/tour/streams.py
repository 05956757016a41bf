"""Events, reports and streams."""

from concurrent.futures import ThreadPoolExecutor

from werkzeug.test import TestResponse

from api.streams.player_games import Cursor
from tests.contract.service import LINES, STREAM, Game, Service
from tests.contract.tour.expect import expect
from tests.support.waiting import wait_until

REPORTS = ("text/html", "text/markdown", "text/x-bbcode", "application/pdf")


def read_events(service: Service, game: Game) -> None:
    path = f"{game.path}/events"
    anonymous = service.anonymous()
    expect(200, anonymous.get(path), anonymous.get(path + "?after=3&limit=2"))
    expect(400, anonymous.get(path, headers=STREAM | {"Last-Event-ID": "last"}))
    expect(422, anonymous.get(path + "?after=-1"))
    result = f"{game.path}/report"
    expect(409, anonymous.get(result))
    game.seats["axis"].post(game.commands, {"type": "resign"})
    expect(200, *(anonymous.get(result, headers={"Accept": form}) for form in ("*/*", *REPORTS)))
    head = str(game.state(anonymous)["version"])
    late = f"{path}?after={int(head) - 2}"
    expect(200, anonymous.get(late, headers=LINES))
    stream = anonymous.get(late, headers=STREAM)
    expect(200, stream)
    assert b"event: end" in stream.get_data()
    expect(204, anonymous.get(path, headers=STREAM | {"Last-Event-ID": head}))


def follow_all_games(service: Service, game: Game) -> None:
    path, ada = "/v1/players/me/events", game.seats["allies"]
    expect(200, ada.get(path))
    expect(406, ada.get(path, headers={"Accept": "text/csv"}))
    expect(422, ada.get(path + "?after=never"))


def stop_streams(service: Service, game: Game) -> None:
    """Streams of all games, which nothing but the end of their server ends."""
    ada, live = game.seats["allies"], service.inside().live
    path = f"/v1/players/me/events?after={Cursor(0, {}).text()}"

    def read(form: dict[str, str]) -> TestResponse:
        answer = ada.get(path, headers=form)
        assert b'"control":"reconnect"' in answer.get_data()
        return answer

    with ThreadPoolExecutor() as pool:
        answers = [pool.submit(read, form) for form in (STREAM, LINES)]
        wait_until(lambda: live.readers >= len(answers), "both listen")
        live.close()
        expect(200, *(answer.result() for answer in answers))
