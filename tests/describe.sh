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
int two = (3, 4), three, unlike(double), (*through)(int), four __attribute__((aligned(64)));
extern int five, six;
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
[[ $found == "has_region seen table tentative one two three four kernel launch" ]] || complain "describe names: $found"

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

# ---- Paths ----

# What a prototype says: numbers of the table first, extents, what is written, a variant's name, what follows the arguments.
cat >"$work/path.c" <<'END'
typedef float other;
void path_reference(ptrdiff_t n, int steps, real a, const real x[n * 3], uint16_t *, int32_t z[restrict n * steps]);
void path_reference(ptrdiff_t n, int steps, double a, const real x[n * 3],
                    int32_t z[n * steps], const int32_t table[n + 1])
{
    z[0] = table[n];
    for (int i = 0; i < steps; i++)
        a++;
}
void path_two_steps_offload(ptrdiff_t n, int steps, double a, const real x[n*3], int32_t z[n * steps],
                            const int32_t table[n+1], int *place, const struct tri_case *c)
{
}
static void path_simd(void) { }
const struct tri_variant path_tuned[] = { { "two-steps" } };
const struct tri_hotspot path = {
    .params = { [STEPS] = { "steps", "how many", .choices = { "n" } } },
    .operands = { { .name = "table", .length_of = length }, { "z" } },
};
END
written=$("$build/describe" paths path "$work/path.c")
# has TEXT: what is written for path.c
has() {
    grep -qF -- "$1" <<<"$written" || complain "describe paths: nothing says $1"
}
has 'path_reference((ptrdiff_t)c->value[1].integer, (int)c->value[0].integer, (double)c->value[2].real, c->operand[2], c->operand[1], c->operand[0]);'
has 'c->operand[1], c->operand[0], c->ran_on, c);'
has '{ "steps", TRI_INTEGER, INT32_MIN, INT32_MAX, .together = 2, .is_count = 1 },'
has '{ "n", TRI_INTEGER, PTRDIFF_MIN, PTRDIFF_MAX, .together = 2 },'
has '{ "a", TRI_REAL },'
has '{ "table", TRI_INT32, .is_const = 1, .is_read = 0 },'
has '{ "x", TRI_FLOATING, .is_const = 1, .is_read = 0, .shape = { 1 }, .rank = 1, .each = 1 * 3 },'
has '{ "z", TRI_INT32, .is_const = 0, .is_read = 0, .is_only_stored = 1, .shape = { 1, 0 }, .rank = 2, .each = 1 },'
has '{ "two-steps", TRI_OFFLOAD, call_path_two_steps_offload, ON_DEVICE(path_two_steps_offload), .is_silent = 0, .returned = 0 },'
has '.tuned = path_tuned,'
grep -q 'TRI_SIMD\|division' <<<"$written" && complain "describe paths: a static function is a path, or there is a division"

# What paths return is an operand of the table, or one more; a variant may write it where it lies.
echo 'real path_reference(ptrdiff_t n, const real x[n]) { }
real path_offload(ptrdiff_t n, const real x[n], int *place) { }
void path_fast_offload(ptrdiff_t n, const real x[n], real sum[1], int *place) { }
const struct tri_hotspot path = { .operands = { { "sum" } } };' >"$work/returns.c"
written=$("$build/describe" paths path "$work/returns.c")
has '*result = path_offload((ptrdiff_t)c->value[0].integer, c->operand[1], c->ran_on);'
has 'call_path_offload, ON_DEVICE(path_offload), .is_silent = 0, .returned = 1 },'
has '    path_fast_offload((ptrdiff_t)c->value[0].integer, c->operand[1], c->operand[0], c->ran_on);'
sed -i '/fast/d; /tri_hotspot/d' "$work/returns.c"
written=$("$build/describe" paths path "$work/returns.c")
has '{ "path", TRI_FLOATING, .is_const = 0, .is_read = 0, .each = 1 },'

# ---- Without a table: one that is empty, and what the paths do with their arrays ----

