#!/bin/bash
# docs.sh BUILD -- what README and docs/*.md say: their commands run, print what is shown, and their links lead somewhere.
#
# Blocks of Markdown say what they are:
#
#   ```sh     is run, with small problems in place of the usual ones; not after <!-- not run: WHY -->, but its options
#             are looked at
#   ```text   is what the commands before it print, or that of <!-- printed by: COMMAND -->: line by line, whatever the
#             figures are; after <!-- not run: WHY --> it is not looked at
#   ```c      stands in the file of <!-- from: FILE -->, line by line
#
# Commands within a line are looked at as far as their options.  docs/your-own.md is run by install.sh.
set -uo pipefail

[[ $TRIPTYCH_PRESET != [at]san ]] || exit 77 # what is tested here is the text

build=$(realpath "${1:?the build folder}")
source=${TRIPTYCH_SOURCE_DIR:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0 commands=0 shown=0 looked=0

complain() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# --- Programs, with small problems ------------------------------------------------------------------------------------

mkdir "$work/bin"
"$build/bench" --help=words | sed -n 's/^param //p' >"$work/params"
cat >"$work/bin/small" <<'END'
#!/bin/bash
# small PROGRAM WORD...: with few repetitions, and the sizes that its hotspots have made small.
name=$1 words=("${@:2}") given=$* few=()
hotspots=$(printf '%s\n' "${words[@]}" | tr ',' '\n' | grep -Fx -f <(cut -d' ' -f1 PARAMS | sort -u) | paste -sd'|')
for pair in resolution=4 iterations=20 size=16 n=64 steps=2 passes=2 particles=100 width=16 height=12; do
    [[ $given != *"${pair%=*}="*,* || $given != *--sweep* ]] || continue
    [[ $given != *--input* || $pair != [wh]* ]] || continue
    [[ $name != study || $pair == iterations=* ]] || continue # what else there is may be swept
    grep -qE "^(${hotspots:-.*}) ${pair%=*}$" PARAMS || continue
    few+=(--set "$pair")
done
[[ $name,$given != study,*moldyn* ]] || few+=(--sweep particles=100)
case $name,$given in
    *--rows* | *--list* | *--import* | *--help* | *,'study list'*) few=() ;;
    bench,?* | compare,?*) few+=(--audit off) ;;& # the bare ones show what an audit says
    bench,*--reps* | study,*--reps* | render* | compare*) ;;
    *) few+=(--reps 1) ;;
esac
exec "BUILD/$name" "${words[@]}" "${few[@]}"
END
sed -i "s,PARAMS,$work/params,g; s,BUILD,$build,g" "$work/bin/small"
chmod +x "$work/bin/small"
for program in bench compare render study; do
    printf '#!/bin/sh\nexec small %s "$@"\n' $program >"$work/bin/$program"
    chmod +x "$work/bin/$program"
done
export PATH=$work/bin:$build:$PATH

# --- What is shown -----------------------------------------------------------------------------------------------------

# A line without its figures, units, resources, and the width of its columns.
shape() {
    sed -E 's/[0-9][0-9.,e+]*/N/g; s/N [numkMGTPE]?(s|B|x|%)( |;|$)/N\2/g; s/N [kMGTPE]? ?[a-z+]+\/s/N/g
        s/(fma\+add|fma|additions|integers|tensor cores|near memory|memory|cache)( |$)/R\2/g; s/(none|N) *$/D/; s/ +/ /g; s/ $//'
}

