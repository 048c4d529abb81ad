"""The parts of the report, in the order of the page. A new question is a new line of ``PARTS``."""

from __future__ import annotations

from analysis import more
from analysis.artifacts import artifact_table, has_artifacts
from analysis.assumption_section import assumption_tables, assumptions_section
from analysis.bots import bot_differences, bot_table
from analysis.card_section import cards_section, no_cards_section
from analysis.cards import card_effects, card_table
from analysis.curse_section import curse_section, curse_tables
from analysis.experiment_kept import EXPERIMENTS
from analysis.length import end_table, length_counts, length_table, tie_table
from analysis.page import Section
from analysis.part import Part, Subject, Tables
from analysis.round_section import rounds_section
from analysis.rounds import change_counts, change_table, leader_table, round_scores
from analysis.scores import score_counts, score_table
from analysis.seat_counts import seat_count_table
from analysis.seats import seat_table
from analysis.sections import bots_section, length_section, scores_section, seats_section
from analysis.side_section import side_section, side_tables
from analysis.stones_section import stones_section
from analysis.synergy_section import synergy_section
from analysis.verdicts import survival, with_verdicts


def _bots(subject: Subject) -> Tables:
    run = subject.run
    return {
        "bots": bot_table(run),
        "bot_differences": bot_differences(run),
        "ties": tie_table(run),
    }


def _cards(subject: Subject) -> Tables:
    run, margin = subject.run, subject.margin
    if not run.has_cards:
        return {}
    pooled = with_verdicts(run, card_table(run), "pooled", margin)
    by_bot = with_verdicts(run, card_table(run, "policy"), "policy", margin)
    held = survival(run, pooled, by_bot)
    survives = held.select("card", "survives")
    tables = {
        "cards": pooled.join(survives, on="card", how="left", maintain_order="left"),
        "cards_by_bot": by_bot,
        "verdicts": held,
        "card_effects": card_effects(run),
        "card_effects_by_bot": card_effects(run, "policy"),
    }
    return more.with_bans(subject, tables)


def _cards_told(subject: Subject, tables: Tables) -> Section | None:
    if "cards" in tables:
        return cards_section(subject.run, tables, subject.margin)
    if not subject.run.game.simulated:
        return None
    return no_cards_section(subject.run, tables)


def _pairs(subject: Subject) -> Tables:
    return {"pairs": more.pairs_with_exact(subject.run)} if subject.run.has_cards else {}


def _pairs_told(subject: Subject, tables: Tables) -> Section | None:
    return synergy_section(subject.run, tables) if "pairs" in tables else None


def _scores(subject: Subject) -> Tables:
    run = subject.run
    return {
        "scores": score_table(run),
        "scores_pooled": score_table(run, "pooled"),
        "score_counts": score_counts(run),
    }


def _rounds(subject: Subject) -> Tables:
    run = subject.run
    if not run.has_rounds:
        return {}
    taken = {"artifacts": artifact_table(run)} if has_artifacts(run) else {}
    return taken | {
        "round_scores": round_scores(run),
        "leaders": leader_table(run),
        "lead_changes": change_table(run),
        "lead_change_counts": change_counts(run),
    }


def _rounds_told(subject: Subject, tables: Tables) -> Section | None:
    return rounds_section(subject.run, tables) if "round_scores" in tables else None


def _stones(subject: Subject) -> Tables:
    counts = seat_count_table(subject.run)
    known = set(subject.run.game.seat_counts) & set(counts.columns)
    return {"seat_counts": counts} if known else {}


def _stones_told(subject: Subject, tables: Tables) -> Section | None:
    return stones_section(subject.run, tables) if "seat_counts" in tables else None


def _seats(subject: Subject) -> Tables:
    return {"seats": seat_table(subject.run), "seats_by_bot": seat_table(subject.run, "policy")}


def _length(subject: Subject) -> Tables:
    run = subject.run
    if not run.game.length:
        return {}
    return {
        "ends": end_table(run),
        "length": length_table(run),
        run.game.length: length_counts(run),
    }


def _length_told(subject: Subject, tables: Tables) -> Section | None:
    return length_section(subject.run, tables) if "length" in tables else None


PARTS: tuple[Part, ...] = (
    Part(side_tables, side_section),
    Part(_bots, lambda subject, tables: bots_section(subject.run, tables)),
    Part(_cards, _cards_told),
    more.BANS,
    more.GROUPS,
    Part(_pairs, _pairs_told),
    Part(_scores, lambda subject, tables: scores_section(subject.run, tables)),
    more.MARGINS,
    more.EXTREMES,
    Part(_rounds, _rounds_told),
    Part(_stones, _stones_told),
    Part(curse_tables, curse_section),
    Part(assumption_tables, assumptions_section),
    Part(_seats, lambda subject, tables: seats_section(subject.run, tables)),
    Part(_length, _length_told),
    more.LUCK,
    EXPERIMENTS,
)
