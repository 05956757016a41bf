"""Players, their tokens, their invitations, and how often they may ask."""
