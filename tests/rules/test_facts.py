"""What a refusal says besides its rule: the values that made it bite."""

import json
import random
from itertools import chain

import msgspec
import pytest

from domain import check, decide, fold
from domain.errors import IllegalCommandError
from domain.values import EditionName
from tests.support.case_text import command
from tests.support.cases import Case, at_last, cases, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, plays, random_play, seated, start_game

BOARD = """
2:  .   .   i   .   .
3:    .   T   .   .
4:  .   .   I   A   .
5:    .   .   .   F
"""


CASES = cases(
    """
    game.not_started
        2: . . i . .; 3: . T . .; 4: . . I A .; 5: . . . F; seating | allies: end turn =>
        {"free_seats": ["allies", "axis"]}
    game.not_started to resign | allies: resign => {"free_seats": ["allies", "axis"]}
    game.over
        battle I A | axis: resign; allies: end turn => {"winner": "allies", "ending": "resignation"}
    seat.seating_closed | axis: sit eve => {"status": "active"}
    turn.not_yours | axis: end turn => {"awaited": "allies", "decision": "battle"}
    unit.not_yours | move I A | allies: i moves e => {"unit": "i", "side": "axis"}
    unit.not_ordered | move A | I moves e => {"unit": "I", "ordered": ["A"]}
    card.section_empty
        play_card; card infantry_assault | play infantry_assault in left =>
        {"card": "infantry_assault", "section": "left", "as_card": null, "sections": ["center"],
        "as_cards": []}
    card.reaction_only
        card ambush | play ambush => {"card": "ambush", "section": null, "as_card": null,
        "sections": [], "as_cards": []}
    order.not_in_section
        order; card probe_left | order I => {"unit": "I", "hex": [4, 6], "type": "infantry",
        "sections": ["center"], "card": "probe_left", "types": ["armor", "artillery", "infantry"],
        "ordered": [], "adjacent_enemies": []}
    heal.nothing_lost
        4: I . A; play_card; card medics_and_mechanics; hurt I 1 | play medics_and_mechanics; heal A
        => {"unit": "A", "figures": 3}
    battle.own_side
        2: . . i . .; 3: . T . .; 4: . . I A .; 5: . . . F; card barrage | play barrage; target I =>
        {"unit": "I", "hex": [4, 6], "targets": [], "section": null}
    target.none_named
        card air_power | play air_power; end targets => {"targets": [], "section": null}
    target.not_named
        2: . . i2 . .; 3: . i . .; 4: . . I G .; card air_power | play air_power; target i; target
        i2; strike I => {"unit": "I", "targets": ["i", "i2"]}
    movement.no_path
        2: . . i . .; 3: . T . .; 4: . . I A .; 5: . . . F; move I A | I moves => {"unit": "I",
        "from": [4, 6], "moved": 0, "limit": 2}
    movement.too_far
        I moves sw sw w => {"unit": "I", "from": [6, 5], "moved": 2, "limit": 2, "hex": [6, 4],
        "step": 3, "terrain": "open"}
    movement.occupied
        I moves e e => {"unit": "I", "from": [4, 6], "moved": 0, "limit": 2, "hex": [4, 7],
        "step": 1, "terrain": "open", "occupant": "A"}
    movement.off_board
        8: . I; move I | I moves se => {"unit": "I", "from": [8, 5], "moved": 0, "limit": 2,
        "hex": [9, 5], "step": 1}
    movement.stop_terrain
        2: . . i . .; 3: . T . .; 4: . . I A .; 5: . . . F; move I A | A moves se e => {"unit": "A",
        "from": [5, 7], "moved": 1, "limit": 3, "hex": [5, 8], "step": 2, "terrain": "open"}
    movement.terrain_cap
        2: _ _ _ A _; move A | A moves w w w => {"unit": "A", "from": [2, 5], "moved": 2,
        "limit": 2, "hex": [2, 4], "step": 3, "terrain": "beach"}
    movement.terrain_cap out of a hedgerow
        2: . . . A/R .; 3: . . . | A moves w w => {"unit": "A", "from": [2, 6], "moved": 1,
        "limit": 1, "hex": [2, 5], "step": 2, "terrain": "open"}
    movement.other_path
        2: . . i . .; 3: . T . .; 4: . . I A .; 5: . . . F; move I A | I moves w e => {"unit": "I",
        "from": [4, 6], "moved": 2, "limit": 2}
    movement.already_moved | I moves w; I moves w => {"unit": "I", "moved": 1}
    movement.no_exit | I exits => {"unit": "I", "hex": [4, 6], "exits": []}
    battle.no_line_of_sight
        2: . i; 3: . T; 4: . . I; battle I | I > i => {"unit": "I", "hex": [4, 6], "target": "i",
        "target_hex": [2, 5], "target_terrain": "open", "distance": 2, "range": 3,
        "adjacent_enemies": []}
    battle.adjacent_enemy_first
        2: . . i2 . .; 3: . i . .; 4: . . I G . | I > i2 => {"unit": "I", "hex": [4, 6],
        "target": "i2", "target_hex": [2, 6], "target_terrain": "open", "distance": 2, "range": 3,
        "adjacent_enemies": ["i"]}
    battle.moved_too_far
        2: . . i . .; 3: . T . .; 4: . . I A .; 5: . . . F; move I A | I moves w w; A moves e; I > i
        => {"unit": "I", "card": "assault_center", "battles": 0, "moved": 2, "limit": 1}
    retreat.path
        1: . . .; 2: . . .; 3: . i .; 4: . I; battle I | I > i [flag star star]; i back =>
        {"unit": "i", "hex": [3, 5], "shortest": 1, "longest": 1, "ways": 2}
    ambush.not_in_hand | 3: . i .; 4: . I; held ambush | I > i; ambush => {"unit": "i"}
    card.not_offered
        4: I; battle; card recon_left; deck probe_left attack_left | end turn; choose ambush =>
        {"card": "ambush", "offered": ["attack_left", "probe_left"]}
    wire.none_here
        2: . . i . .; 3: . T . .; 4: . . I A .; 5: . . . F; battle I A | A clears wire =>
        {"unit": "A", "hex": [4, 7], "type": "armor"}
    """
)


@runs(CASES)
def test_a_refusal_tells_what_made_the_rule_bite(case: Case) -> None:
    """The first word of a case is its rule."""
    state, last, chance = at_last(case, EditionName.E2025)
    assert chance.left == []
    with pytest.raises(IllegalCommandError) as refused:
        check(state, command(state, last))
    assert refused.value.rule == case.name.partition(" ")[0]
    assert msgspec.json.decode(msgspec.json.encode(refused.value.facts)) == json.loads(case.then)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("scenario", ["pegasus_bridge", "sainte_mere_eglise"])
def test_every_legal_command_passes_the_check(scenario: str, edition: EditionName) -> None:
    """Also those that shuffle, drift and roll: taking seats, drops from the air, attacks."""
    waiting = Skirmish(BOARD, phase="seating").begin(edition)
    for taking in seated():
        check(waiting, taking)
        waiting = fold(decide(waiting, taking, Script()), waiting) or waiting
    game = start_game(scenario, edition)
    for step in chain([game], random_play(game, random.Random(7), 60)):
        for option in plays(step.state):
            check(step.state, option)
