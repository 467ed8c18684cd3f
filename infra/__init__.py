"""The stack: what Muniment is made of in an AWS account, and on the emulator."""
