"""`make bench`: how fast the deployed stack is, beside something run on the same machine.

Wall times of a shared machine say little by themselves; every figure stands beside a floor that was
measured in the same run, and the ratio of the two is what may be compared.
"""