cat >"$work/bare.c" <<'END'
#define BINS (1 << 8)
enum { ROWS = 3, MORE };
static void scale(int n, real *all) { for (int i = 0; i < n; i++) all[i] *= 2; }
void bare_reference(size_t n, bool up, const unsigned char text[n + 1], uint64_t count[BINS], double _Complex z[n],
    float complex w, real old[n], real young[n], float sums[MORE][ROWS], real far[n], real set[n])
{
    count[0] = young[0] = z[0];
    young[1] = young[0];
    old[0] += 1;
    sums[0][0] = sums[1][0];
    scale(n, far);
    memset(set, 0, n);
}
END
written=$("$build/describe" paths bare "$work/bare.c")
has 'const struct tri_hotspot TRI_NAME(bare) = { .name = NULL };'
has '    .name = "bare",'
has '{ "n", TRI_INTEGER, 0, INT64_MAX, .together = 1 },'
has '{ "up", TRI_INTEGER, 0, 1, .together = 0 },'
has '{ "w_re", TRI_REAL },'
has '{ "w_im", TRI_REAL },'
has '((union { float part[2]; float complex whole; }){ { (float)c->value[2].real, (float)c->value[3].real } }).whole'
has '{ "text", TRI_UINT8, .is_const = 1, .is_read = 0, .length_of = bare_length_of_0, .each = 1, .is_text = 0 },'
has '    const wide all = ( (wide)c->value[0].integer + (wide)1 );'
has '{ "count", TRI_UINT64, .is_const = 0, .is_read = 0, .is_only_stored = 1, .shape = { 0 }, .rank = 0, .each = 1 * 256 },'
has '{ "z", TRI_FLOAT64, .is_const = 0, .is_read = 1, .shape = { 0 }, .rank = 1, .each = 2 },'
has '{ "old", TRI_FLOATING, .is_const = 0, .is_read = 1,'
has '{ "young", TRI_FLOATING, .is_const = 0, .is_read = 0,'
has '{ "sums", TRI_FLOAT32, .is_const = 0, .is_read = 1, .shape = { 0 }, .rank = 0, .each = 1 * 4 * 3 },'
has '{ "far", TRI_FLOATING, .is_const = 0, .is_read = 1,'
has '{ "set", TRI_FLOATING, .is_const = 0, .is_read = 0,'
has ' float sums [ 4 ] [ 3 ]'

# Names that the file gives to types are written out where prototypes stand, and an argument of the same name stays.
cat >"$work/alias.c" <<'END'
#define DATA_TYPE double // as benchmarks have it
typedef unsigned char byte;
typedef byte shade;
typedef struct { int a; } pair;
DATA_TYPE alias_reference(int n, const shade text[restrict n], DATA_TYPE a, DATA_TYPE y[n], const float byte[n]) { }
void alias_simd(int n, const unsigned char text[restrict n], double a, double y[n], const float byte[n], DATA_TYPE alias[1]) { }
END
written=$("$build/describe" paths alias "$work/alias.c")
has 'alias_reference((int)c->value[0].integer, c->operand[0], (double)c->value[1].real, c->operand[1], c->operand[2]);'
has 'double alias_reference( int n , const unsigned char text [ restrict n ] , double a , double y [ n ] , const float byte [ n ])'
has '{ "text", TRI_UINT8, .is_const = 1,'
has '{ "alias", TRI_FLOAT64, .is_const = 0,'

# Two types by one name are none; under an #if there may be a main, and real once more; const stays in another name of a type.
cat >"$work/guarded.c" <<'END'
#ifndef REAL_BITS
typedef double real;
#define real_complex double
#endif
typedef const double in;
void guarded_reference(int n, in x[n], real y[n]) { y[0] = x[0]; }
#ifdef STANDALONE
int main(void) { }
#endif
END
written=$("$build/describe" paths guarded "$work/guarded.c")
has '{ "x", TRI_FLOAT64, .is_const = 1,'
has '{ "y", TRI_FLOATING, .is_const = 0,'

