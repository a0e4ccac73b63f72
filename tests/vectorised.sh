#!/bin/bash
# vectorised.sh -- the SIMD paths really are SIMD, in what the compiler has built.
#
# Disassembles each hotspot and counts the arithmetic in the functions that its `simd` spends its time
# in: there has to be some on the widest registers of the build's instruction set, in both precisions,
# and more packed than scalar (but for the ends of rows, where a loop over memory has such). Hotspots
# name their functions alike, so each is looked at in its own object. A directive alone vectorises
# nothing: the same check has to fail for a scalar loop.
set -euo pipefail

build=${1:-${TRIPTYCH_BUILD_DIR:?the build folder}}
objdump=${OBJDUMP:-objdump}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
    echo "skipped: $1"
    exit 77
}

flags=$(sed -n 's/^#define TRIPTYCH_FLAGS "\(.*\)".*/\1/p' "$build/generated/build_info.h")
case $flags in
    *-fsanitize*) skip "a sanitizer checks every access, which leaves nothing to vectorise" ;;
esac
command -v "$objdump" >/dev/null || skip "there is no disassembler ($objdump)"

# The instruction set: that of the flags, without those for the device.
isa=$(sed -E 's/-Xopenmp-target[^ ]* [^ ]+//g' <<<"$flags" | grep -oE -- '-(march|tp|m(avx|fma|prefer))[^ ]*' |
    tr '\n' ' ' || true)
# shellcheck disable=SC2086 # flags are words
macros=$("${CC:-cc}" $isa -dM -E -x c /dev/null 2>/dev/null || true)
grep -q '__x86_64__' <<<"$macros" || skip "this knows the registers of x86-64 only"
grep -q '__FMA__' <<<"$macros" || skip "the build's instruction set has no FMA (flags: ${isa:-none})"
# The widest registers: those that the compiler takes for the plainest of loops. (Half of what there is, on many processors.)
cat >"$work/widest.c" <<'LOOP'
void widest(long n, double a, const double *x, double *z);
void widest(long n, double a, const double *x, double *z)
{
    #pragma omp simd
    for (long i = 0; i < n; i++)
        z[i] = a * x[i] + z[i];
}
LOOP
# shellcheck disable=SC2086 # flags are words
"${CC:-cc}" -O3 -fopenmp $isa -c "$work/widest.c" -o "$work/widest.o" ||
    { echo "FAILED: the plainest loop does not compile"; exit 1; }
listing=$("$objdump" -d --no-show-raw-insn "$work/widest.o")
case $listing in
    *%zmm*) widest=zmm ;;
    *%ymm*) widest=ymm ;;
    *) skip "the compiler prefers 128 bits on this processor, with more scalar instructions at the ends of loops" ;;
esac

# count FILE FUNCTION [ints]: arithmetic on the widest registers, packed and scalar, in the functions whose
# names begin so. (Bytes and shorts are added and averaged by instructions of their own. What vectors of
# int add counts only where asked for: elsewhere that may be indices.)
count() {
    "$objdump" -d --no-show-raw-insn "$1" | awk -v function_name="$2" -v widest=$widest -v ints="${3:-}" '
        /^[0-9a-f]+ <.*>:$/ { inside = index($2, "<" function_name) == 1 }
        !inside { next }
        /v(fn?m(add|sub)[0-9]*|add|sub|mul)p[sd]|vp(add|sub|avg)[bw]/ || (ints && /vpaddd/) {
            packed++
            if (index($0, "%" widest)) wide++
        }
        /v(fn?m(add|sub)[0-9]*|add|sub|mul)s[sd]/ { scalar++ }
        END { print wide + 0, packed + 0, scalar + 0 }'
}

# is_vectorised FILE FUNCTION [ends|ints]: whether it passes; says what was found.
is_vectorised() {
    local wide packed scalar ints=${3:-}
    [[ $ints == ints ]] || ints=
    read -r wide packed scalar < <(count "$1" "$2" "$ints")
    echo "$2: $packed packed, $wide of them on $widest; $scalar scalar"
    ((wide > 0)) && { [[ ${3:-} == ends ]] || ((packed > scalar)); }
}

# object FILE PRECISION: what src/hotspots/FILE.c is compiled to; without a folder it is one of the lessons.
object() {
    local file=$1
    [[ $file == */* ]] || file=$file/$file
    echo "$build/CMakeFiles/triptych_paths_${file%/*}_$2.dir/src/hotspots/$file.c.o"
}

# expect HOTSPOT FUNCTION PRECISION [ends|ints]
failures=0
expect() {
    local hotspot=$1 function=$2 precision=$3 file
    file=$(object "$hotspot" "$precision")
    [[ -f $file ]] || { echo "FAILED: there is no $file"; exit 1; }
    echo -n "$hotspot: "
    is_vectorised "$file" "$function" "${4:-}" || {
        echo "FAILED: $function of $hotspot, in $precision, is not vectorised (flags: $isa)"
        failures=$((failures + 1))
    }
}

# Hotspot, function, and whether it may be scalar at the ends of rows, or adds vectors of int.
while read -r hotspot function ends; do
    for precision in float double; do
        expect "$hotspot" "$function" "$precision" "$ends"
    done
done <<'TABLE'
mandelbrot             mandelbrot_simd
mandelbrot/climb       test_simd
mandelbrot/climb       batch_simd
listings/listings      test_simd
listings/listings      batch_simd
vecadd                 vecadd_simd ends
dot                    dot_simd ends
dot/dot_cpu            tile_simd
julia                  julia_simd ends
julia/julia_cpu        alike_simd
julia/julia_cpu        batch_simd
matmul                 matmul_simd ends
matmul/matmul_cpu      matmul_strips_simd ends
matmul/matmul_cpu      block_simd
matmul/matmul_cpu      tile_simd
laplace                step_simd ends
laplace/laplace_cpu    average_simd ends
blur                   blur_simd ints
blur/climb             mean_simd_8
blur/climb             mean_simd_16
moldyn                 forces_simd
moldyn/moldyn_simd     add_simd
moldyn/moldyn_simd     add_all_simd
moldyn/moldyn_simd     find_simd
vecadd/climb           vecadd_tuned_simd ends
TABLE

# --- What it must not pass ---

cat >"$work/scalar.c" <<'SCALAR'
#include <math.h>
void scalar_loop(int n, int iterations, const double *re, const double *im, int *count);
void scalar_loop(int n, int iterations, const double *re, const double *im, int *count)
{
    #pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        double x = 0, y = 0;
        int k = 1;
        for (; k <= iterations && fma(x, x, y * y) < 4; k++) {
            double t = fma(x, x, fma(-y, y, re[i]));
            y = fma(x + x, y, im[i]);
            x = t;
        }
        count[i] = k <= iterations ? k : 0;
    }
}
SCALAR
# shellcheck disable=SC2086 # flags are words
"${CC:-cc}" -O3 -fopenmp -ffp-contract=off $isa -c "$work/scalar.c" -o "$work/scalar.o" 2>/dev/null ||
    { echo "FAILED: the scalar loop does not compile"; exit 1; }
if is_vectorised "$work/scalar.o" scalar_loop; then
    echo "FAILED: the check takes a scalar loop for a vectorised one"
    failures=$((failures + 1))
fi
# Nor a reference with a loop that no compiler has vectorised so far: it ends at another step for each point. (clang 23
# vectorises that of blur.)
for precision in float double; do
    if is_vectorised "$(object mandelbrot $precision)" mandelbrot_reference; then
        echo "FAILED: the check takes the reference of mandelbrot for vectorised"
        failures=$((failures + 1))
    fi
done

((failures == 0))
