"""``python -m deploy.bootstrap``: what the programs need when they are started one by one.

That is a key in ``SIGNING_KEYS``, or else in ``DATA_DIR/keys``; one that is there is kept.
"""

import os
import sys

from api.settings import Settings, SettingsError
from deploy.errors import DeployError
from deploy.output import note
from deploy.storage.signing import ensure_key, signing_folder


def main() -> int:
    """Exit status: 0 when there is a key that can be used, 1 when there cannot be."""
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
