"""The embedded Redis server: its program, its data files, start and stop.

Public: ``RedisServer``. ``aof`` stands alone, for containers that only run a server.
"""

from deploy.redis_server.server import Fsync, RedisServer

__all__ = ["Fsync", "RedisServer"]
