"""What the grammar rules of conditions, counts and filters mean, and a text that uses each."""

from __future__ import annotations

from sim.cardtext.reference import Words

_CONDITIONS: Words = {
    "conditions": (
        "all of them have to hold",
        "resolution: if you have a red stone and the round is 3 or less, 2 points",
    ),
    "has": (
        "how much there is: no, a, so many or more, or less, exactly so many",
        "resolution: if you have no dragon card in your area, 2 points",
    ),
    "has_each_cost": (
        "a card of each of these written costs",
        "instant: if you have each cost 1/2/3/4 in your area, 10 points",
    ),
    "compare": (
        "one count against another",
        "resolution: if you have as many cards in your hand as cards in your area, 3 points",
    ),
    "compare_opponents": (
        "opponents against you",
        "resolution: if any opponent has more points than you, 4 points",
    ),
    "round_is": ("the number of the round", "instant: if the round is 3 or less, 2 points"),
    "that_card_is": (
        "what the card before is",
        "instant: discard a card from your hand, then if that card is a dragon card, gain 1 blue",
    ),
    "broke_ward": ("of this round", "resolution: if you broke no ward this round, mend 1 ward"),
}
_COUNTS: Words = {
    "per": (
        "an amount times a count; 'per 2' of a count rounds down",
        "instant: 1 point per 2 fire cards in your area",
    ),
    "count": ("something that is counted", "instant: 1 point per stone"),
    "their_count": (
        "what of the opponents is compared",
        "resolution: if no opponent has more cards in their hand than you, 2 points",
    ),
    "count_cards": ("cards in a place, this one too", "instant: 2 points per card in your hand"),
    "count_families": (
        "different families",
        "instant: 3 points per different family in your area",
    ),
    "count_costs": ("different written costs", "instant: 1 point per different cost in your area"),
    "count_stones": ("stones one holds", "resolution: 1 point per blue stone"),
    "count_value": ("what they are worth now", "instant: 1 point per value of your blue stones"),
    "count_paid": (
        "stones paid for the card that is summoned",
        "permanent: when you summon, 1 point per red paid",
    ),
    "count_value_paid": (
        "the value of the stones just paid or discarded",
        "instant: pay any amount, then remove 1 curse from yourself per 1 paid",
    ),
    "count_gained": (
        "stones of a colour just chosen",
        "instant: gain 4 of any colour, then 2 points per red gained",
    ),
    "count_moved": (
        "cards just moved",
        "instant: discard up to 3 cards from your hand, then 4 points per such card",
    ),
    "count_cost": (
        "the written cost of the card just moved",
        "instant: recover another card from your area, then 1 point per cost of that card",
    ),
    "count_round": ("the number of the round", "instant: 1 point per round"),
    "count_areas": ("areas one has", "instant: 1 point per area"),
    "count_empty": ("areas without a card", "instant: 1 point per empty area"),
    "count_wards": ("wards of this side", "instant: 2 points per active ward"),
    "count_curses": ("curses on oneself", "instant: 1 point per curse on yourself"),
    "count_card_curses": ("curses on one's cards", "instant: 1 point per curse on your cards"),
    "count_soothed": ("cards under one's summoner", "instant: 2 points per soothed card"),
    "count_opponents": ("the other players", "instant: 1 point per opponent"),
    "count_points": ("points one has", "instant: 1 point per 10 points"),
    "count_theirs": (
        "cards of an opponent",
        "resolution: if any opponent has fewer cards in their area than you, 1 point",
    ),
}
_WHICH: Words = {
    "this": ("the card that bears the text", "resolution: recover this"),
    "that_card": (
        "the card that the event or the action before is about",
        "permanent: when you sell, may discard 1 red, then take that card",
    ),
    "top_of_deck": ("of the draw pile", "setup: shelter the top 2 cards of the deck"),
    "selection": ("cards one chooses", "instant: discard a card from your hand"),
    "quantity": ("how many", "instant: discard any number of cards from your hand"),
    "up_to": ("none is allowed too", "instant: discard up to 3 other cards from your area"),
    "one": (
        "a card; 'another' leaves out this one",
        "instant: copy the instant effect of another card in your area",
    ),
    "filter": (
        "which cards: any of the items",
        "instant: recover a fire card or card of cost 2 or less from your area",
    ),
    "item": (
        "one kind of cards; all that is said has to hold",
        "instant: recover a fire card of cost 2 or less with an instant effect from your area",
    ),
    "families": ("any of these families", "instant: 1 point per fire or water card in your area"),
    "name": (
        "a card by its name, in double quotes",
        'resolution: recover a "Some Card" from your area',
    ),
    "of_cost": (
        "by written cost; zero is even",
        "instant: 3 points per card of even cost in your area",
    ),
    "of_family": (
        "of the family chosen before; of a family one has no other card of (only summoned ones)",
        "permanent: when you summon a card of a new family, gain 1 blue",
    ),
    "trait": (
        "with an effect, or with curses on it",
        "resolution: 1 point per card with a resolution effect in your area",
    ),
    "lacked": (
        "without an effect, or without curses",
        "instant: 1 point per card with an instant effect and without curses in your area",
    ),
    "effect": ("kinds of effects", "instant: copy the instant effect of another card in your area"),
    "zone": ("where the cards are", "resolution: take an earth card from the discard pile"),
    "player": (
        "'a chosen player' may be oneself",
        "instant: each opponent discards one of their dragon cards",
    ),
}
_COLOURS: Words = {
    "stones": ("stones by colour", "instant: gain 1 red, 1 blue, 1 purple"),
    "paid": ("a stone that was paid", "permanent: when you summon with a stone, 1 point"),
    "colours": ("several colours", "permanent: red and blue are worth +1"),
    "colour": ("a colour", "resolution: gain 1 purple"),
}
COUNT_WORDS: Words = {**_CONDITIONS, **_COUNTS, **_WHICH, **_COLOURS}
