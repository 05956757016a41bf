"""Writes the published test vectors, with the independent verifier alone.

    python -m tests.chain.vectors

They are for whoever writes an auditor of their own: AUDIT.md tells the recipes. No code of the
service makes them; the tests compare it with them.
"""

import base64
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.log.verifier import DECKS, DIE, canonical, link, numbers, shuffled

Json = dict[str, Any]
FILE = Path(__file__).parents[2] / "api" / "pages" / "static" / "chance_vectors.json"
SEED = "5eed" * 16
OTHER_SEED = "00" * 31 + "07"
GAME = "gm_vectors"
AT = "2030-01-02T03:04:05.678Z"
WORDS = DECKS["young_generals"].split()
CARDS = [card for card, n in zip(WORDS[::2], WORDS[1::2], strict=True) for _ in range(int(n))]
DRAWS = [
    (SEED, GAME, 0, ""),
    (SEED, GAME, 1, ""),
    (SEED, GAME, 1, "n0nce"),
    (SEED, GAME, 1, "ann-1.bob_2"),
    (SEED, GAME, 250, "x" * 64),
    (OTHER_SEED, "another-game", 12, "n0nce"),
]


def salt(seed: str, version: int) -> str:
    """The salt of a hidden part."""
    text = f"salt:{version}".encode()
    return hmac.digest(bytes.fromhex(seed), text, "sha256")[:16].hex()


def draw(seed: str, game: str, index: int, nonce: str) -> Json:
    """What comes out of one draw; enough dice that some bytes are refused."""
    key, name = bytes.fromhex(seed), f"{game}:{index}:{nonce}"
    return {
        "seed": seed,
        "game": game,
        "index": index,
        "nonce": nonce,
        "first_block": hmac.digest(key, f"{name}:0".encode(), "sha256").hex(),
        "dice": [DIE[n] for n in numbers(key, name, [6] * 100)],
        "numbers_below_7": list(numbers(key, name, [7] * 20)),
        "shuffled": shuffled(key, name, CARDS),
    }


def event(version: int, kind: str, data: Json, hidden: Json | None, **more: Any) -> Json:
    """An event without its hash; ``hidden`` is shown, to the Allies."""
    part = None
    if hidden is not None:
        given = salt(SEED, version)
        digest = hashlib.sha256(bytes.fromhex(given) + canonical(hidden)).hexdigest()
        part = {
            "audience": ["allies"] if kind != "game_created" else [],
            "commitment": digest,
            "salt": given,
            "fields": sorted(hidden),
        }
    return {
        "version": version,
        "type": kind,
        "schema": 1,
        "at": AT,
        "seat": None if version == 1 else "allies",
        "last": version != 2,
        "data": {**data, **(hidden or {})},
        "hidden": part,
        "hash": "",
        **more,
    }


def chained(events: list[Json]) -> list[Json]:
    """The events with their hashes."""
    previous = "0" * 64
    for one in events:
        previous = one["hash"] = link(one, previous)
    return events


def redacted(one: Json) -> Json:
    """An event for somebody who may not see its hidden part."""
    if one["hidden"] is None:
        return one
    data = {
        name: value for name, value in one["data"].items() if name not in one["hidden"]["fields"]
    }
    published = {name: one["hidden"][name] for name in ("audience", "commitment")}
    return {**one, "data": data, "hidden": published}


def seal(head: str, version: int) -> tuple[Json, Json]:
    """A seal, and the public keys to check it with. The private key is known to everybody."""
    private = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"afteraction test key").digest())
    raw = private.public_key().public_bytes_raw()
    name = hashlib.sha256(raw).hexdigest()[:16]
    said = {"game": GAME, "version": version, "head": head, "at": AT, "key": name}
    signature = private.sign(b"afteraction seal 1\n" + canonical(said))
    key = {"kty": "OKP", "crv": "Ed25519", "x": base64url(raw), "kid": name}
    return {**said, "signature": base64url(signature)}, {
        "keys": [{**key, "use": "sig", "alg": "EdDSA"}]
    }


def base64url(data: bytes) -> str:
    """Base64 for URLs without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def vectors() -> Json:
    """All of them."""
    promise = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    created = {"game": GAME, "variant": "young_generals", "seed_commitment": promise}
    text = {"name": 'Zoë "☺" \u2028 \x7f \x1f \t \U0001f600', "numbers": [0, -1, 2**49], "no": None}
    events = chained(
        [
            event(1, "game_created", created, {"seed": SEED}),
            event(2, "card_drawn", {"seat": "allies"}, {"card": "probe_left"}, nonce="n0nce"),
            event(3, "cards_offered", {"count": 2}, {"cards": ["ambush", "dig_in"]}, nonce="n0nce"),
            event(4, "names", text, None),
        ]
    )
    signed, keys = seal(events[-1]["hash"], len(events))
    return {
        "about": "Test vectors for auditors of games; AUDIT.md tells the recipes.",
        "commitments": [
            {"seed": one, "sha256": hashlib.sha256(bytes.fromhex(one)).hexdigest()}
            for one in (SEED, OTHER_SEED)
        ],
        "salts": [
            {"seed": one, "version": version, "salt": salt(one, version)}
            for one in (SEED, OTHER_SEED)
            for version in (1, 2, 1000)
        ],
        "cards": CARDS,
        "draws": [draw(*one) for one in DRAWS],
        "canonical": [
            {"value": value, "utf8_hex": canonical(value).hex()}
            for value in ({"b": [], "a": {}, "Z": "é"}, [True, None, -7, "\u2028\x01\\/"], text)
        ],
        "chain": {"events": events, "redacted": [redacted(one) for one in events]},
        "seal": {"seal": signed, "keys": keys},
    }


def written() -> str:
    """The file's text."""
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
