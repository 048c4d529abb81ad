"""Which verb and which sign makes sense in which section of a Fantasy Realms text."""

from __future__ import annotations

from dataclasses import dataclass

from sim.cardtext import fantasy_realms_ast as ast
from sim.cardtext.tokens import CardTextError

# Which verbs make sense in which section, and how a message calls them.
_SECTIONS_OF: dict[type, tuple[str, str]] = {
    ast.Blanks: ("penalty", "'blanks'"),
    ast.BlanksAlone: ("penalty", "'first blanks'"),
    ast.Blanked: ("penalty", "'blanked'"),
    ast.Clears: ("bonus", "'clears'"),
    ast.ClearsWord: ("bonus", "'clears'"),
    ast.Shields: ("bonus", "'cannot be blanked'"),
    ast.Unblankable: ("bonus", "'cannot be blanked'"),
    ast.Aloof: ("bonus", "'neither blanks'"),
    ast.CountsAs: ("bonus", "'also counts as'"),
    ast.KeepsSuit: ("bonus", "'keeps'"),
    ast.KeepsSuits: ("bonus", "'keeps'"),
    ast.CopyCard: ("choice", "'copies'"),
    ast.CopyFace: ("choice", "'copies'"),
    ast.GiveSuit: ("choice", "'gives'"),
    ast.ClearOne: ("choice", "'clears one'"),
    ast.ShieldOne: ("choice", "'one ... cannot be blanked'"),
    ast.TakeExtra: ("extra", "'may take'"),
    ast.SearchExtra: ("extra", "'takes'"),
    ast.DrawExtra: ("extra", "'draws'"),
}
_SIGN_OF = {"bonus": "+", "penalty": "-"}


@dataclass(frozen=True)
class Draft:
    """An amount with the sign as written, which tells +0 from -0."""

    amount: ast.Amount
    sign: str
    position: int


@dataclass(frozen=True)
class Statement:
    """A verb as written, with the section's prefix if one stands in front.

    A verb of points is a tuple of drafts.
    """

    section: ast.Section | None
    verb: ast.Verb | tuple[Draft, ...]
    position: int


def checked(statement: Statement, section: ast.Section) -> ast.Verb:
    """Return the verb of a statement if it makes sense in its section.

    Raises
    ------
    CardTextError
        If it doesn't; the message says where it belongs.
    """
    if not isinstance(statement.verb, tuple):
        wanted, called = _SECTIONS_OF[type(statement.verb)]
        if section != wanted:
            raise CardTextError(
                f"{called} makes no sense in {_article(section)}; write it in {_article(wanted)}",
                statement.position,
            )
        return statement.verb
    if section not in _SIGN_OF:
        raise CardTextError(
            f"points make no sense in {_article(section)}; write them in a bonus or a penalty",
            statement.position,
        )
    for draft in statement.verb:
        if draft.sign == "" and section == "penalty":
            raise CardTextError(
                f"'{draft.amount.measure}' makes no sense in a penalty; write it in a bonus",
                draft.position,
            )
        if draft.sign not in ("", _SIGN_OF[section]):
            raise CardTextError(
                f"points of a {section} begin with {_SIGN_OF[section]}, not {draft.sign}",
                draft.position,
            )
    return ast.Points(tuple(draft.amount for draft in statement.verb))


def _article(section: str) -> str:
    return f"an {section}" if section == "extra" else f"a {section}"
