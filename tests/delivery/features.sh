#!/bin/bash
# features.sh BUILD -- doctor --features, all of it: each probe is compiled and run, by another compiler than the build's,
# too, and what it leaves is nothing.
set -uo pipefail

build=$(realpath "${1:-${TRIPTYCH_BUILD_DIR:?the build folder}}")
[[ ${TRIPTYCH_PRESET-} != [at]san ]] || exit 77 # what is compiled is without them
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
unset LIBOMP_USE_HIDDEN_HELPER_TASK # with it "barrier" crashes at times
failures=0

complain() {
    echo "FAILED: $1"
    [[ ! -s $work/err ]] || sed 's/^/    stderr: /' "$work/err"
    failures=$((failures + 1))
}

empty() { [[ -z $(ls -A "$TMPDIR") ]] || complain "$1: leaves $(ls -A "$TMPDIR")"; }

probes=$(find "${TRIPTYCH_SOURCE_DIR:?}/bench/doctor/features" -name '*.c' | wc -l)
defined() { sed -n "s/^#define TRIPTYCH_$1 \"\(.*\)\".*/\1/p" "$build/generated/build_info.h"; }

# --- A compiler that fails, in any build ------------------------------------------------------------------------------

printf '#!/bin/sh\necho "error: no" >&2\nexit 1\n' >"$work/liar"
chmod +x "$work/liar"
"$build/doctor" --features --cc="$work/liar" --format json -o "$work/liar.json" 2>"$work/err"
status=$?
((status == 1)) || complain "a compiler that fails: status $status"
(($(grep -c '"compiles":false.*"said":"error: no","compiler":"liar"' "$work/liar.json") == probes)) ||
    complain "a compiler that fails: not $probes rows that do not compile"
empty "a compiler that fails"

# --- The build's own, named, with its flags: as without ----------------------------------------------------------------

few=collapse,device_num
"$build/doctor" --features=$few --cc="$(defined CC)" --flags="$(defined FLAGS) $(defined PROBE_LINK)" --format json \
    -o "$work/named.json" 2>"$work/err"
status=$?
((status < 2)) && (($(grep -c "\"compiler\":\"$(defined COMPILER)\"" "$work/named.json") == 2)) ||
    complain "--cc: status $status, and not two rows of $(defined COMPILER)"
empty "--cc"

# --- All probes --------------------------------------------------------------------------------------------------------

"$build/doctor" --features --format json -o "$work/rows.json" 2>"$work/err"
status=$?
empty "all probes"
if ((status == 2)); then
    grep -q 'has no offload target' "$work/err" || complain "status 2, and not for want of a target"
    [[ ! -e $work/rows.json ]] || complain "status 2, and a file"
    exit $((failures > 0))
fi

rows=$(grep -c '"kind":"feature"' "$work/rows.json")
((rows == probes)) || complain "$rows rows of $probes probes"
holes=$(grep -c '"right":\(false\|null\)' "$work/rows.json")
((status == (holes > 0))) || complain "status $status for $holes holes"
silent=$(grep '"compiles":false' "$work/rows.json" | grep '"said":null')
[[ -z $silent ]] || complain "not compiled, and no word why: $silent"

# LLVM's device that is the CPU itself has all but two: regions do not know its number, and nothing is behind it
# for interop to hand out.  And tools are told nothing where the loader does not find libomp.so by that name, as
# libomptarget asks for it (src/ompt/connect.c).
lacking='device_num|interop'
# Of OpenMP 5.2 and 6.0, clang has what it has, and the rest grows with its versions.
lacking+='|declare_target_enter|linear_step|doacross|teams_if|fuse|self_maps|groupprivate|device_uid|directive_names'
lacking+='|metadirective_otherwise' # clang 23 takes it with -fopenmp-version=52 alone, 19 always
# Of teams LLVM makes as many as there are processors, at most.
(($(nproc) >= 3)) || lacking+='|num_teams'
ldconfig -p | grep 'libomp[.]so ' >/dev/null || lacking+='|ompt'
if [[ ${TRIPTYCH_PRESET-} == llvm-host ]]; then
    wrong=$(grep '"right":\(false\|null\)' "$work/rows.json" | sed 's/.*"feature":"\([a-z_]*\)".*/\1/' |
            grep -vxE "$lacking")
    [[ -z $wrong ]] || complain "does not work on the host plugin: $wrong"
fi

# The same of each feature, with the compiler named and without.
results() { sed -n 's/,"said":.*//; /"kind":"feature"/p' "$1"; }
results "$work/rows.json" >"$work/results"
results "$work/named.json" | grep -vxF -f "$work/results" >"$work/others"
[[ ! -s $work/others ]] || complain "with --cc other results: $(<"$work/others")"

# --- Side by side ------------------------------------------------------------------------------------------------------

"$build/doctor" --compare "$work/rows.json" "$work/liar.json" -o "$work/table.txt" 2>"$work/err" ||
    complain "--compare: status $?"
(($(grep -cE '^  [456][.][0-9]  [a-z_0-9]+ .*  NO COMPILE$' "$work/table.txt") == probes)) ||
    complain "--compare: not a line for each feature"
grep -qE "^ +work on the device +$((probes - holes)) of $probes +0 of $probes\$" "$work/table.txt" ||
    complain "--compare: not $((probes - holes)) that work: $(tail -n 1 "$work/table.txt")"
echo '[]' >"$work/none.json"
"$build/doctor" --compare "$work/rows.json" "$work/none.json" >"$work/out" 2>"$work/err"
status=$?
((status == 2 && $(wc -l <"$work/err") == 1)) && [[ ! -s $work/out ]] || complain "--compare of no rows: status $status"

# Ctrl-C in the middle: by that signal, and nothing stays.
"$build/doctor" --features -o "$work/new.txt" 2>"$work/err" &
sleep 3
kill -TERM $!
wait $!
status=$?
((status == 143)) || complain "SIGTERM: status $status"
[[ ! -e $work/new.txt ]] || complain "SIGTERM: a file"
empty "SIGTERM"

exit $((failures > 0))
