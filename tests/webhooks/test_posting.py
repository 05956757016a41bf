"""One request to a receiver: what comes of it, and where none is ever sent."""

import asyncio
import ssl
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from events.webhooks.addresses import ForbiddenAddressError, require_allowed
from events.webhooks.retries import Attempt
from events.webhooks.webhook import DeliveryError
from tests.support.receiver import Receiver, receiving
from tests.support.waiting import PATIENCE
from workers.webhooks.posting import Poster, Resolver, signature_headers

LOOPBACK = (ip_network("127.0.0.0/8"),)
SECRETS = ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_" + "QUJD" * 8)


def post(poster: Poster, url: str, body: bytes = b"{}") -> Attempt:
    """What comes of a request, from a thread of its own: a browser may keep this one's loop."""
    headers = signature_headers("msg_1", body, SECRETS, time.time())
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(poster.post(url, headers, body))).result()


class Answers:
    """A resolver that says what it is told to, in turn."""

    def __init__(self, *answers: Iterable[str]) -> None:
        self._answers = iter(answers)

    async def __call__(self, host: str, port: int) -> list[str]:
        return list(next(self._answers))


def test_what_comes_of_a_request(receiver: Receiver) -> None:
    poster, hasty = (Poster(Resolver(), LOOPBACK, timeout=most) for most in (PATIENCE, 1.0))
    for path, code, error in (
        ("/ok?a=b", 200, None),
        ("/204", 204, None),
        ("/500", 500, None),
        ("/410", 410, None),
        ("/redirect", 302, None),
        ("/slow", None, DeliveryError.TIMEOUT),
        ("/drip", None, DeliveryError.TIMEOUT),
        ("/close", None, DeliveryError.RESPONSE),
        ("/junk", None, DeliveryError.RESPONSE),
        ("/flood", None, DeliveryError.RESPONSE),
    ):
        found = post(hasty if error is DeliveryError.TIMEOUT else poster, receiver.url(path))
        assert (found.code, found.error) == (code, error), path
    assert post(poster, receiver.url("/later")).retry_after == 120_000
    assert not receiver.ids("/secret"), "no redirect is followed"
    assert len(receiver.received) == 11, "each was sent once"
    free = Receiver(port=1)
    assert post(poster, free.url()).error is DeliveryError.CONNECTION
    assert post(poster, "http://no.invalid/").error is DeliveryError.DNS
    assert post(poster, f"https://127.0.0.1:{receiver.port}/").error is DeliveryError.TLS


def test_it_is_signed_by_each_secret(receiver: Receiver) -> None:
    body = '{"name": "Zoë"}'.encode()
    assert post(Poster(Resolver(), LOOPBACK), receiver.url(), body).succeeded
    [came] = receiver.received
    assert came.id == "msg_1"
    assert all(came.verified_by(secret) for secret in SECRETS)
    assert came.headers["content-type"] == "application/json"
    with pytest.raises(Exception, match="No matching signature"):
        came.verified_by("whsec_" + "AAAA" * 8)


def test_nothing_is_sent_to_where_it_may_not_go(receiver: Receiver) -> None:
    port = receiver.port
    for addresses in (
        ["127.0.0.1"],
        ["93.184.215.14", "127.0.0.1"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["not an address"],
    ):
        for url in (f"https://in.example.org:{port}/", f"http://in.example.org:{port}/"):
            asked = post(Poster(Answers(addresses), timeout=1), url)
            assert asked.error is DeliveryError.ADDRESS, (addresses, url)
    # Unencrypted only to the operator's own networks.
    public = Poster(Answers(["93.184.215.14"]), LOOPBACK, timeout=1)
    assert post(public, "http://in.example.org/").error is DeliveryError.ADDRESS
    assert not receiver.received


def test_a_name_that_leads_elsewhere_a_moment_later_is_judged_again(receiver: Receiver) -> None:
    """The address that was judged is the one that is connected to: nothing asks a second time."""
    poster = Poster(Answers(["127.0.0.1"], ["10.0.0.1"]), LOOPBACK, timeout=PATIENCE)
    url = f"http://rebound.example.org:{receiver.port}/ok"
    assert post(poster, url).succeeded
    assert post(poster, url).error is DeliveryError.ADDRESS
    assert receiver.received[0].headers["host"] == f"rebound.example.org:{receiver.port}"
    assert len(receiver.received) == 1


def test_which_addresses_may_be_reached() -> None:
    for address in ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"):
        require_allowed([address], (), secure=True)
        with pytest.raises(ForbiddenAddressError):
            require_allowed([address], (), secure=False)
    for address in (
        *("0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1"),
        *("192.0.0.1", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::ffff:10.0.0.1", "::ffff:0:10.0.0.1", "64:ff9b::10.0.0.1", "fe80::1"),
        *("fe80::1%eth0", "fd00::1", "ff02::1", "2001:db8::1", "2002:a00:1::", "2001::1"),
        *("::127.0.0.1", "64:ff9b:1::1", "3fff::1", "1.2.3", "localhost"),
    ):
        with pytest.raises(ForbiddenAddressError):
            require_allowed([address], (), secure=True)
        with pytest.raises(ForbiddenAddressError):
            require_allowed([address], LOOPBACK if "127" not in address else (), secure=True)
    require_allowed(["127.0.0.1", "::ffff:127.0.0.2"], LOOPBACK, secure=False)


def test_the_certificate_is_that_of_the_name_though_the_address_is_judged(tmp_path: Path) -> None:
    with tls_server(tmp_path, "good.example.org") as port:
        trusting = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        poster = Poster(Answers(*[["127.0.0.1"]] * 2), LOOPBACK, timeout=PATIENCE, tls=trusting)
        assert post(poster, f"https://good.example.org:{port}/").succeeded
        other = post(poster, f"https://bad.example.org:{port}/")
        assert other.error is DeliveryError.TLS
        untrusting = Poster(Answers(["127.0.0.1"]), LOOPBACK, timeout=PATIENCE)
        assert post(untrusting, f"https://good.example.org:{port}/").error is DeliveryError.TLS


@contextmanager
def tls_server(folder: Path, name: str) -> Iterator[int]:
    """A server with a certificate of its own for a name; its port."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = x509.CertificateBuilder(
        issuer_name=subject,
        subject_name=subject,
        public_key=key.public_key(),
        serial_number=1,
        not_valid_before=now - timedelta(days=1),
        not_valid_after=now + timedelta(days=1),
    ).add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    (folder / "cert.pem").write_bytes(
        made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    )
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with receiving(tls=context) as receiver:
        yield receiver.port
