"""Headless Chromium, where there is one: loads a page and tells what became of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from html import unescape
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
#: Nothing but the page: no sandbox as CI is root, no first run, no talk with anybody.
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--metrics-recording-only", "--hide-scrollbars",
)  # fmt: skip
#: Collects errors and requests, then runs a test's own lines and writes down what they return.
PROBE = """
<script>
window.found = {errors: []};
addEventListener("error", (event) => found.errors.push(String(event.message)));
addEventListener("unhandledrejection", (event) => found.errors.push(String(event.reason)));
for (const kind of ["error", "warn"]) {
  console[kind] = (...words) => found.errors.push(words.join(" "));
}
</script>
"""
AFTER = """
<script>
addEventListener("load", async () => {
  try { Object.assign(found, await (async () => { %s })()); }
  catch (error) { found.errors.push(String(error)); }
  found.requests = performance.getEntriesByType("resource").map((entry) => entry.name);
  const told = document.createElement("pre");
  told.id = "probe";
  told.textContent = JSON.stringify(found);
  document.body.append(told);
});
</script>
"""


def browser() -> str | None:
    """Return the path of a Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def probe(page: Path, script: str, *flags: str) -> dict:
    """Load a page without a network, run `script` in it, and return what it returns.

    The script is the inside of an async function. The result has ``errors`` (of scripts, and what
    the console was told) and ``requests`` too.
    """
    html = page.read_text(encoding="utf-8")
    html = html.replace("<head>", "<head>" + PROBE, 1)
    html = html.replace("</body>", AFTER % script + "</body>", 1)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "page.html"
        copy.write_text(html, encoding="utf-8")
        done = subprocess.run(
            [browser(), *FLAGS, *flags, f"--user-data-dir={folder}/profile",
             "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=20000", "--dump-dom",
             copy.as_uri()],
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
    told = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.S)
    assert told, done.stderr[-2000:]
    return json.loads(unescape(told[1]))
