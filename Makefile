# Everything that one does with a checkout of vetcontrol. `make` alone prints this list.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup run test quick lint types bench screenshots pins reference wheel system-packages clean

HOST ?= 127.0.0.1
PORT ?= 8000
JOBS ?= auto
ARGS ?=

##@ Use

setup: ## make .venv with everything (PYTHON=... chooses the interpreter)
	@PYTHON="$(PYTHON)" sh scripts/setup.sh

run: setup ## serve the demonstration register at http://HOST:PORT (HOST=127.0.0.1 PORT=8000); keeps all under var/
	@exec .venv/bin/vetcontrol serve --demo --host "$(HOST)" --port "$(PORT)"

##@ Check

test: setup system-packages ## all that continuous integration runs, nothing skipped (JOBS=2 ARGS="-k gazette")
	@JOBS="$(JOBS)" bash scripts/test.sh $(ARGS)

QUICK ?= tests/test_house.py tests/data tests/gis tests/vetcontrol/law tests/vetcontrol/documents \
	tests/vetcontrol/register tests/vetcontrol/gazette

quick: setup lint types ## under a minute: lint, types, and the tests of the earth, the law, documents and the log
	@.venv/bin/pytest -q -n "$(JOBS)" -m "not browser and not slow and not postgis" $(QUICK) $(ARGS)

lint: setup ## ruff, and import-linter for the layers
	@.venv/bin/ruff check --quiet .
	@.venv/bin/ruff format --quiet --check .
	@.venv/bin/lint-imports --no-logo

types: setup ## mypy, strict
	@.venv/bin/mypy --no-error-summary

##@ Measure and show

bench: setup system-packages ## speed beside the floor of the same run: a table, and build/bench.json
	@exec .venv/bin/vetcontrol bench $(ARGS)

screenshots: setup system-packages ## take the pictures of the README anew
	@exec .venv/bin/python scripts/screenshots.py $(ARGS)

##@ Maintain

system-packages: ## PostGIS and Chromium for the tests: installs them on Debian and Ubuntu, else names what is missing
	@bash scripts/system-packages.sh

wheel: setup ## build/vetcontrol-*.whl with data and front-end files inside
	@.venv/bin/python -m hatchling build -t wheel -d build

reference: setup ## write docs/settings.md, commands.md and addresses.md from the program
	@.venv/bin/python scripts/reference.py

pins: setup ## write constraints.txt and package-lock.json anew (UPGRADE=--upgrade lifts the pins)
	@UPGRADE="$(UPGRADE)" sh scripts/pins.sh

clean: ## take away what can be made again; keeps .venv and the register in var/
	@rm -rf build dist node_modules api/static/vendor .venv/front-end.stamp \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.*
	@find gis vetcontrol maps api scripts tests -name __pycache__ -type d -prune -exec rm -rf {} +

help:
	@awk 'BEGIN {FS = ":.*## "} \
		/^##@ / {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile
