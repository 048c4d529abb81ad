"""What stands at the end of each command's help: command lines that work when pasted."""

from __future__ import annotations

#: Command, as it is typed after ``realmvale``, to its examples.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "simulate": (
        "simulate fantasy-realms --players 4 --games 2_000 --policy greedy --policy random",
        "simulate vale --games 400 --policy builder --out runs/vale --seed spring-patch",
    ),
    "report": (
        "report runs/vale",
        "report runs/vale --out reports/vale --margin 0.5",
    ),
    "compare": (
        "compare fantasy-realms cautious greedy random --games 400",
        "compare fr greedy cautious --sprt 0,2",
    ),
    "ban": (
        "ban fantasy-realms --card Necromancer --games 200",
        "ban fr --all --policy cautious --games 50 --json",
    ),
    "whatif": (
        'whatif fantasy-realms --change "Dragon.value=25" --games 2_000',
        "whatif fr --remove Necromancer --policy greedy --json",
    ),
    "tune": ("tune fantasy-realms --card Dragon --games 400",),
    "advice": ("advice fantasy-realms --games 400",),
    "luck": ("luck fantasy-realms",),
    "assumptions": ("assumptions vale",),
    "score": (
        'score "Bell Tower, Dragon, Elven Archers, Fountain of Life, World Tree, King, Queen"',
        'score "Mirage, Great Flood, Smoke, Whirlwind, King, Queen, Candle" --choose "Mirage='
        'Rainstorm"',
        "score --csv hands.csv --best > scored.csv",
    ),
    "exact": ("exact fantasy-realms", "exact fr --cards my_cards.csv --no-details"),
    "verify": ("verify runs/vale", "verify runs/vale --all --json"),
    "trace": ("trace runs/vale --game 0",),
    "scenario": ("scenario position.toml",),
    "cards": ("cards list fantasy-realms", "cards show Dragon", "cards check my_cards.csv"),
    "cards check": ("cards check", "cards check my_cards.csv --json"),
    "cards list": ("cards list vale", "cards list --cards my_cards.csv --json"),
    "cards show": ("cards show Dragon", 'cards show "doppelganger" --json'),
    "cards language": ("cards language fr", "cards language vale --json"),
    "cards template": ("cards template curse > my_curse.csv",),
    "policies": ("policies", "policies vale --json"),
    "bench": ("bench", "bench fantasy-realms --quick --json", "bench vale"),
}


def examples(path: str) -> str:
    """Return the end of a command's help; empty for a command without examples.

    Parameters
    ----------
    path : str
        The command as it is typed, such as ``cards show``.
    """
    lines = [f"  realmvale {line}" for line in EXAMPLES.get(path, ())]
    return "\n".join(["\b", "Examples:", *lines]) if lines else ""
