# shellcheck shell=bash
# Completion for bash: hotspots, their parameters and variants, options and their values, presets.
#
#   . toolchains/completion/triptych.bash      in a clone; an installation has it where bash looks for it
#
# The words come from the programs themselves (--help=words), so that hotspots of one's own are there too:
# complete -F _triptych waves-bench

declare -gA _triptych_known=()

# _triptych_words COMMAND WORD...: what may be said to it; asked for once in a shell.
_triptych_words() {
    [[ -n ${_triptych_known[$*]-} ]] || _triptych_known[$*]=$("$@" --help=words 2>/dev/null </dev/null)
    words=${_triptych_known[$*]}
}

# _triptych_of KIND [OF...]: words of this kind, of any of these.
_triptych_of() {
    local kind=$1
    shift
    awk -v kind="$kind" -v of=" $* " '$1 == kind && (of == "  " || index(of, " " $2 " ")) { print $NF }' <<<"$words" | sort -u
}

# The hotspots that the command line names.
_triptych_named() {
    local word
    for word in "${COMP_WORDS[@]:1}"; do
        tr ',' '\n' <<<"$word"
    done | grep -Fx -f <(_triptych_of hotspot)
}

# _triptych_offer CANDIDATES: those that the word, or what follows its last comma, begins with.
_triptych_offer() {
    local last=${current##*,} before=
    [[ $current != *,* ]] || before=${current%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "$last")
    compopt -o nosort 2>/dev/null
}

_triptych() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words command=("$1")
    if [[ ${1##*/} == triptych ]]; then
        if ((COMP_CWORD == 1)); then
            _triptych_offer "$("$1" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p')"
            return
        fi
        command+=("${COMP_WORDS[1]}")
    fi
    _triptych_words "${command[@]}"
    # readline takes --path=simd for three words
    [[ $current != = ]] || { current='' && before='='; }
    [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 1 - (${#current} > 0)]}
    local named
    mapfile -t named < <(_triptych_named)
    case $before in
        --set | --sweep)
            _triptych_offer "$(_triptych_of param "${named[@]}" | sed 's/$/=/')"
            compopt -o nospace 2>/dev/null
            ;;
        --variant) _triptych_offer "all $(_triptych_of variant "${named[@]}")" ;;
        --help) _triptych_offer "all $(_triptych_of hotspot)" ;;
        --*) mapfile -t COMPREPLY < <(_triptych_value "$before") ;;
        *)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$(awk '$1 == "option" { print $2 }' <<<"$words")" -- "$current")
            else
                _triptych_offer "$(_triptych_of hotspot)"
            fi
            ;;
    esac
}

# _triptych_value OPTION: its values, files where it takes one, a hotspot where it takes nothing.
_triptych_value() {
    local values takes
    values=$(_triptych_of value "$1")
    takes=$(awk -v o="$1" '$1 == "option" && $2 == o { print $3 }' <<<"$words")
    if [[ -n $values ]]; then
        _triptych_offer "$values"
    elif [[ $takes == *FILE* || $takes == DIR ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    elif [[ -z $takes ]]; then
        _triptych_offer "$(_triptych_of hotspot)"
    fi
    printf '%s\n' "${COMPREPLY[@]}"
}

# bench/run and tests/run: presets.
_triptych_run() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $before == --preset ]]; then
        _triptych_offer "$(cmake --list-presets 2>/dev/null | sed -n 's/^  "\([^"]*\)".*/\1/p')"
    else
        mapfile -t COMPREPLY < <(compgen -W "--preset --help" -- "$current")
    fi
}

complete -F _triptych triptych
complete -F _triptych_run bench/run tests/run ./bench/run ./tests/run
# In a clone, the programs of a build folder.
complete -F _triptych bench compare render explore study versus verdict draw doctor
