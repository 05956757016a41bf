"""Check a game of Afteraction from its export alone, whoever ran the service (see AUDIT.md).

    python verifier.py FILE [--keys KEYS.json] [--head HASH [--version N]]
FILE is an export (JSON Lines, plain or gzipped; - is standard input), KEYS.json a copy of
/.well-known/afteraction-keys.json (which needs the package cryptography), HASH the hash that you
saved of event N, or of the last one. Exit status: 0 sound, 1 not sound, 2 unreadable.
"""

import argparse
import base64
import hmac
import json
import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

DIE = ("infantry", "infantry", "armor", "grenade", "flag", "star")
ANNOUNCED_BY = {"dice": "attack_declared", "ambush": "ambush_played", "strike": "targets_demanded"}
FIXED = {"battle_back_rolled": 1, "hazard_rolled": 2, "visibility_rolled": 4}  # dice
MINES = (0, 0, 0, 1, 1, 2, 2, 3, 4)  # the strengths of the tokens of minefields
BLASTS = "demolition_rolled"  # the number of dice follows from the rules
ROLLS = ("dice_rolled", "ambush_rolled", "strike_rolled", "order_dice_rolled", BLASTS, *FIXED)
SHUFFLES = {"draw_pile_shuffled": "undo", "unseen_shuffled": "unseen"}
UNKNOWN = "unknown"  # a card in a branch whose past does not reveal it
PILE = {"in_play": "card_played", "reaction": "ambush_played", "offer": "cards_offered"}
CARDS = """recon_left 2 recon_center 2 recon_right 2 probe_left 4 probe_center 5 probe_right 4
    attack_left 3 attack_center 4 attack_right 3 assault_left 2 assault_center 2 assault_right 2
    general_advance 1 pincer_move 1 recon_in_force 3 air_power 1 ambush 1 armor_assault 2
    artillery_bombard 1 barrage 1 close_assault 1 behind_enemy_lines 1 counter_attack 2 dig_in 1
    direct_from_hq 2 firefight 1 infantry_assault 2 medics_and_mechanics 1 move_out 2
    their_finest_hour 1"""  # of games with a first event of schema 1 or 2, without `deck`
DECKS = {"standard": CARDS, "young_generals": CARDS[: CARDS.index("air_power")]}
Json = dict[str, Any]


class Report(NamedTuple):
    """The verdict: ``status`` as the exit status; ``version`` is the first bad one (header: 0)."""

    status: int
    version: int | None
    reason: str
    unchecked: str


def need(fine: object, reason: str) -> None:
    if not fine:
        raise ValueError(reason)


def unhex(text: str) -> bytes:
    need(re.fullmatch("([0-9a-f]{2})*", text), "it is not hexadecimal")
    return bytes.fromhex(text)


