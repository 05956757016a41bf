"""The queue of jobs: one a service, JSON and never pickle."""

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

NAME = "afteraction"


def queue(connection: Redis) -> Queue:
    """The service's queue. Jobs are JSON, so that whoever can write to Redis cannot run code."""
    return Queue(NAME, connection=connection, serializer=JSONSerializer)
