"""Everything HTTP and Lambda: settings, schemas, authorisation, errors."""