def canonical(value: object) -> bytes:
    """The canonical JSON of a value: members sorted, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def parse(line: str) -> Any:
    """The value of a line. Fractions, and numbers of more than 15 characters, are not canonical."""
    value = json.loads(line, parse_int=lambda n: int(n[:15]), parse_float=str, parse_constant=str)
    need(canonical(value) == line.removesuffix("\n").encode(), "it is not canonical JSON")
    return value


def link(event: Json, previous: str) -> str:
    """The expected hash of an event; a disclosed hidden part must match its commitment."""
    data, hidden = {**event["data"]}, event["hidden"] and {**event["hidden"]}
    if hidden and "salt" in hidden:
        salt = unhex(hidden["salt"])
        secret = {name: data.pop(name) for name in hidden.pop("fields")}
        fits = sha256(salt + canonical(secret)).hexdigest() == hidden["commitment"]
        need(fits and hidden.pop("salt") == salt.hex(), "its commitment does not match")
    public = {**event, "data": data, "hidden": hidden, "previous": previous}
    del public["hash"]
    if "form" in event:  # the first envelopes: one seat as the audience, fewer members
        need(event["form"] in (1, 2) and "nonce" not in event, "its form is unknown")
        for name in public.pop("filled", ()):
            del data[name]
        del public["form"], public["last"]
        if hidden:
            hidden["audience"] = (hidden["audience"] or [None])[0]
    return sha256(canonical(public)).hexdigest()


def numbers(seed: bytes, draw: str, bounds: Iterable[int], width: int = 1) -> Iterator[int]:
    """A random number below each bound, from the bytes of ``draw``: <game>:<index>:<nonce>, or
    <game>:<index> in form 1."""
    source = (b for n in range(2**32) for b in hmac.digest(seed, f"{draw}:{n}".encode(), "sha256"))
    for bound in bounds:
        limit = 256**width - 256**width % bound
        while (value := int.from_bytes([next(source) for _ in range(width)], "big")) >= limit:
            pass
        yield value % bound


def shuffled(seed: bytes, draw: str, cards: list[str]) -> list[str]:
    """The cards shuffled by a draw; the last one is on top."""
    order, bounds = sorted(cards), range(len(cards), 1, -1)
    for bound, other in zip(bounds, numbers(seed, draw, bounds, width=4), strict=True):
        order[bound - 1], order[other] = order[other], order[bound - 1]
    return order


class Referee:
    """Verifies the nonces and draws of a game and, if the seed is known, their results."""

    def __init__(self, created: Json, end: Json, complete: bool) -> None:
        origin = created.get("branch") or {"draws_of": created["game"]}
        self.at, self.unproved = origin.get("at_version", -1), origin.get("unproved", 0)
        need(0 <= self.unproved <= max(self.at, 0), "it does not branch off at its version")
        self.game, old = origin["draws_of"], DECKS.get(created["variant"], "")
        deck = created.get("deck") or {c: int(n) for c, n in re.findall(r"(\w+) (\d)", old)}
        self.box = [card for card, copies in deck.items() for _ in range(100)[:copies]]
        self.long = created.get("setup", {}).get("grid", {}).get("rows") == 17  # Breakthrough
        self.chain = created.get("together") is True  # Overlord: cards are handed out
        self.sides = {one["seat"]: one["side"] for one in created.get("seats", [])}
        self.seed = unhex(created["seed"] if "seed" in created else end.get("seed", ""))
        self.piles: defaultdict[str, list[str]] = defaultdict(list)  # the last card is on top
        self.mines: dict[str, Any] = {}  # strengths by hex, in the order of laying
        self.last: dict[str, Json] = {}  # the latest data of each type of event
        self.past: list[Any] = []  # the piles and ``last`` at each end of a command
        self.draws, self.spare, self.open, self.nonce, self.seated = 0, 0, False, "", ""
        self.due = ""  # the shuffle of the draw pile that must follow
        self.fixed: list[str] = []  # the fixed dice of the next roll
        self.held: Any = None  # the number of cards in each pile where a branch began
        # The past of a branch without its seed can be followed in a complete export only.
        self.known = bool(self.seed) and (complete or not self.unproved)

    def judge(self, event: Json) -> None:
        """Verify the next event: its nonce, its draw, and what follows from the seed."""
        kind, data, nonce = event["type"], event["data"], event.get("nonce", "")
        need((kind == "game_created") != bool(self.last), "a game begins with its creation")
        sizes = [data.get(name, 0) for name in ("dice", "scatter", "count")]
        need(all(type(n) is int and n in range(1000) for n in sizes), "a game never has so many")
        before = self.nonce if self.open else self.seated if kind == "seat_taken" else ""
        more = "" if self.open else f"({'[.]' * bool(before)}[A-Za-z0-9_-]{{1,64}})?"
        valid = re.fullmatch(re.escape(before) + more, nonce) and event.get("nonce") != ""
        need(valid, "its nonce does not match the earlier ones")
        self.seated = nonce if kind == "seat_taken" else self.seated
        self.open, self.nonce = not event["last"], nonce
        need(data.get("draw", self.draws) == self.draws, f"it should be draw {self.draws}")
        begins, version = kind == "game_branched", event["version"]
        valid = begins if version == self.at + 1 else version <= self.at or not begins
        need(valid, "a branch begins only at its version")
        self.given = 1 < version <= self.unproved
        valid = (kind if kind in SHUFFLES else "") == self.due or self.given or not self.known
        need(valid, "only a take-back that changes the draw pile shuffles it")
        place = "" if event.get("form") == 1 else f":{nonce}"
        if self.known:
            need(data.get("seed", self.seed.hex()) == self.seed.hex(), "it is another seed")
            if kind == "game_created":
                valid = data["seed_commitment"] == sha256(self.seed).hexdigest()
                need(valid and self.hides(event, seed=self.seed.hex()), "it promised another seed")
            self.derive(event, kind, data, f"{self.game}:{data.get('draw', '')}{place}")
        need(sum(map(len, self.piles.values())) <= len(self.box), "there are fewer cards")
        need(self.open or not self.due, "the draw pile has to be shuffled")
        if self.held and not self.open:
            valid = self.given or self.held == {name: len(self.piles[name]) for name in self.held}
            need(valid, "the branch deals another number of cards")
            self.held = None
        self.draws += "draw" in data
        self.last[kind] = {**data, "model": data.get("orders_as") or data.get("card")}
        piles = {name: list(cards) for name, cards in self.piles.items()}
        self.past.append(None if self.open else (piles, {**self.last}, self.spare))

    def derive(self, event: Json, kind: str, data: Json, draw: str) -> None:
        seat = data.get("seat", event["seat"])
        hand, shared = f"hand of {seat}", f"shared by {self.sides.get(seat)}"
        laid = f"laid down by {seat}"  # face down, for a later turn
        self.branch_off(kind, data)
        match kind:
            case _ if kind in ROLLS:
                self.roll(data["faces"], draw, self.dice(kind, data, (hand, shared, laid)), DIE)
            case "unit_landed" | "unit_drop_failed":
                self.roll(data["drift"], draw, self.last["air_drop_demanded"]["scatter"], range(7))
            case "deck_shuffled" | "draw_pile_shuffled" | "unseen_shuffled":
                self.shuffle(event, draw, SHUFFLES.get(kind) or data["reason"])
            case "cards_dealt" | "card_drawn" | "cards_offered":
                self.take(event, data.get("count", 1), kind if kind in PILE.values() else hand)
            case "shared_card_laid" | "shared_card_taken" | "hand_shown":
                self.share(event, kind, hand, shared)
            case "card_kept" | "card_handed_out" | "card_committed":
                ways = {"card_kept": (PILE["offer"], hand), "card_committed": (hand, laid)}
                self.pass_on(event, *ways.get(kind, (hand, f"handed to {data.get('to')}")))
            case "card_played" | "ambush_played" | "card_discarded":
                discards = kind == "card_discarded"
                handed = f"handed to {seat}" if self.chain and kind == "card_played" else hand
                handed = laid if data.get("committed") else handed
                lost = discards and data["source"] not in PILE  # with a headquarters, by chance
                left = sorted(self.piles[hand]) if lost else [data["card"]]
                drawn = left[next(numbers(self.seed, draw, [len(left)]))]
                valid = ("draw" in data) == lost and (self.given or drawn == data["card"])
                need(valid, f"draw {self.draws} gives {drawn}")
                start = PILE.get(data["source"], hand) if discards else handed
                self.move(data["card"], start, "discard" if discards else kind)
            case "taken_back":
                self.take_back(data["to_version"])
            case "mine_laid" | "mine_revealed":
                self.mine(event, str(data["hex"]), draw)
            case _:
                need("draw" not in data, "such a draw is unknown")

    def dice(self, kind: str, data: Json, held: tuple[str, ...]) -> int:
        """The number of dice of an event; ``held`` are the piles with one die per card."""
        called = ANNOUNCED_BY.get(kind[:-7])
        if called:
            return int(self.last[called]["dice"])
        if kind == BLASTS or data.get("cause") in ("mine", "second_roll"):
            mine = self.mines[str(data["hex"])] if data.get("cause") == "mine" else None
            return len(data["faces"]) if mine is None else int(mine)  # else by the rules
        medics = self.long and self.last["card_played"]["model"] == "medics_and_mechanics"
        cards = 1 + sum(len(self.piles[name]) for name in held)
        return FIXED.get(kind, 4 if medics or self.chain else cards)

    def mine(self, event: Json, hex_: str, draw: str) -> None:
        """Verify that a minefield has a token of the box, and which one is revealed."""
        data, hexes = event["data"], [*self.mines]
        if event["type"] == "mine_revealed":
            valid = self.mines[hex_] in (None, data["strength"]) and data["strength"] in MINES
            need(valid, "another mine is there")
            self.mines[hex_] = data["strength"]
            return
        first = (hexes.index(hex_) if hex_ in hexes else len(hexes)) // len(MINES) * len(MINES)
        box = Counter(MINES) - Counter(self.mines[one] for one in hexes[first : first + len(MINES)])
        left = sorted(box.elements())
        drawn = left[next(numbers(self.seed, draw, [len(left)]))]
        valid = self.given or (self.mines.get(hex_) is None and self.hides(event, strength=drawn))
        need(valid, f"draw {self.draws} gives {drawn}")
        self.mines[hex_] = data.get("strength") if self.given else drawn

    def pass_on(self, event: Json, start: str, end: str) -> None:
        """Move a hidden card from one pile to another."""
        found = (card for card in self.piles[start] if self.hides(event, card=card))
        shown = event["data"].get("card", UNKNOWN)
        self.move(shown if self.given else next(found, "its card"), start, end)

    def share(self, event: Json, kind: str, hand: str, shared: str) -> None:
        """Verify the shared cards of a pair: an open card, and disclosed hands."""
        data, cards = event["data"], self.piles[hand]
        if kind == "hand_shown":
            valid = self.given or UNKNOWN in cards or self.hides(event, cards=cards)
            need(valid, "it shows another hand")
        elif data.get("source") == "draw_pile":
            self.take(event, 1, shared)
        else:
            places = (shared, hand) if kind == "shared_card_taken" else (PILE["offer"], shared)
            self.move(data["card"], *places)

    def take_back(self, version: int) -> None:
        """Go back to a version; if the draw pile has changed since, it must be shuffled next."""
        need(version > 0 and self.past[version - 1], "no command ended at that version")
        need(version > self.at or len(self.past) < self.at, "that is before the branch")
        deck, (piles, last, self.spare) = self.piles["deck"], self.past[version - 1]
        self.piles = defaultdict(list, {name: list(cards) for name, cards in piles.items()})
        moved = not self.given and self.piles["deck"] not in (deck, [])
        self.last, self.due = {**last}, "draw_pile_shuffled" * moved

    def branch_off(self, kind: str, data: Json) -> None:
        """Verify fixed dice, and unknown cards, which return to the draw pile where it begins."""
        need(not self.fixed or kind in ROLLS, "dice were fixed for another event")
        need(self.at > 0 or kind != "dice_fixed", "dice are fixed in a branch only")
        self.fixed = data["faces"] if kind == "dice_fixed" else self.fixed
        if kind != "game_branched":
            return
        offer = PILE["offer"]
        names = [name for name in self.piles if name[:4] in ("hand", "laid") or name == offer]
        self.held = {name: len(self.piles[name]) for name in names}
        for name in [n for n in names if n[:6] == "handed" and UNKNOWN in self.piles[n]]:
            side = self.sides[name.removeprefix("handed to ")]  # back to who handed it out
            chief = next(seat for seat in self.sides if self.sides[seat] == side)
            self.held[name], self.held[f"hand of {chief}"] = 0, self.held[f"hand of {chief}"] + 1
        for name in [name for name in names if name[:4] == "laid" and UNKNOWN in self.piles[name]]:
            self.held[name.replace("laid down by", "hand of")] += self.held[name]
            self.held[name] = 0
        for name in names:
            self.piles["deck"] += [UNKNOWN] * self.piles[name].count(UNKNOWN)
            self.piles[name] = [card for card in self.piles[name] if card != UNKNOWN]
        self.due = "unseen_shuffled" * (UNKNOWN in self.piles["deck"] and not self.given)

    def hides(self, event: Json, **hidden: object) -> bool:
        """Whether this is the event's hidden part, with the salt of the seed."""
        salt = hmac.digest(self.seed, b"salt:%d" % event["version"], "sha256")[:16]
        return sha256(salt + canonical(hidden)).hexdigest() == str(event["hidden"]["commitment"])

    def roll(self, shown: Any, draw: str, count: int, sides: Sequence[Any]) -> None:
        derived = self.fixed or [sides[n] for n in numbers(self.seed, draw, [len(sides)] * count)]
        valid = self.given or (shown == derived and len(shown) == count)
        need(valid, f"draw {self.draws} gives {derived}")
        self.fixed = []

    def shuffle(self, event: Json, draw: str, reason: str) -> None:
        deck, discard, data = self.piles["deck"], self.piles["discard"], event["data"]
        need((reason == "setup") == ("deck_shuffled" not in self.last), "the deck is set up once")
        requested = reason != "card" or self.last["card_played"]["model"] == "their_finest_hour"
        need(requested, "no card requires it")
        valid = (reason in SHUFFLES.values()) == bool(self.due) or self.given
        need(valid, "nothing was taken back")
        top = deck if reason == "exhausted" else []
        unseen = Counter(self.box) - Counter(card for pile in self.piles.values() for card in pile)
        recipes = {"setup": self.box, "exhausted": discard, "card": deck + discard, "undo": deck}
        recipes["unseen"] = list(unseen.elements())
        order = shuffled(self.seed, draw, recipes[reason]) + top
        order = data.get("order", [UNKNOWN] * data["count"]) if self.given else order
        valid = [data.get("kept", 0), data["count"]] == [len(top), len(order)]
        valid = self.given or (valid and self.hides(event, order=order))
        need(valid, f"draw {self.draws} gives {order}")
        self.piles["deck"], self.spare, self.due = order, len(top), ""
        self.piles["discard"] = discard if reason in SHUFFLES.values() else []

    def take(self, event: Json, count: int, end: str) -> None:
        deck = self.piles["deck"]
        need(self.spare < count <= len(deck), "the deck has another number of cards")
        cards, self.spare = [deck.pop() for _ in range(count)], 0  # the topmost first
        if event["hidden"] is None:
            valid = cards == [event["data"]["card"]]
        else:
            valid = self.hides(event, cards=cards) or self.hides(event, card=cards[0])
        need(valid or self.given, f"the deck gives {cards}")
        shown = [event["data"]["card"]] if "card" in event["data"] else event["data"].get("cards")
        self.piles[end] += (shown or [UNKNOWN] * count) if self.given else cards

    def move(self, card: str, start: str, end: str) -> None:
        there = card if card in self.piles[start] else UNKNOWN
        need(there in self.piles[start], f"{card} was not there")
        self.piles[start].remove(there)
        self.piles[end].append(card)


