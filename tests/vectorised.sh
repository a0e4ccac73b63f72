#!/bin/bash
# vectorised.sh -- the SIMD paths really are SIMD, in what the compiler has built.
#
# Disassembles bench and counts the arithmetic in the functions that a hotspot's `simd` spends its time
# in: there has to be some on the widest registers of the build's instruction set, in both precisions,
# and more packed than scalar (but for the ends of rows, where a loop over memory has such). A directive
# alone vectorises nothing: the same check has to fail for a scalar loop.
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
[[ -x $build/bench ]] || { echo "FAILED: there is no $build/bench"; exit 1; }
command -v "$objdump" >/dev/null || skip "there is no disassembler ($objdump)"

# The instruction set: that of the flags, without those for the device.
isa=$(sed -E 's/-Xopenmp-target[^ ]* [^ ]+//g' <<<"$flags" | grep -oE -- '-(march|tp|m(avx|fma|prefer))[^ ]*' |
    tr '\n' ' ' || true)
macros=$(${CC:-cc} $isa -dM -E -x c /dev/null 2>/dev/null || true)
grep -q '__x86_64__' <<<"$macros" || skip "this knows the registers of x86-64 only"
grep -q '__FMA__' <<<"$macros" || skip "the build's instruction set has no FMA (flags: ${isa:-none})"
widest=ymm
! grep -q '__AVX512F__' <<<"$macros" || widest=zmm

# count FILE FUNCTION: arithmetic on the widest registers, packed and scalar, in the functions whose
# names begin so. (Bytes and shorts are added and averaged by instructions of their own.)
count() {
    "$objdump" -d --no-show-raw-insn "$1" | awk -v function_name="$2" -v widest=$widest '
        /^[0-9a-f]+ <.*>:$/ { inside = index($2, "<" function_name) == 1 }
        !inside { next }
        /v(fn?m(add|sub)[0-9]*|add|sub|mul)p[sd]|vp(add|sub|avg)[bw]/ { packed++; if (index($0, "%" widest)) wide++ }
        /v(fn?m(add|sub)[0-9]*|add|sub|mul)s[sd]/ { scalar++ }
        END { print wide + 0, packed + 0, scalar + 0 }'
}

# is_vectorised FILE FUNCTION [ends]: whether it passes; says what was found.
is_vectorised() {
    local wide packed scalar
    read -r wide packed scalar < <(count "$1" "$2")
    echo "$2: $packed packed, $wide of them on $widest; $scalar scalar"
    ((wide > 0)) && { [[ ${3:-} ]] || ((packed > scalar)); }
}

failures=0
expect() {
    is_vectorised "$build/bench" "$@" || {
        echo "FAILED: $1 is not vectorised (flags: $isa)"
        failures=$((failures + 1))
    }
}
for precision in float double; do
    for function in walk leap tile straight find add; do # mandelbrot, julia, matmul, moldyn
        expect ${function}_simd_$precision
    done
    expect mean_simd_8_$precision # blur
    expect mean_simd_16_$precision
    expect average_simd_$precision ends # laplace
    expect vecadd_simd_$precision ends
done

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
${CC:-cc} -O3 -fopenmp -ffp-contract=off $isa -c "$work/scalar.c" -o "$work/scalar.o" 2>/dev/null ||
    { echo "FAILED: the scalar loop does not compile"; exit 1; }
if is_vectorised "$work/scalar.o" scalar_loop; then
    echo "FAILED: the check takes a scalar loop for a vectorised one"
    failures=$((failures + 1))
fi
for precision in float double; do
    if is_vectorised "$build/bench" mandelbrot_reference_$precision; then
        echo "FAILED: the check takes the reference for vectorised"
        failures=$((failures + 1))
    fi
done

((failures == 0))
