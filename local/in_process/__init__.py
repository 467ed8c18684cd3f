"""The product in one process: its use cases over DynamoDB in memory and the SQLite index."""
