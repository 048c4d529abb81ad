"""What each rule of the Fantasy Realms grammar means, and a text that uses it."""

from __future__ import annotations

from sim.cardtext.reference import Words

WORDS: Words = {
    "start": (
        "a card's text: clauses, parted by ;",
        "bonus: +5 each Army; penalty: -8 unless any Beast",
    ),
    "entry": (
        "a clause; without a section it belongs to the one before",
        "bonus: +5; +3 each Land",
    ),
    "section": (
        "bonus and penalty: points and what else they do; choice: made when hands are scored;"
        " extra: a card taken at the game's end",
        "bonus: +5",
    ),
    "statement": ("what a clause does", "bonus: clears Flood"),
    "points": (
        "points; of alternatives parted by ', or' the best for the owner counts",
        'bonus: +5 each Army, or +20 each Army with "Some Card"',
    ),
    "amount": (
        "so many points, if the conditions hold",
        "bonus: +15 with any Land unless any Flood",
    ),
    "flat": ("once", "bonus: +15"),
    "each": ("for each active card that matches", "penalty: -5 each Army, Leader"),
    "each_discard": (
        "for each card of the discard area",
        "bonus: +5 each Army in the discard area",
    ),
    "each_opponent": ("for each opponent", "bonus: +10 each opponent"),
    "each_penalty": (
        "for each active card whose penalty is not cleared",
        "bonus: +10 each penalty not cleared",
    ),
    "each_odd": (
        "for each other active card of odd base strength",
        "bonus: +3 each other card of odd base strength",
    ),
    "total": ("the base strengths, added up", "bonus: +total base strength of Land"),
    "highest": ("the highest base strength", "bonus: +highest base strength of Weapon, Flood"),
    "sets": (
        "points for so many different names of one suit",
        "bonus: sets of different names 3:10 4:40 5:100",
    ),
    "runs": (
        "points for so many consecutive base strengths",
        "bonus: runs of base strength 3:10 4:30",
    ),
    "any_of": ("at least one card matches", 'bonus: +15 with "Some Card" and any of Land'),
    "exactly": ("just so many match", "bonus: +15 with exactly 2 Beast"),
    "suits_differ": ("no two active cards share a suit", "bonus: +50 with all suits different"),
    "all_odd": (
        "every card held is active and of odd base strength",
        "bonus: +50 with all base strengths odd",
    ),
    "unless": ("nothing if any active card matches", "penalty: -40 unless any Wizard"),
    "blanks": ("matching cards are blanked", 'penalty: blanks all except Flame, "Some Card"'),
    "blanks_alone": (
        "before all other blanking, cards alone in their suit are blanked",
        "penalty: first blanks all except Flame if alone in their suit",
    ),
    "blanked_unless": ("this card is blanked if none matches", "penalty: blanked unless any Army"),
    "blanked_with": ("this card is blanked if one matches", "penalty: blanked with any Weather"),
    "clears": ("matching cards lose their penalties", "bonus: clears Beast"),
    "clears_word": (
        "a suit is struck out of penalties",
        "bonus: clears Army from penalties of Flood",
    ),
    "shields": (
        "matching cards stay whatever would blank them, even if this one is blanked",
        "bonus: Army cannot be blanked",
    ),
    "unblankable": (
        "this card stays whatever would blank it",
        "bonus: this card cannot be blanked",
    ),
    "aloof": (
        "no other card blanks it, nor blanks itself for its sake",
        "bonus: neither blanks nor is blanked by other cards",
    ),
    "counts_as": (
        "suits it has in a hand beside its own; a copy has them not",
        "bonus: also counts as Flame, Weather",
    ),
    "keeps_suit": ("no choice gives it another suit", "bonus: keeps its suit"),
    "keeps_suits": (
        "blanked it loses points and base strength, but neither name nor suits",
        "bonus: keeps its suits if blanked",
    ),
    "copy_card": (
        "takes over another card of the hand",
        "choice: copies name, base strength, suit and penalty of another card in hand",
    ),
    "copy_face": (
        "takes over name and suit of a card, held or not",
        "choice: copies name and suit of any Army, Land in the game",
    ),
    "give_suit": (
        "changes the suit of a card of the hand",
        "choice: gives another card any suit but Wild only if stated",
    ),
    "clear_one": ("one card loses its penalty", "choice: clears one other card"),
    "take_extra": ("an eighth card", "extra: may take one Army, Leader from the discard area"),
    "shield_one": (
        "one card stays whatever would blank it",
        "choice: one other card cannot be blanked",
    ),
    "search_extra": ("one more card, of those left in it", "extra: takes one card from the deck"),
    "draw_extra": ("one more card, before all others", "extra: draws the top card of the deck"),
    "named_alone": ("a card by its name", 'bonus: +15 with "Some Card"'),
    "filter": ("which cards: any of the items", 'bonus: +5 each Army, "Some Card"'),
    "suited": (
        "cards of a suit; 'other' leaves out this one",
        'penalty: blanks other Land except "Some Card"',
    ),
    "named": ("a card by its name", 'bonus: +5 each Army, "Some Card"'),
    "all_cards": ("all cards", "penalty: -2 each other card"),
    "all_except": ("all cards but some", 'penalty: blanks all except Flame, "Some Card"'),
    "suit": ("a suit", "bonus: +5 each Army"),
    "name": ("a name in double quotes", 'bonus: +15 with "Some Card"'),
}
