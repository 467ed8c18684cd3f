"""What the deterministic extractor finds in real dialogues, and what it costs.

    python -m evaluation.extraction FILE ...

Each file is a dialogue in the form of LoCoMo or of RealMem; a folder stands for its JSON files. The
report and a sample of facts to be read against their turns go to `build/reports`.
"""
