#!/bin/sh
# Makes build/venv, the project's environment, on a machine that has git, make and any Python 3.9+.
# Everything lands under build/; safe to repeat. Called by the Makefile.
set -eu
cd "$(dirname "$0")/.."

UV_VERSION=0.13.9
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
tools=$PWD/build/tools
uv=$tools/bin/uv

say() { echo "setup: $*" >&2; }

works() { "$@" >/dev/null 2>&1; }

# A uv that stands on PATH may be a shim of another Python's, which fails when it is called.
existing_uv() {
    if works uv --version; then command -v uv; fi
}

# The packaged uv, by the pip of whichever Python has one. `--target` leaves that Python as it is,
# so it is allowed where the system's packages are managed by the distribution.
packaged_uv() {
    for python in python3.13 python3 python /usr/bin/python3; do
        works "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' || continue
        if ! works "$python" -m pip --version; then
            works "$python" -m venv --clear "$tools/pip" || continue
            python=$tools/pip/bin/python
        fi
        if "$python" -m pip install --quiet --upgrade --target "$tools/uv" "uv==$UV_VERSION" >&2; then
            echo "$tools/uv/bin/uv"
            return
        fi
    done
}

if ! works "$uv" --version; then
    rm -rf "$tools/uv" "$uv"
    mkdir -p "$tools/bin"
    found=$(existing_uv)
    if [ -z "$found" ]; then
        say "fetching uv $UV_VERSION"
        found=$(packaged_uv)
    fi
    if [ -z "$found" ]; then
        say "no Python here has pip or venv. Install one of them (Debian: python3-venv), or uv, and repeat."
        exit 1
    fi
    ln -sf "$found" "$uv"
fi

say "Python environment in build/venv"
if ! UV_PROJECT_ENVIRONMENT=build/venv "$uv" sync --frozen --quiet 2>"$tools/sync.log"; then
    cat "$tools/sync.log" >&2
    if grep -qiE 'certificate|UnknownIssuer|tls' "$tools/sync.log"; then
        say "A certificate was not trusted (see above): this machine is behind a proxy with certificates of its own."
        say "Repeat with UV_SYSTEM_CERTS=1; SSL_CERT_FILE and NODE_EXTRA_CA_CERTS name them to Python and Node."
        exit 1
    fi
    say "uv found no Python $(cat .python-version) and could not fetch one, or a package is missing (see above)."
    say "With a Python $(cat .python-version) on PATH, repeat the command."
    exit 1
fi
