"""Sends players' webhooks: what happens in their games and challenges, signed, to addresses that
may be reached, again and again until it is accepted."""
