"""The embedded Redis server: which program, which files it may open, start and end.

The door: ``RedisServer``. ``aof`` stands on its own: a container that only runs a server has it.
"""

from deploy.redis_server.server import Fsync, RedisServer

__all__ = ["Fsync", "RedisServer"]
