#!/bin/bash
# tests/delivery/learn.sh BUILD -- the lessons' gate: exercises fail for the stated reason, solutions pass, wrong answers are
# rejected in the stated words.  Then learn itself, and files that misbehave.
set -uo pipefail

build=$(realpath "${1:-${TRIPTYCH_BUILD_DIR:?the build folder}}")
unset LIBOMP_USE_HIDDEN_HELPER_TASK # by which ctest makes nowait wait
[[ ${TRIPTYCH_PRESET-} != [at]san ]] || exit 77 # what is compiled is without them
. "${TRIPTYCH_SOURCE_DIR:?}/tests/shared/course.sh"

expect 0 'Usage: learn ' --help
expect 0 'solution NAME' --help

# LEARN_PART: a part of the other answers alone, for CI, whose time is short: all took 382 s with two jobs (2026-11-28).
"$learn" check ${LEARN_PART:+--part "$LEARN_PART"} >out 2>&1
status=$?
cat out
if grep -q 'has no offload target' out; then
    ((status == 2)) || complain "no target: status $status"
    exit $((failures > 0))
fi
((status == 0)) || complain "learn check: status $status"
grep -q 'finds no device here' out && exit 77

# --- Requests that are wrong ---
expect 2 'did you mean scalars?' run scalers
expect 2 'did you mean list' lits
expect 2 'takes the name of a lesson' run
expect 2 'unexpected argument' run map map
expect 2 'or --all' reset
expect 2 'No such file' --lessons nowhere list
expect 2 "--jobs 'many': 1 to 64" check --jobs many
expect 2 '--jobs belongs to check' list --jobs 2
expect 2 "--part '3/3': has to be K/N" check --part 3/3
expect 2 '--part belongs to check' list --part 0/2
expect 2 'not before a try' solution map
[[ ! -e my-lessons ]] || complain "a wrong request has made a folder"

# --- Authors: a wrong answer that is accepted, one that is no patch, and one that does not apply ---
# spoilt WORDS: check of the course in `spoilt` fails, and says so
spoilt() {
    expect 1 "$1" --lessons spoilt check where --jobs 1
    rm -r spoilt/01-where
    cp -R "$lessons/01-where" spoilt
}
mkdir spoilt
cp -R "$lessons"/{judge,01-where} spoilt
cat >spoilt/01-where/wrong/right.patch <<'END'
rejected: b was computed on the host
--- solution.c
+++ right.c
@@ -1 +1,2 @@
+/* as right as before */
 #include "lesson.h"
END
# Elsewhere not all can be judged, and then it may pass.
[[ ${TRIPTYCH_PRESET-} != llvm-host ]] || spoilt 'right.patch: is wrong, and passes'
rm -f spoilt/01-where/wrong/right.patch
sed -i '/^ /s/$/ \/\/ other/' spoilt/01-where/wrong/claimed.patch
spoilt 'wrong/claimed.patch: does not apply to solution.c'
echo >spoilt/01-where/wrong/old.c
spoilt 'old.c: a wrong answer is a NAME.patch of solution.c'
sed -i 1d spoilt/01-where/wrong/host.patch
spoilt 'wrong/host.patch: its first line has to be rejected: words'
(PATH=$work "$learn" check where) >out 2>&1
status=$?
((status == 2)) && grep -q 'needs the program patch' out || complain "check without patch: status $status"

# --- What it says to do next is how it was started ---
(exec -a lessons/run "$learn" --work next next) >out 2>&1
grep -q '^Edit .*, then: lessons/run run where$' out || complain 'learn next: names another command'

# --- Handouts ---
expect 0 'without solutions' --export handouts
(cd "$lessons" && find [0-9]* -name exercise.c -o -name lesson.h -o -path '*-*/README.md' | sort) >wanted
(cd handouts && find . -mindepth 2 -type f | sed 's|^\./||' | sort) >got
diff wanted got >out || complain 'handouts: not the files of each exercise'
expect 2 'File exists' --export handouts

# --- The way of a student ---
expect 0 '0 of ' list
expect 0 'Where does a region run?' next
grep -qF 'void twice(ptrdiff_t n' out || complain 'next: does not show the function that is wanted'
expect 1 'it ran on the host' run 1
expect 0 'Which clause' hint where
expect 0 'Remove the' hint 01-where
expect 0 'omp_is_initial_device()' solution where
cp "$lessons/01-where/solution.c" my-lessons/01-where.c
expect 0 'SOLVED' run where
expect 0 '1 of ' list
expect 0 'Map kinds' next
expect 0 '01-where.c.1' reset where
cmp -s my-lessons/01-where.c.1 "$lessons/01-where/solution.c" || complain "reset: your file is not kept"
cmp -s my-lessons/01-where.c "$lessons/01-where/exercise.c" || complain "reset: not the exercise"
expect 0 '0 of ' list

