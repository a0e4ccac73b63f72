#!/bin/bash
# tests/ctags.sh BUILD -- ctags -R, with the configuration of this folder, finds every function by the name in its file.
set -uo pipefail

command -v ctags >/dev/null && ctags --version | grep -q Universal || { echo "no universal-ctags"; exit 77; }
cd "${TRIPTYCH_SOURCE_DIR:?}" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

ctags -R --kinds-C=f --kinds-CUDA=f -f "$work/tags" 2>"$work/said"
[[ ! -s $work/said ]] || { cat "$work/said"; failed=1; }
cut -f 1 "$work/tags" | sort -u >"$work/found"
# A definition begins in the first column, and its brace is in the first column of a line, too.
# shellcheck disable=SC2016 # a program of perl
find src bench lessons tests include -name '*.[ch]' -o -name '*.cu' | sort | xargs perl -0ne '
    s{/\*.*?\*/}{}gs;
    print "$1\n" while /^(?!typedef|extern|#)[A-Za-z_][\w *]*[ *](?!__attribute__)(\w+)\([^;{}]*\)\n\{/gm' | sort -u >"$work/written"
(($(wc -l <"$work/written") > 2000)) || { echo "FAILED: no functions in the files"; failed=1; }
missing=$(comm -13 "$work/found" "$work/written" | grep -vE '^(Parameterized)?Test' | paste -sd' ')
[[ -z $missing ]] || { echo "FAILED: ctags does not find $missing"; failed=1; }
grep -q '	build/' "$work/tags" && { echo "FAILED: tags of what is built"; failed=1; }
exit $failed
