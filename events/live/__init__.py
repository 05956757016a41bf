"""New events, dispatched to the readers of this process."""
