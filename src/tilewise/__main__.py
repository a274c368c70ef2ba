"""`python -m tilewise` is the `tilewise` command."""

from tilewise.cli import main

raise SystemExit(main())
