"""The shared fixtures that tests here ask for."""

from tests.fixtures import single_client, single_server