# print_as_shown SHOWN PRINTED: all lines are there, in this order; "…" is for any.
as_shown() {
    local line rest=1 at
    shape <"$2" >"$work/printed"
    while IFS= read -r line; do
        shown=$((shown + 1))
        [[ -n ${line// /} && $line != *…* ]] || continue
        at=$(tail -n "+$rest" "$work/printed" | grep -nxF -- "$(shape <<<"$line")" | head -n 1 | cut -d: -f1)
        [[ -n $at ]] || { complain "$file: not printed: $line"; sed 's/^/    /' "$2" | head -n 40; return; }
        rest=$((rest + at))
    done <"$1"
}

# --- What is said ------------------------------------------------------------------------------------------------------

# Options of commands that are not run: --help comes last (before --, if there is that), and what is wrong before it is said instead.
look_at() {
    local words end=0
    eval "words=($1)" 2>/dev/null || { complain "$file: no command: $1"; return; }
    looked=$((looked + 1))
    [[ ${words[0]} != triptych ]] || words=("${words[@]:1}")
    [[ -x $build/${words[0]-} && ${words[0]} != new ]] || return 0
    [[ ${words[-1]} != --rows ]] || words+=(rows.jsonl) # named without its value
    while ((end < ${#words[@]})) && [[ ${words[end]} != -- ]]; do end=$((end + 1)); done
    "$build/${words[0]}" "${words[@]:1:end-1}" --help "${words[@]:end}" >"$work/said" 2>&1 || complain "$file: $1: $(head -n 1 "$work/said")"
}

# Blocks that take a device, in a build without.
devices='--path offload|^study devices'
[[ $TRIPTYCH_PRESET == *-cpu ]] || devices='^$'

# Lines that take a program which is not installed here.
absent=(-e '^$')
command -v sqlite3 >/dev/null || absent+=(-e '\bsqlite3 ')
command -v gnuplot >/dev/null || absent+=(-e '^draw ')

run_block() {
    : >"$work/out"
    ! grep . "$1" | grep -qE -e "$devices" || { echo "$file: left out for want of a device: $(head -n 1 "$1")"; return; }
    grep "${absent[@]}" "$1" | sed -n "s,.,$file: left out for want of sqlite3 or gnuplot: &,p"
    grep -v "${absent[@]}" "$1" >"$work/present"
    cp "$work/present" "$1"
    commands=$((commands + $(grep -c . "$1")))
    (cd "$work/folder" && bash -e "$1") >"$work/out" 2>"$work/err" </dev/null
    local status=$?
    ((status == 0)) || { complain "$file: status $status of these:"; sed 's/^/    /' "$1" "$work/err"; }
}

# Each chunk of code, but for comments above it, is in the file.
in_source() {
    perl -0e '($shown, $file) = map { open my $f, "<", $_ or die; local $/; <$f> } @ARGV;
        for my $chunk (split /\n\s*\n/, $shown) {
            $chunk =~ s{^/\*.*?\*/\n}{}s; $chunk =~ s/\s+$//;
            index($file, $chunk) >= 0 or die "$chunk\n" if length $chunk;
        }' "$1" "$2" 2>"$work/err" || { complain "$file: not in $2:"; cat "$work/err"; }
}

# block LANGUAGE MARKER: the lines are in $work/block.
block() {
    case $1,$2 in
        sh,'not run: '*)
            sed -E 's/ +#.*//; s/^([A-Z_]+=[a-z]+ )?(ncu|nsys|compute-sanitizer) .* ((bench|compare) .*)/\3/' "$work/block" | grep -E '^(bench|compare|render|explore|study|versus|verdict|draw|doctor|triptych) ' |
                while IFS= read -r line; do echo "$line"; done >"$work/lines"
            while IFS= read -r line; do look_at "$line"; done <"$work/lines"
            : >"$work/out"
            ;;
        sh,) run_block "$work/block" ;;
        text,'not run: '*) ;;
        text,'printed by: '*)
            echo "${2#printed by: }" >"$work/command"
            run_block "$work/command"
            [[ $TRIPTYCH_PRESET != llvm-host ]] || as_shown "$work/block" "$work/out"
            ;;
        text,) [[ $TRIPTYCH_PRESET != llvm-host ]] || as_shown "$work/block" "$work/out" ;;
        c,'from: '*) in_source "$work/block" "$source/${2#from: }" ;;
        *) complain "$file: a block of '$1', after '$2'" ;;
    esac
}

# --- Pictures: letters of figures are at least 12 pixels high on a telephone, whose page has 347 of its 390 -----------

# figure PICTURE WIDTH: letters of 14 pixels need 404 at most; gnuplot's PNG have three pixels for each.
figure() {
    local wide
    case $1 in
        *.svg) wide=$(grep -om1 'width="[0-9]*"' "$1" | tr -dc 0-9) ;;
        *) wide=$(($(od -An -tu4 --endian=big -j16 -N4 "$1") / 3)) ;;
    esac
    ((wide == $2 && 14 * 347 >= 12 * wide)) || complain "$file: ${1##*/} is $wide pixels wide and shown with $2"
}

