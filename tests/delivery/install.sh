#!/bin/bash
# install.sh BUILD -- what is installed works from outside of the tree, wherever it is moved to: the library in C and
# C++, hotspots of one's own, and every command of docs/your-own.md.  What is wrong with a project: own.sh.
set -uo pipefail

source=${TRIPTYCH_SOURCE_DIR:?}
. "$(dirname "$0")/../shared/installed.sh"

# --- The command -------------------------------------------------------------------------------------------

# It knows the programs that there are.
triptych --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | diff - <(ls "$root"/libexec/triptych) >log ||
    complain "triptych --help: other programs than there are"
bad "^triptych: unknown program 'nothing' (see triptych --help)" triptych nothing

# Its programs are not on PATH: help names the command that is.
triptych bench --help >log 2>&1
grep -q '^Usage: triptych bench ' log && grep -q '^  triptych bench --help=all' log || complain "triptych bench --help names another command"

# A library that is gone: one line, which leads to the doctor, and its advice.
mkdir -p gone/bin gone/libexec/triptych
cp "$root/bin/triptych" gone/bin
echo 'int there(void) { return 0; }' >there.c
echo 'int there(void); int main(void) { return there(); }' >uses.c
good gcc -shared -fPIC there.c -Wl,-soname,libomptarget.so.99.1 -o libthere.so
good gcc uses.c -L. -lthere -o gone/libexec/triptych/bench
cp gone/libexec/triptych/bench gone/libexec/triptych/doctor
says() { # PROGRAM LINE
    gone/bin/triptych "$1" >out 2>log
    (($? == 1)) && [[ ! -s out && $(<log) == "triptych: $1: libomptarget.so.99.1 is not found$2" ]] ||
        complain "a library is missing, and triptych $1 does not say so"
}
# shellcheck disable=SC2016 # words, not a command
says bench '; `gone/bin/triptych doctor` says what to do'
says doctor ': install the package that has it (of LLVM: libomp5-99), or put its folder into LD_LIBRARY_PATH'

# The lessons came along, and their judge.
if [[ $TRIPTYCH_PRESET == llvm-host ]]; then
    mkdir -p class/anna my-lessons
    triptych learn run where >log 2>&1
    grep -q '^NOT YET: ' log || complain "triptych learn does not judge an exercise"
    cp "$root/share/triptych/lessons/01-where/solution.c" my-lessons/01-where.c
    cp my-lessons/01-where.c class/anna
    good triptych learn run where
    grep -q '^SOLVED' log || complain "triptych learn does not judge a solution"
    good triptych learn next
    grep -q ', then: triptych learn run map$' log || complain "triptych learn does not say how it was started"
    if bwrap --ro-bind / / --unshare-pid --unshare-net true 2>/dev/null; then
        good triptych learn grade class
        grep -q '^anna  *S ' log || complain "triptych learn grade does not find what was installed"
    fi
fi

# The manual and completion came along.
for page in "$root"/libexec/triptych/*; do
    page=triptych-${page##*/}.1
    [[ $page == triptych-new.1 || $page == triptych-check.1 || $page == triptych-learn.1 || -s $root/share/man/man1/$page ]] || complain "no $page"
done
grep -q '^\.B bench' "$root/share/man/man1/triptych.1" || complain "triptych.1 does not know bench"
# shellcheck disable=SC2016 # it is for the inner shell
good bash -c '. "$1/share/bash-completion/completions/triptych"; COMP_WORDS=(triptych bench matmul --variant regi)
    COMP_CWORD=4; _triptych triptych 2>/dev/null; [[ ${COMPREPLY[*]} == register-blocks ]]' bash "$root"

# --- The library -------------------------------------------------------------------------------------------

# The runtime asks for ompt_start_tool by its name, and the other library for what registers images.
for file in "$library"/libtriptych*.so; do
    nm -D --defined-only "$file" | awk '$3 !~ /^(tri_|ompt_start_tool$|__wrap_|__tsan_)/ { print; bad = 1 } END { exit bad }' >log ||
        complain "$file shows more than tri_"
done

lines=$(wc -l <"$root/include/triptych/triptych.h")
((lines <= 250)) || complain "triptych.h has $lines lines, and 250 are what one reads"

# Regions are in one library: with a second one that has some, gcc 14 refuses both (docs/compilers.md).
regions_in() {
    readelf -SW "$1" | grep -E 'omp_offloading_entries|gnu[.]offload_funcs' >/dev/null
}
regions_in "$library/libtriptych.so" || complain "libtriptych.so holds no target region"
if regions_in "$library/libtriptych-programs.so"; then
    complain "libtriptych-programs.so holds a target region"
fi

