"""What goes wrong where people meet: invitations, seats taken by mistake, double clicks, names that
turn the text around them, a network that is gone."""

import random
import re

import pytest
from playwright.sync_api import Route, expect
from redis import Redis

from domain.scenarios import document
from events.store import keys
from tests.contract.service import Game, Service, running_game
from tests.contract.test_hints import ordering
from tests.pages.axe import violations
from tests.pages.test_play import alone, watching_as
from tests.pages.visitor import DESK, PHONE, Room, Visitor
from tests.support.waiting import wait_until

ENDINGS = ("end_orders", "end_moves", "end_turn")
QUICK, SLOW = 120, 400
"""Milliseconds between the clicks of a double click."""
TURNING = "\u2069\u202eevil"
"""A closing mark that is nobody's, then everything from right to left."""
UNSEEN = ("\u200b\u2060", "\u202e", "\u3164", "\u2800")
"""Nothing, in other words."""
_LEFT_TO_RIGHT = """(node) => {
  const at = (n) => {
    const range = document.createRange();
    range.setStart(node, n);
    range.setEnd(node, n + 1);
    return range.getBoundingClientRect().left;
  };
  return at(0) < at(node.length - 1);
}"""


def opened(room: Room, **choices: str) -> Visitor:
    ann = room.enter()
    ann.open_game("pegasus_bridge", side="allies", **choices)
    ann.sit_down("Ann")
    ann.until("waiting")
    return ann


def test_a_game_against_a_bot_begins_with_one_form(room: Room) -> None:
    ann = room.enter()
    ann.open_game("pegasus_bridge", side="allies", opponent="greedy")
    ann.sit_down("Ann")
    ann.until("active")
    expect(ann.page.locator('[data-side="axis"] .soft').first).to_have_text("greedy bot")


def test_a_hint_draws_the_best_options_until_one_has_decided(service: Service, room: Room) -> None:
    ann = watching_as(room, ordering(service))
    page = ann.page
    options, ask = page.locator(".advice li"), page.locator("[data-key=advice]")
    ask.click()
    expect(options.first).to_contain_text(re.compile(r"^\d+\s?% Order \w+"))
    expect(page.locator("#log")).to_contain_text("The Allied side is given a hint")
    expect(page.locator("#table .mark").first).to_be_attached()
    page.locator("body:not([data-busy])").wait_for()
    ann.press(ann.lit().index("own"))
    expect(ask).to_be_visible()
    expect(options).to_have_count(0)


def test_the_link_to_a_private_game_lets_another_browser_in(room: Room) -> None:
    ann = opened(room, visibility="private")
    field = ann.page.locator("#link")
    expect(field).to_have_value(re.compile(r"#invite=[\w-]+&side=axis$"))
    bob = room.enter(field.input_value().removeprefix(room.url))
    expect(bob.page.locator("#question")).to_have_text("You are invited to a private game.")
    bob.page.locator("[data-take]").click()
    bob.sit_down("Bob")
    ann.until("active")
    bob.until("active")
    eve = room.enter(ann.page.url.removeprefix(room.url))
    expect(eve.page.locator("#problem")).to_have_text("This game does not exist, or it is private.")
    expect(eve.page.locator(".gone a")).to_be_visible()
    lefts = [eve.page.locator(one).bounding_box() for one in ("#problem", ".gone a")]
    assert len({box["x"] for box in lefts if box}) == 1, "one below the other"
    assert eve.page.locator("#table").is_hidden()
    room.watch.complaints.clear()  # the browser complains of what is not shown to everybody


def test_who_opened_a_game_is_first_offered_the_link_and_not_the_other_seat(room: Room) -> None:
    ann = opened(room)
    expect(ann.page.locator("#question")).to_contain_text("Send them this link")
    main = ann.page.locator("#prompt button.main")
    expect(main).to_have_count(1)
    main.click()
    expect(ann.page.locator(".share [role=status]")).to_have_text("Copied")
    assert ann.status == "waiting"
    other = ann.page.locator('[data-take="axis"]')
    expect(other).to_have_text("Play both sides yourself")
    expect(other).to_have_class("link")
    other.click()
    ann.until("active")


