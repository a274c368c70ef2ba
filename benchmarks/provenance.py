"""The sentence above each table of docs/benchmarks.md: which commit was measured, and when."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def measured_at() -> str:
    """Return "Measured at commit `1b2c3d4`, 2026-11-18."; changes of the code that are not committed are mentioned."""
    described = _git("rev-parse", "--short=7", "HEAD")
    commit = f"commit `{described}`" if described else "an unknown commit"
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs")
    changes = " with uncommitted changes" if changed else ""
    return f"Measured at {commit}{changes}, {date.today().isoformat()}."


def _git(*words: str) -> str:
    """Return the output of a git command; empty where there is no repository."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()  # noqa: S603, S607
    except OSError:
        return ""
