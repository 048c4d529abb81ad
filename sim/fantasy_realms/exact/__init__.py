"""All hands of a deck: exact counts instead of samples."""
