"""A small grammar of statements: what an owner says about themselves, found without a model.

`facts` is the entry. `clauses` finds the main clauses that assert something. Four tables say what
is read in them, each row with examples that are its tests, in the `notation`: `families` (with
`constitution`) and `sentences` hold what is always kept, `narratives` (with `intents`) and
`told_sentences` what is told in the owner's own words; `told` takes out what tells nothing.
`statements` applies the tables, `values` and `attributes` give what was said its form,
`corrections` and `retractions` resolve what corrects and takes back, `reports` gives what others
said to them, `dates` says when it happened.
"""
