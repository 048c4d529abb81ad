"""The second game: tables, rules, views and policies."""
