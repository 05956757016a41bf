"""Jobs for the workers: the queue, and long-running jobs with progress."""
