"""From the parse tree of a Vale of Eternity text to its clauses, with the checks of meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token, Tree, v_args
from lark.exceptions import VisitError
from lark.tree import Meta

from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.tokens import CardTextError
from sim.cardtext.vale_of_eternity_build_counts import UP_TO, plain
from sim.cardtext.vale_of_eternity_build_when import WhenBuilder
from sim.cardtext.vale_of_eternity_places import checked_move, checked_section


def build(tree: Tree) -> ast.CardText:
    """Return the clauses of a parse tree of ``vale_of_eternity.lark``.

    Raises
    ------
    CardTextError
        If a sentence makes no sense in its section, or a verb with the zone it names.
    """
    try:
        return _ClauseBuilder().transform(tree)
    except VisitError as error:  # lark's wrapping of what a rule's method raised
        if isinstance(error.orig_exc, CardTextError):
            raise error.orig_exc from None
        raise


@dataclass(frozen=True)
class _More:
    """``1 blue`` behind ``gain 1 red and``."""

    gain: ast.Gain
    at: int


class _ClauseBuilder(WhenBuilder):
    """Build the clauses of a text bottom-up; one method for each rule of the grammar."""

    # --- texts ---

    def start(self, entries: list[Any]) -> ast.CardText:
        clauses: list[ast.Clause] = []
        section: ast.Section | None = None
        for entry in entries:
            if entry is None:
                continue
            stated, body, position = entry
            section = stated or section
            clauses.append(ast.Clause(checked_section(section, body, position), body))
        return tuple(clauses)

    @v_args(meta=True)
    def entry(self, meta: Meta, children: list[Any]) -> tuple[Any, Any, int]:
        position = meta.start_pos + 1
        if isinstance(children[0], ast.Flip):
            return "flip", children[0], position
        section, (body, place) = children
        return section, body, place

    def section(self, children: list[Token]) -> str:
        return children[0].type.lower()

    def flip(self, children: list[Any]) -> ast.Flip:
        return ast.Flip(children[1], children[0] is not None)

    @v_args(meta=True)
    def statement(self, meta: Meta, children: list[Any]) -> tuple[Any, int]:
        return children[0], meta.start_pos + 1

    # --- steps ---

    def step(self, children: list[Any]) -> ast.Step:
        return children[0]

    otherwise = step

    def do(self, children: list[Any]) -> ast.Do:
        may, actions, then = children
        return ast.Do(actions, then, may is not None)

    plain = do

    def conditional(self, children: list[Any]) -> ast.If:
        return ast.If(*children)

    @v_args(meta=True)
    def actions(self, meta: Meta, children: list[Any]) -> tuple[ast.Action, ...]:
        done: list[ast.Action] = []
        for child in children:
            if not isinstance(child, _More):
                done.append(child)
                continue
            before = done[-1] if done else None
            if not isinstance(before, ast.Gain) or before.per is not None:
                n, colour = child.gain.stones[0]
                raise CardTextError(
                    f"'{n} {colour}' needs its verb; write gain {n} {colour}, or discard", child.at
                )
            stones = {c: n for n, c in before.stones}
            for n, colour in child.gain.stones:
                if colour in stones:
                    raise CardTextError(f"{colour} stands twice in one list", child.at)
                stones[colour] = n
            made = tuple((stones[c], c) for c in ast.COLOURS if c in stones)
            done[-1] = ast.Gain(made, child.gain.per)
        return tuple(done)

    def choose(self, children: list[Any]) -> ast.Choose:
        return _choose(int(children[0]), int(children[0]), children[1:], children[0])

    def choose_up_to(self, children: list[Any]) -> ast.Choose:
        return _choose(0, int(children[0]), children[1:], children[0])

    def choose_range(self, children: list[Any]) -> ast.Choose:
        return _choose(int(children[0]), int(children[1]), children[2:], children[1])

    def option(self, children: list[ast.Step]) -> tuple[ast.Step, ...]:
        return tuple(children)

    # --- actions ---

    def points(self, children: list[Any]) -> ast.Points:
        return ast.Points(int(children[0]), children[1])

    gain_points = points

    def lose_points(self, children: list[Any]) -> ast.LosePoints:
        return ast.LosePoints(int(children[0]), children[1])

    @v_args(meta=True)
    def steal_points(self, meta: Meta, children: list[Any]) -> ast.StealPoints:
        return ast.StealPoints(int(children[0]), _opponent(children[1], meta))

    @v_args(meta=True)
    def they_lose(self, meta: Meta, children: list[Any]) -> ast.TheyLose:
        return ast.TheyLose(_opponent(children[0], meta), int(children[1]))

    def gain(self, children: list[Any]) -> ast.Gain:
        return ast.Gain(*children)

    @v_args(meta=True)
    def gain_more(self, meta: Meta, children: list[Any]) -> _More:
        return _More(ast.Gain(*children), meta.start_pos + 1)

    def gain_any(self, children: list[Any]) -> ast.GainAny:
        return ast.GainAny(int(children[0]), children[1])

    def discard_stones(self, children: list[Any]) -> ast.DiscardStones:
        return ast.DiscardStones(children[0])

    def discard_any_stones(self, children: list[Any]) -> ast.DiscardAnyStones:
        return ast.DiscardAnyStones(int(children[0]))

    def discard_all_stones(self, children: list[Any]) -> ast.DiscardAllStones:
        return ast.DiscardAllStones(children[0] or "")

    def exchange(self, children: list[Any]) -> ast.Exchange:
        return ast.Exchange(*children)

    def exchange_all(self, children: list[Any]) -> ast.ExchangeAll:
        return ast.ExchangeAll(children[0])

    def upgrade(self, children: list[Any]) -> ast.Upgrade:
        n = next(child for child in children if isinstance(child, Token) and child.type == "NUMBER")
        up_to, gained = children[0] is UP_TO, children[-1] is not None
        return ast.Upgrade(int(n), up_to, gained)

    def pay(self, children: list[Token]) -> ast.Pay:
        return ast.Pay(int(children[0]))

    def pay_any(self, children: list[Any]) -> ast.Pay:
        return ast.Pay(None)

    def draw(self, children: list[Any]) -> ast.Draw:
        return ast.Draw(int(children[0]), children[1])

    def move(self, children: list[Any]) -> ast.Move:
        return checked_move(children[0].type.lower(), children[1], children[0].start_pos + 1)

    @v_args(meta=True)
    def put(self, meta: Meta, children: list[Any]) -> ast.Move:
        return checked_move("put", children[0], meta.start_pos + 1)

    @v_args(meta=True)
    def free_summon(self, meta: Meta, children: list[Any]) -> ast.Move:
        return checked_move("summon", children[0], meta.start_pos + 1)

    def attack(self, children: list[Any]) -> ast.Attack:
        n = int(children[1]) if len(children) == 3 else 1
        return ast.Attack(children[0], n, plain(children[-1]))

    def attack_hand(self, children: list[Any]) -> ast.Attack:
        return ast.Attack(children[0], int(children[1]), plain(children[2]), "hand")

    def swap(self, children: list[Any]) -> ast.Swap:
        return ast.Swap(children[0], plain(children[1]))

    def use(self, children: list[Any]) -> ast.UseEffect:
        how, effect, draft = children
        return ast.UseEffect(how.type.lower(), effect, plain(draft))

    def use_all(self, children: list[Any]) -> ast.UseEffect:
        return ast.UseEffect("use all", children[0], plain(children[1]))

    def choose_family(self, children: list[Any]) -> ast.ChooseFamily:
        return ast.ChooseFamily()

    def reveal_hand(self, children: list[Any]) -> ast.RevealHand:
        return ast.RevealHand()

    def reveal_card(self, children: list[Any]) -> ast.RevealToDisplay:
        return ast.RevealToDisplay(int(children[0]))

    def gain_areas(self, children: list[Any]) -> ast.GainAreas:
        return ast.GainAreas(int(children[0]))

    def gain_curses(self, children: list[Any]) -> ast.GainCurses:
        return ast.GainCurses(int(children[0]), children[1])

    def remove_curses(self, children: list[Any]) -> ast.RemoveCurses:
        up_to, n, per = children
        return ast.RemoveCurses(int(n), up_to is UP_TO, per)

    def put_curses(self, children: list[Any]) -> ast.PutCurses:
        up_to, n, draft = children
        return ast.PutCurses(int(n), up_to is UP_TO, plain(draft))

    def take_curses(self, children: list[Any]) -> ast.TakeCurses:
        up_to, n, draft = children
        return ast.TakeCurses(int(n), up_to is UP_TO, plain(draft))

    def mend(self, children: list[Any]) -> ast.Mend:
        return ast.Mend(int(children[1]), children[0] is UP_TO)

    def flip_summoner(self, children: list[Any]) -> ast.FlipSummoner:
        return ast.FlipSummoner()


def _choose(least: int, most: int, options: list[Any], token: Token) -> ast.Choose:
    """Return a choice, refusing one that cannot be made."""
    position = (token.start_pos or 0) + 1
    if most > len(options):
        raise CardTextError(
            f"{most} different options cannot be chosen of {len(options)}; part them by |", position
        )
    if most == 0 or least > most:
        raise CardTextError(f"'{token}' options cannot be chosen", position)
    return ast.Choose(least, most, tuple(options))


def _opponent(who: Any, meta: Meta) -> ast.Player:
    """Return the player whose points are taken: never a choice that includes oneself."""
    if who == "a chosen player":
        raise CardTextError(
            "points are taken from an opponent, not from oneself; write a chosen opponent",
            meta.start_pos + 1,
        )
    return who
