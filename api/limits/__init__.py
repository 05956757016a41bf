"""Limits of one process: the queue and cache of expensive answers, the slots of streams."""
