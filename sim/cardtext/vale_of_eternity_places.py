"""What makes sense where in a Vale of Eternity text: sections, and zones of the verbs."""

from __future__ import annotations

from typing import Any

from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.tokens import CardTextError

# Where a verb may take cards from; `this`, `that card` and `the top` are the other things that a
# verb can be about.
PLACES: dict[str, tuple[str, ...]] = {
    "discard": ("this", "that card", "the top", "your area", "your hand", "your shelter"),
    "recover": ("this", "that card", "your area"),
    "take": ("that card", "the discard pile", "the display", "any area", "an opponent's area"),
    "retrieve": ("your shelter",),
    "shelter": ("this", "that card", "the top", "your hand", "the discard pile", "the display"),
    "soothe": ("this", "your area"),
    "put": ("this", "that card", "your hand", "your area", "the discard pile", "your shelter"),
    "summon": ("your hand", "the discard pile", "your shelter"),
}
_PERMANENT = (
    *(ast.When, ast.Worth, ast.SwapValues, ast.StoneLimit, ast.AreaLimit, ast.CostChange),
    *(ast.CostFixed, ast.CostStones, ast.AnyFamily, ast.HarmlessCurses),
)
# What each kind of row of the card file may have.
SECTIONS_OF_KIND = {
    "card": ("instant", "permanent", "resolution"),
    "artifact": ("instant", "permanent", "action"),
    "summoner": ("setup", "permanent", "resolution", "flip"),
}


def check_kind(clauses: ast.CardText, kind: str) -> None:
    """Refuse sections that a row of this kind cannot have."""
    for clause in clauses:
        allowed = SECTIONS_OF_KIND[kind]
        if clause.section not in allowed:
            a = "an" if kind == "artifact" else "a"
            raise CardTextError(
                f"{a} {kind} has no '{clause.section}:'; expected"
                f" {', '.join(f'{name}:' for name in allowed)}",
                1,
            )


def checked_section(section: Any, body: Any, position: int) -> ast.Section:
    """Return the section of a sentence, refusing one in which it makes no sense."""
    if section is None:
        raise CardTextError(
            "a text begins with one of instant:, permanent:, resolution: (an artifact's also with"
            " action:, a summoner's with setup: or flip:)",
            position,
        )
    if isinstance(body, ast.Flip):
        return "flip"
    if section == "flip":
        raise CardTextError(
            "'flip:' holds one event, such as 'flip: when you break a ward'; begin the next"
            " sentence with its section, such as permanent:",
            position,
        )
    if section == "permanent" and not isinstance(body, _PERMANENT):
        raise CardTextError(
            "'permanent:' holds rules that last, or begins with 'when'; write what is done once"
            " in an instant: or resolution:",
            position,
        )
    if section != "permanent" and isinstance(body, _PERMANENT):
        raise CardTextError(
            f"this makes no sense in '{section}:'; write it in permanent:", position
        )
    return section


def checked_move(verb: Any, what: ast.What, position: int) -> ast.Move:
    """Return a move of cards, refusing a place that the verb cannot take them from."""
    place: str
    match what:
        case ast.Selection(zone=zone):
            place = zone
        case ast.ThisCard():
            place = "this"
        case ast.ThatCard():
            place = "that card"
        case ast.TopOfDeck():
            place = "the top"
    if place in PLACES[verb]:
        return ast.Move(verb, what)
    hint = f"; expected {_listed(verb)}"
    if place == "the top" and verb in ("take", "recover", "retrieve"):
        hint = "; write draw 1"
    elif isinstance(what, ast.Selection):
        for other, places in PLACES.items():
            if place in places and other != "summon":
                hint += f" (or did you mean {other}?)"
                break
    said = f"from {place}" if isinstance(what, ast.Selection) else f"'{place}'"
    raise CardTextError(f"'{verb}' cannot be done {_with(said)}{hint}", position)


def _with(said: str) -> str:
    return said if said.startswith("from") else f"with {said}"


def _listed(verb: str) -> str:
    places = [p if p in ("this", "that card") else f"from {p}" for p in PLACES[verb]]
    places = ["the top cards of the deck" if p == "from the top" else p for p in places]
    if len(places) == 1:
        return places[0]
    return f"{', '.join(places[:-1])} or {places[-1]}"
