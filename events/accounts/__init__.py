"""Players, tokens, invitations, blocks, reports and rate limits."""
