"""Why the service does not start or go on, in words for the person who runs it."""


class DeployError(Exception):
    """The message is complete in itself: what is wrong, where, and what helps."""
