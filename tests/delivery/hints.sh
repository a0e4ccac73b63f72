#!/bin/bash
# hints.sh BUILD -- a command that a program prints works when it is copied into the shell that printed it: from the build
# folder, which is not in PATH, and where Triptych is installed.
# shellcheck disable=SC2086,SC2016,SC2001 # words of a command; patterns; sed
set -uo pipefail

[[ $TRIPTYCH_PRESET != [at]san ]] || exit 77 # a program that is built without them cannot use a library with sanitizers

clean=$PATH
. "$(dirname "$0")/../shared/by_hand.sh"
PATH=$clean
export CMAKE_GENERATOR=Ninja CMAKE_BUILD_PARALLEL_LEVEL=2

# works COMMAND [MORE]: a shell runs it; MORE makes it a short run.  The doctor has status 1 where it finds something.
works() {
    run bash -c "$1${2:+ $2}"
    ((status == 0)) || { [[ $1 == *doctor ]] && grep -q '^Verdict' .out; } || complain "printed: $1: status $status"
}

# hint PATTERN WORD...: the command's output holds a line of this kind; prints what \1 is in it.
hint() {
    local pattern=$1
    shift
    run "$@"
    sed -nE "s~.*$pattern.*~\\1~p" .out .err | head -n 1
}

# follow PATTERN MORE WORD...: what the words print is a hint of this kind, and works.
follow() {
    local pattern=$1 more=$2 found
    shift 2
    found=$(hint "$pattern" "$@")
    [[ -n $found ]] || { run "$@"; complain "$*: no hint like $pattern"; return; }
    works "$found" "$more"
}

few="--set n=1000 --reps 1 --no-ceilings"
small="--set resolution=4,iterations=20,size=16,n=64,steps=2,passes=2,particles=100,width=16,height=12 --reps 1 --no-ceilings"

# follow_next MORE: the commands at the end of the last command's table work.
follow_next() {
    local next one
    mapfile -t next < <(sed -nE '/Next:$/,$ { s/^  ([^ ].*)$/\1/; T; s/  +.*//; p }' .out)
    ((${#next[@]} == 3)) || complain "not three hints: ${next[*]}"
    ! grep -n ' $' .out || complain "a blank at the end of a line"
    for one in "${next[@]}"; do
        if [[ $one == *doctor ]]; then
            works "$one"
        else
            works "$one" "$1"
        fi
    done
}

# everything BENCH TRIPTYCH: what programs of this installation or build hint at.
everything() {
    local bench=$1 triptych=$2
    # A summary.
    run $bench $small --audit off --precision double
    follow_next "$(sed 's/size.*height=[0-9]*/width=16,height=12/' <<<"$small")"
    # Why offload does not run; a file without rows; words that are mistyped.
    OMP_TARGET_OFFLOAD=DISABLED follow '`([^`]* doctor)`' '' $bench vecadd --path offload $few
    OMP_TARGET_OFFLOAD=DISABLED follow '`([^`]* doctor)`' '' $bench vecadd --require-offload $few
    [[ $TRIPTYCH_PRESET != llvm-host ]] || follow '`([^`]* doctor)`' '' $bench vecadd --require-offload=gpu $few
    : >empty.json
    follow '`([^`]* --json empty.json)`' "dot $few" $triptych versus empty.json empty.json
    : >empty.db
    follow '`([^`]* --db empty.db)`' "dot $few" $triptych versus empty.db empty.db
    if command -v sqlite3 >/dev/null; then
        run $bench dot $few --db empty.db
        sqlite3 empty.db 'pragma user_version = 1'
        follow '(sqlite3 .* --db new.db)' '' $triptych versus empty.db empty.db
        rm -f new.db rows.jsonl
    fi
    rm -f empty.*
    follow '\(see (.* --help)\)' '' $triptych nothing
}

everything "$build/bench" "$build/triptych"
cd "$build" && everything ./bench ./triptych
cd "$work" || exit 1

# --- Installed ---------------------------------------------------------------------------------------------------

run cmake --install "$build" --prefix "$work/package"
PATH=$work/package/bin:$clean
everything "triptych bench" triptych

# A project: its own programs, and those of the package.  The folder's name has a blank.
run triptych new waves "my waves"
((status == 0)) || complain "triptych new"
sed -n '/next:$/,$ s/^    //p' .out >next
(($(wc -l <next) == 2)) || complain "triptych new: not two commands"
works "$(sed -n 1p next)"
works "$(sed -n 2p next)" "$few"
cat >>"my waves/waves.c" <<'END'
const struct tri_variant waves_tuned[] = { { "again", "the same once more" }, { .name = NULL } };
END
sed -i 's/^\(void waves\)\(_simd(.*)\)$/\1_again\2;\n&/' "my waves/waves.c"
sed -nE '/^void waves_simd/,/^}/ { s/waves_simd/waves_again_simd/; p }' "my waves/waves.c" >again
cat again >>"my waves/waves.c"
cp "my waves/waves.c" "my waves/other.c"
sed -i 's/waves/other/g' "my waves/other.c"
sed -i 's/(waves waves.c)/(waves waves.c other.c)/' "my waves/CMakeLists.txt"
works "cmake --build 'my waves/build'"
run "my waves/build/waves-bench" $few
follow_next "$few"
finish
