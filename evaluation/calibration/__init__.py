"""Makes the constants of the relevance floor for an encoder, from data whose licence allows it."""
