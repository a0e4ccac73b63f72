#!/bin/bash
# loops.sh BUILD -- loops of one's own that once were measured wrongly, or had no way on: of no steps, over nothing, sorted in
# place, with a text, without a path for the CPU, with a kernel in CUDA.
set -uo pipefail

. "$(dirname "$0")/../shared/installed.sh"

# says PATTERN WORD...: the command succeeds, and prints a line of this kind.
says() {
    local pattern=$1
    shift
    good "$@"
    grep -Eq -- "$pattern" log || complain "$*: says no \"$pattern\""
}

# --- Three loops in one project -----------------------------------------------------------------------------------

mkdir loops
cat >loops/heat.c <<'END'
#include <triptych/hotspot.h>
void heat_reference(int n, int steps, real u[n])
{
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            u[i] = u[i] / 2;
}
void heat_offload(int n, int steps, real u[n])
{
    for (int s = 0; s < steps; s++) {
        #pragma omp target teams distribute parallel for map(tofrom: u[:n])
        for (int i = 0; i < n; i++)
            u[i] = u[i] / 2;
    }
}
const struct tri_hotspot heat = { .params = {
    { "n", "points", .initial = 1003, .min = 0, .max = 1e9 }, { "steps", "steps", .initial = 3, .min = 0, .max = 1e9 } } };
END
cat >loops/sorted.c <<'END'
void sorted_reference(int n, double y[n])
{
    for (int i = 1; i < n; i++) {
        double v = y[i];
        int k = i;
        for (; k > 0 && y[k - 1] > v; k--)
            y[k] = y[k - 1];
        y[k] = v;
    }
}
void sorted_simd(int n, double y[n])
{
    sorted_reference(n, y);
}
END
cat >loops/shade.c <<'END'
#include <triptych/hotspot.h>
int shade_reference(ptrdiff_t width, ptrdiff_t height, const char *word, real u[height * width])
{
    for (ptrdiff_t i = 0; i < height * width; i++)
        u[i] = (real)(i + word[0]);
    return word[0];
}
int shade_offload(ptrdiff_t width, ptrdiff_t height, const char *word, real u[height * width])
{
    #pragma omp target teams distribute parallel for map(from: u[:height * width]) map(to: word[:1])
    for (ptrdiff_t i = 0; i < height * width; i++)
        u[i] = (real)(i + word[0]);
    return word[0];
}
const struct tri_hotspot shade = {
    .params = { { "width", "columns", .initial = 40, .min = 1, .max = 1e4 }, { "height", "rows", .initial = 30, .min = 1, .max = 1e4 },
                { "word", "its first letter is the first shade", .text = "xyz", .min = 1, .max = 8 } },
    .operands = { { "u" } },
    .picture = { .show = TRI_SHADES, .operand = 0, .width = 0, .height = 1 },
};
END
cat >loops/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
find_package(Triptych REQUIRED)
project(loops LANGUAGES C)
triptych_add_hotspots(loops heat.c sorted.c shade.c)
END
good cmake -S loops -B build
good cmake --build build

# Where no path but the reference can run, compare has to be asked for that one.
only=()
[[ $TRIPTYCH_PRESET != *-cpu ]] || only=(--path reference)

# Zero steps start no region, and an empty array has no element; both are right.
for set in steps=0 n=0 n=0,steps=0 steps=1; do
    says '^VERDICT: (ok|incomplete)' build/loops-compare heat "${only[@]}" --set $set
    says '^VERDICT: (ok|incomplete)' build/loops-bench heat --reps 1 --no-ceilings --set $set
    ! grep -q 'WRONG\|nan\|skipped' log || complain "heat, $set"
done
if [[ $TRIPTYCH_PRESET == llvm-host ]]; then
    says 'not run: .* with these parameters there is nothing to do$' build/loops-bench heat --reps 1 --no-ceilings --set steps=0
    says '^VERDICT: ok' build/loops-bench heat --reps 1 --no-ceilings --set steps=0
    says '^offload plain double +0 +not run' build/loops-bench heat --sweep steps=0,1 --reps 1 --no-ceilings --json rows.json
    grep -q '"absent":"not run: .*"kind":"nothing-to-do"\|"kind":"nothing-to-do".*"absent":"not run: ' rows.json || complain "no field says that there is nothing to do"
    says '^offload plain double +1 .* none \(before\)$' build/loops-bench heat --sweep steps=0,1 --reps 1 --no-ceilings --resume rows.json
fi

# What has nothing to do in the usual case, and never starts a region, has to in others.
if [[ $TRIPTYCH_PRESET == llvm-host ]]; then
    sed '/#pragma/d; s/initial = 3/initial = 0/' loops/heat.c >heat.c
    triptych check heat.c >log 2>&1 && complain "heat without a region: status 0"
    grep -q 'WRONG: no region was started on the device' log || complain "heat without a region: not said why"
fi

