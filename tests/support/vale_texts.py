"""Strategies for texts of the second game's card language, over given families and names."""

from collections.abc import Sequence

from hypothesis import strategies as st

from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.vale_of_eternity_places import PLACES

amounts = st.integers(0, 12)
some = st.integers(1, 9)
colours = st.sampled_from(ast.COLOURS)
colour_lists = st.sets(colours, min_size=1).map(
    lambda chosen: tuple(c for c in ast.COLOURS if c in chosen)
)
players = st.sampled_from(["a chosen player", "a chosen opponent", "each opponent", "each player"])
others = st.sampled_from(["a chosen opponent", "each opponent", "each player"])
zones = st.sampled_from(
    [
        *("your area", "your hand", "the discard pile", "your shelter", "the display"),
        *("any area", "an opponent's area"),
    ]
)
effects = st.sampled_from(["instant", "permanent", "resolution"])
compared = st.sampled_from(["exactly", "at least", "at most"])


@st.composite
def stones(draw) -> ast.Stones:
    """Some stones, each colour once, in order."""
    return tuple((draw(some), colour) for colour in draw(colour_lists))


@st.composite
def items(draw, families: Sequence[str], names: Sequence[str]) -> ast.Item:
    """One alternative of a filter."""
    if draw(st.integers(0, 5)) == 0:
        return ast.Item(name=draw(st.sampled_from(names)))
    cost_is = draw(st.sampled_from(["", "", "exactly", "at most", "at least", "even", "odd"]))
    traits = draw(st.dictionaries(st.sampled_from(ast.TRAITS), st.booleans(), max_size=2))
    which = draw(st.sampled_from(["", "", "", "chosen", "new"]))
    return ast.Item(
        families=tuple(draw(st.lists(st.sampled_from(families), max_size=2, unique=True))),
        cost_is=cost_is,
        cost=draw(amounts) if cost_is in ("exactly", "at most", "at least") else 0,
        having=tuple(t for t in ast.TRAITS if traits.get(t) is True),
        lacking=tuple(t for t in ast.TRAITS if traits.get(t) is False),
        chosen_family=which == "chosen",
        new_family=which == "new",
    )


