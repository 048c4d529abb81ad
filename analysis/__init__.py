"""Realmvale's analysis: run folders in, estimates, plots, reports and the command line out."""
