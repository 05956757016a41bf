"""The commands of ``python -m deploy.admin``, a module for each group of them.

A module's ``add`` adds its commands to the parser; each sets ``run``, which takes the settings and
the options and returns the exit status.
"""
