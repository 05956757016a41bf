"""The steps that every request passes before and after its view."""
