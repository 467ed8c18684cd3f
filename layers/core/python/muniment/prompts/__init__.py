"""The prompts that models are given: one file a job and version, with the schema of the answer.

A version that has been shipped is never edited: what was pinned names the version it came from.
"""
