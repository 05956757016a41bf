"""The schemas of the contract, derived from the types and documents that they describe."""