pictures() {
    local tag
    ! grep -n '!\[\]' "$source/$file" || complain "$file: a picture without a text"
    while IFS= read -r tag; do
        [[ $tag == *' alt="'[^\"]* ]] || complain "$file: no text: $tag"
        [[ $tag =~ src=\"([^\"]+)\"\ +width=\"([0-9]+)\" ]] &&
            figure "$source/$(dirname "$file")/${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    done < <(tr '\n' ' ' <"$source/$file" | grep -oE '<img [^>]*>')
}

for file in README.md docs/{adding,arithmetic,bench,compilers,conditions,explore,install,measured,nvc,nvidia,presets,rows,scale,scale/two-gpus,studies,timing,waiting}.md; do
    rm -rf "$work/folder"
    mkdir "$work/folder"
    ln -s "$source"/{docs,bench,tests,src,toolchains,CMakePresets.json} "$work/folder"
    marker='' language=''
    while IFS= read -r line; do
        if [[ $line == '```'* && -n $language ]]; then
            block "$language" "$marker"
            language='' marker=''
        elif [[ $line == '```'* ]]; then
            language=${line#'```'}
            : >"$work/block"
            [[ -n $language ]] || { complain "$file: a block that does not say what it is"; language=text; }
        elif [[ -n $language ]]; then
            printf '%s\n' "$line" >>"$work/block"
        elif [[ $line =~ ^\<!--\ (.*)\ --\>$ ]]; then
            marker=${BASH_REMATCH[1]}
        fi
    done <"$source/$file"

    # shellcheck disable=SC2016 # Markdown's quotes
    sed '/^```/,/^```/d' "$source/$file" | tr '\n' ' ' |
        grep -oE '`(bench|compare|render|explore|study|versus|verdict|draw|doctor|triptych) [^`…]*`' | tr -d '`' >"$work/inline"
    while IFS= read -r line; do
        look_at "$(sed 's/HOTSPOT/mandelbrot/; s/\bW H\b/8 8/' <<<"$line")"
    done <"$work/inline"

    pictures
    while IFS= read -r link; do
        [[ -e $source/$(dirname "$file")/$link ]] || complain "$file: $link is not there"
    done < <(grep -oE '\]\([^)#]+|src="[^"]+' "$source/$file" | sed -E 's/^\]\(|^src="//' | grep -v '^https:')
done
# --- Kernels that tools are told to look at ---------------------------------------------------------------------------

# kernels_of HOTSPOT: by clang's names in the build; waves is what `triptych new` writes.
kernels_of() {
    [[ $1 != waves ]] || sed -nE 's/^void \{\{name\}\}(_offload)\(.*/_waves\1_double_l1/p' "$source/bench/new/hotspot.c.in"
    grep -rahoE '__omp_offloading_[0-9a-f_]+[a-z0-9_]+_l[0-9]+' "$build"/CMakeFiles/triptych_paths_"$1"_*.dir
}

if grep -q __omp_offloading_ "$build/libtriptych.so"; then
    grep -hE 'regex:|kns=' "$source"/README.md "$source"/docs/*.md >"$work/lines"
    sed -nE 's/.*(regex:|kns=)([^ ]+) .*waves-(bench|compare) .*/\2 waves/p; t
        s/.*(regex:|kns=)([^ ]+) (.* )?(bench|compare) ([a-z]+) .*/\2 \5/p' "$work/lines" >"$work/named"
    while read -r name hotspot; do
        grep -qE -- "$name" <(kernels_of "$hotspot" 2>/dev/null) || complain "no kernel of $hotspot is called $name"
    done <"$work/named"
    (($(wc -l <"$work/named") == $(wc -l <"$work/lines") && $(wc -l <"$work/lines") > 2)) || complain "commands that name a kernel: not understood"
fi

for file in "$source"/src/hotspots/*/notes.md; do
    headings=$(grep '^## ' "$file" | paste -sd'|')
    [[ $headings == '## Limit|## What stands|## Tried and lost'* ]] || complain "$file: its headings are $headings"
done
(($(wc -l <"$source/README.md") <= 150)) || complain "README.md: $(wc -l <"$source/README.md") lines"

echo "docs.sh: $commands commands run, $looked looked at, $shown lines shown"
((failures == 0)) || { echo "docs.sh: $failures failures"; exit 1; }
