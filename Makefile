# `make play` and `make test` do everything on a fresh machine; `make help` lists all targets.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := play

.PHONY: help play test test-all test-rules test-page test-games mutations web faults generate golden pictures
.PHONY: verify-solver endure-solver verify-bots
.PHONY: verify-simulator verify-engine bench bench-server bench-store bench-solver bench-simulator bench-web
.PHONY: bench-engine bench-players fuzz-api worst-inputs clean

help: ## List the targets
	@grep -E '^[a-z-]+:.* ## ' $(MAKEFILE_LIST) | sed -E 's/:.* ## /|/' | awk -F'|' '{ printf "make %-17s %s\n", $$1, $$2 }'

play: .venv/installed ## Start the server with the embedded database and open its page in the browser
	@$(BIN)/tilewise serve --open yes

test: .venv/with-checks ## Run the checks and tests that CI runs
	@$(BIN)/python -m scripts.suite

test-all: .venv/with-checks ## Run everything, at the end of a large change (half an hour); LONG="faults verify-bots" runs these too
	@THOROUGH=1 $(BIN)/python -m scripts.suite
	@for check in $(LONG); do $(MAKE) --no-print-directory $$check || exit; done

test-rules: .venv/with-checks ## Check the types, and test the rules (seconds)
	@$(BIN)/python -m scripts.suite rules

test-page: .venv/with-checks ## Check the page, and test it in Chromium without a game on a server
	@$(BIN)/python -m scripts.suite page

test-games: .venv/with-checks ## Play whole games in Chromium with a real server
	@$(BIN)/python -m scripts.suite games

mutations: .venv/with-checks ## Put mistakes into the code, one after the other, and see which tests notice them (hours)
	$(BIN)/python -m scripts.mutations

generate: .venv/installed ## Write every generated file: protocol reference, settings table, the page's types and data
	$(BIN)/python -m scripts.generators

web: .venv/installed ## Build the page into the package, so that an installation needs no Node
	$(BIN)/python -m scripts.web build

golden: .venv/with-checks ## Write the golden games again, after a deliberate change of the rules or of the beginner
	$(BIN)/python -m scripts.golden

faults: .venv/with-checks ## Kill servers, Redis and PostgreSQL at random moments under load (about half an hour)
	$(BIN)/python -m scripts.faults --rounds 400

fuzz-api: .venv/with-checks ## Send a thousand requests to each HTTP endpoint, as its OpenAPI allows (about half an hour)
	TILEWISE_EXAMPLES=1000 $(BIN)/pytest -n auto tests/server/http/test_openapi.py

worst-inputs: .venv/with-checks ## Search for the inputs on which the rules take longest (four minutes; SECONDS=300 for each question)
	$(BIN)/python -m scripts.worst_inputs --seconds $(or $(SECONDS),30)

verify-solver: .venv/with-checks ## Compare the solver with an integer programme on thousands of positions (about an hour)
	$(BIN)/python -m scripts.verify_solver

endure-solver: .venv/with-checks ## Call the solver a million times and look for leaks and changed answers (some minutes)
	$(BIN)/python -m scripts.verify_solver --leaks 1000000

verify-bots: .venv/with-checks ## Play thousands of games of computer players and check every action (up to half an hour)
	$(BIN)/python -m scripts.verify_bots

verify-simulator: .venv/with-checks ## Compare thousands of games in the simulator with games at a table (five minutes)
	$(BIN)/python -m scripts.verify_simulator

verify-engine: .venv/with-checks ## Compare the engine in Chromium with Python: 2,000 positions and 200 games (half an hour)
	$(BIN)/python -m scripts.web verify-engine

bench: .venv/installed ## Measure the rules
	$(BIN)/python -m benchmarks.bench_rules

bench-solver: .venv/with-checks ## Measure the solver, and other solvers for comparison (about ten minutes)
	$(BIN)/python -m pip install -qq --disable-pip-version-check matplotlib
	$(BIN)/python -m benchmarks.bench_solver

bench-simulator: .venv/installed ## Measure the simulator: games per second of each policy (a minute)
	$(BIN)/python -m benchmarks.bench_simulator

bench-players: .venv/with-checks ## Measure the computer players for docs/players.md; continues where it was stopped (hours)
	$(BIN)/python -m benchmarks.bench_players
	$(BIN)/python -m scripts.generators

bench-server: .venv/with-checks ## Measure the server with 10 to 1,000 tables, next to a bare echo server (fifteen minutes)
	$(BIN)/python -m benchmarks.bench_server

bench-store: .venv/with-checks ## Measure one turn on SQLite and PostgreSQL, commit included
	$(BIN)/python -m benchmarks.bench_store

pictures: .venv/installed ## Take pictures of every screen at every size in every theme, to look at (about ten minutes)
	$(BIN)/python -m scripts.web pictures

bench-web: .venv/installed ## Measure size and speed of the page in a real Chromium (about a minute)
	$(BIN)/python -m scripts.web measure

bench-engine: .venv/installed ## Measure the start and the memory of the engine in a real Chromium (some minutes)
	$(BIN)/python -m scripts.web measure-engine

clean: ## Remove the virtual environment, builds and caches
	rm -rf .venv build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*

# A change of one of these files needs a new installation: modules with a .pxd file are compiled.
DECLARATIONS := $(wildcard src/tilewise/*/*.pxd)
SOURCES := pyproject.toml setup.py scripts/install $(DECLARATIONS) $(DECLARATIONS:.pxd=.py)

.venv/installed: $(SOURCES)
	@PYTHON="$(PYTHON)" scripts/install .
	@touch $@

.venv/with-checks: $(SOURCES)
	@PYTHON="$(PYTHON)" scripts/install '.[dev]'
	@touch .venv/installed $@