# What #if leaves out may close a brace, or be a path once more.
cat >"$work/branches.c" <<'END'
void branches_reference(int n, real x[n]) { x[0] = 1; }
#if A
void branches_simd(int n, real x[n]) { if (n) { x[0] = 1; }
#else
void branches_simd(int n, real x[n]) {
#endif
x[0] = 1; }
END
"$build/describe" paths branches "$work/branches.c" >/dev/null || complain "describe paths: a brace that #if leaves out is missed"
printf '#if A\nvoid path_reference(int n, real x[n]) { }\n#else\nvoid path_reference(int n, real x[n]) { }\n#endif\n' >"$work/twice.c"
"$build/describe" paths path "$work/twice.c" >/dev/null || complain "describe paths: #else is not seen"

# Lines that end as Windows writes them, joined by backslashes.
# shellcheck disable=SC1003 # a backslash at the end
printf '%s\r\n' '#define SET(x) do { \' 'x = 1; if (x) { \' '} } while (0)' 'void path_reference(int n, real x[n])' '{' \
    '#pragma omp target \' 'teams map(from: x[:n])' 'SET(x[0]);' '}' 'void path_simd(int n,' 'real y[n]) { }' >"$work/wrong.c"
said=$("$build/describe" paths path "$work/wrong.c" 2>&1)
[[ $said == *:11:\ path_simd:\ y:\ has\ another* ]] || complain "describe paths: lines of Windows are not counted: $said"

# A text is an array of characters, and a parameter of the same name.
echo 'int path_reference(int n, const char *word, const char x[n]) { return 1'\''000; }
const struct tri_hotspot path = { .params = { { "word", "what is looked for", .text = "ab" } } };' >"$work/text.c"
written=$("$build/describe" paths path "$work/text.c")
has 'path_reference((int)c->value[1].integer, c->operand[0], c->operand[1]);'
has '    *length = strlen(c->value[0].text) + 1;'
has '{ "word", TRI_TEXT },'
has '{ "word", (CHAR_MIN < 0 ? TRI_INT8 : TRI_UINT8), .is_const = 1, .is_read = 0, .length_of = path_length_of_0, .each = 1, .is_text = 1 },'

