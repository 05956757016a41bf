"""The rules for players: complete in five languages, true to the referee, and within reach."""

import json
import re

import pytest
from playwright.sync_api import expect

from api.locales import LANGUAGES
from api.pages.manual.chapters import chapters, texts
from api.pages.manual.examples import Example, examples, line
from domain.editions import rulebook
from domain.errors import Rule
from domain.events import CardPlayed
from domain.geometry.hexes import Hex
from domain.notation.hexes import parse_hex
from domain.position import Position
from domain.rules.battles import combat, retreat, sight
from domain.state import Unit
from domain.values import EditionName, Seat
from tests.contract.service import Service, running_game
from tests.pages.axe import violations
from tests.pages.visitor import Room
from tests.support.games import after, started


def position(example: Example, edition: EditionName) -> Position:
    """The position of an example in a game whose first card is played."""
    game = started(example.setup(), edition).state
    state = after(game, [CardPlayed(Seat.ALLIES, game.cards.hand(Seat.ALLIES)[0])])
    return Position(rulebook(state.created), state)


def standing(seen: Position, hex_: Hex) -> Unit:
    """The unit at a hex."""
    return next(unit for unit in seen.state.units.values() if unit.hex == hex_)


CASES = [(name, edition) for name in examples() for edition in EditionName]


@pytest.mark.parametrize(("name", "edition"), CASES)
def test_what_an_example_shows_is_what_the_rules_say(name: str, edition: EditionName) -> None:
    example = examples()[name]
    seen = position(example, edition)
    result = example.edition in (None, edition)
    for a, b in map(line, example.seen):
        assert sight.sees(seen, a, b) is result
    for a, b in map(line, example.unseen):
        assert not sight.sees(seen, a, b)
    for a, b in map(line, (*example.targets, *example.shots)):
        aimed = [shot.target.hex for shot in combat.shots(seen, standing(seen, a))]
        assert b in aimed
        if example.targets:
            assert len(aimed) == 1, "only the neighbor may be attacked"
    for way in map(line, example.back):
        routes = retreat.routes(seen, standing(seen, way[0]), 1, 1)
        assert way[1:] in [tuple(route) for route in routes]
        if len(example.back) > 1:
            assert len(routes) == len(example.back)
    for lost, count in example.losses.items():
        terms = retreat.terms(seen, standing(seen, parse_hex(lost)), 1)
        assert (terms.losses, terms.longest) == (count, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_say_the_same_in_every_language(language: str) -> None:
    here, there = texts(language), texts("en")
    assert json.dumps(shape(here)) == json.dumps(shape(there))
    for name, text in here["examples"].items():
        assert re.findall(r"[A-I]\d+", text) == re.findall(r"[A-I]\d+", there["examples"][name])


def shape(value: object) -> object:
    """A document without its words."""
    match value:
        case dict():
            return {key: shape(one) for key, one in value.items()}
        case list():
            return [shape(one) for one in value]
        case _:
            return type(value).__name__


def test_every_refusal_has_its_place_in_the_rules() -> None:
    places = {place for one in chapters("en") for place in (one.id, *one.places)}
    assert {rule.partition(".")[0] for rule in Rule} <= places


def test_the_rules_are_for_everybody(room: Room) -> None:
    ann = room.enter("/how-to-play?language=de")
    for picture in ann.page.locator("figure img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", value=True)
        assert picture.evaluate("(one) => one.naturalWidth") > 0
    assert ann.page.locator("html").get_attribute("lang") == "de"
    assert violations(ann) == []


def test_a_refusal_leads_to_the_rules(service: Service, room: Room) -> None:
    visitor = room.enter(f"/play/{running_game(service).id}", language="fr")
    visitor.until("active")
    visitor.page.evaluate(_REFUSED)
    link = visitor.page.locator("#problem a")
    expect(link).to_have_attribute("href", "/how-to-play?language=fr#movement")
    visitor.page.evaluate("() => document.querySelector('#problem').replaceChildren()")


_REFUSED = """async () => {
  const [{ Problem }, { showError, manualLink }] = await Promise.all(
    ['client', 'dom'].map((name) => import(`/static/app/${name}.js`)));
  manualLink.said = 'Comment jouer';
  const problem = new Problem({ status: 409, detail: 'Trop loin.', rule: 'movement.too_far' });
  showError(document.querySelector('#problem'), problem);
}"""


def test_the_first_battle_is_one_click_away_and_gives_hints(room: Room) -> None:
    ann = room.enter()
    expect(ann.page.locator("body[data-ready]")).to_be_visible()
    ann.page.locator("#teach").click()
    ann.sit_down("Ann")
    ann.until("active")
    hint = ann.page.locator("#hint")
    expect(hint).to_contain_text("Both bridges are medals")
    expect(hint.locator("a")).to_have_attribute("href", "/how-to-play?language=en#card")
    assert violations(ann) == []
    hint.locator("button").click()
    expect(hint).to_be_hidden()
    ann.page.reload()
    ann.until("active")
    expect(hint).to_be_hidden()
