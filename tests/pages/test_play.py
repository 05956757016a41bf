"""Games by clicks: every listed action is reached, and no click does anything else."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.pages.table import going_on, skirmish
from tests.pages.test_review import LANGUAGES
from tests.pages.visitor import PHONE, Room, Visitor
from tests.support.waiting import wait_until

CLICKS = 1000
"""Ten times what a game takes."""
WON = re.compile(r"^Victory for the (?:Allies|Axis); medals (\d) : \d\.$")


def seated(room: Room, battle: str = "pegasus_bridge", **choices: str) -> tuple[Visitor, Visitor]:
    """Two at a game of their own: one opens it and shares the link, the other follows that."""
    ann = room.enter()
    ann.open_game(battle, side="allies", **choices)
    ann.sit_down("Ann")
    ann.until("waiting")
    link = ann.page.locator("#link").input_value()
    bob = room.enter(link.removeprefix(room.url))
    bob.page.locator('[data-take="axis"]').click()
    bob.sit_down("Bob")
    ann.until("active")
    bob.until("active")
    return ann, bob


def test_two_play_by_clicks_until_one_has_the_last_medal(service: Service, room: Room) -> None:
    chance = random.Random(44)
    weak = skirmish(figures=1)
    battle = service.player().post("/v1/scenarios?visibility=link", weak).get_json()
    game = running_game(service, scenario=battle["slug"])
    ann, bob = (watching_as(room, game, player) for player in game.seats.values())
    watching = room.enter(f"/play/{game.id}")
    expect(watching.page.locator("#watching")).to_be_visible()
    expect(watching.page.locator("#log li").first).to_be_visible()
    expect(watching.page.locator(".highlight")).to_have_count(0)
    for _ in range(CLICKS):
        wait_until(lambda: over(ann) or ann.advance(chance) or bob.advance(chance), "one can click")
        if over(ann):
            break
    for one in (ann, bob, watching):
        one.until("finished")
        expect(one.page.locator("#question")).to_have_text(WON)
    wait_until(lambda: ann.version == bob.version == watching.version, "all have seen the end")
    assert winners_medals(ann) == 1


def over(visitor: Visitor) -> bool:
    return visitor.status == "finished"


def winners_medals(visitor: Visitor) -> int:
    text = WON.match(visitor.page.locator("#question").inner_text())
    assert text is not None
    return int(text[1])


def test_who_waits_gives_standing_orders_and_proposes_a_pause(service: Service, room: Room) -> None:
    clock = {"kind": "turn", "seconds": 86_400, "vacation_days": 14}
    game = running_game(service, undo="none", clock=clock)
    ann, bob = (watching_as(room, game, player) for player in game.seats.values())
    waiting = next(one for one in (ann, bob) if not one.page.title().startswith("●"))
    other = bob if waiting is ann else ann
    expect(waiting.page.locator(".clock.running")).to_have_count(1)
    waiting.page.locator("details.orders summary").click()
    waiting.page.locator('select[name="ambush"]').select_option("ambush_never")
    waiting.page.locator('select[name="retreat"]').select_option("retreat_toward")
    waiting.page.locator('input[name="hex"]').fill("c7")
    waiting.page.locator("[data-key=menu]").click()
    before, chance = waiting.version, random.Random(1)
    wait_until(lambda: (other.click(chance), other.version > before)[1], "the other decides")
    expect(waiting.page.locator("body")).not_to_have_attribute("data-version", str(before))
    expect(waiting.page.locator('[data-action="resign"]')).to_be_visible()
    expect(waiting.page.locator('select[name="ambush"]')).to_have_value("ambush_never")
    waiting.page.locator('[data-key="orders"]').click()
    expect(waiting.page.locator("details.orders form select")).to_have_count(0)
    waiting.page.locator("details.orders summary").click()
    expect(waiting.page.locator('select[name="ambush"]')).to_have_value("ambush_never")
    expect(waiting.page.locator('input[name="hex"]')).to_have_value("C7")
    waiting.page.locator("details.timing summary").click()
    waiting.page.locator('[data-time="propose_pause"]').click()
    other.page.locator('[data-time="agree"]').click()
    other.page.locator("details.timing summary").click()
    expect(other.page.locator('[data-time="end_pause"]')).to_be_visible()


def test_who_waits_tells_a_turn_that_begins_by_itself(service: Service, room: Room) -> None:
    game = running_game(service, undo="none")
    ann, bob = (watching_as(room, game, player) for player in game.seats.values())
    waiting = next(one for one in (ann, bob) if not one.page.title().startswith("●"))
    waiting.page.locator("details.plan summary").click()
    card = waiting.page.locator('[data-key="plan-card"] option').first.inner_text()
    waiting.page.locator('[data-key="plan-when"]').select_option("no_enemy_on")
    waiting.page.locator('[data-key="plan-hex"]').fill("a1")
    waiting.page.locator('[data-key="plan"]').click()
    result = waiting.page.locator(".plans li")
    expect(result).to_have_text(re.compile(re.escape(card) + r".* \(A1\)"))
    waiting.page.locator('[data-key="plan"]').click()
    expect(result).to_have_count(2)
    result.last.locator("button").click()
    expect(result).to_have_count(1)
    chance, asked = random.Random(1), waiting.page.locator("#why")
    played, log = f"side plays {card.split(' · ')[0]}", waiting.page.locator("#log")
    # Who waits may have to decide before, on a retreat say.
    while played not in log.inner_text():
        game.step(chance, ending)
        latest = str(game.state(game.seats["allies"])["version"])
        expect(waiting.page.locator("body")).to_have_attribute("data-version", latest)
    expect(asked).not_to_have_text("Choose the command card that opens your turn.")


def ending(actions: list[Json]) -> list[Json]:
    """What ends a phase, where something does."""
    return [one for one in actions if one["type"].startswith("end_")] or actions


def test_who_holds_both_sides_takes_back_by_a_click(service: Service, room: Room) -> None:
    ann = watching_as(room, alone(service, undo="free"))
    game, chance = ann.version, random.Random(1)
    while ann.version == game:
        ann.click(chance)
        ann.page.locator("body:not([data-busy])").wait_for()
    undo = ann.page.locator('[data-undo="play.undo"]')
    undo.click()
    expect(undo).to_have_count(0)
    expect(ann.page.locator(".card.playable").first).to_be_visible()


def alone(service: Service, **params: Any) -> Game:
    """A game of one player who holds both sides."""
    ann = service.player("Ann")
    game = ann.new_game(**params)
    for side in ("allies", "axis"):
        game.sit(ann, side)
    return game


def test_taking_back_is_asked_for_and_agreed_to(service: Service, room: Room) -> None:
    game = running_game(service, undo="consent")
    ann, bob = (watching_as(room, game, player) for player in game.seats.values())
    before, chance = ann.version, random.Random(1)
    wait_until(lambda: ann.version > before or (ann.click(chance), False)[1], "a card is played")
    ann.page.locator('[data-undo="play.undo.ask"]').click()
    bob.page.locator('[data-undo="play.undo.accept"]').click()
    expect(ann.page.locator(".card.playable").first).to_be_visible()


@pytest.mark.parametrize("slug", ["sainte_mere_eglise", "toulon"])
def test_every_listed_action_is_reached_and_nothing_else(
    service: Service, room: Room, slug: str
) -> None:
    game = running_game(service, scenario=slug)
    page = room.enter(f"/play/{game.id}", without="play").page
    chance = random.Random(slug)
    for _ in range(60):
        player = game.awaited()
        if player is None:
            break
        listed = game.actions(player)["actions"]
        places = [[unit["id"], unit["hex"]] for unit in game.state(player)["units"]]
        assert page.evaluate(_REACHED, [listed, places]) == len(listed)
        game.step(chance)


_REACHED = """async ([actions, places]) => {
  const { choices } = await import('/static/app/choices.js');
  const where = new Map(places);
  const found = new Set();
  const take = (lists) => { for (const list of lists) for (const one of list) found.add(one); };
  const first = choices(actions, null, where);
  for (const chosen of [null, ...first.movers]) {
    const { cards, units, hexes, targets, buttons } = choices(actions, chosen, where);
    take([...cards.values(), ...units.values(), ...hexes.values(), ...targets.values(), buttons]);
  }
  if ([...found].some((one) => !actions.includes(one))) return -1;
  return found.size;
}"""


def test_the_page_comes_back_after_the_network_was_lost(service: Service, room: Room) -> None:
    game = running_game(service)
    visitor = room.enter(f"/play/{game.id}")
    visitor.until("active")
    shown = visitor.version
    visitor.page.context.set_offline(True)
    chance = random.Random(3)
    game.step(chance)
    visitor.page.context.set_offline(False)
    wait_until(lambda: visitor.version > shown, "the page has caught up")
    room.watch.complaints.clear()  # the browser itself complains of what it could not load


def test_a_game_that_is_not_there_is_said_to_be_so(room: Room) -> None:
    lost = room.enter("/play/gm_00000000000000000000")
    expect(lost.page.locator("#problem")).to_have_text(
        "This game does not exist, or it is private."
    )
    room.watch.complaints.clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_nothing_sticks_out_or_is_cut_in_any_language(room: Room, language: str) -> None:
    ann = room.enter(size=PHONE, language=language)
    ann.page.locator("body[data-ready]").wait_for()
    ann.page.locator("[data-battle]").first.scroll_into_view_if_needed()  # drawn once in sight
    expect(ann.page.locator("[data-battle] .small img").first).to_be_visible()
    ann.page.locator('[data-battle="pegasus_bridge"]').click()
    expect(ann.page.locator("#opening select").first).to_be_visible()
    assert ann.widest() == PHONE["width"]
    assert ann.clipped() == []
    ann.open_game("pegasus_bridge", side="both")
    ann.sit_down("Ann")
    ann.until("active")
    expect(ann.page.locator(".card").first).to_be_visible()
    assert ann.widest() == PHONE["width"]
    assert ann.clipped() == []
    assert ann.page.locator("html").get_attribute("lang") == language


ASKED = {
    "ambush": r"enemy unit at [A-I]\d+ \(\w+\) attacks yours at [A-I]\d+ \(\w+\) with \d di",
    "retreat": r"at [A-I]\d+ \(\w+\) (must|may stay, or) retreat \d",
    "take_ground": r"hex [A-I]\d+ is empty: the unit at [A-I]\d+",
}


@pytest.mark.parametrize("kind", ASKED)
def test_a_decision_after_an_attack_is_explained_and_drawn(
    service: Service, room: Room, kind: str
) -> None:
    game, chance = running_game(service), random.Random(kind)
    while not any(one["type"] == kind for one in listed(game)):
        game = game if game.step(chance, going_on) else running_game(service)
    visitor = watching_as(room, game)
    expect(visitor.page.locator("#why")).to_have_text(re.compile(ASKED[kind]))
    struck_from_afar = game.state(game.seats["allies"])["attack"] is None
    drawn = ".marks > *" if struck_from_afar else ".marks .arrow"
    expect(visitor.page.locator(f"#table {drawn}")).not_to_have_count(0)
    if kind == "ambush":
        expect(visitor.page.locator("#dice li")).to_have_count(0)
    else:
        expect(visitor.page.locator("#dice li")).not_to_have_count(0)


def listed(game: Game) -> list[Json]:
    player = game.awaited()
    return [] if player is None else game.actions(player)["actions"]


def watching_as(room: Room, game: Game, player: Player | None = None, **browser: Any) -> Visitor:
    """The page of a player, or else of whoever is to decide."""
    player = player or game.awaited()
    assert player is not None
    visitor = room.enter_as(player, f"/play/{game.id}", **browser)
    visitor.until("active")
    return visitor


def test_on_a_phone_board_question_and_cards_are_in_sight_together(
    service: Service, room: Room
) -> None:
    """In portrait one below the other, in landscape side by side; hexes can be touched."""
    game = running_game(service)
    for size in ({"width": 390, "height": 844}, {"width": 844, "height": 390}):
        page = watching_as(room, game, size=size).page
        choose_a_card(page)
        for card in page.locator(".card.playable").all():
            card.click()
            for part in ("#table", "#question", '#prompt [data-action="play_card"]', "#hands ul"):
                expect(page.locator(part).first).to_be_in_viewport()
        hexes = "104 / 1392 * document.querySelector('.lights').getBoundingClientRect().width"
        assert page.evaluate(hexes) >= 32
        before = page.evaluate(hexes)
        page.locator("#table").evaluate(PINCH)
        assert page.evaluate(hexes) > 1.9 * before


def choose_a_card(page: Page) -> None:
    """Tap a card that can be played. While the page shows a game anew a tap may meet nothing."""

    def chosen() -> bool:
        page.locator(".card.playable").first.click()
        return page.locator('#prompt [data-action="play_card"]').count() > 0

    wait_until(chosen, "the card is chosen")


PINCH = """(place) => {
  const { left, top } = place.getBoundingClientRect();
  const finger = (type, pointerId, x) => place.dispatchEvent(new PointerEvent(type, {
    pointerId, pointerType: 'touch', bubbles: true, clientX: left + x, clientY: top + 100 }));
  finger('pointerdown', 1, 100);
  finger('pointerdown', 2, 150);
  finger('pointermove', 2, 200);
  finger('pointerup', 1, 100);
  finger('pointerup', 2, 200);
}"""


def test_the_page_says_who_plays_whose_turn_it_is_and_offers_a_rematch(
    service: Service, room: Room
) -> None:
    game = running_game(service)
    mover = game.awaited()
    visitor = watching_as(room, game)
    page = visitor.page
    expect(page.locator("#sides bdi")).to_have_text(["Ada", "Ben"])
    assert page.title().startswith("● Your turn")
    expect(page.locator("#why")).to_have_text("Choose the command card that opens your turn.")
    assert mover is not None
    assert mover.post(game.commands, {"type": "resign"}).status_code == 201
    visitor.until("finished")
    assert not page.title().startswith("●")
    expect(page.locator("#log li").first).to_contain_text("resign")
    page.locator("[data-rematch]").click()
    page.wait_for_url(lambda url: game.id not in url)
    visitor.until("waiting")


def test_whatever_one_points_at_is_explained(service: Service, room: Room) -> None:
    game = running_game(service)
    visitor = watching_as(room, game)
    page, note = visitor.page, visitor.page.locator(".note")
    state = game.state(game.seats["allies"])
    unit = next(one for one in state["units"] if one["side"] == "axis")
    page.locator(f'[data-unit="{unit["id"]}"]').hover(force=True)
    expect(note).to_contain_text(f"Axis Infantry, {unit['figures']} figures")
    expect(note).to_contain_text("Moves up to 2 hexes. Dice by distance: 3 · 2 · 1.")
    page.mouse.move(1, 1)
    expect(note).to_be_hidden()


def test_orders_are_counted_and_a_unit_that_is_not_lit_says_why(
    service: Service, room: Room
) -> None:
    game, action = running_game(service), None
    while action is None:
        listed_now = [one for one in listed(game) if one.get("card") in COUNTED]
        action = listed_now[0] if listed_now else None
        game = game if action else running_game(service)
    mover = game.awaited()
    assert mover is not None
    assert mover.post(game.commands, action).status_code == 201
    page = watching_as(room, game).page
    expect(page.locator("#why")).to_have_text(re.compile(r"^Orders left: [123] of [23]\."))
    lit = {one.get("unit") for one in listed(game)}
    state = game.state(mover)
    unit = next(
        one["id"] for one in state["units"] if one["side"] == "allies" and one["id"] not in lit
    )
    page.locator(f'[data-unit="{unit}"]').hover(force=True)
    expect(page.locator(".note")).to_contain_text("It stands in no section that the card orders.")


COUNTED = ("probe_left", "attack_left")
"""Cards that order so many units of a flank, on which some of the Allies stand."""


def test_the_table_tells_what_the_battle_is_about_and_what_medals_are_for(
    service: Service, room: Room
) -> None:
    game, chance = running_game(service), random.Random(44)
    while not any(game.state(game.seats["allies"])["medals"].values()):
        game = game if game.step(chance, going_on) else running_game(service)
    page = room.enter(f"/play/{game.id}").page
    page.locator(".briefing summary").click()
    result = page.locator("#briefing")
    expect(result).to_contain_text("Allies: 4 medals to win.")
    expect(result).to_contain_text("Objective of the Allies, 1 medal")
    expect(result.locator("ol li").first).to_have_text(
        re.compile(r"^(Allies|Axis), 1 medal: (unit eliminated at [A-I]\d+|objective .+)$")
    )
