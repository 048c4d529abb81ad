"""Formatter of the card language of Fantasy Realms: clauses in, their one canonical text out."""

from __future__ import annotations

from sim.cardtext import fantasy_realms_ast as ast


def format_text(clauses: ast.CardText) -> str:
    """Return the canonical text of a card, such that ``parse`` gives the same clauses again.

    A section's prefix stands once in front of neighbouring clauses of that section.
    """
    parts: list[str] = []
    section = None
    for clause in clauses:
        prefix = "" if clause.section == section else f"{clause.section}: "
        section = clause.section
        parts.append(prefix + _verb(clause.verb, "-" if section == "penalty" else "+"))
    return "; ".join(parts)


def _verb(verb: ast.Verb, sign: str) -> str:
    match verb:
        case ast.Points(alternatives):
            return ", or ".join(_amount(amount, sign) for amount in alternatives)
        case ast.Blanks(cards):
            return f"blanks {format_filter(cards, 'all')}"
        case ast.BlanksAlone(cards):
            return f"first blanks {format_filter(cards, 'all')} if alone in their suit"
        case ast.Blanked(when, cards):
            return f"blanked {when} {_any(cards)}"
        case ast.Clears(cards):
            return f"clears {format_filter(cards, 'all')}"
        case ast.ClearsWord(suits, cards):
            of = f" of {format_filter(cards)}" if cards else ""
            return f"clears {', '.join(suits)} from penalties{of}"
        case ast.Shields(cards):
            return f"{format_filter(cards, 'all')} cannot be blanked"
        case ast.Unblankable():
            return "this card cannot be blanked"
        case ast.Aloof():
            return "neither blanks nor is blanked by other cards"
        case ast.CountsAs(suits):
            return f"also counts as {', '.join(suits)}"
        case ast.KeepsSuit():
            return "keeps its suit"
        case ast.KeepsSuits():
            return "keeps its suits if blanked"
        case ast.CopyCard():
            return "copies name, base strength, suit and penalty of another card in hand"
        case ast.CopyFace(cards):
            return f"copies name and suit of any {format_filter(cards)} in the game"
        case ast.GiveSuit(only_stated):
            but = f" but {', '.join(only_stated)} only if stated" if only_stated else ""
            return f"gives another card any suit{but}"
        case ast.ClearOne(cards):
            return f"clears one {format_filter(cards)}"
        case ast.ShieldOne(cards):
            return f"one {format_filter(cards)} cannot be blanked"
        case ast.SearchExtra(cards):
            return f"takes one {format_filter(cards)} from the deck"
        case ast.DrawExtra():
            return "draws the top card of the deck"
        case ast.TakeExtra(cards):
            return f"may take one {format_filter(cards)} from the discard area"


def _amount(amount: ast.Amount, sign: str) -> str:
    text = _measure(amount, sign)
    if amount.conditions:
        text += " with " + " and ".join(_condition(c) for c in amount.conditions)
    if amount.unless:
        text += f" unless {_any(amount.unless)}"
    return text


def _measure(amount: ast.Amount, sign: str) -> str:
    points = f"{sign}{abs(amount.value)}"
    table = " ".join(f"{size}:{gain}" for size, gain in amount.table)
    match amount.measure:
        case "flat":
            return points
        case "each":
            return f"{points} each {format_filter(amount.filter)}"
        case "each_discard":
            return f"{points} each {format_filter(amount.filter)} in the discard area"
        case "each_opponent":
            return f"{points} each opponent"
        case "each_penalty":
            return f"{points} each penalty not cleared"
        case "each_odd":
            return f"{points} each other card of odd base strength"
        case "total" | "highest":
            return f"{sign}{amount.measure} base strength of {format_filter(amount.filter)}"
        case "sets":
            return f"sets of different names {table}"
        case "runs":
            return f"runs of base strength {table}"


def _condition(condition: ast.Condition) -> str:
    match condition.kind:
        case "any":
            return _any(condition.filter)
        case "exactly":
            return f"exactly {condition.n} {format_filter(condition.filter)}"
        case "suits_differ":
            return "all suits different"
        case "all_odd":
            return "all base strengths odd"


def _any(cards: ast.Filter) -> str:
    """Return ``"A"``, ``any of "A", "B"`` or, with a suit among them, ``any Leader, "B"``."""
    if all(item == ast.Item("name", item.word) for item in cards):
        return ("" if len(cards) == 1 else "any of ") + format_filter(cards)
    return f"any {format_filter(cards)}"


def format_filter(cards: ast.Filter, every: str = "card") -> str:
    """Return the canonical text of a filter.

    Parameters
    ----------
    cards : Filter
        Its items.
    every : {'card', 'all'}
        How an item that matches any card is called: ``all`` behind blanks and clears.
    """
    return ", ".join(_item(item, every) for item in cards)


def _item(item: ast.Item, every: str) -> str:
    names = [f'"{name}"' for name in item.except_names]
    if item.kind == "suit":
        text = item.word + (f" except {' or '.join(names)}" if names else "")
    elif item.kind == "name":
        text = f'"{item.word}"'
    else:
        spared = [*item.except_suits, *names]
        text = "card" if item.other else every
        text += f" except {', '.join(spared)}" if spared else ""
    return f"other {text}" if item.other else text
