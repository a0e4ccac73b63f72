# installed.sh -- what scripts share that use Triptych as it is installed, and moved; it is read by them, with the build
# folder as the argument.  They work in an empty folder, which is gone at the end.
# shellcheck shell=bash disable=SC2154

[[ $TRIPTYCH_PRESET != [at]san ]] || exit 77 # a program that is built without them cannot use a library with sanitizers

build=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

complain() {
    echo "FAILED: $1"
    [[ ! -s log ]] || sed 's/^/    /' log
    failures=$((failures + 1))
}

finish() {
    echo "${0##*/}: $failures failures"
    exit $((failures > 0))
}

# good WORD...: the command succeeds.
good() {
    "$@" >log 2>&1 </dev/null || complain "$*: status $?"
}

# bad PATTERN WORD...: the command has status 2 and says nothing but one line of this kind.
bad() {
    local pattern=$1 status
    shift
    "$@" >out 2>log </dev/null
    status=$?
    sed -i '/^OMP: Warning #179: .* SHM failed/d' log # where /dev/shm cannot be written
    ((status == 2)) && [[ ! -s out ]] && (($(wc -l <log) == 1)) && grep -q -- "$pattern" log ||
        complain "$*: status $status, not one line that says \"$pattern\""
}

export CMAKE_GENERATOR=Ninja CMAKE_BUILD_PARALLEL_LEVEL=2 HOME=$work/home
good cmake --install "$build" --prefix "$work/first"
mv first moved
root=$work/moved
library=$(dirname "$(find "$root" -name libtriptych.so)")
export PATH=$root/bin:$PATH PKG_CONFIG_PATH=$library/pkgconfig
unset CC
