"""An identity provider on this machine, which signs what a test asks it to."""

import base64
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

AUDIENCE = "afteraction"
_BITS = 2048
HOUR = 3600


def new_key() -> rsa.RSAPrivateKey:
    """A key to sign with."""
    return rsa.generate_private_key(public_exponent=65537, key_size=_BITS)


class Issuer:
    """A provider that publishes ``keys`` by name and counts how often it is asked for what."""

    def __init__(self) -> None:
        self.keys: dict[str, rsa.RSAPrivateKey] = {"first": new_key()}
        self.asked: list[str] = []
        self.says: dict[str, Any] = {}
        self._port = 0

    @property
    def url(self) -> str:
        """Its name, and where it is."""
        return f"http://127.0.0.1:{self._port}"

    @contextmanager
    def serving(self) -> Iterator["Issuer"]:
        """Answer for as long as this lasts; always at the same address."""
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.asked.append(self.path)
                body = json.dumps(issuer.answer(self.path)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", self._port), Handler)
        self._port = server.server_port
        thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def answer(self, path: str) -> dict[str, Any]:
        """What it says of itself, or its public keys."""
        if path == "/keys":
            return {"keys": [self._public(name) for name in self.keys]}
        return {"issuer": self.url, "jwks_uri": f"{self.url}/keys", **self.says}

    def token(self, subject: str = "ada", key: str = "first", **claims: Any) -> str:
        """What it would give to somebody; a claim that is None is left out."""
        return self.signed(self.keys[key], {"kid": key}, self.claims(subject, **claims))

    def claims(self, subject: str, **claims: Any) -> dict[str, Any]:
        """What it would say of somebody."""
        now = int(time.time())
        values = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": subject,
            "iat": now,
            "exp": now + HOUR,
            "name": subject.title(),
        }
        return {name: value for name, value in (values | claims).items() if value is not None}

    def signed(
        self,
        key: rsa.RSAPrivateKey,
        header: dict[str, Any],
        claims: dict[str, Any],
        algorithm: str = "RS256",
    ) -> str:
        """Claims under a signature."""
        return jwt.encode(claims, key, algorithm=algorithm, headers=header)

    def public_pem(self, name: str = "first") -> bytes:
        """A public key as anyone may have it."""
        return (
            self.keys[name]
            .public_key()
            .public_bytes(
                serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
            )
        )

    def _public(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = RSAAlgorithm.to_jwk(self.keys[name].public_key(), as_dict=True)
        return found | {"kid": name, "use": "sig"}


def by_hand(header: dict[str, Any], claims: dict[str, Any], signature: bytes = b"") -> str:
    """A token that no library would make."""
    parts = [json.dumps(header).encode(), json.dumps(claims).encode(), signature]
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)
