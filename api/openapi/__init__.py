"""The contract, derived from the endpoints."""
