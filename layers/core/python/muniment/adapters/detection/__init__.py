"""Detection of secrets and personal data: one module for each way in which they are recognised."""