# unread LINE WORDS TEXT: no file is written, one line names the file and the line, and the status is 2.
unread() {
    echo "$3" >"$work/wrong.c"
    said=$("$build/describe" paths path "$work/wrong.c" 2>&1 >"$work/out")
    [[ $? == 2 && ! -s $work/out && $said == "$work/wrong.c:$1: $2"* ]] || complain "describe paths says: $said"
}
unread 1 'path_simd: there is no path_reference' 'void path_simd(ptrdiff_t n, real x[n]) { }'
good='void path_reference(ptrdiff_t n, real x[n]) { }'
unread 1 'path_reference: x: its extent is no sum or product' 'void path_reference(ptrdiff_t n, real x[n & 1]) { }'
unread 1 'path_reference: x: its extent is no sum or product' 'void path_reference(ptrdiff_t n, real x[]) { }'
unread 2 'path_reference: x: its extent is no sum or product' $'void path_reference(ptrdiff_t n,\nreal a, real x[a]) { }'
unread 1 'path_reference: x: its extent is no sum or product' 'void path_reference(ptrdiff_t n, real x[m]) { }'
unread 1 'path_reference: x: its extent is no sum or product' 'void path_reference(ptrdiff_t n, real x[f(n)]) { }'
unread 1 'path_reference: an extent is a product of more than 3' 'void path_reference(int n, real x[n * n * n * n]) { }'
unread 2 'path_reference: x: its extent has m, which has to come first' $'void path_reference(int n,\nreal x[n * m], int m) { }'
unread 1 'path_reference: x: its extent has n, which has to come first' 'void path_reference(real x[n + 1], int n) { }'
unread 2 'path_reference: its { is never closed: a } is missing' $'int a;\nvoid path_reference(int n, real x[n])\n{\nif (n) {\n}\n'
unread 1 'path_reference: its { is never closed: a } is missing, or in a macro, or the end of a comment' 'void path_reference(int n, real x[n]) { /* }'
unread 1 'the { of this line is never closed' 'struct point { int a;'
unread 3 'path_simd: is defined twice: line 2 has it, too' $'void path_reference(int n, real x[n]) { }\nvoid path_simd(int n, real x[n]) { }\nvoid path_simd(int n, real x[n]) { }'
unread 2 'main: the programs that are made of this file have one of their own' $'void path_reference(int n, real x[n]) { }\nint main(void) { }'
unread 1 'real is float in one build and double in another' 'typedef double real;'
unread 6 'path_reference: x has elements that no array has' $'#if !defined BIG\ntypedef int64_t index;\n#else\ntypedef int32_t index;\n#endif\nvoid path_reference(int n, const index x[n], real y[n]) { }'
unread 1 'path_reference: x has no extent' 'void path_reference(ptrdiff_t n, real *x) { }'
unread 1 'path_reference: word has no extent: an array is written word[n], and a text const char *word' 'void path_reference(ptrdiff_t n, char *word) { }'
unread 1 'path_reference: c has no extent' 'void path_reference(ptrdiff_t n, struct tri_case *c) { }'
unread 1 'path_reference: x has elements that no array has' 'void path_reference(ptrdiff_t n, struct point x[n]) { }'
unread 1 'path_reference: p has a type that no parameter has' 'void path_reference(struct point p) { }'
unread 1 'path_reference: w_im is a part of w already' 'void path_reference(float w_im, real_complex w, real x[3]) { }'
unread 1 'path_reference: n has a type that no parameter has' 'void path_reference(long double n) { }'
unread 1 'path_reference: these parameters cannot be read' 'void path_reference(ptrdiff_t n, int (*f)(int)) { }'
unread 1 'path_reference: these parameters cannot be read' 'void path_reference(ptrdiff_t n,) { }'
unread 1 'path_reference: has more than 32 parameters' "void path_reference(int x0$(printf ', int x%d' {1..32})) { }"
unread 1 'path_reference: these parameters cannot be read' "void path_reference(int x0$(printf ', int x%d' {1..30}), x31, int x32) { }"
unread 1 'path_reference: writes no array, since all are const' 'void path_reference(ptrdiff_t n, const real x[n]) { }'
unread 1 'path_reference: returns what no array has' 'struct point path_reference(ptrdiff_t n, real x[n]) { }'
unread 2 'path_simd: x: has another prototype' "$good"$'\nvoid path_simd(ptrdiff_t n, const real x[n]) { }'
unread 2 'path_simd: x: has another prototype' "$good"$'\nvoid path_simd(ptrdiff_t n, real x[n * 2]) { }'
unread 2 'path_simd: x: has another prototype' $'int path_reference(int n, const char x[n]) { }\nint path_simd(int n, const char *x) { }'
unread 2 'path_simd: n: has another prototype' "$good"$'\nvoid path_simd(int n, real x[n]) { }'
unread 2 'path_simd: m: has another prototype' "$good"$'\nvoid path_simd(ptrdiff_t m, real x[m]) { }'
unread 2 'path_simd: has another prototype' "$good"$'\nvoid path_simd(ptrdiff_t n, real x[n], int m) { }'
unread 2 'path_simd: has another prototype' "$good"$'\nvoid path_simd(ptrdiff_t n) { }'
unread 2 'path_simd: returns another type' "$good"$'\nreal path_simd(ptrdiff_t n, real x[n]) { }'
unread 3 'path: its paths have no parameter m' "$good"$'\nconst struct tri_hotspot path = { .params = { { "n" },\n{ "m" } } };'
unread 1 'path_reference: more than 32 of a kind' "real path_reference(real x1[1]$(printf ', real x%d[1]' {2..32})) { }"
unread 1 'names ThreadSanitizer' '__attribute__((no_sanitize("thread"))) void path_reference(int n, real x[n]) { }'
unread 3 'names ThreadSanitizer' $'void path_reference(int n, real x[n])\n{\n#if __has_feature(__thread_sanitizer__)\n#endif\n}'
unread 2 'names a function that runs when' $'void path_reference(int n, real x[n]) { }\n__attribute__((destructor)) static void last(void) { }'
"$build/describe" paths path <(echo 'void path_reference(int n, real multifunction[n]) { }') >/dev/null || complain "describe paths: multifunction is refused"
unread 1 'names a function that runs when' '__attribute__((section(".init_array"))) void *first; void path_reference(int n, real x[n]) { }'
unread 1 'names what asks or changes the process itself' 'void path_reference(int n, real x[n]) { mprotect(x, 1, 3); }'
unread 1 'names what asks or changes the process itself' 'void path_reference(int n, real x[n]) { open("/proc/self/mem", 0); }'
"$build/describe" words hidden <(echo 'int system_calls;') || complain "describe words: a word within another is refused"
"$build/describe" words hidden <(printf '\nint f(void) { return syscall(1); }') 2>"$work/err" && complain "describe words: syscall is not refused"
grep -q '^describe: hidden:2: names what' "$work/err" || grep -q '^hidden:2: names what' "$work/err" || complain "describe words: $(cat "$work/err")"
unread 1 'path: its paths have no parameter w' \
    'void path_reference(int n, real_complex w, real x[n]) { } const struct tri_hotspot path = { .params = { { "w" } } };'
