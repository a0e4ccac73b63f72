#!/bin/bash
# nvc.sh -- the stand-in for nvc refuses what nvc refuses, where nvc refuses it, and takes the rest.
#
# A row of the table: where it is refused, the words, the construct. It is put into a target region, a function of the
# device, one that a region calls, and a function of the host.
set -uo pipefail

case ${TRIPTYCH_PRESET-} in
    llvm-host | nvhpc-gpu) ;;
    *) exit 77 ;; # once is enough
esac
root=$(cd "$(dirname "$0")/../.." && pwd)
nvc=$root/tests/nvc/nvc
command -v clang-19 python3 >/dev/null && clang-19 -print-file-name=libomptarget.so | grep / >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gpu=(-O1 -mp=gpu -gpu=cc80,nofma -Kieee -Mnofma -tp=x86-64-v3)
cases=0 failures=0

# expect TITLE WORDS ARGUMENT...: nvc refuses it with the words; with none it takes it.
expect() {
    local title=$1 words=$2 said status=0
    said=$("$nvc" "${@:3}" -c -o "$work/out.o" 2>&1) || status=$?
    cases=$((cases + 1))
    if [[ -n $words ]]; then
        ((status != 0)) && grep -qF -e "$words" <<<"$said" && return
    else
        ((status == 0)) && return
    fi
    failures=$((failures + 1))
    printf 'FAIL  %s: expected "%s", status %d\n%s\n' "$title" "${words:-to be taken}" $status "$said"
}

# source NAME TEXT: TEXT after what all of them use.
source_of() {
    printf '#include <omp.h>\n#include <stddef.h>\n#include <string.h>\n%b\n' "$2" >"$work/$1.c"
    echo "$work/$1.c"
}

# construct WHERE WORDS CODE
construct() {
    local where=$1 words=$2 code=$3 region function called host
    region=$(source_of region "void f(int *a, int n) {\n#pragma omp target map(tofrom: a[:n])\n{ $code }\n}")
    function=$(source_of function "#pragma omp declare target\nvoid f(int *a, int n) { $code }\n#pragma omp end declare target")
    called=$(source_of called "static void h(int *a, int n) { $code }
static void g(int *a, int n) { h(a, n); }\nvoid f(int *a, int n) {\n#pragma omp target map(tofrom: a[:n])\ng(a, n);\n}")
    host=$(source_of host "void f(int *a, int n) { $code }")
    case $where in
        device) expect "$code, in a region" "$words" "${gpu[@]}" "$region" ;;
        anywhere) expect "$code, on the host" "$words" "${gpu[@]}" "$host" ;;
        file) expect "$code" "$words" "${gpu[@]}" "$(source_of file "$code")" ;;
    esac
    [[ $where != device && $where != function ]] || {
        expect "$code, in a function of the device" "$words" "${gpu[@]}" "$function"
        expect "$code, in a function that a region calls" "$words" "${gpu[@]}" "$called"
        expect "$code, on the host" "" "${gpu[@]}" "$host"
    }
}

while IFS='|' read -r where words code; do
    [[ -z $where ]] || construct "$where" "$words" "$code"
done <<'ROWS'
device|omp flush is not supported in GPU region|\n#pragma omp flush\na[0] = n;
device|omp critical is not supported|\n#pragma omp critical\na[0] = n;
device|not supported in GPU region|\n#pragma omp parallel for ordered\nfor (int i = 0; i < n; i++) {\n#pragma omp ordered\na[i] = i; }
device|not supported in GPU region|\n#pragma omp parallel sections\n{ a[0] = n; }
device|parallel if is not supported|\n#pragma omp parallel if(n > 3)\na[0] = n;
device|atomic takes no memory order|\n#pragma omp atomic write seq_cst\na[0] = n;
device|Unsupported operation|a[0] = __builtin_clz((unsigned)n);
device|a call of the C library|memcpy(a, a + n, sizeof *a);
device|a call of the C library|__builtin_memcpy(a, a + n, sizeof *a);
device|inline assembly|__asm__("" : "+r"(a[0]));
function|out of sight of parallel|\n#pragma omp barrier\na[0] = n;
anywhere|nontemporal|\n#pragma omp simd nontemporal(a)\nfor (int i = 0; i < n; i++) a[i] = i;
anywhere|has_device_addr|\n#pragma omp target has_device_addr(a[:n])\na[0] = n;
anywhere|present|\n#pragma omp target map(present, to: a[:n])\n(void)a[0];
anywhere|a map type is required|\n#pragma omp target enter data map(a[:n])
anywhere|overflow|size_t m; a[0] = __builtin_mul_overflow((size_t)n, (size_t)n, &m);
anywhere|__cpu_model|a[0] = __builtin_cpu_supports("avx2");
anywhere|GCC unroll|\n#pragma GCC unroll 4\nfor (int i = 0; i < n; i++) a[i] = i;
file|declare variant|int g(void);\n#pragma omp declare variant(g) match(device = {kind(gpu)})\nint f(void);
file|declare reduction|#pragma omp declare reduction(most: int: omp_out = omp_in)
file|declare mapper|struct s { int *a, n; };\n#pragma omp declare mapper(struct s x) map(x, x.a[:x.n])
file|enter|int a;\n#pragma omp declare target enter(a)
file|omp allocate|static int a[4];\n#pragma omp allocate(a) allocator(omp_const_mem_alloc)
file|attribute target|__attribute__((target("avx2"))) void f(void) {}
file|elements of a vector|typedef int four __attribute__((vector_size(16)));\nint f(four x) { return x[1]; }
file|elements of a vector|typedef int four __attribute__((vector_size(16)));\nint f(four x) { return (x)[1]; }
file|contains a vector|typedef int four __attribute__((vector_size(16)));\n#pragma omp declare target\nfour f(four x) { return x + x; }\n#pragma omp end declare target
ROWS

