"""One technology a module; each implements a port."""