unread 1 'path: its paths have no parameter place' \
    'void path_reference(int n, real x[n], int *place) { } const struct tri_hotspot path = { .params = { { "place" } } };'
unread 5 'path_reference: clang 19 loses the array x in a parallel region' "void path_reference(ptrdiff_t n, real x[n])
{
    #pragma omp target teams \\
        distribute
    #pragma omp parallel for
    x[0] = 1;
}"
echo 'void path_reference(ptrdiff_t n, real x[n])
{
    real *to = x;
    #pragma omp target teams map(from: to[:n])
    #pragma omp parallel for
    to[0] = 1;
}' >"$work/pointer.c"
"$build/describe" paths path "$work/pointer.c" >/dev/null || complain "describe paths: a pointer is not lost"
echo 'void path_reference(ptrdiff_t n, real x[n])
{
    real sum = 0;
    #pragma omp target teams map(tofrom: sum)
    #pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < 9; i++)
        sum += i;
    x[0] = sum;
    #pragma omp target
    {
        x[1] = 0;
    }
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = sum;
}' >"$work/behind.c"
"$build/describe" paths path "$work/behind.c" >/dev/null || complain "describe paths: what is behind a region is not in it"
echo "$good"$'\nconst struct tri_hotspot path;' >"$work/empty.c"
"$build/describe" paths path "$work/empty.c" >/dev/null || complain "describe paths: a table without a value is read"
unread 2 'path: two entries of a list are called n' "$good"$'\nconst struct tri_hotspot path = { .params = { { "n" }, { "n" } } };'
unread 2 'other: a table is called like its hotspot, path' "$good"$'\nconst struct tri_hotspot other = { .params = { { "n" } } };'
unread 2 'path: its paths have no array y' "$good"$'\nconst struct tri_hotspot path = { .operands = { { "y" } } };'

# What a linker sees: weak kernels of one name would become one, silently.
objects=$(find "$build/CMakeFiles" -path '*triptych_paths_*' -name '*.o')
[[ -n $objects ]] || complain "no objects of hotspots in $build"
# shellcheck disable=SC2086 # a list of files
twice=$(nm --defined-only -A $objects | awk '$2 ~ /^[TDBRVWC]$/ || $3 ~ /^[TDBRVWC]$/ { print $NF }' | sort | uniq -d |
    grep -v '^\.omp_offloading\|^__clang\|^_*asan\|^_*tsan\|reduction\|^DW\.\|omp_offloading[.]img' | head -5)
[[ -z $twice ]] || complain "two of one name: $twice"
exit $failed
