"""A deck built by hand from the facts: most cards of the base game, each in a few rows."""

from support.vale_tables import Builder, op

from sim.vale_of_eternity import codes as c

THEN, MUST = c.THEN, c.MUST


def by_hand():
    """Return the builder of the deck; its ``ids`` name the cards."""
    b = Builder()
    area = {"zone": c.AREA}
    family = {f: b.filter(f) for f in ("fire", "water", "earth", "wind", "dragon")}
    has_instant = b.filter(has=c.HAS_INSTANT, cost_hi=2)
    fire_instant = b.filter("fire", has=c.HAS_INSTANT)
    other = b.filter(flag=c.OTHER)
    other_instant = b.filter(flag=c.OTHER, has=c.HAS_INSTANT)
    other_resolution = b.filter(flag=c.OTHER, has=c.HAS_RESOLUTION)
    cheap = b.filter(cost_hi=2)
    one_to_four = b.filter(cost_lo=1, cost_hi=4)
    in_hand = b.count(c.CARDS, zone=c.HAND)
    in_area = b.count(c.CARDS, **area)
    families = b.count(c.FAMILIES, **area)
    each = {f: b.count(c.CARDS, filter=row, **area) for f, row in family.items()}
    cheap_ones = b.count(c.CARDS, filter=cheap, **area)
    costs = b.count(c.DIFFERENT_COSTS, filter=one_to_four, **area)
    hourglasses = b.count(c.CARDS, filter=b.filter(has=c.HAS_RESOLUTION), **area)
    done_cost = b.count(c.DONE_COST)
    done_value = b.count(c.DONE_VALUE)
    stones = {k: b.count(c.STONES, colours=1 << k) for k in range(3)}
    value = {k: b.count(c.VALUE, colours=1 << k) for k in range(3)}
    ahead = b.count(c.OPPONENTS_AHEAD)
    paid_red = b.count(c.PAID, colours=c.RED_BIT)

    recover = [op(c.MOVE_SELF, to=c.HAND)]
    draw = op(c.DRAW, to=c.HAND)

    def points(n=1, per=0, **more):
        return op(c.POINTS, n=n, per=per, **more)

    def card(*args, **fields):
        return b.card(*args, **fields)

    card("hestia", "fire", 0)
    b.permanent(c.LIMIT, n=2)
    card("imp", "fire", 0, [op(c.GAIN, red=2)], recover)
    card(
        "succubus", "fire", 0,
        [op(c.IF, per=costs, cmp=c.CMP_GE, n=4, jump=2), points(10)],
    )  # fmt: skip
    card("firefox", "fire", 1, [points(1, in_hand)])
    card("salamander", "fire", 1, None, [op(c.GAIN, red=1, flag=THEN), points()])
    card("horned-salamander", "fire", 2, None, [op(c.GAIN, red=4)])
    card("ifrit", "fire", 2, [points(1, in_area)])
    card("incubus", "fire", 2, [points(2, cheap_ones)])
    card("burning-skull", "fire", 3, None, [op(c.LOSE_STONES, red=1, flag=THEN), points(3)])
    card("lava-giant", "fire", 3, [points(2, each["fire"])])
    card("phoenix", "fire", 3)
    b.permanent(c.TRIGGER, [points(1, paid_red)], event=c.ON_SUMMON, colours=c.RED_BIT)
    card("agni", "fire", 4)
    b.permanent(c.STONE_VALUE, n=1, colours=c.RED_BIT)
    card("asmodeus", "fire", 4, None, [op(c.MOVE, to=c.HAND, filter=has_instant, lo=-1, **area)])
    card("balog", "fire", 4, None, [op(c.MOVE, to=c.HAND, filter=fire_instant, lo=-1, **area)])
    card("surtr", "fire", 4, [points(2, families)])
    card("yuki-onna", "water", 0, [op(c.LOSE_ALL, colours=7, flag=THEN), points(1, done_value)])
    card("kappa", "water", 1)
    b.permanent(c.TRIGGER, [points(2)], event=c.ON_SUMMON, colours=c.BLUE_BIT)
    card("sea-spirit", "water", 1, None, [points(1, stones[1])])
    card("undine", "water", 1, [op(c.GAIN, blue=1)], recover)
    card(
        "nessie", "water", 2, None,
        [op(c.IF, per=each["dragon"], cmp=c.CMP_EQ, n=0, jump=2), points(2)],
    )  # fmt: skip
    card("hae-tae", "water", 3)
    b.permanent(c.STONE_SWAP, colours=c.BLUE_BIT | c.PURPLE_BIT)
    card(
        "snail-maiden", "water", 3, None,
        [
            op(c.CHOOSE, arg=2, lo=-1, jump=9), op(c.OPTION, jump=3), op(c.OPTION, jump=6),
            op(c.LOSE_STONES, blue=1, flag=THEN), op(c.GAIN, purple=1), op(c.END),
            op(c.LOSE_STONES, purple=1, flag=THEN), op(c.GAIN, blue=3), op(c.END),
        ],
    )  # fmt: skip
    card("yuki-onna-exalted", "water", 3, [points(1, value[1])])
    card(
        "hydra", "water", 4,
        [
            op(c.CHOOSE, n=2, arg=4, lo=-1, jump=13), op(c.OPTION, jump=5), op(c.OPTION, jump=7),
            op(c.OPTION, jump=9), op(c.OPTION, jump=11),
            op(c.GAIN, purple=1), op(c.END), draw, op(c.END), op(c.GAIN, blue=2), op(c.END),
            points(4), op(c.END),
        ],
    )  # fmt: skip

    def attack(n, row):
        return [points(n), op(c.ATTACK, zone=c.AREA, to=c.DISCARD, filter=row)]

    card("leviathan", "water", 4, attack(7, family["dragon"]))
    card("triton", "water", 4)
    b.permanent(c.TRIGGER, [op(c.GAIN, blue=2)], event=c.ON_TAME, filter=family["water"])
    card("water-giant", "water", 4, [op(c.GAIN, blue=2)])
    b.permanent(c.STONE_VALUE, n=1, colours=c.BLUE_BIT | c.PURPLE_BIT)
    card("charybdis", "water", 5, None, [op(c.LOSE_STONES, blue=1, flag=THEN), points(5)])
    card("poseidon", "water", 7, [points(3, each["water"])])
    card(
        "young-forest-spirit", "earth", 0,
        [
            op(c.MOVE, zone=c.HAND, to=c.DISCARD, lo=-1, flag=THEN),
            op(c.FREE_SUMMON, zone=c.HAND),
        ],
    )  # fmt: skip
    card("goblin", "earth", 1, None, [op(c.STEAL)])
    card(
        "forest-spirit", "earth", 2,
        [op(c.MOVE, zone=c.HAND, to=c.DISCARD, lo=-1, flag=THEN), points(1, done_cost)],
    )  # fmt: skip
    card("gargoyle", "earth", 2)
    b.permanent(c.TRIGGER, [points(3)], event=c.ON_SUMMON, colours=c.PURPLE_BIT)
    card(
        "basilisk", "earth", 3, None,
        [
            op(c.CHOOSE, arg=3, lo=-1, jump=12),
            op(c.OPTION, jump=4), op(c.OPTION, jump=6), op(c.OPTION, jump=9),
            op(c.GAIN, red=1), op(c.END),
            op(c.LOSE_POINTS, n=1, flag=THEN | MUST), op(c.GAIN, blue=1), op(c.END),
            op(c.LOSE_POINTS, n=2, flag=THEN | MUST), op(c.GAIN, purple=1), op(c.END),
        ],
    )  # fmt: skip
    card(
        "troll", "earth", 3, None,
        [op(c.IF, per=stones[2], cmp=c.CMP_GE, n=1, jump=2), points(3)],
    )  # fmt: skip
    card(
        "goblin-soldier", "earth", 4, None,
        [
            op(c.IF, per=ahead, cmp=c.CMP_GE, n=1, jump=3), points(4), op(c.JUMP, jump=4),
            op(c.LOSE_POINTS, n=4),
        ],
    )  # fmt: skip
    card(
        "medusa", "earth", 4, None,
        [op(c.MOVE, zone=c.HAND, to=c.DISCARD, lo=-1, flag=THEN), op(c.GAIN, purple=1)],
    )  # fmt: skip
    card("cerberus", "earth", 5, [op(c.MOVE, n=3, to=c.DISCARD, filter=other, **area)])
    card(
        "mimic", "earth", 6, None,
        [op(c.MOVE, zone=c.DISCARD, to=c.HAND, filter=family["earth"], lo=-1)],
    )  # fmt: skip
    card("mud-slime", "earth", 6, [points(6)], recover)
    card("rock-golem", "earth", 6, [points(1, value[2])])
    card("stone-golem", "earth", 6, [op(c.REPLACE, colours=7, arg=c.PURPLE)])
    card("behemoth", "earth", 9, [points(3, families)])
    card("sand-giant", "earth", 10, [points(4, each["earth"])])
    card("dandelion-spirit", "wind", 3, [draw], recover)
    card(
        "harpy", "wind", 3, None,
        [op(c.IF, per=in_hand, cmp=c.CMP_EQ, n=0, rhs=in_area, jump=2), points(3)],
    )  # fmt: skip
    card("pegasus", "wind", 3, [draw])
    b.permanent(c.COST, n=-1)
    card("tengu", "wind", 3, [points(6, flag=THEN), op(c.MOVE_SELF, to=c.DECK)])
    card("boreas", "wind", 4, [points(1, each["wind"], flag=THEN), op(c.MOVE_SELF, to=c.HAND)])
    card("genie", "wind", 4, [op(c.RUN_ALL)])
    card("hippogriff", "wind", 4, [draw])
    b.permanent(c.COST, n=-2, filter=family["wind"])
    card("sylph", "wind", 4, [draw])
    b.permanent(c.TRIGGER, [points()], event=c.ON_SUMMON)
    card(
        "genie-exalted", "wind", 5, None,
        [op(c.COPY, filter=other_resolution, arg=c.RESOLUTION, flag=c.AS_SELF)],
    )  # fmt: skip
    card("valkyrie", "wind", 5, None, [points(1, families)])
    card(
        "odin", "wind", 6, None,
        [
            op(c.IF, per=in_hand, cmp=c.CMP_LT, n=6, jump=3), points(2), op(c.JUMP, jump=4),
            op(c.GAIN, purple=1),
        ],
    )  # fmt: skip
    card("freyja", "wind", 7, None, [points(1, hourglasses)])
    card("griffon", "wind", 7, None, [draw])
    card("rudra", "wind", 8, [points(2, in_hand)])
    card("gi-rin", "wind", 10, [points(2, in_area)])
    card(
        "dragon-egg", "dragon", 3,
        [
            op(c.MOVE_SELF, to=c.DISCARD, flag=THEN),
            op(c.FREE_SUMMON, zone=c.HAND, filter=family["dragon"]),
        ],
    )  # fmt: skip
    card("tidal", "dragon", 5, [points(5, each["dragon"])])
    card("ember", "dragon", 7, attack(7, family["water"]))
    card("marina", "dragon", 7, attack(7, family["fire"]))
    card("boulder", "dragon", 8, attack(8, family["wind"]))
    card("gust", "dragon", 8, attack(8, family["earth"]))
    card(
        "aeris", "dragon", 9,
        [op(c.MOVE, to=c.HAND, filter=other, lo=-1, flag=THEN, **area), points(1, done_cost)],
    )  # fmt: skip
    card(
        "scorch", "dragon", 9,
        [op(c.COPY, filter=other_instant, arg=c.INSTANT, flag=c.AS_SELF)],
    )  # fmt: skip
    card(
        "willow", "dragon", 10,
        [op(c.GAIN, red=1, blue=1, purple=1, flag=THEN), points(3, flag=THEN), draw],
    )  # fmt: skip
    card("eternity", "dragon", 12, [points(4, families)])
    return b
