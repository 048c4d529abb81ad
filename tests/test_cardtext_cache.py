"""Parsers are kept between runs, and a spoilt cache costs time, never a run."""

import pytest
from lark import Lark

from sim.cardtext import grammar_cache
from sim.cardtext.grammar_cache import grammar_of

SOURCE = 'start: "a" [B]\nB: "b"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "grammars"


@pytest.fixture
def built(monkeypatch):
    """Count the parsers that are built."""
    sources = []

    class Counted(Lark):
        def __init__(self, grammar, **options):
            sources.append(grammar)
            super().__init__(grammar, **options)

    monkeypatch.setattr(grammar_cache, "Lark", Counted)
    return sources


def reads(grammar):
    return [str(token) for token in grammar.parse("ab").children]


def test_a_grammar_is_built_once(folder, built):
    assert reads(grammar_of(SOURCE)) == ["b"]
    assert reads(grammar_of(SOURCE)) == ["b"]
    assert built == [SOURCE]
    assert len(list(folder.iterdir())) == 1


def test_another_grammar_has_a_file_of_its_own(folder, built):
    grammar_of(SOURCE)
    grammar_of(SOURCE.replace("B", "C"))
    assert len(built) == len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x80\x04N."])
def test_a_spoilt_file_is_made_anew(folder, built, content):
    grammar_of(SOURCE)
    (path,) = folder.iterdir()
    path.write_bytes(content)
    assert reads(grammar_of(SOURCE)) == ["b"]
    assert len(built) == 2
    assert reads(grammar_of(SOURCE)) == ["b"]
    assert len(built) == 2


def test_a_folder_that_cannot_be_written_is_no_hindrance(tmp_path, monkeypatch, built):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path / "file"))
    assert reads(grammar_of(SOURCE)) == ["b"]
    assert reads(grammar_of(SOURCE)) == ["b"]
    assert len(built) == 2
