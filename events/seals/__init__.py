"""The keys of the service, and the seals it puts on finished games."""
