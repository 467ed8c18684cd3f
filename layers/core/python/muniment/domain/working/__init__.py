"""Working memory: the bounded, expiring state of one task. Nothing of it becomes a record here."""