# Sorted in place: each run begins with what is not sorted. Sorted numbers would take a hundredth of this.
good build/loops-bench sorted --set n=20000 --path reference --precision double --reps 3 --no-ceilings --format csv -o rows.csv
ms=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["kernel_min_ms"] }' <(sed 's/"[^"]*\(""[^"]*\)*"/-/g' rows.csv))
awk "BEGIN { exit !($ms > 2) }" || complain "sorting in place takes $ms ms"

# What a text may be, and that it is a parameter like others.
says '^width=40,height=30,word=xyz$' build/loops-compare shade "${only[@]}" --audit off
says '^width=40,height=30,word=a = b$' build/loops-compare shade "${only[@]}" --set 'word=a = b'
range='has to be a text of 1 to 8 characters of ASCII, without a comma$'
bad "--set word=: $range" build/loops-compare shade --set word=
bad "--set word=ninechars: $range" build/loops-compare shade --set word=ninechars
bad "--set word=a?b: $range" build/loops-compare shade --set $'word=a\nb'
bad '--set b: has to be name=value' build/loops-compare shade --set word=a,b
good build/loops-bench shade --sweep word=a,b --path reference --reps 1 --no-ceilings --json words.json
[[ $(grep -o '"word": *"[ab]"' words.json | sort -u | wc -l) == 2 ]] || complain "a sweep over texts"

# A picture, though there is no path for the CPU but the reference.
good build/loops-render shade
[[ -s shade.png ]] || complain "render draws no shade.png"

# --- One memory for host and device ---------------------------------------------------------------------------------

if [[ $TRIPTYCH_PRESET == llvm-host ]]; then
    cat >unified.c <<'END'
#pragma omp requires unified_shared_memory
void unified_reference(int n, const real x[n], real y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
void unified_offload(int n, const real x[n], real y[n])
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
END
    says '^  note: the device uses the host.s own memory' triptych check unified.c
    sed 's/unified_\([ro]\)/unset_\1/; /offload/,$ s/y\[i\] = 2/y[i] += 2/' unified.c >unset.c
    triptych check unset.c >log 2>&1 && complain "unset.c: status 0"
    grep -q 'WRONG: y depends on what was in memory before' log || complain "unset.c: not said why: $(cat log)"
    sed 's/unified_\([ro]\)/beyond_\1/; /offload/,$ s/i < n/i <= n/' unified.c >beyond.c
    triptych check beyond.c >log 2>&1 && complain "beyond.c: status 0"
    grep -q 'WRONG: .*was .*, and . has' log || complain "beyond.c: not said why: $(cat log)"
fi

# --- A kernel in CUDA beside the file ------------------------------------------------------------------------------

mkdir beside
cat >beside/twice.c <<'END'
#include "twice.h"
void twice_reference(int n, double a, const double x[n], double y[n], bool on, uint8_t u[n], const char *word)
{
    for (int i = 0; i < n; i++) {
        y[i] = on ? a * x[i] + MORE : word[0];
        u[i] = 1;
    }
}
void twice_simd(int n, double a, const double x[n], double y[n], bool on, uint8_t u[n], const char *word)
{
    twice_reference(n, a, x, y, on, u, word);
}
END
echo '#define MORE 1' >beside/twice.h
cat >beside/twice.cu <<'END'
#include "twice.h"
__global__ void kernel(int n, double a, const double *x, double *y, bool on, uint8_t *u, const char *word)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = on ? a * x[i] + MORE : word[0];
        u[i] = 1;
    }
}
extern "C" void twice_cuda(int n, double a, const double *__restrict__ x, double *__restrict__ y, bool on, uint8_t *u, const char *word)
{
    kernel<<<(n + 255) / 256, 256>>>(n, a, x, y, on, u, word);
}
END
good triptych new twice twice --from beside/twice.c
[[ -s twice/twice.h && -s twice/peers.c ]] || complain "triptych new --from leaves a header or the peer behind"
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [[ -x $nvcc ]]; then
    # Triptych need not have been built with one.
    good cmake -S twice -B cuda "-DTRIPTYCH_CUDA_ROOT=$(dirname "$(dirname "$nvcc")")"
    good cmake --build cuda
    nm -D --defined-only cuda/libtriptych-twice-cuda.so | grep -c ' T twice_cuda' >log
    [[ $(<log) == 2 ]] || complain "no twice_cuda for each precision"
    says '^vs cuda +double ' cuda/twice-bench twice --peers --precision double --reps 1 --no-ceilings
else
    echo "no nvcc here: a project with a kernel in CUDA is not compiled"
fi
sed -i 's/double a, const double \*__restrict__ x, double/const double *x, double a, double/' beside/twice.cu
bad '^triptych new: --from: beside/twice.cu:10: twice_cuda: its arguments are others than those of twice_reference' \
    triptych new twice other --from beside/twice.c

# Headers in folders: of the file's own, and of a header's. What is outside, or in the way, leaves nothing behind.
mkdir -p tree/file/parts/more
cat >tree/file/thrice.c <<'END'
#include "parts/a.h"
void thrice_reference(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = FACTOR * x[i];
}
void thrice_simd(int n, const double x[n], double y[n]) { thrice_reference(n, x, y); }
END
printf '#include "more/b.h"\n#include "../c.h"\n' >tree/file/parts/a.h
echo '#include "./../../c.h"' >tree/file/parts/more/b.h
echo '#define FACTOR 3' >tree/file/c.h
good triptych check tree/file/thrice.c --audit brief
good triptych new thrice thrice --from tree/file/thrice.c
[[ -s thrice/parts/more/b.h && -s thrice/c.h ]] || complain "triptych new --from leaves a header in a folder behind"
mkdir -p taken && echo mine >taken/c.h
bad '^triptych new: DIR: taken/c.h already exists' triptych new thrice taken --from tree/file/thrice.c
[[ $(ls taken) == c.h ]] || complain "what cannot be made is left half made: $(ls taken)"
echo '#include "../../c.h"' >tree/file/parts/a.h
bad 'tree/file/parts/a.h includes "../../c.h", which is not in the folder of the C file: copy it there$' \
    triptych new thrice outside --from tree/file/thrice.c
[[ ! -e outside ]] || complain "a refused file leaves a folder behind"

finish