def test_who_opened_a_game_that_waits_can_call_it_off(room: Room) -> None:
    ann = opened(room)
    ann.page.locator("[data-leave]").click()
    ann.until("cancelled")
    expect(ann.page.locator("#question")).to_have_text("The game was called off before it began.")
    expect(ann.page.locator("#prompt button")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "gaps"), [(DESK, (QUICK, SLOW)), (PHONE, (SLOW,))], ids=["desk", "phone"]
)
def test_a_double_click_never_ends_a_further_phase(
    service: Service, room: Room, size: dict[str, int], gaps: tuple[int, ...]
) -> None:
    ann = watching_as(room, alone(service, undo="free"), size=size)
    chance = random.Random(44)
    tried: set[tuple[str, int]] = set()
    ordered = False
    for gap in gaps:
        while not {(kind, gap) for kind in ENDINGS} <= tried:
            lit = ann.lit()
            ending = next((kind for kind in lit if kind.startswith("end_")), None)
            if ending is None:
                ann.click(chance)
            elif ending == "end_orders" and "own" in lit and not ordered:
                ann.press(lit.index("own"))
                ordered = True
            else:
                assert ended(ann, ending, gap) == 1, (ending, gap)
                tried.add((ending, gap))
                ordered = ordered and ending != "end_turn"
            ann.page.locator("body:not([data-busy])").wait_for()


def ended(visitor: Visitor, kind: str, gap: int) -> int:
    """How many commands a double click on what ends a phase makes."""
    page = visitor.page
    before = visitor.version
    button = page.locator(f'[data-action="{kind}"]')
    button.click(trial=True)  # until it rests where it is
    box = button.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*at)
    page.wait_for_timeout(gap)
    page.mouse.click(*at)
    page.locator("body:not([data-busy])").wait_for()
    wait_until(lambda: visitor.version > before, "the phase has ended")
    page.mouse.move(1, 1)
    game = page.url.rpartition("/")[2]
    path = f"/v1/games/{game}/events?after={before}"
    after = page.evaluate("async (path) => (await (await fetch(path)).json()).items", path)
    return sum(event["last"] for event in after)


def test_what_people_write_turns_nothing_around_it(
    service: Service, redis_url: str, room: Room
) -> None:
    """Names of today hold no such characters; those that are stored may."""
    game = running_game(service)
    resigned = game.seats["axis"].post(f"{game.path}/commands", {"type": "resign"})
    assert resigned.status_code == 201
    ada = service.player("Ada")
    with Redis.from_url(redis_url) as redis:
        redis.hset(keys.player(ada.id), "name", f"Ada {TURNING}")
    said = {"version": 3, "text": f"A bridge {TURNING}", "visibility": "public", "sign": "!"}
    assert ada.post(f"{game.path}/annotations", said).status_code == 201
    ben = room.enter(f"/review/{game.id}?version=3")
    about = ben.page.locator("[data-comment] .soft")
    expect(about).to_have_text(re.compile(rf"#{ada.id[3:9]} · Everyone"))
    tail = about.evaluate_handle("(one) => one.lastElementChild.nextSibling")
    assert tail.evaluate(_LEFT_TO_RIGHT)


def test_a_branch_is_listed_by_a_name_that_can_be_seen_and_turns_nothing(
    service: Service, room: Room
) -> None:
    """The service refuses names without anything to see; those stored before it did are shown."""
    game = running_game(service)
    ada = game.seats["allies"]
    assert ada.post(game.commands, {"type": "resign"}).status_code == 201
    at = branching_point(game)
    for name in (f"Plan {TURNING}", *UNSEEN):
        branch = {"at_version": at, "name": name if name not in UNSEEN else "hidden"}
        assert ada.post(f"{game.path}/branches", branch).status_code == 201
    visitor = room.enter()
    visitor.page.evaluate("(token) => localStorage.setItem('afteraction.token', token)", ada.token)
    visitor.page.route("**/branches?*", rename)
    visitor.go(f"/review/{game.id}")
    visitor.page.locator("details:has(#branches) summary").click()
    # They are asked for once they are in sight.
    visitor.page.locator("#branches form").scroll_into_view_if_needed()
    links = visitor.page.locator("#branches ul ul a")
    expect(links).to_have_count(1 + len(UNSEEN))
    names = links.all_inner_texts()
    assert sorted(names)[1:] == ["Unnamed"] * len(UNSEEN)
    assert names.count(f"Plan {TURNING}") == 1
    turning = links.filter(has_text="Plan")
    after = turning.evaluate_handle("(one) => one.nextElementSibling.firstChild")
    assert after.evaluate(_LEFT_TO_RIGHT)


