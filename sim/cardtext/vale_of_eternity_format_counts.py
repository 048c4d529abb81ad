"""Formatter of the parts of Vale of Eternity texts: filters, counts, conditions, events."""

from __future__ import annotations

from sim.cardtext import vale_of_eternity_ast as ast

_HOW_MANY = {"at least": "or more", "at most": "or less"}
_SIMPLE = {
    "value paid": "paid",
    "such cards": "such card",
    "cost of that card": "cost of that card",
    "round": "round",
    "areas": "area",
    "empty areas": "empty area",
    "active wards": "active ward",
    "broken wards": "broken ward",
    "curses on yourself": "curse on yourself",
    "curses on your cards": "curse on your cards",
    "soothed cards": "soothed card",
    "opponents": "opponent",
    "points": "point",
}


def number(n: int, noun: str) -> str:
    """Return ``1 point`` or ``2 points``."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def article(phrase: str) -> str:
    """Return ``a fire card`` or ``an earth card``."""
    return f"{'an' if phrase[:1].lower() in 'aeiou' else 'a'} {phrase}"


def stones(listed: ast.Stones) -> str:
    """Return ``1 red, 2 blue``."""
    return ", ".join(f"{n} {colour}" for n, colour in listed)


# --- filters ---


def cards(chosen: ast.Filter, plural: bool, paid: str = "", other: bool | None = None) -> str:
    """Return the canonical text of a filter, without an article.

    Parameters
    ----------
    chosen : Filter
        Its items.
    plural : bool
        Whether to write ``cards``.
    paid : str
        What was paid for the summon, behind the only item.
    other : bool, optional
        Whether to write ``other``; by default as the filter has it.
    """
    text = " or ".join(_item(item, plural, paid) for item in chosen.items)
    return f"other {text}" if (chosen.other if other is None else other) else text


def one(chosen: ast.Filter, paid: str = "") -> str:
    """Return ``a fire card`` or ``another fire card``."""
    text = cards(chosen, False, paid, other=False)
    return f"another {text}" if chosen.other else article(text)


def _item(item: ast.Item, plural: bool, paid: str) -> str:
    bought = [f"with {_stone(paid)}"] if paid else []
    if item.name:
        return " ".join([f'"{item.name}"', *bought])
    parts = [" or ".join(family.lower() for family in item.families)] if item.families else []
    parts.append("cards" if plural else "card")
    if item.cost_is:
        said = item.cost_is if item.cost_is in ("even", "odd") else "cost"
        more = f" {_HOW_MANY[item.cost_is]}" if item.cost_is in _HOW_MANY else ""
        parts.append(f"of {said} cost" if said != "cost" else f"of cost {item.cost}{more}")
    if item.chosen_family:
        parts.append("of the chosen family")
    if item.new_family:
        parts.append("of a new family")
    traits = [f"with {_trait(word)}" for word in item.having]
    traits += [f"without {_trait(word)}" for word in item.lacking]
    traits += bought
    parts += [f"and {trait}" if at else trait for at, trait in enumerate(traits)]
    return " ".join(parts)


def _stone(paid: str) -> str:
    return "a stone" if paid == "stone" else paid


def _trait(word: str) -> str:
    return "curses" if word == "curses" else f"{article(word)} effect"


def what(chosen: ast.What) -> str:
    """Return what a verb is about: ``this``, ``2 cards from your hand``."""
    match chosen:
        case ast.ThisCard():
            return "this"
        case ast.ThatCard():
            return "that card"
        case ast.TopOfDeck(n):
            return "the top card of the deck" if n == 1 else f"the top {n} cards of the deck"
        case ast.Selection():
            return f"{_quantity(chosen)} from {chosen.zone}"


def _quantity(chosen: ast.Selection) -> str:
    least, most = chosen.least, chosen.most
    if least is None:
        return f"all {cards(chosen.filter, True)}"
    if most is None:
        return f"any number of {cards(chosen.filter, True)}"
    if least == 0:
        return f"up to {most} {cards(chosen.filter, most != 1)}"
    return one(chosen.filter) if most == 1 else f"{most} {cards(chosen.filter, True)}"


# --- counts ---


def per(multiplied: ast.Per | None) -> str:
    """Return `` per 2 cards in your hand`` with its blank in front, or nothing."""
    if multiplied is None:
        return ""
    each = multiplied.each
    text = count(multiplied.count, plural=each != 1)
    says_one = multiplied.count.kind == "value paid"
    return f" per {each} {text}" if each != 1 or says_one else f" per {text}"


def count(counted: ast.Count, plural: bool) -> str:
    """Return the canonical text of a count: ``fire card in your area``."""
    kind, colour = counted.kind, counted.colour
    if kind == "cards":
        assert counted.filter is not None
        zone = counted.zone if not counted.theirs else str(counted.zone).replace("your", "their")
        return f"{cards(counted.filter, plural)} in {zone}"
    if kind in ("families", "costs"):
        noun = {"families": "family", "costs": "cost"}[kind]
        if plural:
            noun = kind
        of = "" if counted.filter in (None, ast.Filter()) else f" of {cards(counted.filter, True)}"
        return f"different {noun}{of} in {counted.zone}"
    if kind == "stones":
        return f"{colour} stone{'s' if plural else ''}".strip()
    if kind == "value":
        return f"value of your {colour} stones".replace("  ", " ")
    if kind in ("paid", "gained"):
        return f"{colour or ('stones' if plural else 'stone')} {kind}"
    text = _SIMPLE[kind]
    if plural and kind in ("points", "areas", "empty areas", "opponents", "such cards"):
        return text + "s"
    if plural and kind in ("active wards", "broken wards", "soothed cards"):
        return text + "s"
    return text.replace("curse on", "curses on") if plural else text


# --- conditions ---


def condition(wanted: ast.Condition) -> str:
    """Return the canonical text of a condition."""
    match wanted:
        case ast.Has(counted, is_, n):
            return f"you have {_how_many(counted, is_, n)}"
        case ast.HasEachCost(costs, zone):
            return f"you have each cost {'/'.join(map(str, costs))} in {zone}"
        case ast.Compare(counted, is_, other):
            than = "as" if is_ == "as many" else "than"
            return f"you have {is_} {count(counted, True)} {than} {count(other, True)}"
        case ast.CompareOpponents(who, is_, counted):
            return f"{who} opponent has {is_} {count(counted, True)} than you"
        case ast.RoundIs(is_, n):
            return f"the round is {n}" + (f" {_HOW_MANY[is_]}" if is_ in _HOW_MANY else "")
        case ast.ThatCardIs(chosen):
            return f"that card is {one(chosen)}"
        case ast.BrokeWard(broke):
            return f"you broke {'a' if broke else 'no'} ward this round"


def _how_many(counted: ast.Count, is_: str, n: int) -> str:
    if (is_, n) == ("exactly", 0):
        return f"no {count(counted, False)}"
    if (is_, n) == ("at least", 1):
        text = count(counted, False)
        return f"an{text}" if text.startswith("other ") else article(text)
    if is_ == "exactly":
        return f"exactly {n} {count(counted, n != 1)}"
    return f"{n} {_HOW_MANY[is_]} {count(counted, True)}"


# --- events ---


def event(happening: ast.Event) -> str:
    """Return the canonical text of an event, with its ``when`` or ``at``."""
    match happening:
        case ast.YouDo(verb, None, paid):
            return f"when you {verb}" + (f" with {_stone(paid)}" if paid else "")
        case ast.YouDo(verb, chosen, paid):
            assert chosen is not None
            return f"when you {verb} {one(chosen, paid)}"
        case ast.YouGain(colour):
            return f"when you gain a {colour}"
        case ast.YouLosePoints():
            return "when you lose points"
        case ast.YouHold(n):
            return f"when you have {n} or more stones"
        case ast.YouWard(verb):
            return f"when you {verb} a ward"
        case ast.ThisWouldBeDiscarded():
            return "when this would be discarded"
        case ast.CardIs(chosen, verb):
            said = "this" if isinstance(chosen, ast.ThisCard) else one(chosen)
            return f"when {said} is {verb} from your area"
        case ast.AtThe(moment):
            return f"at the {moment} of the round"
