"""Running the service: its processes, its Redis server, and the operator's commands."""
