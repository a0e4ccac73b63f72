#!/bin/bash
# gallery.sh BUILD -- loops of people's kinds, each in one file: all paths are right, and the wrong form that the file's last
# line makes of it by sed is caught.  So is each program of tests/missed, which an audit once said to be ok.
set -uo pipefail
unset LIBOMP_USE_HIDDEN_HELPER_TASK # by which ctest makes nowait wait

. "$(dirname "$0")/shared/installed.sh"
loops=("${TRIPTYCH_SOURCE_DIR:?}"/tests/gallery/*.c)
mkdir "$work/all"
names=()
for file in "${loops[@]}"; do
    name=$(basename "$file" .c)
    edit=$(sed -n "\$s/.*: sed '\\(.*\\)' \\*\\/\$/\\1/p" "$file")
    [[ -n $edit ]] || complain "$name: its last line says no wrong form"
    (($(wc -l <"$file") <= 40)) || complain "$name: more than 40 lines"
    grep -q "\`$name\`" "$TRIPTYCH_SOURCE_DIR/docs/gallery.md" || complain "docs/gallery.md: no line about $name"
    cp "$file" "$work/all"
    sed "$edit; s/\\b$name\\(_reference\\|_simd\\|_avx2\\|_offload\\| =\\)/wrong_$name\\1/; s/\"$name\"/\"wrong_$name\"/" "$file" >"$work/all/wrong_$name.c"
    names+=("$name")
done
cd "$TRIPTYCH_SOURCE_DIR/tests" || exit 1
. shared/programs.sh
read_programs missed/*.c
missed=("${!file_of[@]}") missed=("${missed[@]#missed/}")
for name in "${missed[@]}"; do write_program "missed/$name" "$work/all"; done
cd "$work" || exit 1
# Most of a compiler's time is for headers: it gets several files at once, the right ones and the wrong ones apart.
cat >"$work/all/CMakeLists.txt" <<END_OF_LISTS
cmake_minimum_required(VERSION 3.25)
find_package(Triptych REQUIRED)
project(gallery LANGUAGES C)
triptych_add_hotspots(right ${names[*]/%/.c})
triptych_add_hotspots(wrong $(printf 'wrong_%s.c ' "${names[@]}") ${missed[*]/%/.c})
foreach(target IN ITEMS right-float right-double wrong-float wrong-double
        right-races-float right-races-double wrong-races-float wrong-races-double)
    if(NOT TARGET \${target})
        continue() # the compiler cannot watch accesses
    endif()
    set_target_properties(\${target} PROPERTIES UNITY_BUILD ON)
    get_target_property(files \${target} SOURCES)
    set_property(SOURCE \${files} PROPERTY COMPILE_OPTIONS) # a file with options of its own would be compiled alone
    set_property(SOURCE \${files} PROPERTY COMPILE_DEFINITIONS)
endforeach()
target_compile_options(wrong-float PRIVATE -O0) # which is linked, and not run
END_OF_LISTS
programs=(right-compare)
[[ $TRIPTYCH_PRESET == *-cpu ]] || programs+=(wrong-compare) # without offload, few have another wrong path
cmake -S "$work/all" -B "$work/build" "-DCMAKE_PREFIX_PATH=$root" >"$work/log" 2>&1 &&
    cmake --build "$work/build" --target "${programs[@]}" >"$work/log" 2>&1 || { complain "the gallery does not build"; exit 1; }

"$work/build/right-compare" >"$work/log" 2>&1 </dev/null && grep -q '^VERDICT: ok' "$work/log" || complain "a right form is not right"
if ((${#programs[@]} == 2)); then
    "$work/build/wrong-compare" --precision double >"$work/log" 2>&1 </dev/null
    for name in "${names[@]}"; do
        grep -q "^VERDICT: wrong: .*\bwrong_$name\." "$work/log" || complain "the wrong form of $name is not caught"
    done
    for name in "${missed[@]}"; do
        grep -q "^VERDICT: wrong: .*[ ,]$name\." "$work/log" || complain "missed/$name is not caught"
    done
fi

finish
