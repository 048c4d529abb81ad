"""What is printed on a terminal that can't show every character: a question mark, never an error.

click takes an ASCII stream for a misconfigured one and sends it UTF-8. Somebody who says that a
terminal knows ASCII only is taken at their word here: the stream gets a codec that is ASCII by
another name.
"""

from __future__ import annotations

import codecs
import contextlib
import sys
from encodings import ascii as ascii_codec

_PLAIN = "plain-ascii"


def forgive_encoding() -> None:
    """Have characters replaced that stdout or stderr can't print, instead of failing over them."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, LookupError):
            only_ascii = codecs.lookup(stream.encoding or "ascii").name == "ascii"
            encoding = _PLAIN if only_ascii else stream.encoding
            stream.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """Find the codec by its name, as Python spells names of codecs."""
    if name.replace("_", "-") != _PLAIN:
        return None
    of = ascii_codec.getregentry()
    return codecs.CodecInfo(
        of.encode,
        of.decode,
        of.streamreader,
        of.streamwriter,
        of.incrementalencoder,
        of.incrementaldecoder,
        name=_PLAIN,
    )


codecs.register(_plain_ascii)
