"""Muniment: the governed long-term memory of AI agents."""
