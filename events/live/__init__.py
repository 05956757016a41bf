"""New events handed on to the readers of this process."""
