"""What each rule of the Vale of Eternity grammar means, and a text that uses it."""

from __future__ import annotations

from sim.cardtext.reference import Words
from sim.cardtext.vale_of_eternity_words_counts import COUNT_WORDS

_TEXTS: Words = {
    "start": (
        "a card's text: sentences, parted by ;",
        "instant: gain 2 red; resolution: recover this",
    ),
    "entry": (
        "a sentence; without a section it belongs to the section before",
        "instant: 3 points; draw 1",
    ),
    "section": (
        "when it counts: instant when the card is summoned, permanent while it lies in the area,"
        " resolution in the resolution phase; action and setup are for artifacts and summoners",
        "resolution: gain 1 blue",
    ),
    "statement": ("something that is done, or a rule that lasts", "permanent: red is worth +1"),
    "flip": (
        "when a summoner is turned over, whenever it happens or once in the game",
        "flip: once when you break a ward",
    ),
}
_STEPS: Words = {
    "step": ("a sentence of what is done", "instant: 3 points"),
    "do": (
        "actions; what stands behind 'then' is only done if they were done in full;"
        " 'may' leaves it to the player",
        "resolution: may discard 1 red, then 3 points",
    ),
    "conditional": (
        "done if the conditions hold, otherwise something else or nothing",
        "resolution: if you have a purple stone, 3 points, otherwise lose 1 point",
    ),
    "plain": ("the same as DO, without a condition", "resolution: if you have no stone, 1 point"),
    "otherwise": (
        "what is done if the conditions don't hold",
        "instant: if the round is 5 or more, 1 point, otherwise if you have a red stone, 2 points,"
        " otherwise draw 1",
    ),
    "actions": (
        "actions that are done together, or not at all",
        "instant: lose 1 point and upgrade 1 stone",
    ),
}
_POINTS: Words = {
    "points": ("gain points", "instant: 3 points per water card in your area"),
    "gain_points": ("the same", "instant: gain 3 points"),
    "lose_points": (
        "lose points: alone, at most those one has; with 'then' or 'and', all or nothing",
        "resolution: lose 2 points, then gain 1 purple",
    ),
    "steal_points": (
        "take points, at most what there is",
        "resolution: steal 1 point from a chosen opponent",
    ),
    "they_lose": ("others lose points", "instant: each opponent loses 1 point"),
}
_STONES: Words = {
    "gain": ("gain stones", "instant: gain 1 red, 2 blue"),
    "gain_more": ("more stones of the same gain", "instant: gain 1 red and 1 blue"),
    "gain_any": ("gain stones of the colours one chooses", "instant: gain 4 of any colour"),
    "discard_stones": ("give stones back", "resolution: discard 1 red, then 3 points"),
    "discard_any_stones": (
        "give stones of one's choice back",
        "resolution: discard 2 stones, then 5 points",
    ),
    "discard_all_stones": ("give all stones back", "instant: discard all blue stones"),
    "exchange": (
        "give stones for others, which is no gain",
        "resolution: exchange 1 purple for 3 blue",
    ),
    "exchange_all": ("each stone becomes one of a colour", "instant: exchange all stones for blue"),
    "upgrade": (
        "stones go one step up, red to blue, blue to purple; 'gained': of those just received",
        "resolution: upgrade up to 2 stones",
    ),
    "pay": ("pay a value in stones, without change", "instant: pay 3, then gain 1 area"),
    "pay_any": (
        "pay any value in stones, nothing too",
        "instant: pay any amount, then 1 point per 1 paid",
    ),
}
_CARDS: Words = {
    "draw": ("draw cards", "instant: draw 1"),
    "move": (
        "discard: to the discard pile; recover: from the own area to the hand; take: to the hand;"
        " retrieve: from the shelter to the hand; shelter: into the shelter; soothe: under the"
        " summoner",
        "instant: recover a card from your area",
    ),
    "put": ("lay cards on the draw pile", "instant: put this on top of the deck"),
    "free_summon": (
        "summon a card without paying",
        "instant: summon a dragon card from your hand for free",
    ),
    "attack": (
        "a player discards summoned cards of their own choice",
        "instant: a chosen player discards one of their fire cards",
    ),
    "attack_hand": (
        "a player discards cards of the hand",
        "instant: each opponent discards 1 card from their hand",
    ),
    "swap": (
        "a player's summoned card changes places with this one",
        "instant: a chosen player swaps one of their wind cards for this",
    ),
    "use": (
        "copy: use the effect as if it stood on this card; use: as that card",
        "resolution: copy the resolution effect of another card in your area",
    ),
    "use_all": (
        "use all effects that do something, in the order one likes",
        "instant: use all resolution effects of cards in your area",
    ),
    "reveal_hand": (
        "show one's hand to everybody",
        "instant: reveal your hand, then 1 point per different family in your hand",
    ),
    "reveal_card": (
        "add cards of the draw pile to the display",
        "instant: reveal 1 card to the display",
    ),
}
_CHOICES: Words = {
    "choose": (
        "so many different options",
        "instant: choose 2 of (draw 1 | gain 1 red | 2 points)",
    ),
    "choose_up_to": ("at most so many", "instant: choose up to 1 of (draw 1 | lose 1 point)"),
    "choose_range": ("from so many to so many", "instant: choose 1 to 2 of (draw 1 | 2 points)"),
    "option": (
        "one option: any sentences",
        "instant: choose 1 of (draw 1; 1 point | if you have no stone, gain 1 red)",
    ),
    "choose_family": (
        "name a family",
        "instant: choose a family, then 2 points per card of the chosen family in your area",
    ),
}
_TOKENS: Words = {
    "gain_areas": ("one more area for the rest of the game", "instant: gain 1 area"),
    "gain_curses": ("curses on oneself", "instant: 9 points; gain 2 curses"),
    "remove_curses": ("curses off oneself", "resolution: remove up to 1 curse from yourself"),
    "put_curses": ("curses on a summoned card", "resolution: put 1 curse on a card in your area"),
    "take_curses": (
        "curses off a summoned card",
        "resolution: remove 1 curse from another card in your area",
    ),
    "mend": ("mend wards", "instant: mend up to 3 wards"),
    "flip_summoner": ("turn one's summoner over", "instant: flip your summoner"),
}
_RULES: Words = {
    "when": ("done whenever it happens", "permanent: when you summon with blue, 2 points"),
    "at_the_step": ("done at a moment of each round", "permanent: at the end of the round, draw 1"),
    "worth_more": ("added to the value of stones", "permanent: blue and purple are worth +1"),
    "worth_exactly": (
        "the value of stones, whatever is added",
        "permanent: red is worth exactly 3",
    ),
    "swap_values": (
        "the values of two colours change places",
        "permanent: red and blue swap values",
    ),
    "stone_limit": ("how many stones may be kept", "permanent: your stone limit is +2"),
    "area_limit": ("how many cards may lie in the area", "permanent: your area limit is +1"),
    "cost_change": ("cards cost less or more", "permanent: your wind cards cost 2 less"),
    "cost_fixed": (
        "what cards cost, whatever is taken off",
        "permanent: your fire cards cost exactly 1",
    ),
    "cost_stones": (
        "the very stones that cards cost",
        "permanent: your dragon cards cost exactly 1 blue",
    ),
    "any_family": ("of any family in one's own turn", "permanent: this counts as any family"),
    "harmless_curses": (
        "no points lost for curses on one's cards",
        "permanent: curses on your cards cost no points",
    ),
}
_EVENTS: Words = {
    "you_do": (
        "you summon another card (and pay a stone of a colour), tame, sell, draw, hunt, remove one",
        "permanent: when you tame a water card, gain 2 blue",
    ),
    "you_gain": (
        "you gain a stone; exchanges don't count",
        "permanent: when you gain a blue, 1 point",
    ),
    "you_lose_points": (
        "you lose at least a point",
        "permanent: when you lose points, recover this",
    ),
    "you_hold": (
        "as soon as you hold so many stones",
        "permanent: when you have 4 or more stones, recover this",
    ),
    "you_ward": ("a ward is broken or mended", "permanent: when you break a ward, gain 1 blue"),
    "would_be_discarded": (
        "instead of being discarded from the area",
        "permanent: when this would be discarded, recover this",
    ),
    "card_is": (
        "a card leaves your area",
        "permanent: when another card is discarded from your area, gain 1 purple",
    ),
    "this_is": (
        "this card leaves your area",
        "permanent: when this is discarded from your area, 4 points",
    ),
    "at_the": ("a moment of each round", "permanent: at the start of the round, gain 1 red"),
}
WORDS: Words = {
    **_TEXTS, **_STEPS, **_POINTS, **_STONES, **_CARDS, **_CHOICES, **_TOKENS, **_RULES, **_EVENTS,
    **COUNT_WORDS,
}  # fmt: skip
