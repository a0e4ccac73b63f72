#!/bin/bash
# draw.sh -- draw by hand: pictures of real rows and of made-up ones, and what it refuses.
#
# What needs gnuplot is left out where there is none, with a word.
set -uo pipefail

[[ ${TRIPTYCH_PRESET-} != tsan ]] || exit 77 # triptych-tests has the threads, and a start takes a second

. "$(dirname "$0")/shared/by_hand.sh"

# refused PATTERN WORD..., and breaks: draw ends so, with one line of this kind, and has written nothing.
refused() { bad "$1" draw "${@:2}"; }
breaks() { fails "$1" draw "${@:2}"; [[ ! -s .out ]] || complain "draw ${*:2}: something on stdout"; }

# drawn FILE WORD...: draw makes FILE in silence.
drawn() {
    good draw "${@:2}" -o "$1" || return
    [[ ! -s .out ]] || complain "${*:2}: is not silent"
    case $1 in
        *.svg) [[ $(head -c 5 "$1") == "<?xml" && $(<"$1") == *"</svg>" ]] ;;
        *.png) [[ $(head -c 4 "$1" | tail -c 3) == PNG && $(tail -c 8 "$1") == IEND* ]] ;;
    esac 2>/dev/null || complain "$1 is not whole"
    [[ $1 != *.svg ]] || ! command -v xmllint >/dev/null || xmllint --noout "$1" 2>.err ||
        complain "$1 is no XML"
}

# shows PATTERN FILE, and lacks: whether a text stands in an SVG picture; one that begins with > is all of it.
shows() { checks=$((checks + 1)); grep -Eq -- "${1/#>/<text>}" "$2" || complain "$2: no \"$1\""; }
lacks() { checks=$((checks + 1)); ! grep -Eq -- "${1/#>/<text>}" "$2" || complain "$2: \"$1\" is there"; }

# row PATH PRECISION SECONDS [SED COMMAND]: a row that bench might have written on another machine.
row() {
    sed -e "s/@path/$1/; s/@precision/$2/; s/@seconds/$3/" -e "${4-}" <<'ROW'
{"schema":1,"hotspot":"mandelbrot","path":"@path","precision":"@precision","params":{"resolution":500,"width":1500},"threads":16,"device":null,"cpu":"A <CPU> & more","compiler":"clang 19.1.7","kernel_s":{"min":1e-9,"median":@seconds,"max":9},"instructions":1600000000,"bytes":6000000,"ceiling_fma_per_s":200e9,"ceiling_bytes_per_s":122e9}
ROW
}

row simd double 0.016 >one.json
: >empty.json
printf '\n\n' >blank.json
echo "do not overwrite" >precious.svg
mkdir folder.svg

# --- What is wrong with the request ----------------------------------------------------------------

refused "roofline: needs rows: --rows" roofline -o x.svg
refused "roofline: needs -o" roofline --rows one.json
for name in x.pdf x .svg x.svg.gz x.SVG ""; do
    refused "-o $name: has to end in .svg or .png" roofline --rows one.json -o "$name"
done
refused "-o no/x.svg: cannot be created" roofline --rows one.json -o no/x.svg
refused "-o folder.svg: .*directory" roofline --rows one.json -o folder.svg

# --- What is wrong with the rows -------------------------------------------------------------------

rows() { refused "$2" roofline --rows "$1" -o precious.svg; }
rows none.json "none.json: cannot be read: No such file"
rows folder.svg "folder.svg: cannot be read: Is a directory"
rows one.json, ": cannot be read"
rows empty.json "empty.json: has no rows"
rows blank.json "blank.json: has no rows"
rows one.json,empty.json "empty.json: has no rows"

# damaged PATTERN SED COMMAND: a second row that is not as it should be.
damaged() {
    { cat one.json; row avx2 double 1 "$2"; } >damaged.json
    rows damaged.json "damaged.json:2: $1"
}
damaged 'is no row of JSON: ' 's/}$//'
damaged 'is no row of JSON: ' 's/^/x/'
damaged 'is no row of JSON$' 's/.*/[1, 2]/'
damaged 'has no "path"' 's/"path"/"pith"/'
damaged 'has no "instructions"' 's/"instructions":[0-9]*,//'
damaged 'has no "kernel_s.median"' 's/"median"/"mean"/'
damaged 'has no "kernel_s.median"' 's/"kernel_s":{[^}]*}/"kernel_s":null/'
damaged '"kernel_s" is impossible' 's/"max":9/"max":0.5/'
damaged 'has no "ceiling_bytes_per_s"' 's/"ceiling_bytes_per_s"/"x"/'
damaged '"bytes" has to be a positive number' 's/"bytes":6000000/"bytes":0/'
damaged '"bytes" has to be a positive number' 's/"bytes":6000000/"bytes":"6"/'
damaged '"ceiling_fma_per_s" has to be a positive number or null' 's/200e9/-1/'
damaged '"path" has to be a string' 's/"path":"avx2"/"path":3/'
damaged '"peer" has to be a string or null' 's/"path"/"peer":1,"path"/'
damaged '"input" has to be a string or null' 's/"path"/"input":1,"path"/'
damaged '"params" has to be an object' 's/"params":{[^}]*}/"params":[]/'
damaged 'was measured on another machine \(Other\)' 's/"cpu":"[^"]*"/"cpu":"Other"/'
row simd double 1 's/200e9/null/' >low.json
rows low.json "low.json:1: no row has ceilings"

