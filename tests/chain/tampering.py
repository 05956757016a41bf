"""Changes to an export that an audit must find, each with the version at which it must."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.chain.exports import Export, Json, changed, events_of

DICE = ("infantry", "armor", "grenade", "flag", "star")


@dataclass(frozen=True)
class Forgery:
    """A changed export; ``version`` is the first bad one, None where any may be told."""

    name: str
    version: int | None
    lines: Export


def crude(lines: Export, version: int, other: int) -> Iterator[Forgery]:
    """One event changed, dropped, doubled, added or swapped, with nothing else made to fit."""
    header, *events = lines
    event = events[version - 1]
    count = header["version"]
    for name in event:
        replaced = [*events]
        replaced[version - 1] = {**event, name: _other(event[name])}
        yield Forgery(f"{name} changed", version, [header, *replaced])
        missing = [*events]
        missing[version - 1] = {key: value for key, value in event.items() if key != name}
        yield Forgery(f"{name} left out", version, [header, *missing])
    for name, value in event["data"].items():
        replaced = [*events]
        replaced[version - 1] = {**event, "data": {**event["data"], name: _other(value)}}
        yield Forgery(f"data.{name} changed", version, [header, *replaced])
    for name, value in (event["hidden"] or {}).items():
        replaced = [*events]
        replaced[version - 1] = {**event, "hidden": {**event["hidden"], name: _other(value)}}
        yield Forgery(f"hidden.{name} changed", version, [header, *replaced])
    more = [*events]
    more[version - 1] = {**event, "more": 1}
    yield Forgery("a member added", version, [header, *more])
    yield Forgery("dropped", version, [header, *events[: version - 1], *events[version:]])
    yield Forgery("doubled", version + 1, [header, *events[:version], event, *events[version:]])
    if other != version and other <= count:
        swapped = [*events]
        swapped[version - 1], swapped[other - 1] = swapped[other - 1], swapped[version - 1]
        yield Forgery("swapped", min(version, other), [header, *swapped])
    yield Forgery("cut", version, [header, *events[: version - 1]])


def _other(value: object) -> object:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}0"
        case list():
            return [*value, "more"]
        case dict():
            return {**value, "more": 1}
        case _:
            return "other"


def skilled(lines: Export, chooser: random.Random) -> Iterator[Forgery]:
    """What somebody would do who can make all promises, hashes, links and the header fit again."""
    for kind in ("dice_rolled", "ambush_rolled", "strike_rolled", "order_dice_rolled"):
        for event in events_of(lines, kind)[:1]:
            yield from _dice(lines, event)
    for kind in ("unit_landed", "unit_drop_failed"):
        for event in events_of(lines, kind)[:1]:
            yield _forged(f"{kind} elsewhere", lines, event, lambda e: _turn(e["data"]["drift"]))
    yield from _cards(lines, chooser)
    yield from _secrets(lines)
    yield from _draws(lines)


def _forged(name: str, lines: Export, event: Json, change: object) -> Forgery:
    assert callable(change)
    return Forgery(name, event["version"], changed(lines, event["version"], change))


def _dice(lines: Export, event: Json) -> Iterator[Forgery]:
    kind = event["type"]

    def better(found: Json) -> None:
        faces = found["data"]["faces"]
        faces[0] = next(face for face in DICE if face != faces[0])

    yield _forged(f"another die in {kind}", lines, event, better)
    yield _forged(f"a die less in {kind}", lines, event, lambda e: e["data"]["faces"].pop())
    yield _forged(
        f"a die more in {kind}", lines, event, lambda e: e["data"]["faces"].append("star")
    )
    yield _forged(f"a nonce with {kind}", lines, event, lambda e: e.update(nonce="other"))


def _turn(drift: list[int]) -> None:
    drift[0] = (drift[0] + 1) % 7


def _cards(lines: Export, chooser: random.Random) -> Iterator[Forgery]:
    """Cards at other places. Whoever swaps one must show it at one event or another."""
    for event in events_of(lines, "deck_shuffled"):

        def swap(found: Json) -> None:
            order = found["data"]["order"]
            one, two = chooser.sample(range(len(order)), 2)
            while order[one] == order[two]:
                one, two = chooser.sample(range(len(order)), 2)
            order[one], order[two] = order[two], order[one]

        yield _forged("two cards of the deck swapped", lines, event, swap)
        yield _forged("a card of the deck replaced", lines, event, _replace_first)
        yield _forged(
            "a card more in the deck", lines, event, lambda e: e["data"]["order"].append("ambush")
        )
    for kind in ("cards_dealt", "cards_offered"):
        for event in events_of(lines, kind)[:1]:
            yield _forged(f"another card in {kind}", lines, event, _replace_card)
    for kind in ("card_drawn", "card_discarded"):
        for event in events_of(lines, kind)[:1]:
            yield _forged(f"another card in {kind}", lines, event, _another)
    for kind in ("card_kept", "card_played", "ambush_played"):
        for event in events_of(lines, kind)[:1]:
            # If that one was on offer or in hand too, it is missed later.
            yield replace(_forged(f"another {kind}", lines, event, _another), version=None)


def _another(event: Json) -> None:
    held = event["data"]["card"]
    event["data"]["card"] = "pincer_move" if held != "pincer_move" else "probe_left"


def _replace_first(event: Json) -> None:
    order = event["data"]["order"]
    order[0] = "probe_left" if order[0] != "probe_left" else "probe_right"


def _replace_card(event: Json) -> None:
    cards = event["data"]["cards"]
    cards[0] = "probe_left" if cards[0] != "probe_left" else "probe_right"


def _secrets(lines: Export) -> Iterator[Forgery]:
    created, end = lines[1], events_of(lines, "seed_revealed")[0]
    seed = "f" * 64
    yield _forged(
        "another seed at the start", lines, created, lambda e: e["data"].update(seed=seed)
    )
    yield _forged("another seed at the end", lines, end, lambda e: e["data"].update(seed=seed))
    hiding = [line for line in lines[1:] if line.get("hidden")]
    for event in hiding[1::5]:
        salt = lambda e: e["hidden"].update(salt="00" * 16)  # noqa: E731 # the change in one word
        yield _forged("another salt", lines, event, salt)


def _draws(lines: Export) -> Iterator[Forgery]:
    drawn = [line for line in lines[1:] if "draw" in line.get("data", {})]
    for event in (drawn[1], drawn[-1]):
        index = event["data"]["draw"]
        for name, other in (("reused", index - 1), ("left out", index + 1)):
            yield _forged(
                f"a draw {name}", lines, event, lambda e, o=other: e["data"].update(draw=o)
            )
    rolled = events_of(lines, "dice_rolled")[0]
    place = rolled["version"]
    again = json.loads(json.dumps(lines))
    again.insert(place, {**rolled, "data": {**rolled["data"]}})
    yield Forgery("a roll thrown twice", place + 1, changed(again, place, lambda _: None))
    for event in (drawn[0], drawn[-1]):
        yield _forged("a draw without its index", lines, event, lambda e: e["data"].pop("draw"))
    yield _forged("an unknown kind of draw", lines, rolled, lambda e: e.update(type="dice_thrown"))
