"""A tour of all operations: every documented answer is given."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from api.settings.rate_limits import RateLimits
from deploy.redis_server import RedisServer
from events.accounts.rates import Rate
from events.seals.key_folder import make_key
from tests.contract.repeating import ask_again, ask_too_often, ask_without_a_store
from tests.contract.service import Service, running_game, serve
from tests.contract.tour.accounts import (
    administer,
    create_tokens,
    freeze_archived_game,
    lack_scopes,
    mute_and_block,
    read_ratings,
    sign_up_by_administrators,
    use_account,
    use_webhooks,
)
from tests.contract.tour.commentary import annotate, write_study
from tests.contract.tour.games import (
    challenge,
    create_branches,
    create_games,
    fight,
    give_standing_orders,
    invite,
    leave_games,
    play,
    play_match,
    take_back,
    take_seats,
)
from tests.contract.tour.pages import add_battles, read_pages
from tests.contract.tour.review import analyze, animate, playtest, read_states
from tests.contract.tour.streams import follow_all_games, read_events, stop_streams
from tests.contract.tour.transfer import check_seals, export_and_import

DAILY = Rate(1, 86_400)
ONE_A_DAY = RateLimits(sign_up=DAILY, address=DAILY, refusals=DAILY, exempt=())


def take_tour(server: RedisServer, keys: Path, watched: Callable[[Service], Service]) -> Service:
    """Call every operation in every way; the server does not outlive it."""
    make_key(keys)
    with closing(watched(serve(server.url, signing_keys=keys))) as service:
        game = running_game(service)
        read_pages(service)
        add_battles(service)
        use_account(service)
        create_tokens(service)
        lack_scopes(service)
        create_games(service)
        take_seats(service)
        leave_games(service)
        give_standing_orders(service)
        read_states(service, game)
        use_workers(service)
        invite(service)
        play(game)
        fight(service)
        take_back(service)
        create_branches(service)
        annotate(service)
        write_study(service)
        read_events(service, game)
        follow_all_games(service, game)
        check_seals(service, game)
        export_and_import(service, game)
        play_match(service, game)
        stop_streams(service, game)
        administer(service)
        ask_again(service)
        freeze_archived_game(service, game, keys.parent / "archive")
    with closing(watched(serve(server.url, rate_limits=ONE_A_DAY))) as limited:
        ask_too_often(limited)
    with closing(watched(serve(server.url, sign_up="closed"))) as closed:
        sign_up_by_administrators(closed)
    server.kill()
    with closing(watched(serve(server.url))) as late:
        late.sent = service.sent
        ask_without_a_store(late, game.seats["allies"].token)
    service.seen |= late.seen | limited.seen | closed.seen
    return service


def use_workers(service: Service) -> None:
    animate(service)
    analyze(service)
    playtest(service)
    challenge(service)
    read_ratings(service)
    use_webhooks(service)
    mute_and_block(service)
