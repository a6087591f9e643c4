#!/usr/bin/env bash
# All the checks, in the order of what fails soonest; arguments go to pytest, and then coverage,
# which only a full run can show, is not judged. The last line is pytest's own summary.
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
rm -f build/coverage.json
.venv/bin/pytest -n "${JOBS:-auto}" \
    --cov --cov-report=term --cov-report=json:build/coverage.json "$@" 2>&1 | tee build/test.log
if [ $# -eq 0 ]; then
    .venv/bin/python scripts/coverage_gate.py
    tail -n 1 build/test.log
fi
