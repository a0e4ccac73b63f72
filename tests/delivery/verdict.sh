#!/bin/bash
# verdict.sh BUILD -- one verdict: compare, bench's first screen, bench of a hotspot and ctest of a user's project say the
# same of right and wrong paths, and a path that ends its process costs no other row.
set -uo pipefail

. "$(dirname "$0")/../shared/installed.sh"
export CMAKE_PREFIX_PATH=$root
unset LIBOMP_USE_HIDDEN_HELPER_TASK
checks=0
: >err

complain() {
    echo "FAILED: $1"
    sed 's/^/    /' out err
    failures=$((failures + 1))
}

triptych new waves waves >out || complain "triptych new"
sed 's/^#include <triptych.hotspot.h>$/&\n#include <triptych\/ran_on.h>/' waves/waves.c >plain.c

# put NAME PATH VERDICT WORDS: a hotspot whose path has this body, read from standard input.  EACH() is a loop that says where it runs.
put() {
    [[ $2 == simd || $TRIPTYCH_PRESET == llvm-host ]] || return
    local body place=
    body=$(sed -E 's/^    EACH\((.*)\)$/    for (ptrdiff_t i = 0; i < n; i++) {\n        \1;\n        if (i == 0)\n            *place = ran_on();\n    }/')
    [[ $2 != offload ]] || place=', int *place'
    sed "/^void waves_offload/s/)\$/$place)/; s/waves/$1/g; s/fma_vector/&_$1/; s/ work\([(,]\)/ work_$1\1/" plain.c | start="void $1_$2(" body=$body awk '
        index($0, ENVIRON["start"]) == 1 { print; inside = 1; next }
        inside && /^{/ { print "{\n" ENVIRON["body"] }
        inside && /^}/ { inside = 0 }
        !inside' >"waves/$1.c"
    names+=("$1") verdicts+=("$3") words+=("$4")
}

names=() verdicts=() words=()
put right offload ok '' <<'END'
    #pragma omp target teams distribute parallel for map(to: x[:n], y[:n]) map(from: z[:n], place[:1])
    EACH(z[i] = FMA(a, x[i], y[i]))
END
put hostfirst offload ok 'right by its own map clauses only' <<'END'
    for (ptrdiff_t i = 0; i < n; i++)
        z[i] = 0;
    #pragma omp target teams distribute parallel for map(to: x[:n], y[:n]) map(tofrom: z[:n], place[:1])
    EACH(z[i] += FMA(a, x[i], y[i]))
END
put unmapped offload wrong 'x is used in a target region, and not mapped there' <<'END'
    #pragma omp target teams distribute parallel for
    EACH(z[i] = FMA(a, x[i], y[i]))
END
put unset offload wrong 'z depends on what was in memory before the run' <<'END'
    #pragma omp target teams distribute parallel for map(to: x[:n], y[:n]) map(tofrom: z[:n], place[:1])
    EACH(z[i] += FMA(a, x[i], y[i]))
END
put stripes offload wrong 'back from the device' <<'END'
    #pragma omp target teams distribute parallel for map(to: x[:n], y[:n], z[:n]) map(from: place[:1])
    EACH(z[i] = FMA(a, x[i], y[i]))
END
put fault offload wrong '(Segmentation fault): a target region uses an address where nothing is' <<'END'
    volatile real *nowhere = (real *)8;
    #pragma omp target teams distribute parallel for map(to: x[:n], y[:n]) map(from: z[:n], place[:1]) is_device_ptr(nowhere)
    EACH(z[i] = FMA(a, x[i], y[i]) + nowhere[i])
END
put pointer offload wrong '(Segmentation fault): a target region uses an address of the host that it found in mapped memory' <<'END'
    static real weight[3] = { 0, 1, 0 };
    struct { real *w; } all = { weight };
    #pragma omp target teams distribute parallel for map(to: x[:n], y[:n], all) map(from: z[:n], place[:1])
    EACH(z[i] = FMA(a, x[i], y[i]) * all.w[1 + i % 3 / 3])
END
put gives_up simd wrong 'it has ended its process by signal 4' <<'END'
    __builtin_trap();
END
put constant offload wrong '(Segmentation fault): a copy from the device stores where nobody may: what is const is mapped back' <<'END'
    static const real weight[3] = { 0, 1, 0 };
    #pragma omp target teams distribute parallel for map(to: x[:n], y[:n]) map(from: z[:n], place[:1])
    EACH(z[i] = FMA(a, x[i], y[i]) * weight[1 + i % 3 / 3])
END
put killed simd wrong 'its process was killed from outside (signal 9), as the kernel does where memory is short' <<'END'
    extern int raise(int);
    raise(9);
END
put leaves simd wrong 'it has ended its process with status 3: Error: no licence' <<'END'
    extern int puts(const char *), fflush(void *);
    extern _Noreturn void exit(int);
    puts("Error: no licence");
    fflush(0);
    exit(3);
