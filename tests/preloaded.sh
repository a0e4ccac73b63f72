#!/bin/bash
# preloaded.sh BUILD -- a tool that is preloaded, as compute-sanitizer is, has begun before any program's device images are
# registered, which starts the GPU; and the images that came are gone at the end.
set -uo pipefail

. "$(dirname "$0")/shared/by_hand.sh"

grep -q ' U __tgt_target' <(nm -D "$build/libtriptych.so") || {
    echo "skipped: only LLVM's runtime starts a GPU when images are registered"
    exit 77
}
source=${TRIPTYCH_SOURCE_DIR:?}
cp "$build/libpreloaded.so" tool.so

path=offload
good bench --list
! grep -q '^path  *offload .*cannot run' .out || path=simd

# with_tool WORD...: the command succeeds; the log says in which order things came.
export TOOL_LOG=$work/log OMP_PROC_BIND=true # or bench starts itself once more, and so does the tool
with_tool() {
    rm -f log
    good env LD_PRELOAD="$work/tool.so" "$@"
}

for words in "bench --list" "compare vecadd --set n=1000" "study list" \
    "render mandelbrot --set width=16,height=12,iterations=20 -o x.png" "explore --help"; do
    # shellcheck disable=SC2086 # words
    with_tool $words
    [[ $(head -n 1 log) == tool ]] || complain "$words: images were registered before the tool began"
    come=$(grep -c come log) go=$(grep -c go log)
    ((come > 0 && come == go)) || complain "$words: $come times images came, and $go times they went"
done

# A program with a main function of its own: the library registers them in its constructors, unless startup.c is in the program.
for startup in "" bench/startup/startup.c; do
    (cd "$source" && "$CC" -Iinclude -Isrc/device docs/example.c $startup -o "$work/example" -L"$build" -ltriptych -Wl,-rpath,"$build") &&
        with_tool ./example
    grep -q "^by $path" .out || complain "docs/example.c $startup: not by $path"
    [[ $(grep -c come log) == $(grep -c go log) ]] || complain "docs/example.c $startup: images came, and did not go"
done
[[ $(head -n 1 log) == tool ]] || complain "startup.c: images were registered before the tool began"

finish
