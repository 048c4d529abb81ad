"""Slow, plain references of the rules, written from the rules texts alone."""