class Texts:
    """Strategies over the words of one deck."""

    def __init__(self, families: Sequence[str], names: Sequence[str]) -> None:
        self.item = items(families, names)
        filters = st.builds(
            ast.Filter,
            st.lists(self.item, min_size=1, max_size=2, unique=True).map(tuple),
            st.booleans(),
        )
        # Deferred strategies have short names, which a failing example prints.
        self.filter = st.deferred(lambda: filters)
        counts = st.one_of(
            st.builds(ast.Count, st.just("cards"), self.filter, zones),
            st.builds(ast.Count, st.sampled_from(["families", "costs"]), self.filter, zones),
            st.builds(
                ast.Count,
                st.sampled_from(["stones", "value", "paid", "gained"]),
                colour=st.one_of(st.just(""), colours),
            ),
            st.builds(
                ast.Count,
                st.sampled_from(
                    [
                        *("value paid", "such cards", "cost of that card", "round", "areas"),
                        *("empty areas", "active wards", "broken wards", "curses on yourself"),
                        *("curses on your cards", "soothed cards", "opponents", "points"),
                    ]
                ),
            ),
        )
        self.count = st.deferred(lambda: counts)
        multiplied = st.one_of(st.none(), st.builds(ast.Per, self.count, st.integers(1, 4)))
        self.per = st.deferred(lambda: multiplied)
        conditions, events, actions = self._conditions(), self._events(), self._actions()
        self.condition = st.deferred(lambda: conditions)
        self.event = st.deferred(lambda: events)
        self.plain_action = st.deferred(lambda: actions)

    def _conditions(self) -> st.SearchStrategy:
        theirs = st.builds(
            ast.Count,
            st.just("cards"),
            self.filter,
            st.sampled_from(["your hand", "your area"]),
            theirs=st.just(True),
        )
        stones_or_points = st.one_of(
            st.just(ast.Count("points")),
            st.builds(ast.Count, st.just("stones"), colour=st.one_of(st.just(""), colours)),
        )
        return st.one_of(
            st.builds(ast.Has, self.count, compared, amounts),
            st.builds(
                ast.HasEachCost,
                st.sets(amounts, min_size=1, max_size=4).map(lambda s: tuple(sorted(s))),
                zones,
            ),
            st.builds(
                ast.Compare, self.count, st.sampled_from(["more", "fewer", "as many"]), self.count
            ),
            st.builds(
                ast.CompareOpponents,
                st.sampled_from(["any", "each", "no"]),
                st.sampled_from(["more", "fewer"]),
                st.one_of(theirs, stones_or_points),
            ),
            st.builds(ast.RoundIs, compared, amounts),
            st.builds(ast.ThatCardIs, self.filter),
            st.builds(ast.BrokeWard, st.booleans()),
        )

    def _events(self) -> st.SearchStrategy:
        wanted = st.one_of(st.none(), self.filter.filter(lambda f: f != ast.Filter()))
        alone = st.one_of(
            st.none(), st.builds(ast.Filter, st.tuples(self.item), st.booleans())
        ).filter(lambda f: f != ast.Filter())
        paid = st.sampled_from(["", "red", "blue", "purple", "stone"])
        return st.one_of(
            st.builds(
                ast.YouDo,
                st.sampled_from(["summon", "tame", "sell", "draw", "hunt", "remove"]),
                wanted,
            ),
            st.builds(ast.YouDo, st.just("summon"), alone, paid),
            st.builds(ast.YouGain, st.sampled_from(["red", "blue", "purple", "stone"])),
            st.just(ast.YouLosePoints()),
            st.builds(ast.YouHold, amounts),
            st.builds(ast.YouWard, st.sampled_from(["break", "mend"])),
            st.just(ast.ThisWouldBeDiscarded()),
            st.builds(
                ast.CardIs,
                st.one_of(self.filter, st.just(ast.ThisCard())),
                st.sampled_from(["discarded", "recovered", "soothed"]),
            ),
            st.builds(ast.AtThe, st.sampled_from(["start", "end"])),
        )

    @property
    def moves(self) -> st.SearchStrategy:
        """Each verb with a place that it can take cards from."""

        def of(pair: tuple[str, str]) -> st.SearchStrategy:
            verb, place = pair
            whats: dict[str, st.SearchStrategy] = {
                "this": st.just(ast.ThisCard()),
                "that card": st.just(ast.ThatCard()),
                "the top": st.builds(ast.TopOfDeck, some),
            }
            how_many = st.one_of(
                some.map(lambda n: (n, n)),
                some.map(lambda n: (0, n)),
                st.sampled_from([(0, None), (None, None)]),
            )
            selected = st.tuples(how_many, self.filter).map(
                lambda chosen: ast.Selection(*chosen[0], chosen[1], place)
            )
            return st.builds(ast.Move, st.just(verb), whats.get(place, selected))

        pairs = [(verb, place) for verb, places in PLACES.items() for place in places]
        return st.sampled_from(pairs).flatmap(of)

    def _actions(self) -> st.SearchStrategy:
        up_to = st.booleans()
        return st.one_of(
            st.builds(ast.Points, amounts, self.per),
            st.builds(ast.LosePoints, amounts, self.per),
            st.builds(ast.StealPoints, amounts, others),
            st.builds(ast.TheyLose, others, amounts),
            st.builds(ast.Gain, stones(), self.per),
            st.builds(ast.GainAny, amounts, self.per),
            st.builds(ast.DiscardStones, stones()),
            st.builds(ast.DiscardAnyStones, amounts),
            st.builds(ast.DiscardAllStones, st.one_of(st.just(""), colours)),
            st.builds(ast.Exchange, stones(), stones()),
            st.builds(ast.ExchangeAll, colours),
            st.builds(ast.Upgrade, amounts, up_to, st.booleans()),
            st.builds(ast.Pay, st.one_of(st.none(), amounts)),
            st.builds(ast.Draw, amounts, self.per),
            self.moves,
            st.builds(ast.Attack, players, some, self.filter, st.sampled_from(["area", "hand"])),
            st.builds(ast.Swap, players, self.filter),
            st.builds(
                ast.UseEffect, st.sampled_from(["copy", "use", "use all"]), effects, self.filter
            ),
            st.sampled_from([ast.ChooseFamily(), ast.RevealHand(), ast.FlipSummoner()]),
            st.builds(ast.RevealToDisplay, amounts),
            st.builds(ast.GainAreas, amounts),
            st.builds(ast.GainCurses, amounts, self.per),
            st.builds(ast.RemoveCurses, amounts, up_to, self.per),
            st.builds(ast.PutCurses, amounts, up_to, self.filter),
            st.builds(ast.TakeCurses, amounts, up_to, self.filter),
            st.builds(ast.Mend, amounts, up_to),
        )

    def steps(self, depth: int = 2) -> st.SearchStrategy:
        """Steps, with choices and conditions down to a depth."""
        action = self.plain_action
        if depth:
            action = st.one_of(action, action, self.choices(depth - 1))
        actions = st.lists(action, min_size=1, max_size=3).map(tuple)
        done = st.builds(ast.Do, actions, st.none(), st.booleans())
        if depth == 0:
            return done
        plain = st.one_of(done, st.builds(ast.Do, actions, done, st.booleans()))
        wanted = st.lists(self.condition, min_size=1, max_size=2).map(tuple)
        chosen = st.builds(ast.If, wanted, plain, st.one_of(st.none(), plain))
        chained = st.builds(ast.If, wanted, plain, st.one_of(st.none(), plain, chosen))
        made = st.one_of(plain, chained, st.builds(ast.Do, actions, chosen, st.booleans()))
        return st.deferred(lambda: made)

    @st.composite
    @staticmethod
    def _choices(draw, self, depth: int) -> ast.Choose:
        options = draw(
            st.lists(
                st.lists(self.steps(depth), min_size=1, max_size=2).map(tuple),
                min_size=1,
                max_size=3,
            )
        )
        most = draw(st.integers(1, len(options)))
        return ast.Choose(draw(st.integers(0, most)), most, tuple(options))

    def choices(self, depth: int) -> st.SearchStrategy:
        """Choices of options."""
        return Texts._choices(self, depth)

    def rules(self) -> st.SearchStrategy:
        """Sentences of ``permanent:``."""
        signed = st.integers(-3, 3)
        return st.one_of(
            st.builds(ast.When, self.event, self.steps(1)),
            st.builds(ast.Worth, colour_lists, signed, st.just(False)),
            st.builds(ast.Worth, colour_lists, amounts, st.just(True)),
            st.builds(ast.SwapValues, colour_lists.filter(lambda c: len(c) == 2)),
            st.builds(ast.StoneLimit, signed),
            st.builds(ast.AreaLimit, signed),
            st.builds(ast.CostChange, self.filter, signed.filter(bool)),
            st.builds(ast.CostFixed, self.filter, amounts),
            st.builds(ast.CostStones, self.filter, stones()),
            st.sampled_from([ast.AnyFamily(), ast.HarmlessCurses()]),
        )

    def clauses(self) -> st.SearchStrategy:
        """Sentences with their sections."""
        sections = st.sampled_from(["instant", "resolution", "action", "setup"])
        return st.one_of(
            st.builds(ast.Clause, sections, self.steps()),
            st.builds(ast.Clause, st.just("permanent"), self.rules()),
            st.builds(ast.Clause, st.just("flip"), st.builds(ast.Flip, self.event, st.booleans())),
        )
