"""What a game's log is made of: envelopes, schemas, upcasts, hashes."""
