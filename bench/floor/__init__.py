"""The floor of recall: a bare function beside the product that makes the same calls, and no more.

What recall asks of DynamoDB, the model and the index is written down once for each question, with
which call waited for which; the bare function repeats it. So the floor follows whatever recall
comes to ask, and the product knows nothing of it.
"""
