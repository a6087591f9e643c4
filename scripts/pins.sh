#!/bin/sh
# Write the pins anew: constraints.txt, build-constraints.txt and package-lock.json, with no address
# in any of them. Existing pins are kept where they still fit; `make pins UPGRADE=--upgrade` lifts them.
set -eu
cd "$(dirname "$0")/.."

compile() {
    target=$1
    shift
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 \
        --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
        ${UPGRADE:-} --output-file "$target" "$@" >/dev/null
}

compile constraints.txt --all-extras pyproject.toml
# Constraints do not reach the isolated build: its two packages have pins of their own.
printf 'hatchling\neditables\n' | compile build-constraints.txt --constraints constraints.txt -
npm install --package-lock-only --silent
.venv/bin/python - <<'PY'
import json
from pathlib import Path

lock = Path("package-lock.json")
content = json.loads(lock.read_text("utf-8"))
for package in content["packages"].values():
    package.pop("funding", None)
lock.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")
PY
