"""What the rules are measured with: samples, dialogues of other people, and a report of each."""