strict=(-Wall -Wextra -pedantic -Werror)
for header in triptych hotspot measure peer programs; do
    echo "#include <triptych/$header.h>" >alone.c
    good gcc -std=c17 "${strict[@]}" -fsyntax-only "-I$root/include" alone.c
    good gcc -x c++ -std=c++17 "${strict[@]}" -fsyntax-only "-I$root/include" alone.c
    good "$(command -v clang-19 || echo gcc)" -std=c17 "${strict[@]}" -fsyntax-only "-I$root/include" alone.c
done

read -ra flags <<<"$(pkg-config --cflags --libs triptych)"
for compiler in "gcc -std=c17" "clang-19 -std=c17" "g++ -x c++ -std=c++17" "clang++-19 -x c++ -std=c++17"; do
    read -ra command <<<"$compiler"
    command -v "${command[0]}" >/dev/null || continue
    good "${command[@]}" "${strict[@]}" "$source/docs/example.c" -o example "${flags[@]}"
    good ./example
    grep -q '^by ' log || complain "example, $compiler: no picture"
done

mkdir consumer
cat >consumer/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C CXX)
find_package(Triptych 0.1 REQUIRED)
configure_file(${EXAMPLE} example.cc COPYONLY)
add_executable(in-c ${EXAMPLE})
add_executable(in-cxx ${CMAKE_CURRENT_BINARY_DIR}/example.cc)
target_link_libraries(in-c PRIVATE Triptych::triptych)
target_link_libraries(in-cxx PRIVATE Triptych::triptych)
END
good cmake -S consumer -B consumer/build -DCMAKE_PREFIX_PATH="$root" -DEXAMPLE="$source/docs/example.c" \
    -DCMAKE_BUILD_TYPE=Debug
good cmake --build consumer/build --parallel 4
good consumer/build/in-c
good consumer/build/in-cxx

# Signals and descriptors are the program's. Standard input is closed: its number is the next file's.
cat >keeps.c <<'END'
#include <triptych/triptych.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>

static void mine(int signal)
{
    (void)signal;
}

