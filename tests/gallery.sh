#!/bin/bash
# gallery.sh BUILD -- loops of people's kinds, each in one file: all paths are right, and the wrong form that the file's last
# line makes of it by sed is caught.
set -uo pipefail

case $TRIPTYCH_PRESET in
    asan | tsan) exit 77 ;; # a program that is built without them cannot use a library with sanitizers
esac

build=$(realpath "$1")
loops=("${TRIPTYCH_SOURCE_DIR:?}"/tests/gallery/*.c)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CMAKE_GENERATOR=Ninja CMAKE_BUILD_PARALLEL_LEVEL=2
failures=0

complain() {
    echo "FAILED: $1"
    sed 's/^/    /' "$work/log"
    failures=$((failures + 1))
}

cmake --install "$build" --prefix "$work/package" >"$work/log" 2>&1 || { complain "cmake --install"; exit 1; }
mkdir "$work/all"
files=()
for file in "${loops[@]}"; do
    name=$(basename "$file" .c)
    edit=$(sed -n "\$s/.*: sed '\\(.*\\)' \\*\\/\$/\\1/p" "$file")
    [[ -n $edit ]] || complain "$name: its last line says no wrong form"
    (($(wc -l <"$file") <= 40)) || complain "$name: more than 40 lines"
    cp "$file" "$work/all"
    sed "$edit; s/\\b$name\\(_reference\\|_simd\\|_avx2\\|_offload\\| =\\)/wrong_$name\\1/" "$file" >"$work/all/wrong_$name.c"
    files+=("$name.c" "wrong_$name.c")
done
cat >"$work/all/CMakeLists.txt" <<END_OF_LISTS
cmake_minimum_required(VERSION 3.25)
find_package(Triptych REQUIRED)
project(gallery LANGUAGES C)
triptych_add_hotspots(gallery ${files[*]})
END_OF_LISTS
cmake -S "$work/all" -B "$work/build" "-DCMAKE_PREFIX_PATH=$work/package" >"$work/log" 2>&1 &&
    cmake --build "$work/build" --target gallery-compare >"$work/log" 2>&1 || { complain "the gallery does not build"; exit 1; }

# ends STATUS PATTERN WORD...: compare has this status and says this.
ends() {
    "$work/build/gallery-compare" "${@:3}" >"$work/log" 2>&1 </dev/null
    local status=$?
    ((status == $1)) && grep -q -- "$2" "$work/log" || complain "compare ${*:3}: status $status, not $1"
}
for file in "${loops[@]}"; do
    name=$(basename "$file" .c)
    ends 0 '^VERDICT: ok' "$name"
    [[ $TRIPTYCH_PRESET == *-cpu ]] || ends 1 '^VERDICT: wrong: ' "wrong_$name" # without offload, few have another wrong path
    grep -q "\`$name\`" "$TRIPTYCH_SOURCE_DIR/docs/gallery.md" || complain "docs/gallery.md: no line about $name"
done

((failures == 0)) || { echo "gallery.sh: $failures failures"; exit 1; }
echo "gallery.sh: passed"
