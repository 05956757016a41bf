"""Onlookers who are behind learn nothing from time: what happens in secret moves no byte."""

from collections.abc import Callable, Iterator

import pytest

from api.limits.stream_slots import Rank, Slot
from api.streams.encoders import ENCODERS, Encoder
from api.streams.following import Reader, follow
from api.streams.heartbeat import HEARTBEAT_SECONDS
from api.streams.player_games import Cursor, follow_all
from deploy.redis_server import RedisServer
from events.clock import milliseconds
from tests.contract.delayed import Action, Play, Stage, Watched, masked
from tests.contract.service import Player

TURN_ENDS, END = 31.0, 52.0
"""Seconds: when onlookers see more in the middle of a stream, and when the server stops."""
REVOKED = 12.0
"""When a token is revoked."""
Observed = list[tuple[float, bytes]]
Observer = Callable[[Play], Observed]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with RedisServer(tmp_path_factory.mktemp("redis"), appendfsync="no") as server:
        stage = Stage(server.url)
        yield stage
        stage.close()


def at_once(stage: Stage, game: Watched) -> list[tuple[float, Action]]:
    """All of a turn before anybody looks on, but for its end."""
    for command in stage.turn[:-1]:
        game.submit(command)
    return [(TURN_ENDS, lambda: game.submit(stage.turn[-1]))]


def spread(stage: Stage, game: Watched) -> list[tuple[float, Action]]:
    """A turn that is played while others look on, now and then and shortly before heartbeats."""
    *hidden, last = stage.turn
    moments = [3.0, 9.99, 10.0, 12.5, 19.5, 24.16, 29.9, *[30.5] * len(hidden)]
    script: list[tuple[float, Action]] = [
        (moment, lambda command=command: game.submit(command))  # type: ignore[misc]
        for moment, command in zip(moments, hidden, strict=False)
    ]
    return [*script, (TURN_ENDS, lambda: game.submit(last))]


def of_game(
    form: Encoder, who: Callable[[Watched], Player | None], *, revoked: bool = False
) -> Observer:
    """Who follows one game."""

    def observe(play: Play) -> Observed:
        kit, viewer = play.game.creator.service.inside(), who(play.game)
        reader = Reader(kit, play.game.game.id, play.game.seen, viewer and viewer.account())
        place = place_of(play, revoked=revoked)
        return play.timed(follow(kit, reader, form, {}, place))

    return observe


def of_all_games(form: Encoder, *, revoked: bool = False) -> Observer:
    """The game's creator, who holds no seat, and follows all of its games."""

    def observe(play: Play) -> Observed:
        kit, who = play.game.creator.service.inside(), play.game.creator.account()
        assert who is not None
        begin = milliseconds(play.hub.wall())
        places = {play.game.game.id: play.game.seen, "gm_other": 3}
        place = place_of(play, revoked=revoked)
        return play.timed(follow_all(kit, who, Cursor(begin, places), form, place))

    return observe


def place_of(play: Play, *, revoked: bool) -> Slot:
    """A place whose token is taken until it is revoked."""
    return Slot(Rank.ANONYMOUS, token_is_valid=lambda: not (revoked and play.hub.now >= REVOKED))


def of_page(path: str, seconds: int, who: Callable[[Watched], Player]) -> Observer:
    """Who asks for a page and waits."""

    def observe(play: Play) -> Observed:
        begin = milliseconds(play.hub.wall())
        cursor = Cursor(begin, {play.game.game.id: play.game.seen}).text()
        asked = path.format(game=play.game.game.path, seen=play.game.seen, cursor=cursor)
        headers = {"Prefer": f"wait={seconds}", "X-Request-Id": "same"}
        answer = who(play.game).get(asked, headers=headers)
        assert answer.headers["Preference-Applied"] == "wait"
        head = f"{answer.status}\n{answer.headers}".encode()
        return [(play.hub.now, masked(head + answer.get_data()))]

    return observe


SSE, LINES = ENCODERS.values()
PAGE, MY_PAGE = "{game}/events?after={seen}", "/v1/players/me/events?after={cursor}"
OBSERVERS: dict[str, Observer] = {
    "a stranger's stream": of_game(SSE, lambda game: game.stranger),
    "nobody's stream of lines": of_game(LINES, lambda _: None),
    "the creator's stream until its token is revoked": of_game(
        SSE, lambda game: game.creator, revoked=True
    ),
    "a stream of all games": of_all_games(SSE),
    "a stream of lines of all games": of_all_games(LINES),
    "a stream of all games until the token is revoked": of_all_games(LINES, revoked=True),
    "a page that waits in vain": of_page(PAGE, 25, lambda game: game.stranger),
    "a page that waits": of_page(PAGE, 40, lambda game: game.stranger),
    "a page of all games that waits in vain": of_page(MY_PAGE, 25, lambda game: game.creator),
    "a page of all games that waits": of_page(MY_PAGE, 40, lambda game: game.creator),
}


@pytest.mark.parametrize("name", OBSERVERS)
def test_when_something_happens_in_secret_shows_in_no_byte_and_at_no_time(
    stage: Stage, name: str
) -> None:
    both: list[Observed] = []
    for script in (at_once, spread):
        play = stage.begin(lambda game, script=script: script(stage, game), END)  # type: ignore[misc]
        both.append(OBSERVERS[name](play))
    assert both[0] == both[1]
    assert both[0]


@pytest.mark.parametrize("of_all", [False, True], ids=["of a game", "of all games"])
def test_a_stream_gives_way_with_a_heartbeat_and_says_where_to_go_on(
    stage: Stage, *, of_all: bool
) -> None:
    play = stage.begin(lambda game: spread(stage, game), END)
    kit, who = play.game.creator.service.inside(), play.game.creator.account()
    assert who is not None
    place = Slot(Rank.SIGNED_IN)
    reader = Reader(kit, play.game.game.id, play.game.seen, who)
    stream = (
        follow_all(kit, who, None, LINES, place)
        if of_all
        else follow(kit, reader, LINES, {}, place)
    )
    items = [next(stream)]
    place.displaced = True
    items += stream
    assert play.hub.now == HEARTBEAT_SECONDS
    assert items[-2] == LINES.heartbeat
    assert b'"control":"reconnect"' in items[-1]


def test_heartbeats_come_at_a_fixed_distance_whatever_is_seen_meanwhile(stage: Stage) -> None:
    play = stage.begin(lambda game: spread(stage, game), END)
    result = of_game(SSE, lambda game: game.stranger)(play)
    beats = [moment for moment, part in result if part == SSE.heartbeat]
    assert beats == [HEARTBEAT_SECONDS * number for number in range(1, 6)]
    assert [moment for moment, part in result if b"id: " in part] == [TURN_ENDS]
