#!/bin/bash
# tests/rooms.sh BUILD -- rooms stay rooms: what is used of a room is in its headers, and these are found only
# where CMakeLists.txt names the room; src knows nothing of bench, nor of its options.
set -uo pipefail

root=${TRIPTYCH_SOURCE_DIR:?}
commands=$1/compile_commands.json
failed=0
[[ -f $commands ]] || { echo "no $commands: which folders a file sees cannot be told"; exit 77; }

# none WHAT PATTERN FOLDER...: no directive #include in them is like this.
none() {
    local found
    found=$(cd "$root" && grep -rnE --include='*.[ch]' --include='*.cu' "^ *# *include +[\"<]$2" "${@:3}")
    [[ -z $found ]] || { printf 'FAILED: %s:\n%s\n' "$1" "$found"; failed=1; }
}

none 'a test includes a source: declare what it needs in the header of the room' '[^">]*\.cu?[">]' tests
none 'a header is reached around the rooms' '([^">]*/)?\.\./' include src bench tests
none 'src includes a file of bench' 'bench/' src

# In a string: name_setting() of bench puts the option before what a message of the library names.
found=$(cd "$root" && grep -rnE --include='*.[ch]' '^[^"]*("[^"]*"[^"]*)*"[^"]*--[a-z]' src)
[[ -z $found ]] || { printf 'FAILED: a message of src spells an option, which is for bench to do:\n%s\n' "$found"; failed=1; }

# By its bare name a header is found in the folders that the compiler is given.
compiled=$(grep '"command"' "$commands" | grep -cF -- " -c $root/src/")
((compiled > 0)) || { echo "FAILED: no file of src in $commands"; failed=1; }
# A hotspot's peers.c lies beside its lesson, and is of bench.
found=$(grep '"command"' "$commands" | grep -F -- " -c $root/src/" | grep -v '/peers[.]c"' | grep -F -- "$root/bench")
[[ -z $found ]] || { printf 'FAILED: a file of src sees headers of bench:\n%s\n' "$found"; failed=1; }

exit $failed
