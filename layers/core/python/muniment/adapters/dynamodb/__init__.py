"""Records and ledger on DynamoDB."""
