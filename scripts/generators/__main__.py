"""The command `scripts/generate`."""

from __future__ import annotations

import argparse
import sys

from scripts.generators import ROOT, outdated_files


def main() -> int:
    """Write the files that are out of date, or with --check only list them; return the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/generate", description="Write every generated file again.")
    parser.add_argument(
        "--check", action="store_true", help="only list the files that are out of date, and exit with 1"
    )
    check: bool = parser.parse_args().check
    outdated = outdated_files()
    for path, text in outdated.items():
        name = path.relative_to(ROOT)
        if check:
            print(f"{name} is out of date. Run scripts/generate and commit the result.", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
            print(f"Wrote {name}.")
    return int(check and bool(outdated))


if __name__ == "__main__":
    sys.exit(main())
