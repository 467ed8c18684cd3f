"""Use cases of working memory and of the context scheduler."""
