# course.sh -- what scripts share that try learn; it is read by them, when $build is known.  They work in an empty folder, which is gone
# at the end.
# shellcheck shell=bash disable=SC2154,SC2034

learn=$build/learn
lessons=${TRIPTYCH_SOURCE_DIR:?}/lessons
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
cd "$work" || exit 1
failures=0

complain() {
    echo "FAILED: $1"
    sed 's/^/    /' out | head -n 60
    failures=$((failures + 1))
}

# expect STATUS WORDS ARGUMENT...: what learn says of them
expect() {
    local status=$1 words=$2
    shift 2
    "$learn" "$@" >out 2>&1
    local is=$?
    ((is == status)) || complain "learn $*: status $is, not $status"
    grep -qF -- "$words" out || complain "learn $*: does not say '$words'"
    [[ -z $(ls -A "$TMPDIR") ]] || complain "learn $*: leaves $(ls -A "$TMPDIR")"
}