END
put forges simd wrong 'it has ended its process with status 0' <<'END'
    extern int puts(const char *), fflush(void *);
    extern _Noreturn void exit(int);
    puts("VERDICT: ok");
    fflush(0);
    exit(0);
END
# As LLVM 19's runtime does in regions with nowait, if chance wants it; where paths are audited, and asked of this variable.
put helpers simd ok 'they have run one after the other then' <<'END'
    extern char *getenv(const char *);
    extern int puts(const char *), fflush(void *);
    extern _Noreturn void abort(void);
    if (getenv("KMP_TEAMS_THREAD_LIMIT") && !getenv("LIBOMP_NUM_HIDDEN_HELPER_THREADS")) {
        puts("Assertion failure at kmp_tasking.cpp(4368): task_team != __null.");
        fflush(0);
        abort();
    }
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < n; i++)
        z[i] = FMA(a, x[i], y[i]);
END
# A fault in the runtime is asked again, too, and stays.
put lock simd wrong "OpenMP's runtime uses an address where nothing is" <<'END'
    omp_set_lock((omp_lock_t *)4096);
END
put gaps simd wrong 'still hold what was there before' <<'END'
    #pragma omp parallel for simd
    for (ptrdiff_t i = 1; i < n; i++)
        z[i] = FMA(a, x[i], y[i]);
END
# In float it spoils its process for double; alone, each is right.
put spoils simd spoiled 'not alone, but after what its process had run before' <<'END'
    extern char *getenv(const char *);
    extern int setenv(const char *, const char *, int);
    if (sizeof(real) == 8 && getenv("SPOILED"))
        __builtin_trap();
    if (sizeof(real) == 4)
        setenv("SPOILED", "1", 1);
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < n; i++)
        z[i] = FMA(a, x[i], y[i]);
END
# A function that is called like the audit's, by which it notes what is wrong: nothing is noted if it takes its place.
cat >>waves/gaps.c <<'END'

__attribute__((weak, visibility("default"))) void notes_nothing(void) __asm__("tri_find");
__attribute__((weak, visibility("default"))) void notes_nothing(void)
{
}
END
sed -i "s/waves waves.c/waves waves.c $(printf '%s.c ' "${names[@]}")/" waves/CMakeLists.txt
# Most of a compiler's time is for headers: it gets all files at once, so what is static has names of its own.
echo 'set_target_properties(waves-float waves-double PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)' >>waves/CMakeLists.txt
cmake -S waves -B waves/build >out 2>&1 && cmake --build waves/build --target waves-compare waves-bench >out 2>&1 || complain "build"

# says VERDICT WORDS COMMAND...: status, last line, the mistake in words, and the rows of other paths.
says() {
    local status last want=1
    [[ $1 != ok ]] || want=0
    "${@:3}" >out 2>err </dev/null
    status=$?
    checks=$((checks + 1))
    last=$(tail -n 1 out)
    ((status == want)) && [[ $last == "VERDICT: $1"* ]] || complain "${*:3}: status $status, $last"
    (($(grep -c VERDICT out) == 1)) || complain "${*:3}: more verdicts than one"
    grep -qF -- "$2" out || complain "${*:3}: does not say '$2'"
    grep -q '^avx2 plain' out || complain "${*:3}: other rows are missing"
}

wrong=()
for i in "${!names[@]}"; do
    [[ ${verdicts[i]} != spoiled ]] || {
        says wrong "${words[i]}" waves/build/waves-compare "${names[i]}" --set n=10007
        continue
    }
    says "${verdicts[i]}" "${words[i]}" waves/build/waves-compare "${names[i]}" --set n=10007
    says "${verdicts[i]}" "${words[i]}" waves/build/waves-bench "${names[i]}" --set n=10007 --reps 1 --no-ceilings
    [[ ${verdicts[i]} == ok ]] || wrong+=("${names[i]}")
done

# The first screen, of all: the wrong ones, each with its mistake in words, and no other.
waves/build/waves-bench --set n=10007 --reps 1 --no-ceilings >out 2>err </dev/null
said=$(sed -n 's/^VERDICT: wrong: //p' out | tr ',' '\n' | sed 's/^ *\([a-z_]*\)[.].*/\1/' | sort -u)
checks=$((checks + 1))
[[ $said == "$(printf '%s\n' "${wrong[@]}" | sort -u)" ]] || complain "the first screen has other verdicts"
for i in "${!names[@]}"; do
    grep "^WRONG: ${names[i]} " out | grep -qF -- "${words[i]}" || [[ ${verdicts[i]} != wrong ]] ||
        complain "the first screen does not say of ${names[i]} '${words[i]}'"
done

# ctest: of a project that is wrong.
ctest --test-dir waves/build -R agreement >out 2>&1 && complain "ctest says that it is right"
echo "$checks checks, $failures failed"
exit $((failures > 0))
