"""The shared fixtures that tests here ask for."""

from tests.fixtures import client, redis_server
