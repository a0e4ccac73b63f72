#!/bin/bash
# tests/describe.sh BUILD -- describe finds what a hotspot's files define, and so no two kernels or objects have one name.
set -uo pipefail

build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

complain() {
    echo "FAILED: $*"
    failed=1
}

cat >"$work/forms.c" <<'END'
/* void comment(void) {} */
#include "real.h"
enum { A, B };
struct pair { int a[2]; };
typedef int strange(int);
extern int elsewhere;
int declared(int);
static int hidden(void) { return 'a' + '{' + sizeof "}"; }
static void has_region(int n, double a[n])
{
    #pragma omp target teams distribute parallel for \
        map(tofrom: a[:n])
    for (int i = 0; i < n; i++) { a[i] += hidden(); }
}
static void copies_only(double *a)
{
    #pragma omp target update from(a[:1])
}
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void seen(const double *restrict a, int (*f)(int))
{
    has_region(f(1), (double *)a); // }
}
#endif
const struct pair table[] = { { { 1, 2 } }, { { 3 } } };
struct pair tentative[3], *const one;
static const int hidden_table[2] = { A, B };
END
cat >"$work/forms.cu" <<'END'
extern "C" {
int declared(int);
}
template <class shape, int n> static __global__ void __launch_bounds__(shape::THREADS, n) kernel(int *a) { a[0] = n; }
extern "C" void launch(int *a) { kernel<int, 1><<<1, 1>>>(a); }
END
found=$("$build/describe" names "$work/forms.c" "$work/forms.cu" | awk '/^#define/ { print $2 }' | paste -sd' ')
[[ $found == "has_region seen table tentative kernel launch" ]] || complain "describe names: $found"

# refused LINE WORDS TEXT: one line, which names the file and the line, and status 2
refused() {
    echo "$3" >"$work/wrong.c"
    said=$("$build/describe" names "$work/wrong.c" 2>&1 >/dev/null)
    [[ $? == 2 && $said == "$work/wrong.c:$1: $2"* ]] || complain "describe says: $said"
}
refused 2 "update is a word of OpenMP's directives" $'int a;\nvoid update(void) {}'
refused 1 "map is a word of OpenMP's directives" 'int map = 1;'
"$build/describe" names "$work/none.c" 2>/dev/null && complain "describe takes a file that is not there"
"$build/describe" 2>/dev/null && complain "describe takes no arguments"

# What a linker sees: weak kernels of one name would become one, silently.
objects=$(find "$build/CMakeFiles" -path '*triptych_paths_*' -name '*.o')
[[ -n $objects ]] || complain "no objects of hotspots in $build"
# shellcheck disable=SC2086 # a list of files
twice=$(nm --defined-only -A $objects | awk '$2 ~ /^[TDBRVWC]$/ || $3 ~ /^[TDBRVWC]$/ { print $NF }' | sort | uniq -d |
    grep -v '^\.omp_offloading\|^__clang\|^_*asan\|^_*tsan\|reduction\|^DW\.\|omp_offloading[.]img' | head -5)
[[ -z $twice ]] || complain "two of one name: $twice"
exit $failed
