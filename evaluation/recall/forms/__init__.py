"""The forms in which conversations with questions come."""