def check_seal(seal: Json, keys: Json) -> None:
    """Verify the signature with the key of a JWKS document."""
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 # only here

    signature = base64.urlsafe_b64decode((text := seal.pop("signature")) + "==")
    spelt = base64.urlsafe_b64encode(signature)[:-2].decode() == text
    found = [key["x"] for key in keys["keys"] if key["kid"] == seal["key"]]
    need(spelt and found, "its signature is malformed, or its key is not given")
    key = ed25519.Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(found[0] + "="))
    key.verify(signature, b"afteraction seal 1\n" + canonical(seal))


def verify(lines: Iterable[str], keys: Any = None, head: str = "", at: int = 0) -> Report:
    """Verify an export, with a JWKS document and the saved hash of a version."""
    status, version, previous = 2, 0, "0" * 64
    try:
        values: list[Any] = []
        for version, line in enumerate(lines):  # noqa: B007 # for the report
            values.append(parse(line))
        version, (header, *events) = 0, values
        seal = events.pop()["seal"] if events and events[-1].keys() == {"seal"} else None
        need(header["format"] == "afteraction game" and header["schema"] == 1, "not an export")
        status, at = 1, max(at, 0) or len(events)
        for version in range(1, max(len(events), header["version"], at) + 1):
            need(version <= len(events), "it is missing")
            event = events[version - 1]
            need(event["version"] == version, "another event is in its place")
            before = events[max(version - 2, 0)].get("form")
            need(event.get("form") in (None, before), "its form is older than the last")
            need(link(event, previous) == event["hash"], "its hash does not match")
            previous = event["hash"]
            need(not header["complete"] or "salt" in (event["hidden"] or "salt"), "it is redacted")
            need(version != at or head in ("", previous), "you saved another hash for it")
        expected = {"game": events[0]["data"]["game"], "version": version, "head": previous}
        need(header == {**header, **expected, "exported_at": events[-1]["at"]}, "header mismatch")
        referee = Referee(events[0]["data"], events[-1]["data"], header["complete"])
        for version in range(1, len(events) + 1):
            referee.judge(events[version - 1])
        over = events[-1]["type"] == "seed_revealed" and bool(referee.seed)
        done = len(events) > referee.at and over == ("game_finished" in referee.last)
        need(not referee.open and not referee.fixed and done, "events are missing at the end")
        need(seal == {**seal, **expected} if seal else not (over and keys), "seal missing or wrong")
        if seal and keys:
            check_seal(seal, keys)
    except Exception as error:  # whatever cannot be followed is not sound
        reason = str(error) if isinstance(error, ValueError) else f"it makes no sense: {error!r}"
        return Report(status, version, reason, "")
    dice = ", dice and cards (the seed is not revealed)" if not referee.seed else ""
    if referee.seed and referee.unproved:
        dice = f", dice and cards up to version {referee.unproved * referee.known or version}"
    return Report(0, None, "", "the rules" + dice + ", the seal" * (not (seal and keys)))


def main() -> int:
    """Read the arguments, print the verdict, return the exit status."""
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("file", "--keys", "--head"):
        parser.add_argument(name, default="")
    parser.add_argument("--version", type=int, default=0)
    args = parser.parse_args()
    try:
        raw = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
        text = (zlib.decompress(raw, wbits=31) if raw[:2] == b"\x1f\x8b" else raw).decode()
        keys = json.loads(Path(args.keys).read_bytes()) if args.keys else None
        report = verify(text.removesuffix("\n").split("\n"), keys, args.head, args.version)
    except (OSError, ValueError, zlib.error) as error:
        report = Report(2, 0, str(error), "")
    print(("SOUND", "NOT SOUND", "UNREADABLE")[report.status], args.file)
    print(f"version {report.version}: {report.reason}\n" * bool(report.status), end="")
    print("not checked:", report.unchecked)
    return report.status


if __name__ == "__main__":
    sys.exit(main())
