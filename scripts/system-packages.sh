#!/usr/bin/env bash
# See that the tests' PostGIS server and browser are on the machine; on Debian and Ubuntu, as root or
# with sudo, install what is missing. Elsewhere stop and name it. Starts no server: the tests do.
set -euo pipefail

has_postgis() {
    compgen -G '/usr/share/postgresql/*/extension/postgis.control' >/dev/null && return 0
    command -v pg_config >/dev/null && [ -f "$(pg_config --sharedir)/extension/postgis.control" ]
}

has_chromium() {
    local name
    for name in chromium chromium-browser google-chrome; do
        # On Ubuntu the name may be a stub that only tells where to get the browser.
        command -v "$name" >/dev/null && "$name" --version --no-sandbox >/dev/null 2>&1 && return 0
    done
    return 1
}

missing() {
    has_postgis || echo "a PostgreSQL server with PostGIS (Debian, Ubuntu: postgresql-postgis)"
    has_chromium || echo "the browser Chromium (Debian: chromium)"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif [ -t 0 ]; then sudo "$@"
    else sudo -n "$@"
    fi
}

may_install() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] && return 0
    command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }
}

candidate() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

postgis_package() {
    if candidate postgresql-postgis; then echo postgresql-postgis
    else apt-cache search --names-only '^postgresql-[0-9]+-postgis-3$' | cut -d' ' -f1 | sort -V | tail -n 1
    fi
}

[ -n "$(missing)" ] || exit 0

if may_install; then
    echo "Installing what the tests need from the system's packages"
    as_root apt-get update -qq
    packages=()
    has_postgis || packages+=("$(postgis_package)")
    has_chromium || packages+=(chromium)
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "${packages[@]}" >/dev/null
fi

still=$(missing)
if [ -n "$still" ]; then
    {
        echo "make test: these are missing, and could not be installed here:"
        printf '%s\n' "$still" | sed 's/^/  - /'
        echo "Install them and try again; make quick runs the tests that need neither."
    } >&2
    exit 1
fi