def branching_point(game: Game) -> int:
    """The last version at which a decision was awaited."""
    player = game.seats["allies"]
    events = player.get(f"{game.path}/events?limit=100").get_json()["items"]
    return max(event["version"] for event in events[:-1] if event["last"])


def rename(route: Route) -> None:
    """Have branches bear the names that the service refuses by now."""
    answer = route.fetch()
    listed = answer.json()
    unseen = iter(UNSEEN)
    for branch in listed["items"]:
        if branch["branch"]["name"] == "hidden":
            branch["branch"]["name"] = next(unseen)
    route.fulfill(response=answer, json=listed)


def test_without_a_network_the_page_says_so_in_the_reader_s_language_until_it_is_back(
    service: Service, room: Room
) -> None:
    visitor = room.enter(f"/play/{running_game(service).id}", language="de")
    visitor.until("active")
    line = visitor.page.locator("#line")
    visitor.page.evaluate("() => import('/static/app/dom.js')")  # offline it could not be fetched
    visitor.page.context.set_offline(True)
    expect(line).to_have_text("Verbindung verloren. Neuer Versuch …")
    visitor.page.evaluate(_UNREACHED)
    expect(visitor.page.locator("#problem")).to_have_text(
        re.compile("^Der Dienst ist nicht erreichbar")
    )
    visitor.page.context.set_offline(False)
    expect(line).to_have_text("Wieder verbunden.")
    expect(visitor.page.locator("#problem")).to_be_empty()
    room.watch.complaints.clear()


_UNREACHED = """async () => {
  const { Unreachable } = await import('/static/app/client.js');
  const { showError } = await import('/static/app/dom.js');
  const error = new Unreachable('Der Dienst ist nicht erreichbar.');
  showError(document.querySelector('#problem'), error);
}"""


def test_an_answer_asked_for_before_the_network_was_lost_does_not_mean_it_is_back(
    room: Room,
) -> None:
    page = room.enter(without="lobby").page
    assert page.evaluate(_LATE) == [False, True]


_LATE = """async () => {
  const { Client } = await import('/static/app/client.js');
  const client = new Client(null, 'en');
  const said = [];
  client.onReach = (connected) => said.push(connected);
  const answers = [];
  window.fetch = () => new Promise((answer) => answers.push(answer));
  const before = client.get('/before');
  client.lose();
  answers.pop()(Response.json({}));
  await before;
  const after = client.get('/after');
  answers.pop()(Response.json({}));
  await after;
  return said;
}"""


def test_numbers_choose_their_word(service: Service, room: Room) -> None:
    visitor = room.enter(f"/play/{running_game(service).id}", language="fr")
    visitor.until("active")
    said = visitor.page.evaluate(_SAID)
    assert said == ["0 carte", "1 carte", "2 cartes"]


_SAID = """async () => {
  const { Texts } = await import('/static/app/texts.js');
  const { Client } = await import('/static/app/client.js');
  const texts = await Texts.load(new Client(null, 'fr'));
  return [0, 1, 2].map((count) => texts.say('play.cards', { count }));
}"""


def test_what_ends_something_takes_no_click_of_a_pointer_that_rested_where_it_appeared(
    room: Room,
) -> None:
    page = room.enter(without="lobby").page
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.evaluate(_GUARDED)

    def allowed(*at: int) -> bool:
        page.mouse.click(*at)
        answer: bool = page.evaluate("() => window.allowed.pop()")
        return answer

    assert allowed(200, 200), "nothing has appeared yet"
    page.evaluate("() => window.guard.controlsChanged()")
    assert not allowed(200, 200)
    assert not allowed(210, 210), "a hand is never quite still"
    assert allowed(230, 200), "it went there on purpose"
    page.evaluate("() => window.guard.controlsChanged()")
    assert not allowed(230, 200)
    page.clock.run_for(701)
    assert allowed(230, 200)


