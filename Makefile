# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test web test-web faults generate golden bench bench-server bench-store bench-solver bench-web
.PHONY: verify-solver endure-solver verify-bots fuzz-api clean
# Starts the server with the embedded database, prints its address and opens it in the browser.
play: .venv/installed
	@$(BIN)/tilewise serve --open yes

test: .venv/with-checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m scripts.web checks
	$(BIN)/python -m tests.support.services $(BIN)/pytest -n auto --cov --cov-report=term:skip-covered
	$(BIN)/python -m scripts.web browser

# Kills servers, Redis and PostgreSQL at random moments under load, hundreds of times (about half an hour).
faults: .venv/with-checks
	$(BIN)/python -m scripts.faults --rounds 400

# Builds the browser's client into the package (an installation needs no Node).
web: .venv/installed
	$(BIN)/python -m scripts.web build

# What `make test` does for the client: its checks, and games through the page in a real Chromium.
test-web: .venv/installed
	$(BIN)/python -m scripts.web checks
	$(BIN)/python -m scripts.web browser

# Size and speed of the page in a real Chromium (about a minute).
bench-web: .venv/installed
	$(BIN)/python -m scripts.web measure

# Makes the golden games again after a deliberate change of the rules or of the beginner.
golden: .venv/with-checks
	$(BIN)/python -m scripts.golden

# Writes every generated file: protocol reference and schema, table of settings, types and data for the page.
generate: .venv/installed
	$(BIN)/python -m scripts.generators

# The server under the load of 10 to 1,000 tables, beside a bare echo of the same traffic (about fifteen minutes).
bench-server: .venv/with-checks
	$(BIN)/python -m benchmarks.bench_server

bench: .venv/installed
	$(BIN)/python -m benchmarks.bench_rules

# The cost of one turn on SQLite and PostgreSQL, commit included.
bench-store: .venv/with-checks
	$(BIN)/python -m benchmarks.bench_store

# Every figure of the solver in docs/benchmarks.md, with other solvers for comparison (about ten minutes).
bench-solver: .venv/with-checks
	$(BIN)/python -m pip install --quiet --disable-pip-version-check matplotlib
	$(BIN)/python -m benchmarks.bench_solver

# The solver against an independent integer programme, on thousands of positions (about an hour).
verify-solver: .venv/with-checks
	$(BIN)/python -m scripts.verify_solver

# A million calls of the solver: no growth, and every answer as the first time (some minutes).
endure-solver: .venv/with-checks
	$(BIN)/python -m scripts.verify_solver --leaks 1000000

# Thousands of games of the computer players on every profile, none of them against the rules (some ten minutes).
verify-bots: .venv/with-checks
	$(BIN)/python -m scripts.verify_bots

# The HTTP API against its own description, with a thousand questions for each door (about half an hour).
fuzz-api: .venv/with-checks
	TILEWISE_EXAMPLES=1000 $(BIN)/pytest -n auto tests/server/http/test_openapi.py

# What an installation is made of: the kernels are compiled, so a change of them needs a new one.
SOURCES := pyproject.toml setup.py scripts/make-venv src/tilewise/solver/plain_kernel.py src/tilewise/solver/special_kernel.py

.venv/installed: $(SOURCES)
	@PYTHON="$(PYTHON)" scripts/make-venv .
	@touch $@

.venv/with-checks: $(SOURCES)
	@PYTHON="$(PYTHON)" scripts/make-venv '.[dev]'
	@touch .venv/installed $@

clean:
	rm -rf .venv build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*
