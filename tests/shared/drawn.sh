# drawn.sh -- what scripts share that try some of many things, drawn at random; it is read by them, with the words behind BUILD.
# They set `usage`, and `some` to how many they try.
# shellcheck shell=bash disable=SC2154

seed=$RANDOM chosen=()
script=${usage#usage: } && script=${script%% *}

refuse() {
    echo "$usage" >&2
    exit 2
}

while (($#)); do
    case $1 in
        --some) some=${2-} && shift ;;
        --seed) seed=${2-} && shift ;;
        --what) [[ -v kinds ]] && kinds=${2-} && shift || refuse ;;
        -*) refuse ;;
        *) chosen+=("$1") ;;
    esac
    shift || break
done
[[ $some =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ ]] || refuse

# The same for the same seed.
random() { openssl enc -aes-128-ctr -pass "pass:$seed" -nosalt </dev/zero 2>/dev/null; }

needs() { # PROGRAM...
    local program
    for program; do
        command -v "$program" >/dev/null || { echo "$script: needs $program" >&2; exit 1; }
    done
}

# choose NAME...: those that have been asked for, each one of these; all of them, if none has.
choose() {
    local name
    for name in "${chosen[@]}"; do
        [[ " $* " == *" $name "* ]] || { echo "$script: $name: has to be one of $*" >&2; exit 2; }
    done
    ((${#chosen[@]})) || chosen=("$@")
}

# An empty folder, gone at the end, with the rows of a run of bench.
begin_work() {
    work=$(mktemp -d) || exit
    trap 'rm -rf "$work"' EXIT
    cd "$work" || exit
    "$build/bench" vecadd --set n=1000 --reps 1 --audit off --json rows.jsonl >/dev/null || exit
}

whole() { # FILE: not only the beginning of one
    case $1 in
        *.jsonl) [[ ! -s $1 || $(tail -c 1 "$1" | od -An -c) == *'\n'* ]] ;;
        *.png) [[ $(tail -c 8 "$1" | head -c 4) == IEND ]] ;;
        *.html) tail -n 1 "$1" | grep -q '</html>' ;;
        *.svg) tail -n 3 "$1" | grep -q '</svg>' ;;
        *.db) [[ $(sqlite3 "$1" 'pragma integrity_check') == ok ]] ;;
        *) false ;;
    esac
}
