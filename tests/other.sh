#!/bin/bash
# other.sh -- what toolchains/other refuses, in a line, before it makes anything.
set -uo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# A copy, in which nothing is made: what is not refused ends there.
mkdir "$work/tree" "$work/bin"
printf '#!/bin/sh\necho "goes on" >&2\nexit 3\n' >"$work/bin/unshare"
chmod +x "$work/bin/unshare"
export PATH=$work/bin:$PATH
cp -R "$source"/{toolchains,CMakePresets.json} "$work/tree"
other=$work/tree/toolchains/other

complain() {
    echo "FAILED: $*"
    sed 's/^/    /' "$work/out" "$work/err"
    failures=$((failures + 1))
}

# refused WORDS ARGUMENT...: status 2, one line with the words, and nothing made.
refused() {
    "$other" "${@:2}" >"$work/out" 2>"$work/err"
    local status=$?
    ((status == 2)) || complain "${*:2}: status $status"
    [[ ! -s $work/out && $(wc -l <"$work/err") == 1 ]] || complain "${*:2}: not one line"
    grep -qF -e "$1" "$work/err" || complain "${*:2}: no word of $1"
    [[ ! -e $work/tree/build ]] || complain "${*:2}: makes something"
}

refused "clang-NN or gcc-NN"
refused "COMPILER 'clang'" clang
refused "COMPILER 'clang-9'" clang-9
refused "COMPILER 'icx-25'" icx-25
refused "COMPILER '../gcc-16'" ../gcc-16
refused "--suite ''" gcc-16 --suite
refused "--suite '../sid'" gcc-16 --suite=../sid
refused "--preset ''" gcc-16 --preset
refused "--preset 'none'" gcc-16 --preset none

"$other" --help >"$work/out" 2>"$work/err" || complain "--help: status $?"
grep -q '^usage: toolchains/other COMPILER' "$work/out" && [[ ! -s $work/err ]] || complain "--help: no help"

# Without root it ends in a line, too; as root it goes on.
for user in $EUID 65534; do
    ((user != EUID && EUID)) && continue
    chmod -R a+rX "$work"
    setpriv=(setpriv "--reuid=$user" --clear-groups)
    ((user != EUID)) || setpriv=()
    "${setpriv[@]}" "$other" gcc-16 >"$work/out" 2>"$work/err"
    status=$? wanted=1 words='takes root'
    ((user)) || wanted=3 words='goes on'
    ((status == wanted)) && [[ $(<"$work/err") == *"$words"* && $(wc -l <"$work/err") == 1 ]] || complain "as user $user: status $status"
done

echo "other.sh: $failures failures"
((failures == 0))
