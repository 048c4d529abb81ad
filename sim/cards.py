"""cards.csv -> cards: the file as a whole, and the deck that a game is played with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sim.card_checks import GAMES, MAX_CARDS, Problems, checked_card, checked_file
from sim.card_file import Row, read_rows
from sim.card_model import Card
from sim.card_set import CardSet, parse_texts
from sim.cardtext.vocabulary import Vocabulary
from sim.errors import RealmvaleError
from sim.names import did_you_mean, match, normalise, shortened

__all__ = ["Card", "CardFile", "CardSet", "checked_rows", "default_path", "game_id", "load_cards"]

_SHORT_NAMES = {"fr": "fantasy_realms", "vale": "vale_of_eternity"}


def game_id(name: str) -> str:
    """Return ``fantasy_realms`` or ``vale_of_eternity`` for a game's id, name or short name."""
    form = normalise(name).replace("-", "_").replace(" ", "_")
    return _SHORT_NAMES.get(form) or match(form, GAMES, what="game")


def default_path() -> Path:
    """Return the project's card file: of the checkout, or else the one that was installed."""
    package = Path(__file__).resolve().parent
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "cards.csv").is_file():
        return checkout / "cards.csv"
    return package / "data" / "cards.csv"


@dataclass(frozen=True)
class CardFile:
    """All rows of a card file, checked one by one and against each other."""

    path: Path
    cards: list[Card]

    @property
    def games(self) -> list[str]:
        """Games that the file has rows of, in file order."""
        return list(dict.fromkeys(card.game for card in self.cards))

    def vocabulary(self, game: str) -> Vocabulary:
        """Return suits and names of all rows of a game, whichever set they belong to."""
        cards = [card for card in self.cards if card.game == game]
        names: dict[str, str] = {}
        for card in cards:
            names.setdefault(normalise(card.name), card.name)
        suits = dict.fromkeys(card.suit for card in cards if card.suit)
        return Vocabulary(tuple(suits), tuple(names.values()))

    def select(self, game: str, sets: Sequence[str] = ("base",)) -> CardSet:
        """Return the deck of a game with the sets in use.

        Parameters
        ----------
        game : str
            ``fantasy_realms`` or ``vale_of_eternity`` (or a short name).
        sets : sequence of str
            Sets in use; a card whose ``replaces`` names a card of the deck takes it out.

        Raises
        ------
        RealmvaleError
            For an unknown game or set, a deck without cards, with too many cards or with two of
            one name, and for texts that cannot be read.
        """
        game = game_id(game)
        known = {normalise(name): name for name in GAMES[game]}
        for name in sets:
            if normalise(name) not in known:
                hint = did_you_mean(name, GAMES[game])
                raise RealmvaleError(
                    f"there is no set named '{shortened(name)}' of {game}{hint or ';'}"
                    f" the sets are {', '.join(GAMES[game])}"
                )
        chosen = tuple(dict.fromkeys(known[normalise(name)] for name in sets))
        met = [c for c in self.cards if c.game == game and c.set in chosen and c.kind == "card"]
        replaced = {card.replaces for card in met}
        deck = [card for card in met if card.id not in replaced]
        self._check_deck(deck, game, chosen)
        sides, artifacts = (
            [c for c in self.cards if (c.game, c.kind) == (game, kind) and c.set in chosen]
            for kind in ("summoner", "artifact")
        )
        others = self._elsewhere(game, deck)
        card_set = CardSet(
            self.path, game, chosen, deck, self.vocabulary(game), sides, artifacts, others
        )
        # errors in the texts come now, not in the midst of a run
        _ = card_set.parsed, card_set.parsed_sides, card_set.parsed_artifacts
        return card_set

    def _elsewhere(self, game: str, deck: Sequence[Card]) -> dict[str, Card]:
        """Return the rows of a game that are no cards of a deck, by their folded names and ids."""
        rows = [card for card in self.cards if card.game == game and card not in deck]
        by_id = {normalise(card.id): card for card in rows}
        # of two rows of one name the first of the file is told, a card before all others
        first = sorted(rows, key=lambda card: card.kind != "card")
        return by_id | {normalise(card.name): card for card in reversed(first)}

    def check_texts(self) -> list[CardSet]:
        """Parse every text, and lay every deck out once: the base set alone and with each other.

        Returns
        -------
        list of CardSet
            These decks.

        Raises
        ------
        RealmvaleError
            As :meth:`select`, and for the texts of sets that no deck was asked for.
        """
        for game in self.games:
            cards = [card for card in self.cards if card.game == game]
            parse_texts(self.path, cards, self.vocabulary(game))
        decks = []
        for game in self.games:
            sets = list(dict.fromkeys(c.set for c in self.cards if c.game == game))
            base = [name for name in sets if name == "base"]
            for name in sets:
                if any(c.kind == "card" for c in self.cards if (c.game, c.set) == (game, name)):
                    decks.append(self.select(game, tuple(dict.fromkeys([*base, name]))))
        return decks

    def _check_deck(self, deck: list[Card], game: str, sets: tuple[str, ...]) -> None:
        called = f"{game} with {', '.join(sets) or 'no sets'}"
        if not deck:
            have = sorted({f"{card.game} {card.set}" for card in self.cards})
            raise RealmvaleError(f"{self.path} has no cards of {called}; it has {', '.join(have)}")
        if len(deck) > MAX_CARDS:
            raise RealmvaleError(
                f"{self.path}: the deck of {called} has {len(deck)} cards, at most {MAX_CARDS}"
                " are possible"
            )
        by_name: dict[str, Card] = {}
        for card in deck:
            twin = by_name.setdefault(normalise(card.name), card)
            if twin is not card:
                raise RealmvaleError(
                    f"{self.path}, row {card.row}, column replaces: the deck of {called} has two"
                    f" cards named {card.name} (the other is row {twin.row}); one has to name the"
                    " other's id in `replaces`"
                )


def load_cards(path: str | Path | None = None) -> CardFile:
    """Read and check a card file.

    Parameters
    ----------
    path : str or Path, optional
        The file; by default the project's own ``cards.csv``.

    Returns
    -------
    CardFile
        Its rows; texts are parsed when a deck is selected.

    Raises
    ------
    RealmvaleError
        If the file cannot be read, or with the first few problems by row and column.
    """
    path = default_path() if path is None else Path(path)
    return checked_rows(path, read_rows(path))


def checked_rows(path: Path, rows: Sequence[Row]) -> CardFile:
    """Return the card file that some rows make; `path` stands for it in messages.

    Raises
    ------
    RealmvaleError
        With the first few problems by row and column.
    """
    problems = Problems(path)
    cards = [card for row in rows if (card := checked_card(row, problems)) is not None]
    problems.check()
    if not cards:
        raise RealmvaleError(f"{path} has a header, but no cards")
    checked_file(cards, problems)
    problems.check()
    return CardFile(path, cards)
