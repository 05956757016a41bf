"""Where logs are kept: the contract of a store, and the one on Redis."""
