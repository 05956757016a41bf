"""The environment is tested where the extra ``learning`` is installed: ``make learning``."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pettingzoo") else ["test_environment.py"]
