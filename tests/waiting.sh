#!/bin/bash
# waiting.sh -- docs/waiting/compare: a plain directive takes some time in a program of its own, and some in bench. What the two
# are to each other is for a machine with a GPU to say.
set -uo pipefail

build=$1
root=$(dirname "$0")/..
[[ -x $build/plain-program ]] || exit 77 # a build without offload
"$build/plain-program" 1000 >/dev/null 2>&1 || exit 77 # no device

fail() {
    echo "waiting.sh: $*" >&2
    exit 1
}

said=$(REPS=3 STARTS=3 "$root/docs/waiting/compare" "$build" 1000 30001 2>&1) || fail "compare fails: $said"
for line in "vecadd +1000" "dot +1000" "vecadd +30001" "dot +30001"; do
    grep -Eq "^$line  runtime +[0-9.e-]+ +[0-9.e-]+ +[0-9.]+ +[0-9.]+ to [0-9.]+$" <<<"$said" || fail "no \"$line\" in: $said"
done
if [[ $("$build/plain-program" awake 1000 2>&1) == *"no NVIDIA driver"* ]]; then
    grep -q "^awake: not on this machine$" <<<"$said" || fail "does not say that it cannot wait awake: $said"
else
    grep -Eq "^dot +30001  awake +[0-9.e-]+ +[0-9.e-]+ +[0-9.]+ +[0-9.]+ to [0-9.]+$" <<<"$said" || fail "no \"awake\" in: $said"
fi

for n in 0 x 4294967297; do
    "$build/plain-program" $n >/dev/null 2>&1
    (($? == 2)) || fail "plain-program $n: status $?, not 2"
done
said=$(OMP_TARGET_OFFLOAD=DISABLED "$build/plain-program" 1000 2>&1) && fail "ran without a device: $said"
exit 0
