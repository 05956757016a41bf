"""How the service runs for real: its processes, its Redis server, their start and their end."""
