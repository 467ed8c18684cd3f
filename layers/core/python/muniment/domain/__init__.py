"""Pure rules: the standard library only; no clock, no environment, no I/O."""