_GUARDED = """async () => {
  const { Guard } = await import('/static/app/guard.js');
  window.guard = new Guard();
  window.allowed = [];
  document.addEventListener('click', (event) => window.allowed.push(window.guard.allows(event)));
  document.body.replaceChildren();
}"""


def test_two_who_want_the_same_battle_meet_by_challenge(room: Room) -> None:
    """One waits for an answer in the lobby, the other finds the challenge there."""
    ann = room.enter()
    ann.open_game("sword_beach", side="allies", opponent="anyone")
    ann.sit_down("Ann")
    own = ann.page.locator("#challenge-list li", has_text="Sword Beach")
    expect(own.locator('[data-answer="cancel"]')).to_be_visible()
    bob = room.enter()
    found = bob.page.locator("#challenge-list li", has_text="Sword Beach").filter(has_text="Ann")
    expect(found).to_contain_text("challenger: Allies")
    found.locator('[data-answer="accept"]').click()
    bob.sit_down("Bob")
    ann.until("active")
    bob.until("active")
    expect(bob.page.locator("main")).to_contain_text("Ann")


def test_a_player_is_found_by_name_and_challenged(service: Service, room: Room) -> None:
    ann, bob = room.enter(), room.enter_as(service.player("Rébecca"), None)
    ann.page.locator('[data-battle="toulon"]').click()
    form = ann.page.locator("#opening")
    expect(form.locator('input[type="search"]')).to_be_hidden()
    form.locator('select[name="opponent"]').select_option("named")
    found = form.locator('select[name="to"] option')
    form.locator('input[type="search"]').fill("nobody")
    expect(form.get_by_role("status")).to_contain_text("No other player")
    form.locator('input[type="search"]').fill("rebe")
    expect(found).to_have_text([re.compile(r"^Rébecca #\w{6}$")])
    form.locator('select[name="to"]').focus()
    assert violations(ann) == []
    form.locator("button.main").click()
    ann.sit_down("Ann")
    expect(ann.page.locator("#challenge-list li", has_text="Toulon")).to_be_visible()
    bob.go("/")
    offer = bob.page.locator("#challenge-list li", has_text="Toulon").filter(has_text="Ann")
    offer.locator('[data-answer="decline"]').click()
    expect(offer).to_have_count(0)


def test_the_lobby_shows_what_runs_what_is_over_and_what_waits_for_one(
    service: Service, room: Room
) -> None:
    own = {**document("saverne"), "title": {"en": "The own battle"}}
    slug = service.player().post("/v1/scenarios?visibility=link", own).get_json()["slug"]
    games = [running_game(service, scenario=slug) for slug in ("toulon", slug)]
    assert games[1].seats["axis"].post(games[1].commands, {"type": "resign"}).status_code == 201
    wait_until(lambda: listed(service, games), "the lists know of both")
    page = room.enter().page
    live = page.locator("#live li", has=page.locator(f'a[href="/play/{games[0].id}"]'))
    expect(live).to_contain_text(re.compile(r"Toulon Ada . Ben"))
    over = page.locator("#over li", has=page.locator(f'a[href="/review/{games[1].id}"]'))
    expect(over).to_contain_text(re.compile(r"The Own Battle Ada . Ben"))
    expect(over).to_contain_text("winner: Allies")
    account = games[1].seats["allies"].get(f"{games[1].path}/timeline").get_data(as_text=True)
    assert "The Own Battle" in account
    assert f"{slug} " not in account
    page.locator('[data-battle="toulon"]').click()
    expect(page.locator("#opening")).to_contain_text("medals to win.")
    expect(page.locator('[data-battle="pegasus_bridge"]')).to_contain_text("Start here")


def listed(service: Service, games: list[Game]) -> bool:
    """Whether each game is in the list of its status."""
    ids = [
        {
            one["id"]
            for one in service.anonymous().get(f"/v1/games?status={status}").get_json()["items"]
        }
        for status in ("active", "finished")
    ]
    return all(game.id in known for game, known in zip(games, ids, strict=True))
