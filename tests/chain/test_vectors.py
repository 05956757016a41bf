"""The published test vectors: the service, the verifier and audit.js agree on them."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from domain import chance
from domain.chance import SeededChance
from domain.values import Card
from events.log import chain, verifier
from events.seals.signing import BadSealError, check
from tests.chain.auditors import javascript
from tests.chain.vectors import FILE, written
from tests.support.each import each

Json = dict[str, Any]
VECTORS: Json = json.loads(FILE.read_text(encoding="utf-8"))
GENESIS = "0" * 64


def named(draw: Json) -> str:
    return f"{draw['game']}:{draw['index']}:{draw['nonce']}"


def test_the_file_is_what_the_verifier_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == written(), "run: python -m tests.chain.vectors"


def test_dice_reject_some_bytes_in_these_vectors() -> None:
    """Else a recipe without rejection would pass."""
    for draw in VECTORS["draws"][:1]:
        seed = bytes.fromhex(draw["seed"])
        plain = list(verifier.numbers(seed, named(draw), [256] * 100))
        assert any(byte >= 252 for byte in plain)


@each("draw", VECTORS["draws"])
def test_the_service_draws_like_this(draw: Json) -> None:
    source = SeededChance(bytes.fromhex(draw["seed"]), draw["game"], draw["nonce"])
    index, cards = draw["index"], [Card(card) for card in VECTORS["cards"]]
    assert list(source.roll(index, 100)) == draw["dice"]
    assert list(source.numbers(index, 20, 7)) == draw["numbers_below_7"]
    assert list(source.shuffle(index, cards)) == draw["shuffled"]


def test_the_service_promises_and_salts_like_this() -> None:
    for one in VECTORS["commitments"]:
        assert chance.commitment(bytes.fromhex(one["seed"])) == one["sha256"]
    for one in VECTORS["salts"]:
        assert chain.salt(one["seed"], one["version"]) == one["salt"]


def test_the_service_writes_and_chains_like_this() -> None:
    for one in VECTORS["canonical"]:
        assert chain.canonical(one["value"]).hex() == one["utf8_hex"]
    head = GENESIS
    for event, redacted in zip(*VECTORS["chain"].values(), strict=True):
        if event["hidden"] is not None:
            hidden = {name: event["data"][name] for name in event["hidden"]["fields"]}
            promise = chain.commitment(event["hidden"]["salt"], hidden)
            assert promise == event["hidden"]["commitment"]
        public = {name: value for name, value in redacted.items() if name != "hash"}
        head = chain.link(head, public)
        assert head == event["hash"] == redacted["hash"]
        assert verifier.link(redacted, _before(event)) == head


def _before(event: Json) -> str:
    events = VECTORS["chain"]["events"]
    return events[event["version"] - 2]["hash"] if event["version"] > 1 else GENESIS


def test_the_service_takes_the_seal() -> None:
    seal, keys = VECTORS["seal"].values()
    assert check(seal, keys).head == VECTORS["chain"]["events"][-1]["hash"]
    with pytest.raises(BadSealError):
        check({**seal, "version": 5}, keys)


def test_the_module_draws_chains_and_seals_like_this(tmp_path: Path) -> None:
    calls: list[list[Any]] = []
    wanted: list[Any] = []

    def expect(value: Any, name: str, *arguments: Any) -> None:
        calls.append([name, *arguments])
        wanted.append(value)

    for draw in VECTORS["draws"]:
        source = {name: draw[name] for name in ("seed", "game", "index", "nonce")}
        expect(draw["dice"], "roll", source, 100)
        expect(draw["numbers_below_7"], "numbers", source, [7] * 20)
        expect(draw["shuffled"], "shuffle", source, VECTORS["cards"])
    for one in VECTORS["commitments"]:
        expect(one["sha256"], "seedCommitment", one["seed"])
    for one in VECTORS["salts"]:
        expect(one["salt"], "salt", one["seed"], one["version"])
    for one in VECTORS["canonical"]:
        expect(bytes.fromhex(one["utf8_hex"]).decode(), "canonical", one["value"])
    for form in VECTORS["chain"].values():
        for event in form:
            expect(event["hash"], "link", event, _before(event))
    expect(True, "checkSeal", *VECTORS["seal"].values())
    assert javascript(tmp_path, calls) == wanted


def test_seeds_are_of_32_bytes() -> None:
    for one in VECTORS["commitments"]:
        assert hashlib.sha256(bytes.fromhex(one["seed"])).hexdigest() == one["sha256"]
        assert len(bytes.fromhex(one["seed"])) == 32