# The line that includes lesson.h, as it is written here and there.
for line in '# include "lesson.h"' '  #include	<lesson.h>' '#include"lesson.h"' $'\xEF\xBB\xBF#include "lesson.h"'; do
    sed "1s/.*/$line/" "$lessons/01-where/solution.c" >my-lessons/01-where.c
    expect 0 SOLVED run where
done

# The environment is not the answer's fault.
cp "$lessons/06-teams/solution.c" my-lessons/06-teams.c
for set in OMP_THREAD_LIMIT=1 OMP_STACKSIZE=8G OMP_NUM_THREADS=1 OMP_SCHEDULE=static,100000 OMP_NUM_TEAMS=1 OMP_TEAMS_THREAD_LIMIT=1 KMP_LIBRARY=serial; do
    export "${set?}"
    expect 0 SOLVED run teams
    unset "${set%=*}"
done
OMP_STACKSIZE=100G expect 2 'learn: OMP_STACKSIZE=100G in the environment' run teams
OMP_DEFAULT_DEVICE=7 expect 1 'the default device is number 7 (OMP_DEFAULT_DEVICE)' run teams

# watch: once as it is, and once more when it is saved.
"$learn" watch map >out 2>&1 &
watcher=$!
for _ in {1..60}; do grep -q 'NOT YET' out && break; sleep 0.5; done
cp "$lessons/02-map/solution.c" my-lessons/02-map.c
for _ in {1..60}; do grep -q 'SOLVED' out && break; sleep 0.5; done
kill $watcher
wait $watcher 2>/dev/null
grep -q SOLVED out || complain "watch: has not seen the file saved"

# --- Files that misbehave: a verdict each ---
# given WORDS: the standard input is the answer to lesson 1
given() {
    cat >my-lessons/01-where.c
    expect 1 "$1" run where
}
head='#include "lesson.h"
#include <stdio.h>
#include <stdlib.h>
void twice(ptrdiff_t n, const double *a, double *b, int *on_device)
{'
# An answer that is somebody else's, by any name.
cp "$lessons/01-where/solution.c" my-lessons/mine.h
ln -s "$lessons/01-where/solution.c" my-lessons/link.h
for included in "$lessons/01-where/solution.c" mine.h link.h ./../my-lessons/mine.h; do
    given 'and nothing else' <<<"#include \"lesson.h\"
#include \"$included\""
done
given 'and nothing else' <<<"#include \"lesson.h\"
# define ANSWER <$PWD/my-lessons/mine.h>
# include ANSWER"
cp "$lessons/01-where/lesson.h" my-lessons/
given 'It includes' <"$lessons/01-where/solution.c"
rm my-lessons/*.h
given 'does not compile' <<<"$head oh }"
given 'the line below it has to begin with for' <<<"$head
#pragma omp target teams distribute parallel for
*on_device = 1; }"
given 'is gone' <<<'void twice(void) {}'
given 'a function is missing' <<<'#include "lesson.h"'
given 'crashed' <<<"$head *(volatile int *)8 = 1; }"
[[ ${TRIPTYCH_PRESET-} != llvm-host ]] || grep -q '^before it crashed nothing of a was copied' out || complain "a crash: what was copied before"
given 'beyond its end' <<<"$head b[n] = 1;
#pragma omp target map(from: on_device[:1])
*on_device = 1; }"
given 'before its first element' <<<"$head b[-1] = 1;
#pragma omp target map(from: on_device[:1])
*on_device = 1; }"
given 'did not end within 10 seconds' <<<"$head for (volatile int i = 0; ; i = 1) ; }"
given 'did not end within 10 seconds' <<<"$head for (;;) puts(\"on and on\"); }"
given 'before the judge could look' <<<"$head exit(0); }"
given 'a verdict of its own' <<<"$head FILE *f = fopen(\"report\", \"w\"); fputs(\"right\\n\", f); fclose(f); _Exit(0); }"
given 'before the judge could look' <<<"$head }
__attribute__((constructor)) static void early(void) { puts(\"SOLVED\"); exit(0); }"
given "the judge's own" <<<"$head extern const double *true_values(const double *);
for (ptrdiff_t i = 0; i < n; i++) b[i] = 2 * true_values(a)[i]; }"
given 'it ran on the host' <<<"$head for (int i = 0; i < 300000; i++) puts(\"megabytes\"); }"
(($(wc -c <out) < 5000)) || complain "megabytes: are printed again"
exit $((failures > 0))
