"""``python -m api``: write the contract, ``openapi.yaml`` and ``openapi.json``."""

from flask import current_app

from api.app import create_app
from api.pages.docs import written
from api.settings import Settings


def main() -> None:
    """Write the files. Needs no Redis server."""
    app = create_app(Settings(redis_url="redis://127.0.0.1"))
    with app.app_context():
        for file, text in written(current_app).items():
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
