"""A small grammar of statements: what an owner says about themselves, found without a model.

From a text to facts: `clauses` finds the main clauses that assert something, `families` is the
table of statements, written in the `notation`, `statements` applies it, `values` and `attributes`
give what was said its form, `corrections` and `retractions` resolve what corrects and takes back.
"""
