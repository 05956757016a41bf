"""The job queue: one per service, with JSON instead of pickle."""

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

NAME = "afteraction"


def queue(connection: Redis) -> Queue:
    """Return the job queue. Jobs are JSON, so that write access to Redis cannot run code."""
    return Queue(NAME, connection=connection, serializer=JSONSerializer)
