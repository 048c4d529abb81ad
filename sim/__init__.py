"""Realmvale's simulator: card sets, rules kernels, policies, runs and their store."""

__version__ = "0.1.0"
