#!/bin/bash
# suites.sh -- every suite of triptych-tests is a test of ctest: what is not there would never run.
set -uo pipefail

build=$(realpath "${1:-${TRIPTYCH_BUILD_DIR:?the build folder}}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$build/triptych-tests" --list 2>/dev/null | sed -n 's/^\([^:]*\): [0-9]* tests*$/\1/p' | sort >"$work/written"
ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: \([^.]*\)$/\1/p' | sort >"$work/run"
[[ -s $work/written ]] || { echo "FAILED: triptych-tests --list shows no suite"; exit 1; }
diff "$work/written" "$work/run" || { echo "FAILED: these suites are not those of ctest"; exit 1; }
