"""Seeds as people state them: whole numbers, or words that stand for one."""

from __future__ import annotations

import hashlib
import unicodedata

from sim.errors import RealmvaleError
from sim.names import as_utf8, shortened

MAX_SEED = 2**63 - 1


def seed_of(text: str) -> int:
    """Return the seed that a text states.

    A whole number is taken as it is. Words, such as ``spring-patch``, stand for the first 63 bits
    of their BLAKE2b hash, the same on every machine. What looks like a number but is none that can
    be a seed (``1.5``, ``1e6``, ``-1``, ``0x10``) is refused, not hashed.

    Raises
    ------
    RealmvaleError
        For a number out of range, and a text that is neither a whole number nor words.
    """
    stated = unicodedata.normalize("NFC", _whole(text)).strip()
    try:
        seed = int(stated)
    except ValueError:
        if not stated[:1].isalpha() or _is_number(stated):
            raise RealmvaleError(
                f"a seed is a whole number from 0 to 2^63 - 1, or words that begin with a letter,"
                f" not '{shortened(stated)}'"
            ) from None
        digest = hashlib.blake2b(stated.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little") >> 1
    if not 0 <= seed <= MAX_SEED:
        shown = shortened(stated)
        raise RealmvaleError(f"a seed lies between 0 and 2^63 - 1 = {MAX_SEED}, not {shown}")
    return seed


def _whole(text: str) -> str:
    """Return a text without lone surrogates: those of a command line are bytes of UTF-8."""
    try:
        return as_utf8(text)
    except UnicodeEncodeError:  # surrogates that no command line has
        return text.encode("utf-8", "replace").decode()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
