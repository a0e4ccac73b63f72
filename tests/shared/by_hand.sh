# by_hand.sh -- what scripts share that run programs by hand; it is read by them, with the build folder as the argument.
#
# They work in an empty folder, which is gone at the end. Programs of the build folder are on PATH.
# shellcheck shell=bash

build=$(realpath "${1:-${TRIPTYCH_BUILD_DIR:?the build folder}}")
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
checks=0 failures=0

complain() {
    echo "FAILED: $1"
    [[ ! -s .out ]] || sed 's/^/    stdout: /' .out
    [[ ! -s .err ]] || sed 's/^/    stderr: /' .err
    failures=$((failures + 1))
}

finish() {
    echo "$checks checks, $failures failed"
    exit $((failures > 0))
}

# What lies in the folder, folders and links too, but for what the scripts themselves keep there.
listing() { find . -path ./.bin -prune -o ! -name .out ! -name .err \( -type f -exec sha256sum {} + -o -print \) | sort; }

# Where /dev/shm cannot be written, libomp says so at each start, whatever KMP_WARNINGS is: no business of ours.
set_aside() { sed -i '/^OMP: Warning #179: .* SHM failed/d' .err; }

# run WORD...: runs a command; its output goes to .out and .err, its status to $status.
run() {
    checks=$((checks + 1))
    "$@" >.out 2>.err </dev/null
    status=$?
    set_aside
}

# expect STATUS PATTERN TOOL WORD...: the command ends so, says one line of this kind, and leaves
# the folder as it was.
expect() {
    local wanted=$1 pattern=$2 before
    shift 2
    before=$(listing)
    run "$@"
    if ((status != wanted)); then
        complain "$*: status $status, not $wanted"
    elif (($(wc -l <.err) != 1)); then
        complain "$*: not one line on stderr"
    elif ! grep -Eq -- "^$1: .*$pattern" .err; then
        complain "$*: does not say \"$pattern\""
    elif ((wanted == 2)) && [[ -s .out ]]; then
        complain "$*: something on stdout"
    elif [[ $(listing) != "$before" ]]; then
        complain "$*: has written to a file"
    fi
}

bad() { expect 2 "$@"; }
fails() { expect 1 "$@"; }

# good WORD...: the command succeeds and has nothing to complain of.
good() {
    run "$@"
    ((status == 0)) || { complain "$*: status $status"; return 1; }
    [[ ! -s .err ]] || complain "$*: something on stderr"
}
