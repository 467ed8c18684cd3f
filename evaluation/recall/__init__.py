"""Measures recall on conversations with questions, beside simpler ways to remember."""
