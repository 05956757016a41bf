"""A match of two games on the pages, and who sits at a table of many."""

import random

from playwright.sync_api import expect

from tests.contract.service import Game, Service, running_game
from tests.pages.axe import violations
from tests.pages.table import going_on
from tests.pages.test_play import watching_as
from tests.pages.visitor import Room


def with_medals(service: Service) -> Game:
    """A game that the Axis have given up, in which one side has more medals than the other."""
    game, chance = running_game(service), random.Random(44)
    while len(set(medals(game).values())) == 1:
        game = game if game.step(chance, going_on) else running_game(service)
    given_up = game.seats["axis"].post(game.commands, {"type": "resign"})
    assert given_up.status_code == 201
    return game


def medals(game: Game) -> dict[str, int]:
    found: dict[str, int] = game.state(game.seats["allies"])["medals"]
    return found


def test_a_match_says_how_it_stands_and_who_leads(service: Service, room: Room) -> None:
    first = with_medals(service)
    ada, ben = first.seats["allies"], first.seats["axis"]
    for player in (ada, ben):
        second = player.post(f"{first.path}/rematch", {}).get_json()["id"]
    won = medals(first)
    score = f"Ben {won['axis']} : {won['allies']} Ada"
    leader = "Ada" if won["allies"] > won["axis"] else "Ben"
    visitor = watching_as(room, Game(second, {"allies": ben, "axis": ada}), ada)
    result = visitor.page.locator("#match")
    expect(result).to_contain_text(f"Match, game 2 of 2: {score}")
    expect(result).to_contain_text(f"In the lead: {leader}.")
    assert ben.post(f"/v1/games/{second}/commands", {"type": "resign"}).status_code == 201
    visitor.until("finished")
    expect(result).to_contain_text(f"Winner of the match: {leader}.")
    expect(visitor.page.locator("[data-rematch]")).to_have_count(0)
    result.locator("a").click()
    visitor.page.wait_for_url(f"**/play/{first.id}")
    expect(result.locator("a")).to_have_attribute("href", f"/play/{second}")
    reader = room.enter(f"/review/{first.id}", language="de").page
    expect(reader.locator("#result")).to_contain_text("Sieger: Alliierte")
    expect(reader.locator("#match")).to_contain_text(f"Sieg im Match: {leader}.")


def test_a_rematch_that_the_other_wants_is_told_without_a_reload(
    service: Service, room: Room
) -> None:
    first = running_game(service)
    ada, ben = first.seats["allies"], first.seats["axis"]
    visitor = watching_as(room, first, ada)
    assert ben.post(first.commands, {"type": "resign"}).status_code == 201
    visitor.until("finished")
    expect(visitor.page.locator("[data-rematch]")).to_be_visible()
    second = ben.post(f"{first.path}/rematch", {}).get_json()["id"]
    told = visitor.page.locator("#match")
    expect(told).to_contain_text("A rematch is proposed.")
    visitor.page.locator("[data-rematch]").click()
    visitor.page.wait_for_url(f"**/play/{second}")
    visitor.until("active")


def test_a_single_game_tells_of_no_match(service: Service, room: Room) -> None:
    game = running_game(service)
    assert game.seats["axis"].post(game.commands, {"type": "resign"}).status_code == 201
    page = room.enter(f"/play/{game.id}").page
    expect(page.locator("#log li").first).to_be_visible()
    expect(page.locator("#match")).to_be_hidden()


def test_a_table_of_many_says_who_is_missing_and_has_a_link_for_each(
    service: Service, room: Room
) -> None:
    ann = room.enter()
    ann.open_game("mont_mouchet", side="allies", variant="team", edition="2004")
    ann.sit_down("Ann")
    ann.until("waiting")
    game = ann.page.url.rpartition("/")[2]
    expect(ann.page.locator("#question")).to_have_text(
        "5 players are still missing. Send each the link to a seat:"
    )
    places = ann.page.locator(".missing li")
    expect(places).to_have_count(6)
    wanted = ann.page.locator('[data-place="axis_2"]')
    wanted.get_by_role("button").click()
    expect(wanted.get_by_role("status")).to_have_text("Copied")
    assert violations(ann) == []
    bob = room.enter(f"/play/{game}#side=axis&seat=axis_2")
    take = bob.page.locator("#prompt button.main[data-take]")
    expect(take).to_have_text("Play the Axis 2")
    take.click()
    bob.sit_down("Bob")
    expect(wanted).to_contain_text("Bob")
    expect(places.get_by_role("button")).to_have_count(4)
    for name, side in (("Cat", "axis"), ("Dan", "axis"), ("Eve", "allies"), ("Fay", "allies")):
        joined = service.player(name).post(f"/v1/games/{game}/seats", {"side": side})
        assert joined.status_code == 200
    ann.until("active")
    state = service.anonymous().get(f"/v1/games/{game}").get_json()
    moves = ann.page.locator("#sides .awaited")
    expect(moves).to_have_count(len(state["awaiting"]["seats"]))
    expect(moves.first).to_contain_text("to move")
    expect(ann.page.locator('#sides [data-seat="axis_2"]')).to_contain_text("Bob")
