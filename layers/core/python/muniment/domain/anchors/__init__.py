"""Anchors: what two statements must share before they may count as one.

Similar is not the same: an order 4821 is not an order 4822, and "I eat fish" is close to "I don't
eat fish" for any encoder. `reading.read` finds what a statement hangs on (numbers, times, dates,
identifiers, names, negation, opposites ...), `conflicts.conflict` names the first anchor in which
two statements differ. The tables are English; of other languages only what looks the same
everywhere is compared, so there only equal words are merged.
"""
