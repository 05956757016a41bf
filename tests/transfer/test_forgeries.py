"""Forged games are refused, even if their hashes hold."""

from msgspec.structs import replace

from domain.values import Card, Seat
from tests.support.each import each
from tests.support.logs import (
    exported,
    rewritten,
)
from tests.support.seating import SEATS
from tests.transfer.forging import (
    Forgery,
    Log,
    group_of,
    of_type,
    other_faces,
    refusal,
    reseeded,
    swapped_deck,
    with_data,
    with_envelope,
    with_group,
    with_hidden,
    without,
)

FORGERIES: dict[str, tuple[Forgery, str | None, str]] = {
    "other dice": (other_faces, "dice_rolled", "no legal command"),
    "another order of the deck": (
        with_hidden("deck_shuffled", swapped_deck),
        "deck_shuffled",
        "no legal command",
    ),
    "another card dealt": (
        with_hidden("card_drawn", lambda hidden: replace(hidden, data={"card": str(Card.BARRAGE)})),
        "card_drawn",
        "no legal command",
    ),
    "another seed": (reseeded, "game_started", "no legal command"),
    "a salt of one's own": (
        with_hidden("cards_dealt", lambda hidden: replace(hidden, salt="00" * 16)),
        "cards_dealt",
        "salt",
    ),
    "hidden from nobody": (
        with_hidden("cards_dealt", lambda hidden: replace(hidden, audience=tuple(SEATS))),
        "cards_dealt",
        "hides other fields",
    ),
    "more losses": (with_data("figures_lost", count=4), "figures_lost", "no legal command"),
    "more dice": (with_data("attack_declared", dice=5), "attack_declared", "no legal command"),
    "a unit that is not there": (
        with_data("unit_ordered", unit="axis-99"),
        "unit_ordered",
        "no legal command",
    ),
    "a field that no event has": (
        with_data("turn_started", note="x"),
        "turn_started",
        "no such fields",
    ),
    "a truth value for a number": (with_data("turn_started", turn=True), "turn_started", "fit"),
    "more units in the set-up": (
        lambda log: rewritten(
            log,
            1,
            data={
                **log[0].data,
                "setup": {**log[0].data["setup"], "units": log[0].data["setup"]["units"][1:]},
            },
        ),
        "game_created",
        "set-up of",
    ),
    "a battle that is not": (
        with_data("game_created", scenario="x"),
        "game_created",
        "no scenario",
    ),
    "larger hands": (with_data("game_created", hand_sizes=[]), "game_created", "set-up of"),
    "no time to decide": (
        with_data("game_created", move_time_limit=0),
        "game_created",
        "its time limit",
    ),
    "a creator who cannot be": (
        with_data("game_created", created_by="a:b"),
        "game_created",
        "invalid id",
    ),
    "a player who cannot be": (with_data("seat_taken", player="a b"), "seat_taken", "invalid id"),
    "another seed at the end": (
        with_data("seed_revealed", seed="00" * 32),
        "seed_revealed",
        "no legal command",
    ),
    "another winner": (
        with_data("game_finished", winner="allies"),
        "game_finished",
        "no legal command",
    ),
    "a command left out": (without("turn_ended"), None, "no legal command"),
    "a seat left out": (without("seat_taken"), "game_started", "no legal command"),
    "decided by the other": (
        with_group("unit_ordered", seat=Seat.ALLIES),
        "unit_ordered",
        "the decision of",
    ),
    "decided by nobody": (with_group("unit_ordered", seat=None), "unit_ordered", "the decision of"),
    "resigned by nobody": (with_group("seat_resigned", seat=None), "seat_resigned", "decision of"),
    "decided by who does not sit there": (
        with_group("unit_ordered", seat=Seat.ALLIES_2),
        "unit_ordered",
        "the decision of",
    ),
    "dealt to who does not sit there": (
        with_data("cards_dealt", seat="axis_4"),
        "cards_dealt",
        "no legal command",
    ),
    "dealt to a seat that is none": (
        with_data("cards_dealt", seat="axis_5"),
        "cards_dealt",
        "does not fit",
    ),
    "one decider within a command": (
        with_envelope("game_finished", seat=None),
        "game_finished",
        "different envelopes",
    ),
    "a time that is none": (with_group("unit_ordered", at="yesterday"), "unit_ordered", "time"),
    "a date that is none": (
        with_group("unit_ordered", at="2030-02-31T03:04:05.678Z"),
        "unit_ordered",
        "fit",
    ),
    "a command that does not end": (
        with_envelope("seed_revealed", last=False),
        None,
        "is incomplete",
    ),
    "a command that ends early": (
        with_envelope("game_finished", last=True),
        "seat_resigned",
        "no legal command",
    ),
    "a nonce that is none": (with_group("unit_ordered", nonce="a.b"), "unit_ordered", "nonce"),
    "an empty nonce": (with_group("unit_ordered", nonce=""), "unit_ordered", "nonce"),
    "a nonce that gives other dice": (
        with_group("dice_rolled", nonce="abc"),
        "attack_declared",
        "no legal command",
    ),
    "an unknown type": (with_envelope("unit_ordered", type="unit_flown"), "unit_ordered", "fit"),
    "an unknown schema": (with_envelope("unit_ordered", schema=7), "unit_ordered", "fit"),
}


@each("name", FORGERIES)
def test_a_forged_game_is_refused_though_its_hashes_hold(log: Log, name: str) -> None:
    forge, kind, reason = FORGERIES[name]
    forged = forge(log)
    version, said = refusal(exported(forged))
    assert reason in said
    if kind is not None:
        culprit = of_type(forged, "unit_flown" if name == "an unknown type" else kind)
        assert version in (range(1, 2) if culprit == 1 else group_of(forged, culprit))
