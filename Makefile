# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test check golden bench clean
play: .venv/installed
	@$(BIN)/tilewise play

test: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto --cov --cov-report=term:skip-covered

# Makes the golden games again after a deliberate change of the rules or of the beginner.
golden: .venv/installed
	$(BIN)/python tests/golden/make_golden.py

bench: .venv/installed
	$(BIN)/python benchmarks/bench_rules.py

.venv/installed: pyproject.toml setup.py scripts/make-venv src/tilewise/solver/kernel.py src/tilewise/solver/special_kernel.py
	@PYTHON="$(PYTHON)" scripts/make-venv
	@touch $@

clean:
	rm -rf .venv build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*
