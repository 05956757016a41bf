"""Battles: who may attack whom, with how many dice, and how units retreat or take ground."""
