#!/bin/bash
# own.sh BUILD -- what is wrong with a project of one's own, its name, its files or its descriptions, is one line.
set -uo pipefail

. "$(dirname "$0")/../shared/installed.sh"

# --- triptych new -----------------------------------------------------------------------------------------------

for name in A 1a a-b work ''; do
    bad "^triptych new: NAME: '$name' is" triptych new "$name" refused
done
for name in int size_t real sqrt time main; do
    bad "^triptych new: NAME: '$name' is a word of C" triptych new "$name" refused
done
bad "^triptych new: takes NAME and DIR" triptych new wrong
good triptych new deep none/such
[[ -s none/such/deep.c ]] || complain "triptych new a/b, without a"
: >file
bad "^triptych new: DIR: file: is no folder" triptych new wrong file
[[ ! -e refused ]] || complain "triptych new leaves a folder behind"
mkdir kept
echo mine >kept/CMakeLists.txt
bad "^triptych new: DIR: kept/CMakeLists.txt already exists" triptych new wrong kept
[[ $(cat kept/*) == mine ]] || complain "triptych new writes beside a file that it would overwrite"

# --- Wrong descriptions -----------------------------------------------------------------------------------------

good triptych new wrong wrong
good triptych new other wrong/other
cat >wrong/peers.c <<'END'
#include <triptych/real.h>

#include <triptych/peer.h>

const struct tri_peer peers[] = {
    { .contender = { .peer = "nobody", .path = TRI_SIMD }, .meaning = "of what there is not", .hotspot = "nothing" },
    { .meaning = NULL },
};
END
cp wrong/wrong.c right.c
sed 's/"other"/"wrong"/' wrong/other/other.c >wrong/other.c
# shellcheck disable=SC2016 # CMake's variable
sed -i 's/(wrong wrong.c)/(wrong wrong.c ${MORE})/' wrong/CMakeLists.txt

good cmake -S wrong -B wrong/build -DCMAKE_BUILD_TYPE=Debug
# wrong PATTERN EDIT [MORE]: with the edit, and more files, a program says this and nothing else.
wrong() {
    sed "$2" right.c >wrong/wrong.c
    [[ -z ${3-} ]] || good cmake -S wrong -B wrong/build "-DMORE=$3"
    good cmake --build wrong/build --target wrong-compare
    bad "^wrong-compare: $1" wrong/build/wrong-compare
}

wrong 'wrong.c: .plain: it has no path' 's/wrong_\(simd\|avx2\|offload\)(/other_\1(/'
wrong 'wrong.c: .operands: ' 's/1 << 22/1e12/; s/real z\[n\]/real z[n * n]/'
wrong 'wrong.c: .params\[0\] (n): its range is beyond its type in C, which has -2147483648 to 2147483647' 's/ptrdiff_t n/int n/'
# Without an entry it goes as far as its type.
sed 's/ptrdiff_t n/int n/; s/{ "n", [^}]*},//' right.c >wrong/wrong.c
good cmake --build wrong/build --target wrong-compare
bad '^wrong-compare: --set n=4294967297: has to be an integer from 1 to 2147483647$' wrong/build/wrong-compare --set n=4294967297

wrong 'other.c: .name (wrong): two hotspots' '' other.c
wrong 'peers.c: \[0\].hotspot: there is none' '' 'PEERS;peers.c'

# unbuilt LINE EDIT: with the edit nothing is built, and this is said, with the file and the line (tests/describe.sh has them all).
unbuilt() {
    sed "$2" right.c >wrong/wrong.c
    cmake --build wrong/build --target wrong-compare >log 2>&1 && complain "built: $1"
    grep -q "^[^ ]*/wrong/wrong.c:[0-9]*: $1" log || complain "building does not say \"$1\""
}
unbuilt 'wrong_reference: z: its extent is no sum or product' 's/real z\[n\]/real z[n \& 1]/'
unbuilt 'other: a table is called like its hotspot, wrong' 's/tri_hotspot wrong = {/tri_hotspot other = {/'
unbuilt 'wrong_offload: there is no wrong_reference' 's/wrong_reference(/other_reference(/'
unbuilt 'wrong: two entries of a list are called n' 's/"a", "factor/"n", "factor/'
unbuilt 'wrong: its paths have no parameter b' 's/"a", "factor/"b", "factor/'
unbuilt 'wrong_simd: a: has another prototype' '/wrong_simd/s/real a/double a/'

# hidden WORDS TEXT: with this text at its end, whose words only the preprocessor has, nothing is built; by compilers with ThreadSanitizer.
hidden() {
    { cat right.c; printf '%s\n' "$2"; } >wrong/wrong.c
    cmake --build wrong/build --target wrong-compare >log 2>&1 && complain "built: $2"
    grep -q "wrong.c.*: $1" log || complain "building does not say \"$1\""
}
if [[ $TRIPTYCH_PRESET == llvm-host ]]; then
    echo '#define CHANGE mprotect' >wrong/hidden.h
    hidden 'the preprocessor has another text' $'#define CAT(a, b) a##b\n#define HAS(x) __has_feature(x)\n#if HAS(CAT(thread_, sanitizer))\nint more;\n#endif'
    hidden 'names ThreadSanitizer' $'__attribute__((no_sani\\\ntize("thread"))) int one(void)\n{\n    return 1;\n}'
    hidden 'names what asks or changes' $'#include "hidden.h"\nint CHANGE(void *, size_t, int);\n'
    printf '#pragma GCC system_header\nint %s(void *, size_t, int);\n' mprotect >wrong/hidden.h
    hidden 'names what asks or changes' '#include "hidden.h"'
    { cat right.c; echo '#include <signal.h>'; } >wrong/wrong.c # which declares sigaction()
    good cmake --build wrong/build --target wrong-compare
fi
cp right.c wrong/wrong.c
good cmake --build wrong/build --target wrong-compare

# misnamed WORDS FILES: with these files configuring fails, and says this.
misnamed() {
    cmake -S wrong -B wrong/misnamed "-DMORE=$2" >/dev/null 2>log && complain "misnamed: $1"
    grep -q -- "^ *triptych_add_hotspots(wrong): $1" log || complain "configuring does not say \"$1\""
}
misnamed 'there is no none.c' none.c
misnamed 'there is no none.cu' 'CUDA;none.cu'
misnamed 'two files are called wrong,' other/../wrong.c
misnamed 'there is no other$' other
cp right.c wrong/right.cc
misnamed 'right.cc is no .c file' right.cc
sed -i.right 's/(wrong wrong.c .*)/(wrong)/' wrong/CMakeLists.txt
misnamed 'names no file' ''
mv wrong/CMakeLists.txt.right wrong/CMakeLists.txt

# A law of another loop.
good triptych new lawless lawless
sed -i 's/\([^a-z]\)y\([^a-z]\)/\1old\2/g' lawless/lawless.c
good cmake -S lawless -B lawless/build
good cmake --build lawless/build --target lawless-law
lawless/build/lawless-law >log 2>&1
(($? == 1)) && grep -q 'there is no array y any more' log || complain "the law of a changed project"

# --- Another version -------------------------------------------------------------------------------------------

sed -i 's/define TRIPTYCH_VERSION "[^"]*"/define TRIPTYCH_VERSION "0.0.0"/' "$root/include/triptych/triptych.h"
wrong 'built with the headers of triptych 0.0.0, but the library is [0-9.]*: build again' ''

finish
