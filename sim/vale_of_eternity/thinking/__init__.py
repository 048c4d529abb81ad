"""How the better policies of the second game think: values of cards, searches, play-outs."""
