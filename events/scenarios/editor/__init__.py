"""Reads and writes files of the official scenario editor."""

from events.scenarios.editor.board import SIZES
from events.scenarios.editor.reader import MEDIA_TYPE, NotEditorFileError, read_editor_file
from events.scenarios.editor.writer import editor_file

__all__ = ["MEDIA_TYPE", "SIZES", "NotEditorFileError", "editor_file", "read_editor_file"]
