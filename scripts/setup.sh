# Sourced by ./run and ./check. POSIX sh; needs Debian or a derivative.

# ensure_packages NAME...: installs the Debian packages that are missing.
ensure_packages() {
    missing=
    for name in "$@"; do
        dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing="$missing $name"
    done
    [ -z "$missing" ] && return
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    echo "Installing Debian packages:$missing" >&2
    $as_root apt-get update -qq
    # shellcheck disable=SC2086  # one word per package is meant
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# ensure_python: makes .venv. Debian's python3 comes without ensurepip.
ensure_python() {
    [ -x .venv/bin/pip ] && return
    python3 -c 'import sys, ensurepip; assert sys.version_info >= (3, 11)' 2>/dev/null || ensure_packages python3 python3-venv
    python3 -m venv .venv
}

# install EXTRAS: installs what requirements.lock pins, unless that was done since it last changed.
install() {
    stamp=".venv/installed-${1:-run}"
    [ "$stamp" -nt requirements.lock ] && [ "$stamp" -nt pyproject.toml ] && return
    echo "Installing Python packages (once)..." >&2
    # pip warns of what is wrong with the machine ("Location ... is ignored"); errors still show.
    .venv/bin/pip install -qq --disable-pip-version-check --constraint requirements.lock --editable ".${1:+[$1]}"
    touch "$stamp"
}
