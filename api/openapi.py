"""``python -m api.openapi``: print the contract, as ``openapi.yaml`` holds it."""

import sys

from flask import current_app

from api.app import create_app
from api.docs import written
from api.settings import Settings


def main() -> None:
    """Write the contract to standard output. No Redis server is asked."""
    app = create_app(Settings(redis_url="redis://127.0.0.1"))
    with app.app_context():
        sys.stdout.write(written(current_app))


if __name__ == "__main__":
    main()
