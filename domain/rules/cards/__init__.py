"""Cards: how each can be played, by whom, and which units it can order."""
