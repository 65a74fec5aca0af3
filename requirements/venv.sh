#!/bin/sh
# Makes a virtual environment with exactly the locked requirements.
#
#   requirements/venv.sh FOLDER run|dev
#
# On a Raspberry Pi the set "run" takes in what drives the real pins: lgpio from the lock below Python 3.13, the
# system's python3-lgpio from there on. PYTHON names the interpreter, DEVICE_TREE_MODEL the file that tells a Pi.
set -eu

folder=$1 set=$2
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
model=${DEVICE_TREE_MODEL:-/proc/device-tree/model}

stop() {
    echo "$1" >&2
    exit 1
}

command -v "$python" >/dev/null || stop "$python is missing; this brings it: sudo apt install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "$("$python" --version) is too old: Python 3.11 or later is needed (Debian 12, Raspberry Pi OS bookworm)"
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    stop "python3-venv is missing; this brings it: sudo apt install python3-venv"

site=
if grep -qs "Raspberry Pi" "$model"; then
    if "$python" -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then
        [ "$set" = run ] && set=pi
    else
        site=--system-site-packages
        "$python" -c 'import importlib.util as u, sys; sys.exit(u.find_spec("lgpio") is None)' ||
            echo "python3-lgpio is missing, without it no pin can be read; this brings it: sudo apt install python3-lgpio" >&2
    fi
fi

# An environment of another Python, or one that was cut short, is made anew; any other is only brought up to date.
version='import sys; print(sys.version)'
sees_system=$(sed -n 's/^include-system-site-packages = //p' "$folder/pyvenv.cfg" 2>/dev/null || true)
[ "$("$folder/bin/python" -c "$version" 2>/dev/null)" = "$("$python" -c "$version")" ] && [ -x "$folder/bin/pip" ] &&
    { [ -z "$site" ] || [ "$sees_system" = true ]; } ||
    "$python" -m venv --clear $site "$folder"
# pip's warnings say nothing to whoever only wants to play; its errors do.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
pip_install() {
    "$folder/bin/python" -m pip install -q --disable-pip-version-check --require-hashes "$@" 2>"$log" && return
    ! grep -q "connection broken" "$log" ||
        stop "the requirements could not be fetched; is there a network? Once there is, the same command goes on"
    cat "$log" >&2
    stop "the requirements could not be installed. On a 32-bit system some have no wheel: use the 64-bit one"
}

# Twice, since what has no wheel is built with the locked setuptools, which the first round brings.
first=$here/run.txt
[ "$set" = pi ] && first=$here/pi.txt
pip_install --only-binary :all: -r "$first"
[ "$set" != dev ] || pip_install --use-pep517 --no-build-isolation -r "$here/dev.txt"
