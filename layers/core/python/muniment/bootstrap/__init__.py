"""The only place that wires adapters to use cases: a module for each function."""
