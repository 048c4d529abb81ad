"""From a template to a page's text, with the style sheet and scripts that every page carries."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from analysis.present import count, number

#: The library that makes tables lively, and what tells it how; in this order.
SCRIPTS = ("vendor/dataTables.min.js", "tables.js")


def render(template: str, **values: Any) -> str:
    """Return a template's text, filled in; whatever isn't marked as safe is escaped."""
    environment = Environment(
        loader=PackageLoader("analysis"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["count"] = count
    environment.filters["points"] = lambda value: number(value, "whole")
    environment.filters["prose"] = prose
    script = Markup("\n").join(_own(name) for name in SCRIPTS)
    made = environment.get_template(template)
    return made.render(style=_own("report.css"), script=script, **values)


def prose(sentence: str) -> Markup:
    """Return a sentence with what stands between backticks as code, and all else escaped."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(sentence))))


def _own(name: str) -> Markup:
    """Read a file that goes into the page as it is."""
    return Markup(resources.files("analysis").joinpath("templates", name).read_text("utf-8"))
