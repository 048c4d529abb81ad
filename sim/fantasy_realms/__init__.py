"""Fantasy Realms: tables, scoring, choices, play, policies and words."""
