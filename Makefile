# make demo: train a policy for four minutes and see it play, from nothing.   make test, make lint: what has to hold.   All set themselves up in .venv
PYTHON ?= python3.11
BIN := .venv/bin
JOBS ?= auto
GAMES := $(patsubst envs/%/state.py,%,$(wildcard envs/*/state.py))
THREE_WAYS := $(GAMES:%=tests/%) tests/test_core.py tests/test_goldens.py tests/test_every_game.py tests/test_table_talk.py

.PHONY: demo test lint soak golden docs bench clean

.venv/demo: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[train,render]'
	touch $@

.venv/test: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@ .venv/demo

demo: .venv/demo
	rm -rf runs/demo
	$(BIN)/warzoo train cards_of_war --preset demo --out runs/demo
	$(BIN)/warzoo arena cards_of_war --players runs/demo,heuristic,greedy,random --deals 1000
	@echo "The curve: runs/demo/curve.png. Play against it: $(BIN)/warzoo play cards_of_war --players human,runs/demo"

test: .venv/test
	$(BIN)/pytest -n $(JOBS) -q -m 'not soak'
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n $(JOBS) -q -m 'not soak' $(THREE_WAYS)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n $(JOBS) -q -m 'not soak' $(THREE_WAYS)

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: .venv/test
	$(BIN)/pytest -n $(JOBS) -q -m soak

golden: .venv/test
	$(BIN)/python -m tests.goldens

docs: .venv/test
	$(BIN)/python -m tests.pages

bench: .venv/test
	$(BIN)/warzoo bench

clean:
	rm -rf .venv build dist *.egg-info
