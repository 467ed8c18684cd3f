"""What a question says about what it looks for, read without a model: pure, one pass each."""
