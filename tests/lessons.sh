#!/bin/bash
# tests/lessons.sh BUILD -- lessons stay lessons: short, in the literal words of the directive, and without what
# a path would miss in another program; rungs stay short as well.  Peers are measured like paths.
set -uo pipefail

root=${TRIPTYCH_SOURCE_DIR:?}
failed=0

complain() {
    echo "FAILED: $*"
    failed=1
}

# at_most LINES FILE: of the file
at_most() {
    local lines
    lines=$(wc -l <"$2")
    ((lines <= $1)) || complain "$2: $lines lines, and $1 are allowed"
}

# functions_at_most LINES FILE: a definition begins in the first column and ends at a brace there
functions_at_most() {
    awk -v most="$1" -v file="$2" '
        /^[A-Za-z_].*\(/ && !/;$/ && !/ = / && !/^extern/ { begun = NR; name = $0 }
        /^}/ && begun {
            if (NR - begun + 1 > most) { print "FAILED: " file ":" begun ": " NR - begun + 1 " lines: " name; bad = 1 }
            begun = 0
        }
        END { exit bad }' "$2" || failed=1
}

# The file without its comments, since those may well speak of what the code must not have.
code() {
    perl -0pe 's{/\*.*?\*/}{}gs' "$1"
}

# What is no plain OpenMP, or is not there when a path stands alone.
foreign='num_teams|thread_limit|tri_teams|tri_team_threads|omp barrier|omp flush|vector_size|__builtin|__asm__|ompx'

parts='tri_rows|tri_layers|tri_steps_of|tri_part|tri_division|tri_stop|slab|several devices'

for lesson in "$root"/src/hotspots/*/*.c; do
    [[ $lesson == */"$(basename "$lesson" .c)"/*.c && $lesson != */listings/* ]] || continue
    case $lesson in
        */mandelbrot.c | */moldyn.c) at_most 320 "$lesson" ;;
        *) at_most 240 "$lesson" ;;
    esac
    functions_at_most 40 "$lesson"
    told=$(grep -n 'What the prototypes do not say' "$lesson" | cut -d: -f1)
    lines=$(wc -l <"$lesson")
    ((${told:-0} * 10 >= lines * 6)) || complain "$lesson: the last section, what prototypes do not say, has more than 40 % of it"
    found=$(grep -nE "$parts" "$lesson") && complain "$lesson: a lesson knows nothing of several devices: $found"
    text=$(code "$lesson")
    grep -q '#pragma omp target teams distribute parallel for' <<<"$text" ||
        complain "$lesson: has no omp target teams distribute parallel for"
    grep -q '#pragma omp parallel for simd' <<<"$text" ||
        { grep -q '#pragma omp parallel for' <<<"$text" && grep -q '#pragma omp simd' <<<"$text"; } ||
        complain "$lesson: has neither omp parallel for simd nor omp simd inside of omp parallel for"
    found=$(grep -nE "$foreign" <<<"$text") && complain "$lesson: a lesson does without: $found"
done

for rungs in "$root"/src/hotspots/*/*.[ch]; do
    at_most 500 "$rungs"
    functions_at_most 60 "$rungs"
done

# A name would be looked up in the time that is measured, and paths look up none.
found=$(grep -nE 'tri_case_value|tri_param_named' "$root"/bench/peers/*.c "$root"/src/hotspots/*/{peers.c,*_peers.h,cuda.cu}) &&
    complain "a peer takes parameters by their number: $found"
exit $failed
