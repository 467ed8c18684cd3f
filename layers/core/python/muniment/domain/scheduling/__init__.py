"""The context scheduler: one prompt section for one model call, under a hard budget."""
