"""The game as an environment for reinforcement learning: ``workers.learning.environment``."""
