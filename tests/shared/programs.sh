# programs.sh -- what scripts share that write programs of tests/programs and tests/missed; it is read by them.
#
# A program is a file, of which the first line speaks; or what an edit makes of a file, of which a last line speaks, which has the edit.
# Where a file has no reference, it has the one of tests/programs/references.c that takes what its path does.
# shellcheck shell=bash disable=SC2154,SC2034

references=${BASH_SOURCE[0]%/*}/../programs/references.c
declare -A file_of says edit words # by FOLDER/NAME

read_programs() { # FOLDER/FILE...
    local file line name
    for file; do
        while read -r line; do
            if [[ $line =~ ^'/* '([a-z]+/[a-z_0-9]+)': '([^:]*)': '.*": sed '"(.*)"' */"$ ]]; then
                name=${BASH_REMATCH[1]} says[$name]=${BASH_REMATCH[2]} edit[$name]=${BASH_REMATCH[3]}
                words[$name]=$(sed -n "s/.*[.] Said: \(.*\): sed '.*/\1/p" <<<"$line")
            elif [[ $line == "/* "*": sed '"* ]]; then
                echo "$file: an edit that cannot be read (a comment of one line, without */ in it): $line" >&2
                exit 2
            elif [[ $line == "/* Only with an edit: "* ]]; then
                continue
            else
                name=${file%.c} line=${line#'/* '} says[$name]=${line%%:*} edit[$name]=
                words[$name]=$(sed -n '2s,^/[*] Said: \(.*\) [*]/$,\1,p' "$file")
            fi
            file_of[$name]=$file
        done < <(sed -n "1p; /: sed '/p" "$file")
    done
}

write_program() { # FOLDER/NAME INTO: in $program, the file
    local file=${file_of[$1]} name=${1#*/} arguments
    program=$2/$name.c
    sed -E "/^\/\* [a-z]+\/[a-z_0-9]+: .*: sed '/d; s/\\b$(basename "$file" .c)(_[a-z0-9]+\(| =)/$name\\1/" "$file" >"$work/before.c"
    sed "${edit[$1]}" "$work/before.c" >"$program"
    [[ ! ${edit[$1]} ]] || ! cmp -s "$work/before.c" "$program" || { echo "$1: its edit changes nothing in $file" >&2; exit 2; }
    ! grep -q "^[a-z ]* ${name}_reference(" "$program" || return
    arguments=$(sed -n "s/^void ${name}_[a-z0-9]*\((.*)\)\$/\1/p" "$program" | head -n 1)
    awk -v name="$name" -v head="void NAME_reference$arguments" '$0 == head { on = 1; print "" } on { sub("NAME", name); print } /^}/ { on = 0 }' "$references" >>"$program"
}
