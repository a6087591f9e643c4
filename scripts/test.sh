#!/usr/bin/env bash
# All the checks, in the order of what fails soonest; arguments go to pytest.
# The last line is pytest's own summary.
set -euo pipefail
cd "$(dirname "$0")/.."
export VETCONTROL_TEST_REQUIRE_ALL=1

echo "== ruff"
.venv/bin/ruff check .
.venv/bin/ruff format --check .
echo "== mypy"
.venv/bin/mypy
echo "== import-linter"
.venv/bin/lint-imports --no-logo
echo "== pytest"
mkdir -p build
exec .venv/bin/pytest -n "${JOBS:-auto}" --dist loadgroup \
    --cov --cov-report=term --cov-report=json:build/coverage.json "$@"
