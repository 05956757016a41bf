"""The shared fixtures that tests here ask for."""

from tests.fixtures import client, clock, games, redis_server, store
