"""``python -m deploy.bootstrap``: prepare the data for programs that are started one by one.

Creates a key in ``SIGNING_KEYS``, by default ``DATA_DIR/keys``, unless there is one.
"""

import os
import sys

from api.settings import Settings, SettingsError
from deploy.errors import DeployError
from deploy.output import note
from deploy.storage.signing import ensure_key, signing_folder


def main() -> int:
    """Return the exit status: 0 if there is a usable key, else 1."""
    try:
        settings = Settings.from_env(os.environ)
        ensure_key(settings)
    except (DeployError, SettingsError) as error:
        note(str(error))
        return 1
    note(f"finished games are sealed with the key in {signing_folder(settings)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