# --- Without gnuplot, and with one that fails --------------------------------------------------------

mkdir nothing fake
# gnuplot_fails PATH PATTERN: what draw says where gnuplot is looked for there.
gnuplot_fails() {
    mkdir -p .bin
    printf '#!%s\nPATH=%q exec %q "$@"\n' "$BASH" "$1" "$build/draw" >.bin/draw
    chmod +x .bin/draw
    PATH=$work/.bin:$PATH breaks "$2" roofline --rows one.json -o precious.svg
    PATH=$work/.bin:$PATH breaks "$2" roofline --rows one.json -o new.png
}

# gnuplot_is COMMANDS: a gnuplot of these shell commands.
gnuplot_is() { printf '#!%s\n%s\n' "$BASH" "$1" >fake/gnuplot; chmod +x fake/gnuplot; }

gnuplot_fails "$work/nothing" "gnuplot is not installed.*apt-get install gnuplot-nox"
gnuplot_is 'echo "no such terminal" >&2; echo "and more" >&2; exit 3'
gnuplot_fails "$work/fake" "gnuplot: no such terminal$"
gnuplot_is 'echo half a picture; kill -9 $$'
gnuplot_fails "$work/fake" "gnuplot: it does not say why"
gnuplot_is 'exit 0'
gnuplot_fails "$work/fake" "gnuplot: it does not say why"
gnuplot_is 'printf "\nplot x\n     ^\n     line 3: wrong\n\n" >&2; exit 1'
gnuplot_fails "$work/fake" "gnuplot: line 3: wrong$"

# --- Pictures --------------------------------------------------------------------------------------

drawn_all() {
    [[ $(<precious.svg) == "do not overwrite" ]] || complain "precious.svg is not what it was"
    finish
}

command -v gnuplot >/dev/null || {
    echo "gnuplot is not there: no picture is drawn"
    drawn_all
}

# Of rows that bench has just written.
good bench mandelbrot --set resolution=4,iterations=20 --reps 1 --path reference,simd --json real.json
drawn real.svg roofline --rows real.json
drawn real.png roofline --rows real.json
shows '>R?[0-9]+: reference double, [0-9.]+ %<' real.svg
shows '>R?[0-9]+: simd plain float, [0-9.]+ %<' real.svg
shows '>R?[0-9]+: simd tuned float, [0-9.]+ %<' real.svg
shows '>Roofline of mandelbrot<' real.svg
shows '>resolution=4, iterations=20, width=12,' real.svg

# A peer without ceilings, a run done twice, two roofs that are one, rows of two files; and texts
# that gnuplot or XML would take for something else.
{ row simd double 0.1; row avx2 double 0.01; row avx2 float 0.008 's/200e9/400e9/'; row simd double 0.016; } >two.json
row avx2 double 0.005 "s/\"path\"/\"peer\":\"it's \`touch x\` @a\",\"path\"/; s/200e9/null/" >peer.json
drawn two.svg roofline --rows two.json,peer.json
shows '>R?[0-9]+: simd double, 50 %<' two.svg
lacks '>R?[0-9]+: simd double, 8' two.svg
shows '>R?[0-9]+: avx2, simd double 200 Gfma/s<' two.svg
shows '>R?[0-9]+: avx2 float 400 Gfma/s<' two.svg
shows '>122 GB/s<' two.svg
shows ">[0-9]+: it's \`touch x\` @a double<" two.svg
shows '>A &lt;CPU(>|&gt;) &amp; more, 16 threads, clang 19.1.7<' two.svg
[[ ! -e x ]] || complain "a row has run a command"

# What labels need to say: the parameter that differs, and the hotspot where there are two.
{ row simd double 0.016; row simd double 0.032 's/500/1000/; s/1500/3000/'; } >sizes.json
drawn sizes.svg roofline --rows sizes.json
shows '>R?[0-9]+: simd double resolution=500, 50 %<' sizes.svg
shows '>R?[0-9]+: simd double resolution=1000, 25 %<' sizes.svg
row simd double 0.016 's/mandelbrot/stencil/; s/"bytes":/"bytes":1000/' >other.json
drawn other.svg roofline --rows one.json,other.json
shows '>R?[0-9]+: mandelbrot simd double, 50 %<' other.svg
shows '>R?[0-9]+: stencil simd double, ' other.svg
shows '>Roofline of several hotspots<' other.svg

# Of all rows, those that are asked for; a peer is no path to be asked for.
drawn some.svg roofline mandelbrot --path avx2 --precision double \
    --rows two.json,peer.json,other.json
shows '>R?[0-9]+: avx2 double, ' some.svg
shows 'touch x' some.svg
lacks '>R?[0-9]+: (simd|avx2 float|mandelbrot|stencil) ' some.svg
refused "--rows one.json: has no row of those requested" roofline --precision float \
    --rows one.json -o x.svg

# An old picture is replaced; a full disk is an error.
cp precious.svg old.svg
drawn old.svg roofline --rows one.json
if [[ -w /dev/full ]]; then
    ln -s /dev/full full.png
    breaks "No space left" roofline --rows one.json -o full.png
fi
drawn_all