int main(void)
{
    struct tri_case c;
    struct tri_error e;
    struct sigaction action;
    int taken = fcntl(0, F_GETFD) >= 0;
    for (int s = 1; s < 32; s++)
        taken += sigaction(s, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
    sigaction(SIGXFSZ, NULL, &action);
    taken += action.sa_handler != SIG_DFL;
    signal(SIGINT, mine);
    signal(SIGABRT, mine);
    tri_case_init(&c, tri_hotspot_named("vecadd", TRI_FLOAT));
    if (!tri_case_set(&c, "n=10", &e) || !tri_case_allocate(&c, &e) || !tri_case_run(&c, TRI_SIMD, &e))
        return tri_report("keeps", &e);
    for (int s = SIGINT; s <= SIGABRT; s += SIGABRT - SIGINT)
        taken += sigaction(s, NULL, &action) != 0 || action.sa_handler != mine;
    tri_case_free(&c);
    return taken + (open("/dev/null", O_RDONLY) != 0);
}
END
good gcc "${strict[@]}" keeps.c -o keeps "${flags[@]}"
./keeps <&- >log 2>&1 || complain "keeps: the library takes what is the program's"

# --- docs/your-own.md -----------------------------------------------------------------------------------------

mkdir -p home clone/build
cp -R "$source/docs" clone
ln -s "$build" clone/build/llvm-host
# shellcheck disable=SC2016 # Markdown's quotes
sed -n '/^```sh$/,/^```$/ { /^```/d; s/n=1000000$/n=10007 --reps 1/; p }' "$source/docs/your-own.md" >commands
(($(wc -l <commands) > 20)) || complain "docs/your-own.md: no commands"
(cd clone && PATH=${PATH#"$root/bin:"} bash -ex ../commands) >log 2>&1 </dev/null || complain "docs/your-own.md"
for said in 'tests passed, 0 tests failed out of 2' '^waves: z(i)' '^offload ' '^vs cuda' '^by ' '^roofline ' \
    '^waves  *simd  *[0-9]*  waves_simd  '; do
    grep -q -- "$said" log || complain "docs/your-own.md: nothing says \"$said\""
done

# Tools that are preloaded have begun before any image is registered (tests/preloaded.sh).
good cp "$build/libpreloaded.so" tool.so
good cc "$source/docs/example.c" "$root/share/triptych/startup.c" -o begun "${flags[@]}"
for words in "clone/waves/build/waves-compare --set n=1000" ./begun; do
    rm -f order
    # shellcheck disable=SC2086 # words
    good env TOOL_LOG="$work/order" LD_PRELOAD="$work/tool.so" $words
    [[ $(head -n 1 order) == tool ]] || complain "$words: images were registered before a preloaded tool began"
done

# Studies are of hotspots that there are; what a compiler has said, by the user's own commands.
! grep -q '^guard ' log || complain "waves-study list: has studies of other hotspots"
good clone/waves/build/waves-study roofline,ranks,energy,card --set n=1000 --reps 1 --page page.html
rm clone/waves/build/compile_commands.json
good clone/waves/build/waves-study remarks
grep -q 'not on this machine: .*/compile_commands.json' log || complain "study remarks: no word of what is missing"

# Rows quote the flags of this build, and not of the package's.
cmake -S clone/waves -B waves-debug -DCMAKE_BUILD_TYPE=Debug >/dev/null
good cmake --build waves-debug --target waves-bench
good waves-debug/waves-bench waves --path simd --set n=1000 --reps 1 --format json
grep -q '"flags":"-g -ffp-contract=off' log || complain "rows do not quote the flags of -DCMAKE_BUILD_TYPE=Debug"

# From C++, by the compiler that goes with that of C.
cat >calls.cc <<'END'
#include <triptych/hotspot.h>
#include <cstdio>

extern "C" const tri_entry waves_entry;

int main()
{
    const tri_entry *const all[] = { &waves_entry };
    tri_case c;
    tri_error e;
    if (!tri_hotspots_use(TRIPTYCH_VERSION, all, 1, &e))
        return tri_report("calls", &e);
    tri_case_init(&c, tri_hotspot_named("waves", TRI_DOUBLE));
    if (!tri_case_set(&c, "n=10,a=0", &e) || !tri_case_allocate(&c, &e) || !tri_case_run(&c, TRI_SIMD, &e))
        return tri_report("calls", &e);
    bool same = *static_cast<double *>(tri_case_operand(&c, "y")) == *static_cast<double *>(tri_case_operand(&c, "z"));
    std::puts(same ? "y is z" : "y is not z");
    tri_case_free(&c);
}
END
mkdir cxx
cp clone/waves/waves.c calls.cc cxx
cat >cxx/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
find_package(Triptych REQUIRED)
project(cxx LANGUAGES C CXX)
triptych_add_hotspots(waves waves.c)
add_executable(calls calls.cc)
target_link_libraries(calls PRIVATE waves-hotspots)
END
good cmake -S cxx -B cxx/build
good cmake --build cxx/build --target calls
good cxx/build/calls
grep -qx 'y is z' log || complain "hotspots of one's own, from C++"

# Programs know their names.
bad '^waves-study: study nothing: has to be of' clone/waves/build/waves-study nothing
bad '^waves-compare: unknown option --nothing' clone/waves/build/waves-compare --nothing

# --- From a file -------------------------------------------------------------------------------------------------

cat >shift.h <<'END_OF_HEADER'
#define BY 3
END_OF_HEADER
cat >shift.c <<'END_OF_FILE'
#include "shift.h"
#include <stdlib.h>

static int moved(int x) { return abs(x) + BY; }

void shift_reference(int n, const int x[n], int y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = moved(x[i]);
}

void shift_simd(int n, const int x[n], int y[n])
{
    #pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        y[i] = moved(x[i]);
}
END_OF_FILE
export TMPDIR=$work/temporary
mkdir "$TMPDIR"
good triptych check shift.c --set n=77
grep -q '^VERDICT: ok' log || complain "triptych check: no verdict"
sed '/simd(/,$s/i < n;/i < n - 1;/' shift.c >wrong-shift.c
triptych check wrong-shift.c >log 2>&1 </dev/null
(($? == 1)) && grep -q '^VERDICT: wrong: shift.simd.plain' log || complain "triptych check takes a wrong path"
sed 's/moved(x\[i\])/moved(gone)/' shift.c >broken.c
triptych check broken.c >log 2>&1 </dev/null
(($? == 2)) && grep -q '^broken.c:9:.*gone' log || complain "triptych check: status, or no word of the error"
sed '/omp target/d; s/smooth/lazy/' clone/smooth.c >lazy.c
triptych check lazy.c >log 2>&1 </dev/null
(($? == 1)) && grep -q 'no region was started on the device' log || [[ ${TRIPTYCH_PRESET-} == *-cpu ]] || complain "a path without a region is taken for one on the device"
# With optimisation, t lies in registers of each thread.  gcc's runtime does not tell what orders threads.
cat >spread.c <<'END_OF_FILE'
void spread_reference(int n, const int x[n], int y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = (x[i] >> 1) ^ (x[i] >> 2) ^ (x[i] >> 3);
}

void spread_simd(int n, const int x[n], int y[n])
{
    int t[3];
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            t[k] = x[i] >> (k + 1);
        y[i] = t[0] ^ t[1] ^ t[2];
    }
}
END_OF_FILE
triptych check spread.c --set n=100000 >log 2>&1 </dev/null
(($? == 1)) && grep -q '^VERDICT: wrong: spread.simd' log || [[ ${TRIPTYCH_PRESET-} != llvm-host ]] || complain "triptych check takes an array that iterations share"
sed '/simd(/,$s/y\[i\] =/for (volatile int k = 1; k;) &/' shift.c >endless.c
triptych check endless.c --timeout 2 --precision double >log 2>&1 </dev/null
(($? == 1)) && grep -q 'it did not end within 2 s' log || complain "triptych check waits for a path that does not end"
[[ -z $(ls "$TMPDIR") ]] || complain "triptych check leaves something behind"
unset TMPDIR
bad '^triptych check: nothing.c: No such file' triptych check nothing.c
mkdir folder.c
bad '^triptych check: folder.c: is no file, but a folder' triptych check folder.c
mkfifo pipe.c
bad '^triptych check: pipe.c: is no file, but a pipe' timeout 20 triptych check pipe.c
sed 's/shift_/memcpy_/' shift.c >memcpy.c
bad "^triptych check: memcpy.c:[0-9]*: NAME: 'memcpy' is a word of C" triptych check memcpy.c
{ cat shift.c; sed 's/shift_/other_/' shift.c; } >both.c
bad '^triptych check: both.c:[0-9]*: other_reference: there is shift_reference already' triptych check both.c
bad '^triptych check: takes a FILE.c first' triptych check
bad '^triptych check: unknown option --bogus' triptych check --bogus shift.c
bad '^triptych check: unknown option --bogus' triptych check shift.c --bogus
cp shift.c shift.cpp
bad '^triptych check: shift.cpp: has to be a .c file' triptych check shift.cpp
bad '^triptych new: --from: shift.c:6: shift_reference is no other_reference' triptych new other refused --from shift.c
bad '^triptych new: --from: takes one FILE.c' triptych new shift refused --from
[[ ! -e refused ]] || complain "triptych new --from leaves a folder behind"
good triptych new shift from/a/file --from shift.c
good cmake -S from/a/file -B from/build
good cmake --build from/build --parallel 4
good ctest --test-dir from/build
good from/build/shift-bench shift --reps 1

# A sanitizer: the paths on the host.
good cmake -S from/a/file -B from/asan -DCMAKE_C_FLAGS=-fsanitize=address
good cmake --build from/asan --target shift-compare
good from/asan/shift-compare

# --- Another compiler, another version -----------------------------------------------------------------------------

other=gcc
! grep -q 'Triptych_COMPILER_ID "GNU"' "$root"/lib/cmake/Triptych/TriptychConfig.cmake || other=clang-19
cmake -S clone/waves -B other "-DCMAKE_C_COMPILER=$other" >/dev/null 2>log && complain "$other: is taken"
(($(grep -c "^ *Triptych was built by .*, and this is .*-DCMAKE_C_COMPILER=" log) == 1)) ||
    complain "$other: not one line that says which compiler it has to be"

declare -A pair=([gcc]=g++ [clang-19]=clang++-19)
cmake -S cxx -B cxx/other "-DCMAKE_CXX_COMPILER=${pair[$other]}" >/dev/null 2>log && complain "C++ by $other: is taken"
grep -q "^ *Triptych was built by .*, and C++ is by .*: configure anew without CXX" log ||
    complain "C++ by $other: nothing says that it cannot be"

# --- A machine that lacks what hotspots are compiled with -----------------------------------------------------------

# without PATTERN EDIT WORD...: with the edit of what is installed, configuring anew fails and says this.
config=$root/lib/cmake/Triptych/TriptychConfig.cmake
without() {
    cp "$config" config
    sed -i "$2" "$config"
    rm -rf without
    cmake -S clone/waves -B without "${@:3}" >/dev/null 2>log && complain "without: $1"
    tr -s '\n ' ' ' <log | grep -- "$1" >/dev/null || complain "configuring does not say \"$1\""
    cp config "$config"
}
without 'Triptych was built by /none/cc, which is not here: install' 's,set(Triptych_COMPILER ".*",set(Triptych_COMPILER "/none/cc",'
without 'Found no CUDA toolkit that .* for sm_70 (no /none, .*): run .*/share/triptych/fetch-cuda DIR' \
    's,set(Triptych_OPTIONS ",&--cuda-path=/none;--offload-arch=sm_70;,' -DTRIPTYCH_CUDA_ROOT=/nowhere

finish
