"""nginx with the settings of ``deploy/proxy/nginx.conf`` in front of a service, over TLS."""

import datetime
import ipaddress
import re
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from deploy.processes import end, spawn
from tests.http.running import free_port
from tests.support.waiting import PATIENCE, wait_until

CONF = Path(__file__).parents[2] / "deploy" / "proxy" / "nginx.conf"
NAME = "afteraction.example"
PROGRAM = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")


class Proxy:
    """nginx with everything it writes in ``folder``, leading to the service on ``port``."""

    def __init__(self, folder: Path, port: int, *, compresses: bool = False) -> None:
        """With ``compresses`` it lets the service compress nothing and does it all itself."""
        self.folder = folder
        self._compresses = compresses
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://127.0.0.1:{self.port}"
        self.conf = folder / "nginx.conf"
        self.certificate = folder / "fullchain.pem"
        self._service = f"127.0.0.1:{port}"
        self._process: subprocess.Popen[bytes] | None = None

    def write(self) -> None:
        """The settings for this machine: only addresses and paths differ from the file."""
        self.folder.mkdir(parents=True, exist_ok=True)
        # Started by root, nginx works as another user.
        self.folder.chmod(0o755)
        self._make_certificate()
        text = CONF.read_text()
        for pattern, instead in (
            (r" /tmp/", f" {self.folder}/"),
            (r"worker_processes auto;", "worker_processes 1;"),
            (r"listen 80;", f"listen 127.0.0.1:{self.plain_port};"),
            (r"listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (r"server api:8000;", f"server {self._service};"),
            (r"/etc/nginx/tls/", f"{self.folder}/"),
            (r"/dev/std\w+", f"{self.folder}/log"),
        ):
            text, count = re.subn(pattern, instead, text)
            assert count, pattern
        if self._compresses:
            plain = 'proxy_set_header Connection "";'
            assert plain in text
            text = text.replace(plain, f'{plain} proxy_set_header Accept-Encoding "";')
        self.conf.write_text(text)

    def start(self) -> None:
        """Start nginx and wait until it listens."""
        self.write()
        process = spawn(self.command("-g", "daemon off;"))
        self._process = process
        wait_until(lambda: self._listens() or process.poll() is not None, "nginx listens")
        assert process.poll() is None, self.log()

    def stop(self) -> None:
        """End nginx."""
        if self._process is not None:
            end([self._process], 10)

    def command(self, *options: str) -> list[str]:
        """nginx on these settings."""
        assert PROGRAM is not None
        return [PROGRAM, "-c", str(self.conf), "-e", str(self.folder / "log"), *options]

    def client(self, **headers: str) -> httpx.Client:
        """A client that trusts the certificate and asks for nothing compressed by itself."""
        trusted = ssl.create_default_context(cafile=str(self.certificate))
        headers = {"Accept-Encoding": "identity", **headers}
        return httpx.Client(base_url=self.url, verify=trusted, headers=headers, timeout=PATIENCE)

    def raw(self) -> ssl.SSLSocket:
        """A connection on which anything may be sent."""
        trusted = ssl.create_default_context(cafile=str(self.certificate))
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        return trusted.wrap_socket(plain, server_hostname="127.0.0.1")

    def log(self) -> str:
        """What nginx has written."""
        return (self.folder / "log").read_text()

    def _listens(self) -> bool:
        try:
            with self.client() as client:
                return client.get("/healthz").status_code == 404
        except httpx.TransportError:
            return False

    def _make_certificate(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
        now = datetime.datetime.now(datetime.UTC)
        day = datetime.timedelta(days=1)
        address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - day)
            .not_valid_after(now + day)
            .add_extension(x509.SubjectAlternativeName([address]), critical=False)
            .sign(key, hashes.SHA256())
        )
        self.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        (self.folder / "privkey.pem").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
