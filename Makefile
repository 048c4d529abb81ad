# Realmvale: every target sets up what it needs. `make help` lists them.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

RULES_TESTS := tests/test_rules_scoring.py tests/test_rules_play.py tests/test_score_cases.py \
	tests/test_play_two_players.py tests/test_play_winning.py

.DEFAULT_GOAL := help
.PHONY: help install report example test test-plain test-long test-lowest large lint format bench clean

help:  ## this list
	@echo "Realmvale. Each target sets up what it needs, in $(VENV); nothing else is asked of you."
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

install: $(STAMP)  ## make the virtual environment and install everything into it

# Less than five minutes on two processors, the table of hand scores still empty. Roll-outs of the
# first game and the planner of the second take most of it: hence no more games than these. Bots that
# are neighbours in the list meet more often: strong and weak ones take turns in it.
report: $(STAMP)  ## play both games with several bots and build a report on each
	$(BIN)/realmvale simulate fantasy-realms --players 4 --games 3_200 --seed 1 \
		--policy greedy --policy random --policy planner --policy strongest --policy denier \
		--policy cautious --policy rollout:n=4 \
		--out runs/report-fantasy-realms --overwrite
	@$(BIN)/realmvale report runs/report-fantasy-realms --out reports/fantasy-realms > /dev/null
	$(BIN)/realmvale simulate vale --players 4 --games 2_000 --seed 1 \
		--policy random --policy seller --policy rusher --policy builder --policy planner \
		--out runs/report-vale --overwrite
	@$(BIN)/realmvale report runs/report-vale --out reports/vale > /dev/null
	@echo "The reports are ready: open reports/fantasy-realms/index.html and reports/vale/index.html."

example: $(STAMP)  ## make the small example reports again that are committed
	$(BIN)/realmvale simulate fantasy-realms --players 4 --games 2_000 --seed 1 \
		--policy random --policy strongest --policy cautious --policy greedy \
		--out runs/example --overwrite
	@$(BIN)/realmvale report runs/example --out reports/example-fantasy-realms > /dev/null
	rm -rf reports/example-fantasy-realms/tables reports/example-fantasy-realms/plots reports/example-fantasy-realms/report.md
	$(BIN)/realmvale simulate vale --players 4 --games 2_000 --seed 1 \
		--policy random --policy seller --policy rusher --policy builder \
		--out runs/example-vale --overwrite
	@$(BIN)/realmvale report runs/example-vale --out reports/example-vale > /dev/null
	rm -rf reports/example-vale/tables reports/example-vale/plots reports/example-vale/report.md

test: $(STAMP)  ## run the tests
	$(BIN)/python -m pytest -n auto -m 'not long'

test-plain: $(STAMP)  ## run the tests of the rules with the kernels as plain Python
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto -q $(RULES_TESTS)

test-long: $(STAMP)  ## run all tests, those that take minutes too
	$(BIN)/python -m pytest -n auto

test-lowest: $(STAMP)  ## try the lowest versions of all dependencies that are allowed
	$(BIN)/python tests/lowest_versions.py

large: $(STAMP)  ## play ten million and two million games and measure memory, disk, time: an hour
	$(BIN)/python tests/large_run.py fantasy-realms 10_000_000 --policy greedy
	$(BIN)/python tests/large_run.py vale 2_000_000 --policy builder

lint: $(STAMP)  ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP)  ## let ruff format the code and sort the imports
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)  ## measure speed
	$(BIN)/realmvale bench

clean:  ## remove the virtual environment, runs and caches
	rm -rf $(VENV) runs dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
