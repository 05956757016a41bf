"""Sends players' webhooks: signed events of their games and challenges, with retries."""
