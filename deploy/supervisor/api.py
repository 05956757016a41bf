"""The API as a program of the supervisor: forks share what is imported here."""

from api.wsgi import application
from deploy.web import main
from deploy.web_server import serve

__all__ = ["application", "main", "serve"]
