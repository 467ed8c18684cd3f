"""Lets a route of models answer questions from what a memory gave, and judge the answers."""