# Where a region ends, which may be a statement without braces, and what comes after it.
ends=$(source_of ends 'void f(int *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom: a[:n])
for (int i = 0; i < n; i++)\nif (a[i]) a[i] = i;\nelse { a[i] = n; }
memcpy(a, a + n, sizeof *a);\n#pragma omp flush\n}')
expect "after a region" "" "${gpu[@]}" "$ends"
expect "a flush in a region for the host" "" -mp=multicore "$(source_of flush 'void f(int *a) {
#pragma omp target map(tofrom: a[:1])\n{\n#pragma omp flush\na[0] = 1; }\n}')"

# Switches.
empty=$(source_of empty 'int nothing;')
for switch in -Werror -march=native -ffp-contract=off -fopenmp -fstack-protector; do
    expect "$switch" "nvc-Error-Unknown switch: $switch" "$switch" "$empty"
done
expect "a GPU to come" "unknown keyword cc200" -mp=gpu -gpu=cc200 "$empty"

# Sources as they are, and with what they leave out for nvc put back.
sources=(-DREAL_BITS=32 -I"$root"/include/triptych)
for folder in case device hotspots/common; do
    sources+=(-I"$root/src/$folder")
done
names=$1/generated/names # of each hotspot
expect "dot's rungs" "" "${gpu[@]}" "${sources[@]}" -I"$names/dot" "$root/src/hotspots/dot/climb.c"
expect "dot's rungs, with flushes" "omp flush" "${gpu[@]}" "${sources[@]}" -I"$names/dot" -DHAS_FLUSH=1 "$root/src/hotspots/dot/climb.c"
expect "laplace's rungs, with barriers in functions" "out of sight of parallel" "${gpu[@]}" "${sources[@]}" \
    -I"$names/laplace" -DHAS_TEAM_KERNELS=1 "$root/src/hotspots/laplace/laplace_gpu.c"
for mode in separate managed unified; do
    expect "the doctor's facts, memory $mode" "" "${gpu[@]}" "-gpu=mem:$mode" "${sources[@]}" -I"$root/bench/doctor" -I"$root/src/image" -I"$root/bench/command" -I"$root/bench/child" \
        -I"$1/generated" "$root/bench/doctor/doctor_facts.c"
    expect "memory $mode by its macro" "is $mode" "${gpu[@]}" "-gpu=mem:$mode" "$(source_of memory "#if __NVCOMPILER_GPU_${mode^^}_MEM
#error is $mode\n#endif")"
done
expect "AVX2 for a processor that lacks it" "avx2" -tp=px "${sources[@]}" -I"$names/moldyn" "$root/src/hotspots/moldyn/moldyn_avx2.c"

# What it compiles runs on a device, and what CMake asks it makes it nvc.
main=$(source_of main '#include <stdio.h>\nint main(void) {\nint host = 1;\n#pragma omp target map(from: host)
host = omp_is_initial_device();\nprintf("%d %d", host, __NVCOMPILER_MAJOR__);\nreturn 0;\n}')
"$nvc" "${gpu[@]}" "$main" -o "$work/main" && answer=$(OMP_TARGET_OFFLOAD=MANDATORY "$work/main")
[[ ${answer-} == "0 25" ]] || { echo "FAIL  a region said \"${answer-}\", not \"0 25\""; failures=$((failures + 1)); }
grep -q '^nvc [0-9.]*-0 64-bit' <<<"$("$nvc" --version)" || { echo "FAIL  --version"; failures=$((failures + 1)); }

echo "nvc: $cases cases, $failures failed"
((failures == 0))
