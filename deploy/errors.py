"""The error that is reported to the operator."""


class DeployError(Exception):
    """The service cannot start or go on. The message says what is wrong, where, and what to do."""
